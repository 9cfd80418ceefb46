"""A new extract becomes a version of its dataset once, however often the same command is run for it.

What was loaded last is remembered beside the rows by the files' names, sizes and times, never by what is in them:
whether two extracts hold the same rows is nobody's business here. A lock makes two runs at once take turns.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from dpcore.command import say
from dpcore.data.source import listed, read
from dpcore.desk import Desk


def load(desk: Desk, name: str, path: str) -> None:
    """Load `path` as the dataset's next version, unless it is what was loaded last. Raises SourceError."""
    dataset, source = desk.dataset(name), read(path)
    files = _files(path)
    with _locked(desk.home.path / "extracts" / f"{dataset.id}.json") as memory:
        if _remembered(memory) == [desk.dataset(name).version, files]:
            say.note("This extract is the present version already.")
            return
        say.note("loading")
        version = desk.update(name, source).version
        memory.seek(0)
        memory.truncate()
        json.dump([version, files], memory)


def _files(path: str) -> list[list[Any]]:
    """What a path, folder or glob names: absolute names, sizes and times. Raises SourceError."""
    names = sorted(str(file.absolute()) for file in listed(path))
    return [[name, stat.st_size, stat.st_mtime_ns] for name in names if (stat := os.stat(name))]


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[IO[str]]:
    """The memory, for one process at a time."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _remembered(memory: IO[str]) -> Any:
    """What was loaded last; nothing where a crash left half of it."""
    try:
        return json.load(memory)
    except ValueError:
        return None

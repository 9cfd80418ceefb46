"""A new extract becomes a version of its dataset once, however often the same command is run for it.

What was loaded last is remembered beside the rows by the files' names, sizes and times, never by what is in them:
whether two extracts hold the same rows is nobody's business here. It is written before the ledger has the version, with
the digest by which the ledger's entry is known: a command that is killed in between has loaded it or has not.
A lock makes two runs at once take turns.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from dpcore.cli import say
from dpcore.desk.desk import Desk
from dpcore.engine.source.read import listed, read


def load(desk: Desk, name: str, path: str) -> None:
    """Load `path` as the dataset's next version, unless it is what was loaded last. Raises SourceError."""
    dataset, source = desk.dataset(name), read(path)
    files = _files(path)
    with _locked(desk.home.path / "extracts" / f"{dataset.id}.json") as memory:
        present = _present(desk, dataset.id)
        remembered = [each for each in _remembered(memory) if each[0] in present]
        if any(each[1] == files for each in remembered):
            say.note("This extract is the present version already.")
            return
        say.note("loading")
        desk.update(name, source, before=lambda digest: _remember(memory, [*remembered, [digest, files]]))


def _present(desk: Desk, dataset: str) -> tuple[str, int]:
    """By what the present version is known: its digest, and its number in a memory of an earlier version."""
    entry = [entry for entry in desk.ledger(dataset) if entry.kind in ("open", "version")][-1]
    return entry.payload["rows"], desk.dataset(dataset).version


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


def _remember(memory: IO[str], loads: list[list[Any]]) -> None:
    """Write down which version has which files, on the disk when this returns."""
    memory.seek(0)
    memory.truncate()
    json.dump(loads, memory)
    memory.flush()
    os.fsync(memory.fileno())


def _remembered(memory: IO[str]) -> list[list[Any]]:
    """The versions and their files; none where a crash left half of it."""
    try:
        loads = json.load(memory)
    except ValueError:
        return []
    return [loads] if isinstance(loads[0], int) else loads

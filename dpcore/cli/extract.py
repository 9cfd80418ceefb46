"""Loads a new extract as a version of its dataset once, however often the same command is run for it.

The last loaded extract is recorded in the home folder by names, sizes and times of its files and what was said about
them (`Reading`), never by their content: whether two extracts have the same rows must not be revealed. The record is
written before the ledger entry and names the entry by the digest of the rows, so that a killed command has loaded the
extract either completely or not at all. A lock makes concurrent runs take turns.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from dpcore.cli import say
from dpcore.desk.desk import Desk
from dpcore.engine.source.file_list import list_files
from dpcore.engine.source.read import open_source
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.engine.source.unpack import Storage


def load(
    desk: Desk,
    name: str,
    path: str,
    reading: Reading = USUAL,
) -> None:
    """Loads `path` as the next version of the dataset, unless it was loaded last. Raises SourceError.

    A header with the described columns is not asked about.
    """
    dataset = desk.dataset(name)
    storage = Storage(desk.home.spools, room=desk.home.room())
    source = open_source(path, reading=replace(reading, known=(tuple(dataset.table.schema),)), storage=storage)
    files = _files(path) + _answers(reading)
    with _locked(desk.home.path / "extracts" / f"{dataset.id}.json") as memory:
        present = _present(desk, dataset.id)
        remembered = [version for version in _remembered(memory) if version[0] in present]
        if any(version[1] == files for version in remembered):
            say.note("This extract is already the present version.")
            return
        say.note("loading")
        desk.update(name, source, before=lambda digest: _remember(memory, [*remembered, [digest, files]]))


def _present(desk: Desk, dataset: str) -> tuple[str, int]:
    """Identifiers of the present version in the record: its digest and, in older records, its number."""
    entry = [entry for entry in desk.ledger(dataset) if entry.kind in ("open", "version")][-1]
    return entry.payload["rows"], desk.dataset(dataset).version


def _files(path: str) -> list[list[Any]]:
    """The files of a path, folder or glob: absolute names, sizes and times. Raises SourceError."""
    names = sorted(str(file.absolute()) for file in list_files(path))
    return [[name, stat.st_size, stat.st_mtime_ns] for name in names if (stat := os.stat(name))]


def _answers(reading: Reading) -> list[list[Any]]:
    """What was said about the files; nothing if nothing was. With another sheet, a workbook is another extract."""
    header = list(reading.header) if isinstance(reading.header, tuple) else reading.header
    coding = [] if reading.encoding is None and reading.delimiter is None else [reading.encoding, reading.delimiter]
    return [] if reading == USUAL else [[header, reading.skip or None, reading.sheet, *coding]]


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[IO[str]]:
    """Opens the record with a lock, for one process at a time."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _remember(memory: IO[str], loads: list[list[Any]]) -> None:
    """Writes the versions and their files to the record, and syncs it to disk."""
    memory.seek(0)
    memory.truncate()
    json.dump(loads, memory)
    memory.flush()
    os.fsync(memory.fileno())


def _remembered(memory: IO[str]) -> list[list[Any]]:
    """The versions and their files in the record; empty if a crash left it incomplete."""
    try:
        loads = json.load(memory)
    except ValueError:
        return []
    return [loads] if isinstance(loads[0], int) else loads

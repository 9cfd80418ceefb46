"""Unpacks a file into a plain table in a private folder, before anything else reads it.

A process of its own reads the file (`unpacker`), in the sandbox of functions of blocks: no network, no other file, 1 GB
of memory, 60 seconds of processor time. This process counts what it writes. Whatever goes wrong in the file, the
message is the same.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import json
import os
import pickle
import selectors
import stat
import subprocess
import sys
import tempfile
import time
import weakref
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Final, Self, final

from dpcore import sandbox, scratch
from dpcore.engine.source.header import first_line
from dpcore.engine.source.reading import MOST_SKIPPED, Reading
from dpcore.engine.source.room import check_room
from dpcore.engine.source.stored_cell import MARK
from dpcore.engine.source.unpacker import NO_TABLES, TABLES, UNPROTECTED
from dpcore.errors import SheetError, SourceError
from dpcore.number import shown
from dpcore.sandbox.process_start import end, places, start
from dpcore.stop import check
from dpcore.text import Text

WORKBOOKS: Final = (".xlsx", ".xlsm", ".xls")
NAMED: Final = (".dta", ".sav", ".xpt")
"""Kinds whose columns have names of their own."""
KINDS: Final = (".gz", ".zip", *WORKBOOKS, *NAMED)
MEMORY, SECONDS, LATEST = 1024, 60, 600.0
"""Limits of the process: MB of memory, seconds of processor time, seconds in all."""
TIMES, SMALL = 20, 16 * 2**20
"""The most bytes of a table, as a multiple of the file's; and the bytes that each table may have."""
_TABLE: Final = "table"
"""The folder of the table in its private folder, where a file of the spool has a meaning by its name."""
_LARGEST_HEAD: Final = 2**20
_CHUNK: Final = 2**20
_LOOKS, _GRACE = 0.1, 30.0
_MOST_NAMES: Final = 20
_PEEKED: Final = 2**18
_SCRIPT: Final = Path(__file__).with_name("unpacker.py")
_LIBRARIES: Final = ("python_calamine", "pyreadstat")
_CANNOT: Final = (
    Text("This file cannot be unpacked."),
    Text(
        "It must hold one table, without a password, be complete, and not be too large when unpacked. If it opens in "
        "the program that wrote it, save the table there as CSV, and load that."
    ),
)
_UNPROTECTED: Final = (
    Text("This system cannot protect your files from one that must be unpacked, so it was not read."),
    Text("Save its table as CSV, and load that."),
)


@final
@dataclass(frozen=True, slots=True)
class Storage:
    """Where unpacked tables are stored: a private folder, the most bytes of a table, and those that the disk has left.

    folder: None for a temporary folder. room: None if only the system says that the disk is full.
    """

    folder: Path | None = None
    most: int = 20 * 10**9
    room: int | None = None


@final
class Unpacked:
    """A plain table: its path, its kind (a suffix) and, of a workbook, the names of the sheets.

    titles: the lines between those skipped and the header; None if they are unknown.
    Its folder is removed when nothing refers to this object any more, or when the process ends.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = self.path = folder
        self.kind = ""
        self.sheets: tuple[str, ...] = ()
        self.titles: int | None = None
        self.remove = weakref.finalize(self, scratch.release, folder)


def unpack(path: Path, reading: Reading, storage: Storage, enough: int | None = None) -> Unpacked:
    """The table in a file. Raises SourceError; SheetError if one of several sheets must be chosen.

    enough: if so many bytes are wanted only.
    """
    try:
        unpacked = Unpacked(_folder(storage.folder))
        try:
            _fill(unpacked, path, reading, storage, enough)
            return unpacked
        except BaseException:
            unpacked.remove()
            raise
    except (OSError, _Failed) as error:
        check_room(error)
    raise SourceError(*_CANNOT)


def peek(path: Path, reading: Reading, storage: Storage) -> str | None:
    """The line after those skipped, as `first_line`; None if the table has no lines. Raises SourceError."""
    table = unpack(path, replace(reading, header=True), storage, enough=_PEEKED)
    try:
        return None if table.kind == ".parquet" else first_line(table.path, reading).replace(MARK, "")
    finally:
        table.remove()


def _fill(unpacked: Unpacked, path: Path, reading: Reading, storage: Storage, enough: int | None) -> None:
    """Writes the table, or of it a little more than `enough` bytes. Raises OSError, _Failed."""
    asked = {
        "suffix": path.suffix.lower(),
        "inner": Path(path.stem).suffix.lower(),
        "sheet": reading.sheet,
        "header": reading.header,
        "skip": reading.skip,
    }
    with path.open("rb") as file, _Process(file, asked, unpacked.folder) as process:
        left = min(max(TIMES * os.fstat(file.fileno()).st_size, SMALL), storage.most)
        unpacked.kind, unpacked.sheets, unpacked.titles = process.head()
        table = unpacked.folder / _TABLE
        table.mkdir(mode=0o700)
        unpacked.path = table / _name(path, unpacked.kind)
        descriptor = os.open(unpacked.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as written:
            while part := process.read(_CHUNK):
                left -= len(part)
                if left < 0:
                    raise _Failed
                if storage.room is not None and written.tell() + len(part) > storage.room:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                written.write(part)
                if enough is not None and written.tell() > enough:
                    return
        process.finish()
    if not unpacked.kind:
        raise _choice(path, reading.sheet, unpacked.sheets)


def ending(name: str) -> str:
    """The suffix by which the kind of a file is recognised: both suffixes of .csv.gz, but .gz of survey.final.gz."""
    path = Path(name)
    inner = Path(path.stem).suffix if path.suffix.lower() == ".gz" else ""
    return f"{inner}{path.suffix}" if inner.lower() in (*TABLES, *NO_TABLES) else path.suffix


def own_names(path: Path) -> tuple[str, ...]:
    """The names that a file and its unpacked table may have in messages, longest first."""
    return (path.name, f"{path.stem}.tsv", path.stem) if path.suffix.lower() in KINDS else (path.name,)


def _name(path: Path, kind: str) -> str:
    """The name of a table: that of its file, which messages contain, but never with the suffix of compressed text."""
    name = path.stem if path.suffix.lower() == ".gz" else path.name
    return f"{path.stem}{kind}" if kind == ".tsv" and not name.lower().endswith(kind) else name


def _choice(path: Path, sheet: str | None, sheets: tuple[str, ...]) -> SourceError:
    """The error for a workbook of which no sheet, or one that it does not have, was chosen."""
    if not sheets:
        return SourceError(*_CANNOT)
    listed = ", ".join(map(shown, sheets[:_MOST_NAMES])) + ("…" if len(sheets) > _MOST_NAMES else "")
    hint = Text('Choose one: dp.read(path, sheet="…"), or --sheet in the shell. Its sheets: {sheets}.', sheets=listed)
    if sheet is None:
        return SheetError("{what} has several sheets.", hint, sheets, what=shown(path.name))
    return SheetError("{what} has no sheet {sheet}.", hint, sheets, what=shown(path.name), sheet=shown(sheet))


def _folder(parent: Path | None) -> Path:
    """A new private folder, which a later sweep removes if this process is killed. Raises OSError."""
    if parent is not None:
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return scratch.claim(parent)
    parent = Path(tempfile.gettempdir()) / f"murmur-{os.getuid()}"
    parent.mkdir(mode=0o700, exist_ok=True)
    found = parent.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError  # another user has made it, who could read or replace what is in it
    scratch.sweep(parent)
    return scratch.claim(parent, ".work")


class _Failed(Exception):
    """The process has refused the file, or a limit has ended it."""


@final
class _Process:
    """The process that unpacks a file, killed at the end of the context. Its answer is read in parts."""

    def __init__(self, file: IO[bytes], asked: dict[str, Any], hidden: Path) -> None:
        """hidden: an empty folder, over which the process mounts its root."""
        self._process = start(_SCRIPT, file.fileno())
        assert self._process.stdin is not None and self._process.stdout is not None
        self._latest = time.monotonic() + LATEST
        self._out = self._process.stdout.fileno()
        installed = places()
        limits = {"memory": MEMORY, "seconds": SECONDS, "hidden": [str(hidden.resolve())]}
        modules = [*_standard(installed), *_libraries()]
        folders = {"places": [*installed, *_libraries()], "modules": modules, "sandbox": str(sandbox.FOLDER)}
        try:
            with self._process.stdin as pipe:
                pipe.write(pickle.dumps({"file": file.fileno(), **asked, **limits, **folders}))
        except BaseException:
            end(self._process)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self._process)

    def head(self) -> tuple[str, tuple[str, ...], int | None]:
        """What precedes the table: its kind, names of sheets, and titles. Raises _Failed, also if it is anything else.

        Raises SourceError if the process was not protected, and so has not read the file.
        """
        size = int.from_bytes(self._exactly(4), "big")
        if size > _LARGEST_HEAD:
            raise _Failed
        with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
            head = json.loads(self._exactly(size))
            kind, sheets, titles = head["kind"], head["sheets"], head["titles"]
            "".join(sheets).encode()  # half a surrogate pair cannot be shown
            if kind == UNPROTECTED:
                raise SourceError(*_UNPROTECTED)
            counted = titles is None or (type(titles) is int and 0 <= titles <= MOST_SKIPPED)
            if kind in ("", *TABLES) and isinstance(sheets, list) and counted:
                return kind, tuple(sheets), titles
        raise _Failed

    def read(self, most: int) -> bytes:
        """The next bytes; none at the end. Raises _Failed after `LATEST` seconds, Stopped if the work was cancelled."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            ready = False
            while not ready:
                ready = bool(selector.select(_LOOKS))
                check()
                if time.monotonic() > self._latest:
                    raise _Failed
        return os.read(self._out, most)

    def finish(self) -> None:
        """Raises _Failed unless the process has written everything and ends, Stopped if the work was cancelled."""
        latest = time.monotonic() + _GRACE
        while self._process.poll() is None:
            check()
            if time.monotonic() > latest:
                raise _Failed
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_LOOKS)
        if self._process.returncode != 0:
            raise _Failed

    def _exactly(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.read(size - len(found))
            if not part:
                raise _Failed
            found += part
        return found


def _standard(installed: list[str]) -> list[str]:
    """The folders of this list in which modules are searched."""
    return [place for place in map(os.path.abspath, sys.path) if any(map(Path(place).is_relative_to, installed))]


def _libraries() -> list[str]:
    """The folders that hold the libraries which read binary files."""
    specs = [importlib.util.find_spec(name) for name in _LIBRARIES]
    return list(dict.fromkeys(str(Path(spec.origin).resolve().parents[1]) for spec in specs if spec and spec.origin))

"""The anchor: an append-only file outside the database with (number, hash) of entries. Synced before an answer shows.

A database that was restored from a backup or lost its write-ahead log ends at an earlier entry, and is refused.
Lines that begin with # name the database, so that an emptied database is not mistaken for a new one. They hold its
location and, for a file, also its path relative to the home folder, because the home folder may be moved.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import final

from dpcore.errors import LedgerError
from dpcore.scratch import is_full
from dpcore.text import Text

Mark = tuple[int, str]

_LINE = re.compile(rb"(\d{1,18}) ([0-9a-f]{64})")
# A crash during a write leaves an incomplete line. No answer was shown for that entry.
_TORN = re.compile(rb"#?|\d{0,18}|\d{1,18} [0-9a-f]{0,63}")
_LOST = Text(
    "Restore the file. The owner can also accept the ledger in its present state with `dpcore.ledger.ledger.reanchor`."
)
_ELSEWHERE = Text("Use the home folder (MURMUR_HOME) with which the ledger was written. {lost}", lost=_LOST)


@final
class Anchor:
    """One anchor file. Not thread-safe; appends from several processes are not interleaved."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read_to = 0
        self._last: Mark = (0, "")

    @property
    def exists(self) -> bool:
        """Whether the file exists."""
        return self.path.is_file()

    def create(self, location: str, mark: Mark) -> None:
        """Creates the file with the entry `mark` of the database at `location`, unless it exists."""
        with _refusals():
            private_folder(self.path.parent)
            draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(8)}")
            _write(draft, _header(location) + f"{mark[0]} {mark[1]}\n".encode(), os.O_CREAT | os.O_EXCL)
            with contextlib.suppress(FileExistsError):
                os.link(draft, self.path)
            draft.unlink()
            _sync_folder(self.path.parent)

    def append(self, mark: Mark) -> None:
        """Appends an entry and syncs the file."""
        with _refusals():
            torn = not self._ends_a_line()
            _write(self.path, b"\n" * torn + f"{mark[0]} {mark[1]}\n".encode(), 0)

    def know(self, location: str) -> None:
        """Adds the current location of the database. If the file cannot be written, the next opening tries again."""
        with _refusals():
            locations = _locations(self.path.read_bytes())
        with contextlib.suppress(OSError):  # reading a ledger needs neither disk space nor write permission
            for name in _names(self.path.parent, location):
                if name not in locations:
                    _write(self.path, b"\n" * (not self._ends_a_line()) + _header(name), 0)

    def last(self) -> Mark:
        """The latest entry in the file; lines of several processes may be out of order. Reads only new lines."""
        with _refusals():
            size = self.path.stat().st_size
            if size < self._read_to:
                self._read_to, self._last = 0, (0, "")
            if size > self._read_to:
                with self.path.open("rb") as file:
                    file.seek(self._read_to)
                    new = file.read()
                complete = new.rfind(b"\n") + 1
                self._last = max([self._last, *_marks(new[:complete])])
                self._read_to += complete
        if not self._last[0]:
            raise LedgerError("The ledger's anchor file contains no entry.", _LOST)
        return self._last

    def all(self) -> list[Mark]:
        """All entries in the file."""
        with _refusals():
            text = self.path.read_bytes()
        return _marks(text[: text.rfind(b"\n") + 1])

    def retire(self) -> None:
        """Renames the file, so that it is kept but no longer used."""
        with _refusals(), contextlib.suppress(FileNotFoundError):
            self.path.rename(self.path.with_name(f"{self.path.name}.until-{secrets.token_hex(4)}"))
        self._read_to, self._last = 0, (0, "")

    def _ends_a_line(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"


def find_anchor(folder: Path, location: str) -> Path | None:
    """The anchor file in the folder for the database at this location, or None."""
    names = _names(folder, location)
    for path in folder.glob("[0-9a-f]*") if folder.is_dir() else ():
        with contextlib.suppress(OSError):
            if ".until-" not in path.name and not names.isdisjoint(_locations(path.read_bytes())):
                return path
    return None


def private_folder(folder: Path) -> None:
    """Creates the folder and missing parents with access for the owner only."""
    for parent in (*reversed(folder.parents), folder):
        if not parent.is_dir():
            parent.mkdir(mode=0o700, exist_ok=True)


def _header(location: str) -> bytes:
    return f"# {json.dumps(location)}\n".encode()


def _names(folder: Path, location: str) -> set[str]:
    """The names of the database in an anchor file: its location and, for a file, its path from the home folder."""
    if not os.path.isabs(location):
        return {location}
    return {location, os.path.relpath(location, folder.resolve().parent)}


def _locations(text: bytes) -> set[str]:
    """All database names in the text of an anchor file."""
    names = set()
    for line in text.split(b"\n"):
        if line.startswith(b"# "):
            with contextlib.suppress(ValueError):
                names.add(str(json.loads(line[2:])))
    return names


def _marks(text: bytes) -> list[Mark]:
    marks = []
    for line in text.split(b"\n"):
        fields = _LINE.fullmatch(line)
        if fields:
            marks.append((int(fields[1]), fields[2].decode()))
        elif not (line.startswith(b"# ") or _TORN.fullmatch(line)):
            raise LedgerError("The ledger's anchor file was altered.", _LOST)
    return marks


def _write(path: Path, text: bytes, flags: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | flags, 0o600)
    try:
        if os.write(handle, text) != len(text):
            raise OSError("short write")
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise LedgerError("The ledger's anchor file is missing.", _ELSEWHERE) from None
    except OSError as error:
        if is_full(error):
            # vital
            raise LedgerError(
                "The ledger's anchor file cannot be read or written: the disk is full.",
                "Free some disk space, then try again. Charges are kept and nothing is charged twice.",
            ) from None
        # vital
        raise LedgerError(
            "The ledger's anchor file cannot be read or written.",
            "Check the folder's permissions, then try again. Charges are kept and nothing is charged twice.",
        ) from None

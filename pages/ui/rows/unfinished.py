"""Uploads being described, by user, so that a reload finds the file and the description again.

They exist in this process only and end with it, with the user's sign-in, after a time without a visit, or when another
file replaces them. The key contains the user, so nobody finds another user's upload.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import dpcore as dp
from dpcore.engine.source.header import first_line
from dpcore.engine.source.read import IN_PLACE, column_names, open_source
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.engine.source.unpack import KINDS as PACKED
from dpcore.engine.source.unpack import NAMED, WORKBOOKS, Storage, peek
from pages.ui.desk import house
from pages.ui.rows import source_folders
from pages.ui.rows.arrivals import quota

HOURS = 2
MOST_USERS = 200
MOST_TEXT = 8_000_000
"""Maximum characters of one description."""
_QUICK = 2 * 2**20
"""Bytes of a workbook that is unpacked within about a second."""

_NO_LINES = (".parquet", ".parquet.gz", *NAMED)

Key = tuple[str, str]


@dataclass(frozen=True)
class Question:
    """Why a person must say which line of a file names its columns; no text of a line is in the message.

    skip: how many lines seem to be before it. line: the number of the first row that does not fit, for the screen of
    the person who has the file. sheet: whether the question is rather which sheet of a workbook is the table.
    """

    message: str
    skip: int = 0
    line: int | None = None
    sheet: bool = False


@dataclass(frozen=True)
class Past:
    """How the rows of a dataset were read, with which this file has all its described columns. dataset: its name."""

    dataset: str
    reading: Reading


@dataclass(frozen=True)
class Loaded:
    """A source that can be read again. `spooled`: it is a private copy of an upload, to be removed after use.

    table: of a database, whose address is the path. reading: what was said about the file. question: set while its
    columns cannot be named. sheets: the names of those of a workbook of several. past: how the rows of an earlier
    dataset were read, if its columns suggest it. separator: between the cells of a line. decimal: a comma if 1,5 and
    1.5 are the same number in this file. ticket: distinguishes tables with the same path, and names the loading job.
    """

    path: str
    label: str
    columns: dict[str, str]
    spooled: bool
    table: str | None = None
    reading: Reading = USUAL
    question: Question | None = None
    sheets: tuple[str, ...] = ()
    past: Past | None = None
    separator: str = ","
    decimal: str = "."
    ticket: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    def source(self) -> dp.Source:
        """Read the source. Raises SourceError, and AccessError if its path may not be read here."""
        if not self.spooled and self.table is None:
            source_folders.check(self.path)
        return open_source(self.path, self.table, self.reading, self._storage)

    def names(self, reading: Reading) -> tuple[str, ...]:
        """The columns that its header names if it is read so; no row is read. Raises as `source`."""
        if not self.spooled:
            source_folders.check(self.path)
        return column_names(self.path, reading, self._storage)

    def first_line(self, reading: Reading) -> str | None:
        """The line after those skipped, for the person who has the file alone; None if it takes long.

        Raises SourceError, OSError.
        """
        path = Path(self.path)
        if path.suffix.lower() not in PACKED:
            return first_line(path, reading)
        if path.suffix.lower() in WORKBOOKS and path.stat().st_size > _QUICK:
            return None
        return peek(path, reading, self._storage)

    @property
    def lines(self) -> bool:
        """Whether it is a file of which a line names the columns."""
        return self.table is None and not self.path.lower().endswith(_NO_LINES)

    @property
    def text(self) -> bool:
        """Whether it is delimited text, which has an encoding."""
        return self.lines and Path(self.path).suffix.lower() not in WORKBOOKS

    @property
    def _storage(self) -> Storage:
        """Where it is unpacked: beside an upload, else in the folder for uploads; within the limit of uploads."""
        home = house().home
        return Storage(Path(self.path).parent if self.spooled else home.spools, quota(), home.room())

    @property
    def without_forms(self) -> str:
        """The database that reads it, if that cannot compare the forms of Unicode."""
        kind = next((kind for kind in IN_PLACE if self.table is not None and kind.opens(self.path)), None)
        return "" if kind is None else kind.rows.without_forms

    @property
    def there(self) -> bool:
        """Whether the upload still exists."""
        return not self.spooled or Path(self.path).is_file()


@dataclass(frozen=True)
class Entry:
    """One user's table and its description; `remove` deletes its file."""

    loaded: Loaded
    remove: Callable[[], None]
    seen: float
    values: Mapping[str, Any] = field(default_factory=dict)


class Unfinished:
    """One entry per user, the most recently used last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._timer: threading.Timer | None = None

    def keep(self, key: Key, loaded: Loaded, remove: Callable[[], None]) -> None:
        """Store an entry; this user's earlier one and its file are removed."""
        with self._lock:
            self._take(key)
            self._entries[key] = Entry(loaded, remove, self._clock())
            self._expire()
            self._arm()

    def change(self, key: Key, loaded: Loaded) -> None:
        """Replace what is known about this table, which is read in another way; its description begins anew."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.loaded.ticket == loaded.ticket:
                self._entries[key] = replace(entry, loaded=loaded, seen=self._clock(), values={})

    def note(self, key: Key, loaded: Loaded, values: Mapping[str, Any]) -> None:
        """Store the description of this table so far, up to a maximum size."""
        size = sum(len(value) if isinstance(value, str) else 1 for value in values.values())
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.loaded.ticket == loaded.ticket and size <= MOST_TEXT:
                self._entries[key] = replace(entry, seen=self._clock(), values=dict(values))
                self._entries.move_to_end(key)

    def find(self, key: Key) -> Entry | None:
        """This user's entry."""
        with self._lock:
            self._expire()
            return self._entries.get(key)

    def drop(self, key: Key, loaded: Loaded) -> None:
        """Remove this table; one that has replaced it stays."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.loaded.ticket == loaded.ticket:
                self._take(key)

    def forget(self, user: str) -> None:
        """Remove the entries of a user who has signed out."""
        with self._lock:
            for key in [key for key in self._entries if key[1] == user]:
                self._take(key)

    def end(self) -> None:
        """Remove every entry, before the process ends."""
        with self._lock:
            for key in list(self._entries):
                self._take(key)

    def _arm(self) -> None:
        """Schedule the next expiry check while there are entries, since their users may never return."""
        if self._timer is None and self._entries:
            self._timer = threading.Timer(HOURS * 900, self._ring)
            self._timer.daemon = True
            self._timer.start()

    def _ring(self) -> None:
        with self._lock:
            self._timer = None
            self._expire()
            self._arm()

    def _take(self, key: Key) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            entry.remove()

    def _expire(self) -> None:
        """Remove entries that are too old or too many, oldest first."""
        while self._entries:
            key, entry = next(iter(self._entries.items()))
            if self._clock() - entry.seen < HOURS * 3600 and len(self._entries) <= MOST_USERS:
                return
            self._take(key)


uploads = Unfinished()

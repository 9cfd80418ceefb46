"""Uploads that are being described, by user: a reload of the page finds the file and the description again.

They live in this process alone and end with it, with the user's sign-in, after a time without a visit, or when another
file takes their place.
Nobody finds another user's: the key is the user of the desk that asks.
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

HOURS = 2
MOST_USERS = 200
MOST_TEXT = 8_000_000
"""Characters of one description that are kept."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Loaded:
    """A source that can be read again. `spooled`: a private copy of an upload, ours to remove.

    table: of a database, whose address is the path then. ticket: tells it from another table of the same path, and
    names its loading.
    """

    path: str
    label: str
    columns: dict[str, str]
    spooled: bool
    table: str | None = None
    ticket: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    def source(self) -> dp.Source:
        """What it names, read anew. Raises SourceError."""
        return dp.read(self.path, self.table)

    @property
    def there(self) -> bool:
        """Whether the upload still lies where it was put."""
        return not self.spooled or Path(self.path).is_file()


@dataclass(frozen=True)
class Entry:
    """One user's table and what was said about it; `remove` lets go of its file."""

    loaded: Loaded
    remove: Callable[[], None]
    seen: float
    values: Mapping[str, Any] = field(default_factory=dict)


class Unfinished:
    """One entry a user, the last used at the end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._timer: threading.Timer | None = None

    def keep(self, key: Key, loaded: Loaded, remove: Callable[[], None]) -> None:
        """In place of this user's earlier one, whose file goes."""
        with self._lock:
            self._take(key)
            self._entries[key] = Entry(loaded, remove, self._clock())
            self._expire()
            self._arm()

    def note(self, key: Key, loaded: Loaded, values: Mapping[str, Any]) -> None:
        """What was said about this table so far, as far as it is of a sensible size."""
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
        """The user is done with this table; one that has taken its place stays."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None and entry.loaded.ticket == loaded.ticket:
                self._take(key)

    def forget(self, user: str) -> None:
        """This user has signed out."""
        with self._lock:
            for key in [key for key in self._entries if key[1] == user]:
                self._take(key)

    def _arm(self) -> None:
        """Look again later, as long as there is something to let go: nobody may ever come back for it."""
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
        """The longest unseen go first: those beyond their time, and those beyond the number that is kept."""
        while self._entries:
            key, entry = next(iter(self._entries.items()))
            if self._clock() - entry.seen < HOURS * 3600 and len(self._entries) <= MOST_USERS:
                return
            self._take(key)


uploads = Unfinished()

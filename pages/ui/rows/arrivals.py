"""Uploads that the server writes to disk, by their number, until a page takes them or their session ends."""

from __future__ import annotations

import math
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from dpcore.desk.incoming import Incoming
from dpcore.engine.source.file_list import ALL_KINDS, MAX_BYTES
from dpcore.errors import AccessError
from pages.ui.desk import house
from pages.ui.errors import Sentence

LIMIT, QUOTA = "MURMUR_UPLOAD_GB", "MURMUR_UPLOAD_QUOTA_GB"
"""Environment variables: the largest upload of a table, and what uploads of one user may occupy together."""
GB, MB = 2**30, 2**20  # as Streamlit counts
LARGEST, SHARE = 4 * GB, 2
"""Defaults: the largest upload, and the limit per user as a multiple of it."""
KINDS = tuple(kind[1:] for kind in ALL_KINDS)
UPLOADER = "table-upload"
"""Beginning of the keys of the uploader whose files come here. A page that draws it draws no other."""


@dataclass
class Arrival:
    """One upload. Under way until `path` is set."""

    session: str
    user: str
    incoming: Incoming
    path: Path | None = None


class Arrivals:
    """The uploads of this process that no page has taken yet. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._arrivals: dict[str, Arrival] = {}
        self._trouble: dict[str, Sentence] = {}

    def begin(self, number: str, session: str, user: str, size: int) -> Incoming:
        """Reserves room for an upload. Raises AccessError.

        If the user's limit is reached, earlier uploads that no page of this session has taken make room.
        """
        old = [name for name, arrival in self._of(session) if arrival.path is not None and name != number]
        self.drop(number)
        while True:
            try:
                incoming = Incoming(house().home, user or house().user, size, quota())
                break
            except AccessError:
                if not old:
                    raise
                self.drop(old.pop(0))
        with self._lock:
            self._arrivals[number] = Arrival(session, user, incoming)
            self._trouble.pop(session, None)
        return incoming

    def finish(self, number: str, suffix: str) -> bool:
        """An upload is whole; False if it was dropped meanwhile. Raises AccessError."""
        with self._lock:
            arrival = self._arrivals.get(number)
            if arrival is not None:
                arrival.path = arrival.incoming.finish(suffix)
        return arrival is not None

    def take(self, number: str) -> Path | None:
        """The file of a whole upload, which belongs to the caller from now on; None if it is gone."""
        with self._lock:
            arrival = self._arrivals.get(number)
            return self._arrivals.pop(number).path if arrival is not None and arrival.path is not None else None

    def has(self, number: str) -> bool:
        """Whether this upload was begun, and neither taken nor dropped."""
        return number in self._arrivals

    def sessions(self) -> set[str]:
        """The sessions of which there is something here."""
        return {arrival.session for _, arrival in self._all()} | set(self._trouble)

    def under_way(self, session: str) -> tuple[int, int] | None:
        """Received and announced bytes of a session's uploads; None if all are whole."""
        now = [arrival.incoming for _, arrival in self._of(session) if arrival.path is None]
        return (sum(each.received for each in now), sum(each.size for each in now)) if now else None

    def tell(self, session: str, trouble: Sentence) -> None:
        """Keep for a session's page why an upload was refused."""
        self._trouble[session] = trouble

    def told(self, session: str) -> Sentence | None:
        """Why this session's last upload was refused, once."""
        return self._trouble.pop(session, None)

    def drop(self, number: str) -> None:
        """Delete an upload that nobody has taken."""
        with self._lock:
            arrival = self._arrivals.pop(number, None)
        if arrival is not None:
            arrival.incoming.drop()

    def close(self, session: str) -> None:
        """Delete the uploads of a session."""
        self._trouble.pop(session, None)
        for number, _ in self._of(session):
            self.drop(number)

    def forget(self, user: str) -> None:
        """Delete the uploads of a user who has signed out."""
        for number in [number for number, arrival in self._all() if arrival.user == user]:
            self.drop(number)

    def end(self) -> None:
        """Delete every upload."""
        for number, _ in self._all():
            self.drop(number)

    def _of(self, session: str) -> list[tuple[str, Arrival]]:
        return [(number, arrival) for number, arrival in self._all() if arrival.session == session]

    def _all(self) -> list[tuple[str, Arrival]]:
        with self._lock:
            return list(self._arrivals.items())


arrivals = Arrivals()
_streaming = threading.Event()


def serve() -> None:
    """At the server's start: from now on, uploads of tables come here. Without our server, Streamlit keeps them."""
    _streaming.set()


def streaming() -> bool:
    """Whether uploads of tables come here."""
    return _streaming.is_set()


def largest() -> int:
    """Maximum bytes of one upload, whole MB."""
    return _bytes(LIMIT, LARGEST)


def quota() -> int:
    """Maximum bytes that a user's uploads may occupy together, with those under way."""
    return max(_bytes(QUOTA, SHARE * largest()), largest())


def fault() -> tuple[str, str] | None:
    """A variable that is not a possible size, with an example; None if both are."""
    for name, most in ((LIMIT, MAX_BYTES / GB), (QUOTA, 1e6)):
        text = os.environ.get(name, "").strip()
        if text and not 0 < _number(text) <= most:
            return name, f"{name}=8"
    return None


def _bytes(name: str, default: int) -> int:
    text = os.environ.get(name, "").strip()
    return max(1, int(_number(text) * GB / MB)) * MB if text else default


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan

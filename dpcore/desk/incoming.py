"""An upload while it is received: written to the spool piece by piece, within a limit per user and the room on disk."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import final

from dpcore.desk.home import Home
from dpcore.errors import AccessError

_lock = threading.Lock()


@final
class Incoming:
    """A private file as large as announced, filled from its start.

    The announced size counts as used at once, for the user's limit and for the room on the disk, so that uploads at the
    same time, also to other processes with this home, cannot exceed them together.
    """

    def __init__(self, home: Home, user: str, size: int, most: int) -> None:
        """size: announced bytes. most: bytes that this user's uploads may occupy. Raises AccessError."""
        self.home, self.size, self.received = home, size, 0
        with _lock:
            if home.spooled(user) + size > most:
                raise AccessError(
                    "Your uploads, with this one, exceed the limit of {gb:.3g} GB a user.",
                    "Open the table that you are describing or choose another one, or close other pages that upload.",
                    gb=most / 2**30,
                )
            if home.room() < size:
                raise AccessError(
                    "The disk of this server has no room for the upload.",
                    "Free some disk space, or upload a smaller file.",
                )
            self.path = home.spool(b"", "", user)
            self._resize(size)

    def write(self, data: bytes | memoryview) -> None:
        """Adds these bytes, at most as many as announced. Raises AccessError; `drop` then removes the file."""
        assert self.received + len(data) <= self.size
        self.home.fill(self.path, self.received, data)
        self.received += len(data)

    def finish(self, suffix: str) -> Path:
        """The file, truncated to the bytes received and with the suffix of its kind. Raises AccessError."""
        self._resize(self.received)
        self.path = self.home.named(self.path, suffix)
        return self.path

    def drop(self) -> None:
        """Deletes the file, from any thread."""
        self.home.unspool(self.path)

    def _resize(self, size: int) -> None:
        try:
            self.home.resize(self.path, size)
        except AccessError:
            self.drop()
            raise

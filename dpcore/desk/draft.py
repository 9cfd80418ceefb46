"""Drafts: one unfinished plan per user and dataset, stored in the desk's folder to survive a reload or restart.

A draft costs no budget and contains no rows. One that cannot be written leaves the last one that could.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, final

from dpcore.desk.home import Home
from dpcore.errors import AccessError

LARGEST: Final = 4_000_000
"""The most characters of a draft; a longer draft is not saved."""


@final
class Drafts:
    """The drafts of one user. File names are derived with the desk's secret, so that users cannot guess them."""

    def __init__(self, home: Home, user: str) -> None:
        self._home, self._user = home, user

    def load(self, dataset: str) -> str | None:
        """The last saved text, or None."""
        try:
            text = self._path(dataset).read_text(encoding="utf-8")
        except (AccessError, OSError, ValueError):
            return None
        return text if len(text) <= LARGEST else None

    def save(self, dataset: str, text: str) -> bool:
        """Replaces the saved text; an empty one removes it. False if it is too long or cannot be written."""
        if len(text) > LARGEST:
            return False
        # a full disk must not interrupt the user's work
        with contextlib.suppress(AccessError, OSError, UnicodeEncodeError):
            path = self._path(dataset)
            if not text:
                path.unlink(missing_ok=True)
                return True
            path.parent.mkdir(mode=0o700, exist_ok=True)
            self._home.write(path, text.encode())
            return True
        return False

    def _path(self, dataset: str) -> Path:
        return self._home.path / "drafts" / self._home.key("draft", self._user, dataset).hex()

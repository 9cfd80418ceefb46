"""Unfinished plans: one a user and dataset, in the desk's folder, so that a reload or restart finds it again.

Nothing is spent by a draft and no row is in it. It may be lost: what cannot be written or read is left out.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, final

from dpcore.desk.home import Home
from dpcore.errors import AccessError

LARGEST: Final = 256_000
"""Characters of one draft; a longer one is not kept."""


@final
class Drafts:
    """The drafts of one user. Their files are named by the desk's secret: no user finds another's by a name."""

    def __init__(self, home: Home, user: str) -> None:
        self._home, self._user = home, user

    def load(self, dataset: str) -> str | None:
        """What was saved last; None where there is nothing to be read."""
        try:
            text = self._path(dataset).read_text(encoding="utf-8")
        except (AccessError, OSError, ValueError):
            return None
        return text if len(text) <= LARGEST else None

    def save(self, dataset: str, text: str) -> None:
        """Keep it in place of the last one; an empty or too long text removes that."""
        # a full disk costs a draft, not the work at hand
        with contextlib.suppress(AccessError, OSError, UnicodeEncodeError):
            path = self._path(dataset)
            if not text or len(text) > LARGEST:
                path.unlink(missing_ok=True)
                return
            path.parent.mkdir(mode=0o700, exist_ok=True)
            self._home.write(path, text.encode())

    def _path(self, dataset: str) -> Path:
        return self._home.path / "drafts" / self._home.key("draft", self._user, dataset).hex()

"""What one user has chosen on screens, such as the unit of prices, stored in the desk's folder.

A preference contains no row and costs no budget. One that cannot be written or read is silently the default.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, final

from dpcore.desk.home import Home
from dpcore.errors import AccessError

LONGEST: Final = 100
"""The most characters of a value."""


@final
class Preferences:
    """The preferences of one user. File names are derived with the desk's secret, so that users cannot guess them."""

    def __init__(self, home: Home, user: str) -> None:
        self._home, self._user = home, user

    def load(self, name: str) -> str:
        """The last saved value, or an empty string."""
        try:
            value = self._path(name).read_text(encoding="utf-8")
        except (AccessError, OSError, ValueError):
            return ""
        return value if len(value) <= LONGEST else ""

    def save(self, name: str, value: str) -> None:
        """Replaces the saved value."""
        # a full disk must not interrupt the user's work
        with contextlib.suppress(AccessError, OSError, UnicodeEncodeError):
            path = self._path(name)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            self._home.write(path, value[:LONGEST].encode())

    def _path(self, name: str) -> Path:
        return self._home.path / "preferences" / self._home.key("preference", self._user, name).hex()

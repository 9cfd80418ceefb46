"""Reports a full disk as such, and not as an error of the table that is loaded."""

from __future__ import annotations

import errno
import os
from typing import Final

from dpcore.errors import SourceError

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def check_room(error: Exception) -> None:
    """Raises SourceError if the error means that the disk or a quota is full.

    error: an OSError, or an input/output error of DuckDB, which quotes the system's message.
    """
    if getattr(error, "errno", None) in _FULL or any(os.strerror(code) in str(error) for code in _FULL):
        raise SourceError(
            "The rows cannot be stored: the disk is full.", "Free some disk space, then try again."
        ) from None

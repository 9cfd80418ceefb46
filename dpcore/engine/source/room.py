"""No room to write rows: said as it is, and not taken for a fault of what is loaded."""

from __future__ import annotations

import errno
import os
from typing import Final

from dpcore.errors import SourceError

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def check_room(error: Exception) -> None:
    """Raises SourceError where the system said that the disk, or a quota, is full.

    error: an OSError, or an error of input and output in which DuckDB quotes the system.
    """
    if getattr(error, "errno", None) in _FULL or any(os.strerror(code) in str(error) for code in _FULL):
        raise SourceError(
            "The rows cannot be stored: the disk is full.", "Free some disk space, then try again."
        ) from None

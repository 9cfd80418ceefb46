"""Recognises errors that mean a full disk or a reached limit, and not a fault of the table that is loaded."""

from __future__ import annotations

import errno
import os
from typing import Final

from dpcore.errors import SourceError

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def check_room(error: Exception) -> None:
    """Raises SourceError if the error means that no disk space or memory is left; see `shortage`."""
    if found := shortage(error):
        raise found from None


def shortage(error: Exception) -> SourceError | None:
    """The error to raise if the disk or a quota is full, or a limit of memory or temporary files is reached; or None.

    error: an OSError, or an error of DuckDB about input and output, which quotes the system's message, or about memory.
    """
    if getattr(error, "errno", None) in _FULL or any(os.strerror(code) in str(error) for code in _FULL):
        return SourceError("The rows cannot be stored: the disk is full.", "Free some disk space, then try again.")
    if type(error).__name__ == "OutOfMemoryException":
        return SourceError(
            "The rows need more memory or temporary disk space than Murmur may use.",
            "Free some disk space, or set MURMUR_MEMORY or MURMUR_SPILL to more, then try again.",
        )
    return None

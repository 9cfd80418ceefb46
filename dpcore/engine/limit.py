"""Limits of memory and of temporary disk space, from settings of the environment or from the machine.

`MURMUR_MEMORY` is for the whole process while it loads rows or answers a release, `MURMUR_SPILL` for the temporary
files of one statement that does not fit into memory. Both are sizes such as 2GB.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any, Final

from dpcore.errors import SourceError
from dpcore.number import shown

LEAST: Final = 512 * 10**6
_SHARE = 0.6
"""The engine's share of the memory of a process; Python and memory that the engine does not count take the rest."""
_PART = 0.5
"""Without a setting, the share of the memory that DuckDB would use, 80 % of the machine or container."""
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT]i?B)", re.IGNORECASE)
_POWERS = "KMGT"


def memory(connection: Any, most: str) -> int:
    """The bytes that a connection may use, at most `most`. connection: its limit must still be DuckDB's own."""
    asked = _setting("MURMUR_MEMORY")
    free = int(_SHARE * asked) if asked else int(_PART * present_limit(connection))
    return min(size(most) or 0, free)


def present_limit(connection: Any) -> int:
    """The present limit of a connection, in bytes; 0 if it has none."""
    return size(connection.execute("SELECT current_setting('memory_limit')").fetchall()[0][0]) or 0


def spill(folder: Path) -> int:
    """The bytes of temporary files that a connection may write: half of the free disk space, or as set."""
    asked = _setting("MURMUR_SPILL")
    free = shutil.disk_usage(folder).free // 2
    return min(asked, free) if asked else free


def size(text: str) -> int | None:
    """Bytes, from a text such as 2GB or 1.5 GiB; None for any other text."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        return None
    number, unit = match.groups()
    return int(float(number) * (1024 if "i" in unit.lower() else 1000) ** (1 + _POWERS.index(unit[0].upper())))


def _setting(name: str) -> int | None:
    """The bytes of a setting; None if it is not set. Raises SourceError if its value is no size, or too small."""
    text = os.environ.get(name)
    if not text:
        return None
    number = size(text)
    if number is None or number < LEAST:
        raise SourceError(
            "{name} must be a size of at least {least:.0f} MB. Got {said}.",
            "Set it to a size such as 2GB.",
            name=name,
            least=LEAST / 1e6,
            said=shown(text),
        )
    return number

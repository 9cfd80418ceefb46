"""How large a measurement is: as it is published, or as small as it can be, to see whether it still runs.

`MURMUR_BENCH=small python -m benchmarks`: without peers and without a network. Its figures mean nothing.
"""

from __future__ import annotations

import os
from typing import TypeVar

Size = TypeVar("Size")
SMALL = os.environ.get("MURMUR_BENCH") == "small"


def sized(whole: Size, small: Size) -> Size:
    """One of the two."""
    return small if SMALL else whole

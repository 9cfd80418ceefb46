"""Random words from the operating system's generator, and from nowhere else.

No seed, no state, no buffer: nothing that a fork, a thread or a restored snapshot could repeat.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_source = os.urandom  # tests script it; no argument, setting or variable of the product reaches it


def words(count: int) -> Words:
    """`count` independent uniform 64-bit words."""
    return np.frombuffer(_source(8 * count), dtype=np.uint64)

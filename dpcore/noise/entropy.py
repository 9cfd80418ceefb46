"""Random words from the operating system's random number generator only.

There is no seed, state or buffer that a fork, a thread or a restored snapshot could repeat.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_source = os.urandom  # tests replace it; no argument, setting or environment variable can change it


def words(count: int) -> Words:
    """`count` independent uniform 64-bit words."""
    return np.frombuffer(_source(8 * count), dtype=np.uint64)

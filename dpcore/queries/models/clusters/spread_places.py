"""Public places that are spread over a box, from which clusters start: the same on every machine.

Candidates follow from multiples of square roots of primes, which are spread evenly (Weyl 1916). Each place is the
candidate farthest from all former ones (Gonzalez 1985). Whole numbers only.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

# These are part of stored answers, which are read by the same places: they never change.
_CANDIDATES = 1000
_FINE = 2**20
_INSIDE = (3, 5)  # how far from the middle the places lie, as a share of half a range: measured


@lru_cache(maxsize=64)
def spread(columns: int, count: int) -> tuple[tuple[int, ...], ...]:
    """So many places in entries from -1 to 1, in parts of 2**-20; in the middles of equal bins along one column."""
    if columns == 1:
        return tuple((_FINE * (2 * place + 1) // count - _FINE,) for place in range(count))
    roots = [math.isqrt(prime * 2**64) % 2**32 for prime in itertools.islice(_primes(), columns)]
    least, most = _INSIDE
    multiples = np.array([[place * root % 2**32 for root in roots] for place in range(1, 1 + _CANDIDATES)])
    near = ((multiples - 2**31) * _FINE // 2**31) * least // most
    found = [0]
    while len(found) < count:
        apart = np.square(near[:, None] - near[None, found]).sum(axis=2).min(axis=1)
        found.append(int(apart.argmax()))
    return tuple(tuple(near[place].tolist()) for place in found)


def _primes() -> Iterator[int]:
    return filter(lambda number: all(number % small for small in range(2, math.isqrt(number) + 1)), itertools.count(2))

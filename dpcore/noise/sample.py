"""The sampler: exact integer draws of round(scale * Z) for a real Z.

A random word is a fair sign and 63 bits m of a uniform t in [m, m + 1] / 2^63, whose smallest values are the tail, so
that tails keep their digits. In doubles, with a margin far above the error of every function used, the two ends of a
bracket of scale * T(t) + offset are rounded down. Where they agree the draw is certain. The rare rest gets more random
bits, and ball arithmetic, until it is certain too. What is returned is therefore exactly the rounding of a real draw;
nothing is approximated, and no data is seen.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore.errors import DpError
from dpcore.noise import entropy
from dpcore.noise.law import LARGEST, SHORT, Law, rational_scale
from dpcore.number import whole

_CHUNK = 16_384  # words; their arrays stay in the cache
_BITS = 63
_NEVER = np.array([2.0**-128])  # a draw beyond it is still right: the array becomes one of Python integers


def draw(law: Law, scale: float | Fraction, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Independent exact draws of round(scale * Z), Z of the real `law`; of the discrete law for `DiscreteLaplace`.

    `scale` is in grid units, above 0, an exact rational (a float is its binary value). int64 where even a tail of
    2^-128 stays below 2^62, otherwise Python integers in an object array.
    """
    if not isinstance(law, Law):
        raise DpError("`law` of `draw` must be a noise law.", "Such as dp.noise.Gaussian().")
    exact = rational_scale(scale, "`scale` of `draw`")
    shape = size if isinstance(size, tuple) else (size,)
    shape = tuple(whole(n, "`size` of `draw`", low=0, high=2**40) for n in shape)
    fits = bool(law.floors(_NEVER, float(exact))[1][0] < LARGEST)
    result: NDArray[Any] = np.empty(math.prod(shape), dtype=np.int64 if fits else object)
    for start in range(0, result.size, _CHUNK):
        stop = min(start + _CHUNK, result.size)
        certain, refined = _chunk(law, exact, stop - start)
        result[start:stop] = certain
        if any(abs(value) >= LARGEST for value in refined.values()):
            result = result.astype(object)
        for index, value in refined.items():
            result[start + index] = value
    return result.reshape(shape)


def _chunk(law: Law, scale: Fraction, count: int) -> tuple[NDArray[np.int64], dict[int, int]]:
    """`count` draws: those that doubles make certain, and the others by their place."""
    words = entropy.words(count)
    tail = (words >> np.uint64(1)).view(np.int64).astype(np.float64)
    tail *= 2.0**-_BITS
    low, high = law.floors(tail, float(scale))
    sure = (low == high) & (high < LARGEST) & (tail >= SHORT)
    rest = np.flatnonzero(~sure)
    high[rest] = 0.0
    draws = high.astype(np.int64)
    np.negative(draws, out=draws, where=(words & np.uint64(1)).astype(np.bool_))
    return draws, dict(zip(rest.tolist(), _refine(law, scale, words[rest]), strict=True))


def _refine(law: Law, scale: Fraction, words: entropy.Words) -> list[int]:
    """The draws of `words`, each continued by as many random bits as it takes."""
    more = 1 + scale.numerator.bit_length() // 64
    fresh = entropy.words(more * len(words)).reshape(len(words), more)
    return [_certain(law, scale, int(word), row.tolist()) for word, row in zip(words, fresh, strict=True)]


def _certain(law: Law, scale: Fraction, word: int, fresh: list[int]) -> int:
    low, bits = word >> 1, _BITS
    while True:
        for part in fresh:
            low, bits = low << 64 | part, bits + 64
        magnitude = law.settle(low, bits, scale)
        if magnitude is not None:
            return -magnitude if word & 1 else magnitude
        fresh = entropy.words(1).tolist()

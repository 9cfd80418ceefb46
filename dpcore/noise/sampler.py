"""The sampler: exact integer draws of round(scale * Z) for a real Z.

A random word gives a sign and the first 63 bits m of a uniform t in [m, m + 1] / 2^63. Small t are the tail, so draws
in the tail keep their relative precision. Double arithmetic gives lower and upper bounds of scale * T(t) + offset, with
a margin far above the error of every function used. If both bounds round down to the same integer, the draw is certain.
In the rare other cases more random bits are drawn and ball arithmetic is used until the draw is certain. The result is
exactly the rounding of a real draw: nothing is approximated. The sampler is independent of the data.
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

_CHUNK = 16_384  # words; arrays of this size fit in the processor cache
_BITS = 63
_NEVER = np.array([2.0**-128])  # larger draws are handled too: the array is converted to Python integers


def draw(law: Law, scale: float | Fraction, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Independent exact draws of round(scale * Z) for Z with distribution `law`; for `DiscreteLaplace`, discrete draws.

    scale: in grid units, above 0, an exact rational (a float stands for its binary value). The result has dtype int64
    if even the draw at tail probability 2^-128 is below 2^62, otherwise it is an object array of Python integers.
    Raises DpError.
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
    """`count` draws: those that double arithmetic decides, and a mapping from index to value for the others."""
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
    """The draws of `words`, each extended by as many random bits as it needs."""
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

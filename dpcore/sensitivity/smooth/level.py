r"""A^(k) of order statistics, as functions of k, from the sorted values around the rank. Exact for integers.

x_1 <= … <= x_n are the values, x_i = low for i <= 0 and high for i > n.

**replace**, rank r: A^(k) = max over i <= r <= j, j - i = k + 1, of x_j - x_i (Nissim, Raskhodnikova & Smith 2007).

**add_remove**, the quantile f = inf{v in [low, high]: #{x <= v} >= q n}; f = low for an empty table. Let
G = (1 - q) a - q b with a values up to some v < high and b values above v; f <= v if and only if G >= 0. Inserting a
value below v increases G by 1 - q, deleting a value above v increases G by q; the opposite changes decrease G. So

    D = floor(G / M) + 1 for G >= 0,   ceil(-G / M) for G < 0,   M = max(q, 1 - q),

is the smallest number of changes after which the sign of G differs (where values must be deleted, there are enough). A
pair of neighbours moves f across at most one gap (x_i, x_j), from which all d = j - i - 1 values were deleted, so

    A^(k) = max{x_j - x_i: cost(i, j) <= k},   cost(i, j) = d + D(i, n - j + 1) - 1.

For q >= 1/2 put h = floor(i / q) - n. Then cost = max(2 d + h, -h - 1), so for each i with -k - 1 <= h <= k the best j
has d = floor((k - h) / 2). For q <= 1/2 put H = n - ceil((n + 1 - j) / (1 - q)). Then cost = max(2 d - H - 1, H), so
for each j with -k - 1 <= H <= k the best i has d = floor((k + 1 + H) / 2). For q = 1/2 one pair attains the maximum.

In both relations only x_{r-k-1} … x_{r+k+1} are read, r = ceil(q n). All of this is compared with brute force over
all small tables in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[Any]
Level = Callable[[int], Any]
"""A^(k) as a function of k."""

_FITS = 2**62


def sides(lower: Values, upper: Values) -> Level:
    """max over s + t = k + 1 of upper[t] - lower[s].

    lower: nonincreasing, ends with the lower bound. upper: nondecreasing, ends with the upper bound.
    """

    def level(k: int) -> Any:
        first, last = max(0, k + 2 - len(upper)), min(k + 1, len(lower) - 1)
        if first > last:
            return upper[-1] - lower[-1]
        return (upper[k + 1 - last : k + 2 - first][::-1] - lower[first : last + 1]).max()

    return level


def quantile(values: Values, first: int, n: int, q: Fraction) -> Level:
    """A^(k) of a quantile, q > 0, under add_remove. values: x_first, x_{first + 1}, …, a window of the sorted values.

    For an index outside the window the nearest value of the window is used.
    """
    return _upwards(values, first, n, q) if 2 * q >= 1 else _downwards(values, first, n, 1 - q)


def _upwards(values: Values, first: int, n: int, q: Fraction) -> Level:
    """For q >= 1/2: the best j for each i."""
    rows = range(max(first, 0), min(first + len(values) - 1, n) + 1)
    places = (_floors(rows, 0, q) - n).astype(np.int64)
    known, after = values[rows.start - first :], np.arange(rows.start, rows.stop) + 1 - first
    last, single = min(len(values) - 1, n + 1 - first), 2 * q == 1

    def level(k: int) -> Any:
        start, stop = np.searchsorted(places, (-k - 1, k + 1))
        stop = min(stop, start + 1) if single else stop
        far = values[np.minimum(after[start:stop] + (k - places[start:stop] >> 1), last)]
        return np.max(far - known[start:stop], initial=0)

    return level


def _downwards(values: Values, first: int, n: int, rest: Fraction) -> Level:
    """For q = 1 - rest < 1/2: the best i for each j."""
    rows = range(max(first, 1), min(first + len(values) - 1, n + 1) + 1)
    places = (_floors(rows, n + 1, rest) + n).astype(np.int64)
    known, before = values[rows.start - first :], np.arange(rows.start, rows.stop) - 1 - first
    least = max(-first, 0)

    def level(k: int) -> Any:
        start, stop = np.searchsorted(places, (-k - 1, k + 1))
        far = values[np.maximum(before[start:stop] - (k + 1 + places[start:stop] >> 1), least)]
        return np.max(known[start:stop] - far, initial=0)

    return level


def _floors(numbers: range, shift: int, share: Fraction) -> NDArray[Any]:
    """floor((i - shift) / share) for each i, exact."""
    over, of = share.denominator, share.numerator
    if over * max(numbers.stop, shift) < _FITS:
        return (np.arange(numbers.start, numbers.stop) - shift) * over // of
    return np.array([over * (i - shift) // of for i in numbers], dtype=object)

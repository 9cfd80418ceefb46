r"""The largest e^{-beta k} A^(k), found without computing every A^(k).

`corner` applies where A^(k) = max over s + t = k + 1 of upper[t] - lower[s], with `upper` nondecreasing and `lower`
nonincreasing. The best t for s maximises v_s(t) = (upper[t] - lower[s]) e^{-beta t}, and is monotone in s: take s > s'
and t < t'. If t' is at least as good as t for s, then t' is also at least as good as t for s', since

    [v_{s'}(t') - v_{s'}(t)] = [v_s(t') - v_s(t)] + (lower[s'] - lower[s]) (e^{-beta t} - e^{-beta t'}) >= 0.

So the best t of the middle row bounds those of the rows on both sides: O(n log n) operations, here all rows of one
depth of the recursion at once. Comparisons are made in logarithms, so that nothing underflows.

`peak` applies to any nondecreasing A^(k): strictly between k and m no value exceeds e^{-beta (k + 1)} A^(m). Intervals
whose bound does not exceed the largest value so far are skipped, and the others are halved.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

_ROUNDING = 1e-12  # far above the rounding error of two logarithms and an exponential


def corner(lower: Doubles, upper: Doubles, beta: float) -> float:
    """max over s + t >= 1 of (upper[t] - lower[s]) e^{-beta (s + t - 1)}; relative error about 1e-12."""
    lower, upper = _near(lower, upper, beta)
    rows, last = len(lower), len(upper) - 1
    # Rows in order of increasing value, lower[-1] first, at positions 1 .. rows; positions 0 and rows + 1 are the ends.
    best = np.empty(rows + 2, dtype=np.int64)
    best[0], best[-1] = 0, last
    step = 1 << rows.bit_length()
    while step > 1:
        step //= 2
        at = np.arange(step, rows + 1, 2 * step)
        if len(at):
            ends = best[at - step], best[np.minimum(at + step, rows + 1)]
            best[at] = _best(lower, upper, beta, rows - at, *ends)
    return _largest(lower, upper, np.arange(rows), best[rows:0:-1], beta)


def _near(lower: Doubles, upper: Doubles, beta: float) -> tuple[Doubles, Doubles]:
    """Both sides without entries too far from the rank to attain the maximum, by a lower bound from some k."""
    least = 0.0
    for k in [0, *(1 << np.arange((len(lower) + len(upper) - 2).bit_length()))]:
        s = min(k + 1, len(lower) - 1)
        t = min(k + 1, len(upper) - 1)
        gap = max(upper[min(k + 1 - s, len(upper) - 1)] - lower[s], upper[t] - lower[min(k + 1 - t, len(lower) - 1)])
        middle = upper[min((k + 1) // 2, t)] - lower[min((k + 2) // 2, s)]
        least = max(least, max(gap, middle) * math.exp(-beta * k))
    if least < 1e-300:
        return lower, upper
    far = (math.log(upper[-1] - lower[-1]) - math.log(least) + _ROUNDING) / beta
    keep = 3 + math.ceil(min(far, float(len(lower) + len(upper))))
    return lower[:keep], upper[:keep]


def _best(lower: Doubles, upper: Doubles, beta: float, rows: Indices, first: Indices, last: Indices) -> Indices:
    """For each row s in `rows`, the t in first..last with the largest (upper[t] - lower[s]) e^{-beta t}."""
    sizes = last - first + 1
    starts = np.cumsum(sizes) - sizes
    columns = np.arange(sizes.sum()) - np.repeat(starts - first, sizes)
    values = upper[columns]
    values -= np.repeat(lower[rows], sizes)
    if rows[-1] == 0:
        values[starts[-1] :][columns[starts[-1] :] == 0] = 0.0  # the pair s + t = 0 does not count
    with np.errstate(divide="ignore"):
        np.log(values, out=values)
    values -= beta * columns
    top = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, starts), sizes))
    chosen: Indices = columns[top[np.searchsorted(top, starts + sizes) - 1]]
    return chosen


def _largest(lower: Doubles, upper: Doubles, rows: Indices, columns: Indices, beta: float) -> float:
    far = rows + columns - 1
    return float(np.max((upper[columns] - lower[rows]) * np.exp(-beta * far), where=far >= 0, initial=0.0))


def peak(level: Callable[[int], float], last: int, beta: float) -> float:
    """max over k = 0 .. last of e^{-beta k} level(k), for a nondecreasing `level`."""
    top, known = float(level(last)), float(level(0))
    best = max(known, top * math.exp(-beta * last))
    waiting, k, size = list[tuple[int, int, float]](), 0, 1
    while k < last and top * math.exp(-beta * (k + 1)) > best:
        after = min(k + size, last)
        value = top if after == last else float(level(after))
        best = max(best, value * math.exp(-beta * after))
        waiting.append((k, after, value))
        k, size = after, 2 * size
    while waiting:
        low, high, value = waiting.pop()
        if high - low < 2 or value * math.exp(-beta * (low + 1)) <= best:
            continue
        middle = (low + high) // 2
        between = float(level(middle))
        best = max(best, between * math.exp(-beta * middle))
        waiting += [(low, middle, between), (middle, high, value)]
    return best

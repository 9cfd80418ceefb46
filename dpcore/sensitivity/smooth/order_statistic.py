"""The smooth sensitivity of order statistics, quantiles and trimmed means."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from dpcore.errors import DpError
from dpcore.number import exact, real, whole
from dpcore.sensitivity.relation import Neighbors, relation
from dpcore.sensitivity.smooth import level as levels
from dpcore.sensitivity.smooth.bound import Doubles, SmoothSensitivity, bounds, numbers, smoothness
from dpcore.sensitivity.smooth.maximum import corner, peak
from dpcore.text import Text

_HALF = Fraction(1, 2)


def order_statistic(
    x: Any, rank: int, low: float, high: float, beta: float, neighbors: Neighbors = "replace"
) -> SmoothSensitivity:
    """The smooth sensitivity of the `rank`-th smallest of n values, when one value is replaced (n is public).

    x: n values in any order, clamped to [low, high]. rank: 1 .. n. beta: above 0. O(n log n); 10^6 sorted values take
    under a second. With `add_remove` the rank would have to follow n, so that relation is refused: use `quantile`.
    Nissim, Raskhodnikova & Smith 2007, section 3.1. Raises DpError.

    >>> bound = order_statistic([0.1, 0.3, 0.42, 0.5, 0.9], 3, 0, 1, beta=0.4)
    >>> bound.profile.round(2).tolist(), round(bound.smooth, 6)
    ([0.12, 0.48, 0.6, 0.8, 0.9, 1.0], 0.321754)
    """
    beta = smoothness(beta)
    values = _clamped(x, low, high)
    n = len(values) - 2
    rank = whole(rank, "`rank` of `order_statistic`", low=1, high=n, hint="1 is the smallest value.")
    if relation(neighbors) != "replace":
        raise DpError(
            "An order statistic of fixed rank is only available where one value is replaced.",
            "Where values are added or removed, use a quantile: its rank follows the number of values.",
        )
    return _sided(values[rank::-1], values[rank:], beta, n)


def quantile(
    x: Any, q: float | Fraction, low: float, high: float, beta: float, neighbors: Neighbors = "add_remove"
) -> SmoothSensitivity:
    """The smooth sensitivity of the q-quantile inf{v in [low, high]: #{x <= v} >= q n}, the value of rank ceil(q n).

    x: n values in any order, clamped to [low, high]. n may be 0 under add_remove: then the quantile is `low`, and one
    added value can move it to `high`. q: in [0, 1], exact: a float is read as its printed decimal (0.1 is one tenth).
    For q = 0 the quantile is `low` for every table, and its sensitivity 0. beta: above 0. The relations are explained
    in `dpcore.sensitivity.smooth.level`. Raises DpError.

    >>> quantile([0.1, 0.3, 0.42, 0.5, 0.9], 0.5, 0, 1, beta=0.4).profile.round(2).tolist()
    [0.12, 0.2, 0.4, 0.8, 0.9, 1.0]
    """
    beta = smoothness(beta)
    real(q, "`q` of `quantile`", at_least=0.0, at_most=1.0, hint="A share: 0.5 is the median.")
    return _quantile(_clamped(x, low, high, relation(neighbors) == "add_remove"), exact(q), beta, neighbors)


def median(x: Any, low: float, high: float, beta: float, neighbors: Neighbors = "add_remove") -> SmoothSensitivity:
    """The smooth sensitivity of the lower median, the value of rank ceil(n/2): `quantile` with q = 1/2. Raises DpError.

    x: n values in any order, clamped to [low, high]; n may be 0 as for `quantile`. beta: above 0.
    """
    beta = smoothness(beta)
    return _quantile(_clamped(x, low, high, relation(neighbors) == "add_remove"), _HALF, beta, neighbors)


def trimmed_mean(
    x: Any, drop: int, low: float, high: float, beta: float, neighbors: Neighbors = "replace"
) -> SmoothSensitivity:
    """The smooth sensitivity of the mean without the `drop` smallest and largest values, when one value is replaced.

    x: n values in any order, clamped to [low, high]. drop: at least 0, with 2 drop < n. beta: above 0. The profile is
    A^(k) = max over l = 0 .. k + 1 of (x_{n-drop+1+k-l} - x_{drop+1-l}) / (n - 2 drop) (Bun & Steinke 2019). Under
    add_remove the number of averaged values would be private, so that relation is refused. Raises DpError.
    """
    beta = smoothness(beta)
    values = _clamped(x, low, high)
    n = len(values) - 2
    drop = whole(drop, "`drop` of `trimmed_mean`", low=0, high=(n - 1) // 2, hint="At least one value must be left.")
    if relation(neighbors) != "replace":
        raise DpError(
            "A trimmed mean is only available where one value is replaced: otherwise the number of values is private.",
            "Use the median, or declare the table with neighbors='replace'.",
        )
    kept = n - 2 * drop
    return _sided(values[drop + 1 :: -1] / kept, values[n - drop :] / kept, beta, n)


def _sided(lower: Doubles, upper: Doubles, beta: float, n: int) -> SmoothSensitivity:
    return SmoothSensitivity(corner(lower, upper, beta), beta, _profile(levels.sides(lower, upper), n))


def _quantile(values: Doubles, q: Fraction, beta: float, neighbors: Neighbors) -> SmoothSensitivity:
    n = len(values) - 2
    if not q:
        return SmoothSensitivity(0.0, beta, lambda: np.zeros(n + 1))
    if neighbors == "replace":
        rank = -(-q.numerator * n // q.denominator)
        return _sided(values[rank::-1], values[rank:], beta, n)
    level = levels.quantile(values, 0, n, q)
    return SmoothSensitivity(peak(level, n, beta), beta, _profile(level, n))


def _profile(level: levels.Level, n: int) -> Callable[[], Doubles]:
    return lambda: np.array([level(k) for k in range(n + 1)], dtype=np.float64)


def _clamped(x: Any, low: object, high: object, empty: bool = False) -> Doubles:
    """low, the sorted values inside the bounds, high. empty: whether there may be no values."""
    least, most = bounds(low, high)
    values = numbers(x, Text("The values of a smooth sensitivity"), empty)
    if values.ndim != 1:
        raise DpError(
            "The values of a smooth sensitivity must be one list of numbers. Got {ndim} dimensions.",
            "Take one column.",
            ndim=values.ndim,
        )
    return np.concatenate(([least], np.sort(np.clip(values, least, most)), [most]))

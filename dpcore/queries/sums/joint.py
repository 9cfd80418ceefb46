"""Covariance and correlation of two columns from noisy moments, with intervals; and the columns that there can be.

Moments have the shape (6, cells): n, T, T', Q, Q', O of columns t and t' from -1 to 1, with Q = sum t^2, O = sum t t'.
For a column with itself, T' = T and Q' = O = Q. The delta method gives the error; noise in the number of rows and in
the means widens the interval, as in `dpcore.queries.question.moment.variance_of`.
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from dpcore.queries.question.base import Estimates
from dpcore.queries.question.moment import fieller
from dpcore.queries.question.prediction import FLUCTUATION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

_SAME, _OTHER = ((0.0, 0.0), (1.0, 1.0), (-1.0, -1.0)), ((1.0, -1.0), (-1.0, 1.0))


def covariance_of(moments: Floats, covariance: Floats, factor: float, same: bool) -> Estimates:
    """O/n - (T/n)(T'/n), in [-1, 1], or in [0, 1] for a column with itself; else the whole range if n may be 0."""
    n, first, second, _, _, product = moments
    safe, least = np.maximum(n, 1.0), 0.0 if same else -1.0
    one, other = (np.clip(total / safe, -1.0, 1.0) for total in (first, second))
    raw = np.clip(product / safe, least, 1.0)
    value = np.clip(raw - one * other, least, 1.0)
    shifts = [_means(moments, covariance, factor, signs) for signs in (_SAME if same else _SAME + _OTHER)]
    errors = [np.sqrt(_quadratic(covariance, _slope(raw, *means))) / safe for means in shifts]
    far = factor * np.maximum.reduce(errors)
    numerator = _slope(np.zeros_like(raw), one, other)
    numerator[0] = one * other
    low, high = fieller(n, np.einsum("ic,ic->c", numerator, moments), _with_rows(covariance, numerator), factor)
    return _within(
        n, covariance, factor, least, Estimates(value, errors[0], _lower(low, value, far), _upper(high, value, far))
    )


def correlation_of(moments: Floats, covariance: Floats, factor: float) -> Estimates:
    """The covariance over the root of both variances, in [-1, 1]; the whole range where a variance may be 0."""
    n, safe = moments[0], np.maximum(moments[0], 1.0)
    one, other = (np.clip(moments[place] / safe, -1.0, 1.0) for place in (1, 2))
    # not cut at 1, the true value where all values are at a bound: half of the noise would be lost
    variances = [np.maximum(moments[place] / safe, 0.0) - mean**2 for place, mean in ((3, one), (4, other))]
    positive = (variances[0] > 0) & (variances[1] > 0)
    first, second = (np.where(positive, variance, 1.0) for variance in variances)
    root = np.sqrt(first * second)
    shared = np.clip(moments[5] / safe, -1.0, 1.0) - one * other
    value = np.where(positive, np.clip(shared / root, -1.0, 1.0), 0.0)
    errors = []
    for signs in _SAME + _OTHER:
        slopes = _slopes(moments / safe, *_means(moments, covariance, factor, signs))
        both = 0.5 * (np.sqrt(second / first) * slopes[1] + np.sqrt(first / second) * slopes[2])
        errors.append(np.sqrt(_quadratic(covariance, slopes[0] - value * both)) / safe / root)
        if signs == (0.0, 0.0):
            pair = np.stack([both, slopes[0]]) / safe
            spread = np.einsum("kic,ij,ljc->klc", pair, covariance, pair)
            low, high = fieller(root, shared, spread, factor)
            for variance, slope in zip(variances, slopes[1:], strict=True):
                positive &= variance > factor * np.sqrt(_quadratic(covariance, slope)) / safe
    far = factor * np.maximum.reduce(errors)
    low, high = _lower(low, value, far), _upper(high, value, far)
    low, high = np.where(positive, low, -np.inf), np.where(positive, high, np.inf)
    return _within(n, covariance, factor, -1.0, Estimates(value, errors[0], low, high))


@lru_cache(maxsize=8)
def kinds_of_pairs(same: bool, least: float) -> tuple[Floats, NDArray[np.bool_]]:
    """Pairs of columns within the bounds by their moments over n, and which are typical.

    Typical ones have standard deviations from `least` up. same: of a column with itself. Errors do not depend on the
    signs of columns or on their order, so means are at least 0 and each pair is there once.
    """
    columns = [(mean, share * (1 - mean**2)) for mean in (0.0, 0.5, 0.8, 1.0) for share in (0.0, 0.25, 1.0)]
    columns += [(mean, least**2) for mean in (0.0, 0.5, 0.8, math.sqrt(1 - least**2)) if least]
    columns = sorted(set(columns))
    both = [(column, column) for column in columns] if same else combinations_with_replacement(columns, 2)
    found = []
    for (one, first), (other, second) in both:
        for correlation in (1.0,) if same else (-1.0, 0.0, 1.0):
            shared = one * other + correlation * math.sqrt(first * second)
            typical = min(first, second) >= least**2 * (1 - 1e-12)
            found.append((1.0, one, other, one**2 + first, other**2 + second, shared, typical))
    table = np.array(found).T
    return table[:6], table[6] > 0


def around(moments: Floats, covariance: Floats, same: bool) -> Floats:
    """The moments of columns, and those moments shifted by noise in all but n, as the error depends on them."""
    far = FLUCTUATION * np.sqrt(np.diag(covariance))
    signs = [
        (0.0, a, a, b, b, b) if same else (0.0, a, b, c, c, d)
        for a, b, c, d in itertools.product((-1.0, 1.0), repeat=4)
    ]
    return np.hstack([moments, *(moments + (far * sign)[:, None] for sign in dict.fromkeys(signs))])


def _means(moments: Floats, covariance: Floats, factor: float, signs: tuple[float, float]) -> list[Floats]:
    """The two means, each moved by its margin of error times a sign."""
    safe, means = np.maximum(moments[0], 1.0), []
    for place, sign in zip((1, 2), signs, strict=True):
        mean = np.clip(moments[place] / safe, -1.0, 1.0)
        slope = np.zeros_like(moments)
        slope[0], slope[place] = -mean, 1.0
        away = factor * np.sqrt(_quadratic(covariance, slope)) / safe
        means.append(np.clip(mean + sign * away, -1.0, 1.0))
    return means


def _slope(raw: Floats, one: Floats, other: Floats) -> Floats:
    """The derivative of n times the covariance by the moments, shape (6, cells)."""
    zero = np.zeros_like(raw)
    return np.stack([2 * one * other - raw, -other, -one, zero, zero, zero + 1.0])


def _slopes(shares: Floats, one: Floats, other: Floats) -> list[Floats]:
    """The derivatives of n times the covariance and both variances. shares: moments over n."""
    first, second = np.zeros_like(shares), np.zeros_like(shares)
    for slope, mean, place in ((first, one, 1), (second, other, 2)):
        slope[0], slope[place], slope[place + 2] = 2 * mean**2 - np.clip(shares[place + 2], 0.0, 1.0), -2 * mean, 1.0
    return [_slope(np.clip(shares[5], -1.0, 1.0), one, other), first, second]


def _quadratic(covariance: Floats, slope: Floats) -> Floats:
    total: Floats = np.maximum(np.einsum("ic,ij,jc->c", slope, covariance, slope), 0.0)
    return total


def _with_rows(covariance: Floats, slope: Floats) -> Floats:
    """The covariance of n and of a combination of the moments, shape (2, 2, cells)."""
    rows = np.zeros_like(slope)
    rows[0] = 1.0
    both = np.stack([rows, slope])
    product: Floats = np.einsum("kic,ij,ljc->klc", both, covariance, both)
    return product


def _lower(low: Floats, value: Floats, far: Floats) -> Floats:
    lower: Floats = np.minimum(low, value - far)
    return lower


def _upper(high: Floats, value: Floats, far: Floats) -> Floats:
    upper: Floats = np.maximum(high, value + far)
    return upper


def _within(n: Floats, covariance: Floats, factor: float, least: float, answer: Estimates) -> Estimates:
    """The answer with its interval cut at the bounds; the whole range if n is not clearly positive."""
    positive = n > 2 * factor * np.sqrt(covariance[0, 0])
    low = np.where(positive, np.clip(answer.low, least, 1.0), least)
    high = np.where(positive, np.clip(answer.high, least, 1.0), 1.0)
    return Estimates(answer.estimate, np.minimum(answer.std_error, 1.0), low, high)

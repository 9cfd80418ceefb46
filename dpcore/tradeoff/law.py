r"""The distribution of the privacy loss X = log dQ/dP under P and Q, from which numerical curves are computed.

delta(x) = E_Q (1 - e^{x-X})_+, and the errors of the test "X > x": alpha = P(X > x), beta = Q(X <= x).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from typing import final

import numpy as np

from dpcore import special
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair

_TABLE = 128
# Beyond this e^x leaves the doubles.
_FAR = 700.0
# The accuracy of a threshold, in standard deviations: less than the distance of the two thresholds that bracket f.
_CLOSE = 3e-7


class Law(ABC):
    """The distributions of X under P and Q; certified (lower, upper) on arrays."""

    @abstractmethod
    def reach(self) -> tuple[float, float]:
        """(lowest, highest) value of X; infinite where it is unbounded."""

    @abstractmethod
    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+."""

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """Bounds of alpha = P(X > x) and beta = Q(X <= x); this default uses chords of delta on both sides of x."""
        apart = 1e-4 * self.middle()[1]
        low, high = self.delta(np.concatenate((x - apart, x, x + apart)))
        (_, first, _), (over, last, under) = low.reshape(3, -1), high.reshape(3, -1)
        # with a clipped e^x only the lower bound remains valid
        grown = np.exp(np.clip(x, -_FAR, _FAR))
        most = np.where(x < -_FAR, 1.0, np.clip((over - first) / (grown * -np.expm1(-apart)), 0.0, 1.0))
        least = np.clip((first - under) / (grown * np.expm1(apart)), 0.0, most)
        beta = np.clip(1.0 - last - grown * most, 0.0, 1.0), np.clip(1.0 - first - grown * least, 0.0, 1.0)
        return (least, most), beta

    @abstractmethod
    def middle(self) -> tuple[float, float]:
        """Mean and standard deviation of X under Q: the starting point of searches."""

    def threshold(self, alpha: Array) -> Array:
        """Approximate x with P(X > x) = alpha, by interpolation in Phi^-1(alpha), in which x is nearly linear."""
        xs, scores = self._scores(float(alpha.min()), float(alpha.max()))
        wanted = special.ndtri(alpha)
        rising = bool(np.all(np.diff(scores) > 0.0))
        x = _cubic(wanted, scores, xs) if rising else np.interp(wanted, scores, xs)
        slopes = np.gradient(xs, scores) if rising else np.zeros_like(xs)
        most, close = float(np.ptp(xs)) / len(xs), _CLOSE * self.middle()[1]
        # a few entries decide whether another step is needed
        few = slice(None, None, max(1, len(x) // 24))
        for _ in range(2):
            if np.max(np.abs(self._move(x[few], wanted[few], np.interp(wanted[few], scores, slopes), most))) <= close:
                break
            x = x + self._move(x, wanted, np.interp(wanted, scores, slopes), most)
        return np.asarray(x)

    def _move(self, x: Array, wanted: Array, slope: Array, most: float) -> Array:
        """x after one step of Newton's method towards the target scores."""
        low, high = self.alpha(x)
        scores = special.ndtri(np.clip(0.5 * (low + high), 1e-300, 1.0 - UNIT))
        return np.asarray(np.clip((wanted - scores) * slope, -most, most))

    def alpha(self, x: Array) -> Pair:
        """P(X > x) alone."""
        return self.errors(x)[0]

    def close(self) -> float:
        """Half the distance of the two thresholds that bracket f."""
        return 1e-6 * self.middle()[1]

    def _scores(self, least: float, most: float) -> tuple[Array, Array]:
        """(x, Phi^-1 P(X > x)) with increasing scores, covering alpha in [least, most]."""
        mean, sigma = self.middle()
        ends = self.reach()
        low, high = mean - sigma**2 - 2.0 * sigma, mean + 2.0 * sigma
        for grown in range(40):
            below, above = self.alpha(np.array([low, high]))
            middle = 0.5 * (below + above)
            enough = (middle[0] >= most or low <= ends[0], middle[1] <= least or high >= ends[1])
            if all(enough):
                break
            low = low if enough[0] else max(low - 2.0 * sigma * 1.2**grown, ends[0])
            high = high if enough[1] else min(high + 2.0 * sigma * 1.2**grown, ends[1])
        xs = np.linspace(high, low, int(min(max(_TABLE, 3.0 * (high - low) / sigma), 2000.0)))
        below, above = self.alpha(xs)
        return xs, np.maximum.accumulate(special.ndtri(np.clip(0.5 * (below + above), 1e-300, 1.0 - UNIT)))

    def third(self, center: float) -> float:
        """E|L - center|^3 under P, L = -X: 3 int u^2 P(|L - center| > u) du."""
        return self._third(center, 60)

    def _third(self, center: float, points: int) -> float:
        """`third` by quadrature, with `points` points on each of eight intervals."""
        nodes, weights = np.polynomial.legendre.leggauss(points)
        sigma, total = self.middle()[1], 0.0
        cuts = np.linspace(0.0, abs(center) + 0.5 * sigma**2 + 12.0 * sigma, 9)
        for start, stop in pairwise(cuts):
            u = start + 0.5 * (stop - start) * (1.0 + nodes)
            low, high = self.errors(np.concatenate((u - center, -u - center)))[0]
            tail = 0.5 * (low + high)
            both = tail[: len(u)] + 1.0 - tail[len(u) :]
            total += float(0.5 * (stop - start) * np.sum(weights * 3.0 * u * u * both))
        return total

    @abstractmethod
    def guess(self, delta: float) -> float:
        """Approximate x with this delta."""


def _cubic(wanted: Array, scores: Array, xs: Array) -> Array:
    """x at the target scores: cubic interpolation through the four surrounding points."""
    first = np.clip(np.searchsorted(scores, wanted) - 2, 0, len(scores) - 4)
    total = np.zeros_like(wanted)
    inside = np.clip(wanted, scores[0], scores[-1])
    for i in range(4):
        part = np.ones_like(wanted)
        for j in range(4):
            if i != j:
                part *= (inside - scores[first + j]) / (scores[first + i] - scores[first + j])
        total += part * xs[first + i]
    return np.asarray(np.clip(total, np.minimum(xs[first], xs[first + 3]), np.maximum(xs[first], xs[first + 3])))


@final
@dataclass(frozen=True, slots=True)
class RoughLaw(Law):
    """Bounds without a contour, where M is too large to invert; apart: an upper bound of the total variation."""

    ends: tuple[float, float]
    kept: tuple[float, float]
    apart: float

    def reach(self) -> tuple[float, float]:
        """The sums over all factors."""
        return self.ends

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+, by (1 - e^{x-X})_+ >= 1 - e^{x-X} and X <= `ends[1]`."""
        least = (self.kept[0] - self.kept[1] * np.exp(np.minimum(x, 1.0))) * (1.0 - 4.0 * UNIT) - 4.0 * UNIT
        most = -np.expm1(np.minimum(x - self.ends[1], 0.0)) * (1.0 + 4.0 * UNIT)
        most = np.where(x >= 0.0, np.minimum(most, self.apart), most)
        return np.clip(least, 0.0, 1.0), np.clip(most, 0.0, 1.0)

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """The trivial bounds [0, 1]."""
        return (np.zeros_like(x), np.ones_like(x)), (np.zeros_like(x), np.ones_like(x))

    def third(self, center: float) -> float:
        """inf: no bound is known."""
        return math.inf

    def middle(self) -> tuple[float, float]:
        """Arbitrary: the bounds do not depend on it."""
        return 0.0, 1.0

    def threshold(self, alpha: Array) -> Array:
        """Arbitrary: the bounds do not depend on it."""
        return np.zeros_like(alpha)

    def guess(self, delta: float) -> float:
        """Arbitrary: the bounds do not depend on it."""
        return 0.0

r"""Too many points to list, but a product of two lists: sums over one of exact sums over the other.

X = A + B, independent: delta(x) = sum_a q_a delta_B(x - a), and both errors likewise; nothing is rounded but sums.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.contour.law import Law
from dpcore.tradeoff.curve import Array, Pair
from dpcore.tradeoff.domain import UNIT
from dpcore.tradeoff.sums.atoms import Atoms

# Points of the shorter list: each reading looks all of them up.
MOST_SUMS = 2**11


@final
@dataclass(slots=True, eq=False)
class Halves(Law):
    """Points `at` with weights under Q and P, and the law of the other points."""

    at: Array
    under_q: Array
    under_p: Array
    other: Atoms
    lost: float
    ends: tuple[float, float]

    def reach(self) -> tuple[float, float]:
        """Both ends of all the points there are."""
        pad = 64.0 * UNIT * max(abs(end) for end in self.ends)
        return self.ends[0] - pad, self.ends[1] + pad

    def middle(self) -> tuple[float, float]:
        """Means and variances add."""
        mean, sigma = self.other.middle()
        own = float(self.under_q @ self.at) / float(self.under_q.sum())
        spread = float(self.under_q @ (self.at - own) ** 2)
        return mean + own, float(np.hypot(sigma, np.sqrt(spread)))

    def delta(self, x: Array) -> Pair:
        """E_Q (1 - e^{x-X})_+."""
        return self._mean(x, self.other.delta, self.under_q, 1.0)

    def errors(self, x: Array) -> tuple[Pair, Pair]:
        """alpha under P, beta under Q."""
        alpha = self._mean(x, lambda at: self.other.errors(at)[0], self.under_p, 1.0)
        return alpha, self._mean(x, lambda at: self.other.errors(at)[1], self.under_q, -1.0)

    def _mean(self, x: Array, reading: Callable[[Array], Pair], weight: Array, falling: float) -> Pair:
        low, high = np.empty_like(x), np.empty_like(x)
        margin = self.lost + (2.0 * len(weight) + 16.0) * UNIT
        for index, one in enumerate(x):
            moved = falling * 8.0 * UNIT * (abs(one) + np.abs(self.at))
            low[index] = float(weight @ reading(one - self.at + moved)[0]) * (1.0 - margin)
            high[index] = float(weight @ reading(one - self.at - moved)[1]) * (1.0 + margin)
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def guess(self, delta: float) -> float:
        """By bisection."""
        low, high = 0.0, self.reach()[1]
        for _ in range(48):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.delta(np.array([middle]))[1][0] > delta else (low, middle)
        return high

r"""A product of points and an independent law: a second list of points, or one step on a sample.

X = A + B, independent: delta(x) = sum_a q_a delta_B(x - a), and both errors likewise; only the sums are rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Losses, Pair
from dpcore.tradeoff.exact.finite import MOST_ATOMS, Atoms, outer
from dpcore.tradeoff.law import Law

# The most points of the shorter list: each evaluation uses all of them.
MOST_SUMS = 2**11
# Evaluations of the other law per block.
_TOGETHER = 2**17


@final
@dataclass(slots=True, eq=False)
class Halves(Law):
    """The law of A + B: points `at` of A with weights under Q and P, and the law of B."""

    at: Array
    under_q: Array
    under_p: Array
    other: Law
    lost: float
    ends: tuple[float, float]

    def reach(self) -> tuple[float, float]:
        """The extreme points before underflow."""
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
        for rows in np.array_split(np.arange(len(x)), 1 + len(x) * len(weight) // _TOGETHER):
            at = x[rows, None] - self.at
            moved = falling * 8.0 * UNIT * (np.abs(x[rows, None]) + np.abs(self.at))
            low[rows] = reading((at + moved).ravel())[0].reshape(at.shape) @ weight * (1.0 - margin)
            high[rows] = reading((at - moved).ravel())[1].reshape(at.shape) @ weight * (1.0 + margin)
        return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)

    def guess(self, delta: float) -> float:
        """Approximate x with this delta, by bisection."""
        low, high, steps = 0.0, self.reach()[1], 48
        if not np.isfinite(high):
            high, steps = self.other.guess(delta) + max(float(self.at.max()), 0.0), 12
        for _ in range(steps):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.delta(np.array([middle]))[1][0] > delta else (low, middle)
        return high


def halves(parts: list[Losses], ends: tuple[float, float]) -> Halves | None:
    """The factors with the most points in one list, the others in a shorter list; None if the lists are too long."""
    ordered, count, size = sorted(parts, key=lambda part: -len(part[0])), 0, 1
    total = math.prod(len(part[0]) for part in ordered)
    while count < len(ordered) and (size * size < total or total > MOST_SUMS * size):
        size *= len(ordered[count][0])
        count += 1
    if size > MOST_ATOMS or total > MOST_SUMS * size:
        return None
    (at, weight, lost), (short, share, other) = outer(ordered[:count]), outer(ordered[count:])
    far = float(np.max(np.abs(at)) + np.max(np.abs(short)))
    lost += 16.0 * UNIT * far
    with np.errstate(under="ignore"):
        law = Atoms(at, weight, weight * np.exp(-at), lost, False)
        return Halves(short, share, share * np.exp(-short), law, other + 16.0 * UNIT * far, ends)

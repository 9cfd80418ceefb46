r"""Curves computed from the distribution of the privacy loss: f, epsilon and mu from certified delta, alpha and beta.

f lies above each of its tangents, beta(x) + e^x (alpha(x) - a), and below each of its chords; so two close
thresholds bracket f to second order, even if the thresholds are inaccurate.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from functools import lru_cache

import numpy as np

from dpcore.tradeoff import dual
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import UNBOUNDED, Array, Curve, Moments, Pair
from dpcore.tradeoff.delta_root import delta_of, secants, with_lost
from dpcore.tradeoff.family.pure import inside
from dpcore.tradeoff.law import Law
from dpcore.tradeoff.mu_bound import Span, smallest_mu
from dpcore.tradeoff.root import Reading, settle

_SMALLEST = 1e-300


class Numeric(Curve):
    """A curve with a `Law`; `_missing` are the probabilities of X = inf under Q and X = -inf under P."""

    __slots__ = ()

    @abstractmethod
    def law(self) -> Law:
        """The distribution of the total privacy loss."""

    def start(self) -> float:
        """f(0), rounded down; this default holds if `_missing` is exact."""
        return 1.0 - self._missing()[0]

    def last(self) -> float:
        """The largest value of X, up to rounding."""
        return lawful(self).reach()[1]

    @abstractmethod
    def steady(self) -> tuple[float, float] | None:
        """(mu of the Gaussian part, the largest value of the rest of X); None if the rest is unbounded."""

    @abstractmethod
    def mu_of_parts(self) -> float:
        """An upper bound of mu(0) from the factors alone: sqrt(sum mu_i^2)."""

    def _delta_bounds(self, epsilon: Array) -> Pair:
        return self._delta(lawful(self), epsilon)

    def _delta(self, law: Law, epsilon: Array) -> Pair:
        lost, off = self._missing()[0], self._off()
        if off == 0.0:
            return delta_of(law, lost, epsilon)
        grown, move = math.exp(min(off, 600.0)), 2.0 * off * (1.0 + 4.0 * UNIT)
        at = np.concatenate((epsilon + move, np.nextafter(epsilon - move, -np.inf)))
        (low, _), (_, high) = zip(*(np.split(side, 2) for side in delta_of(law, lost, at)), strict=True)
        return low / grown * (1.0 - 4.0 * UNIT), np.minimum(high * grown * (1.0 + 4.0 * UNIT), 1.0)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        law, lost, off = lawful(self), self._missing()[0], 2.0 * self._off()
        end = law.reach()[1] + off * (1.0 + 4.0 * UNIT)
        low, high = np.zeros_like(delta), np.full_like(delta, max(end, 0.0) if lost == 0.0 else np.inf)
        for index, asked in enumerate(delta):
            if asked > max(lost * (1.0 + 16.0 * UNIT + off), 0.0) and asked >= _SMALLEST:
                low[index], high[index] = self._root(law, float(asked))
                # epsilon is 0 if delta(0) is small enough
                if low[index] == 0.0 and self._delta(law, np.zeros(1))[1][0] <= asked:
                    high[index] = 0.0
            elif lost * (1.0 - off) > asked:
                low[index] = np.inf
            elif lost == 0.0 and asked > 0.0:
                low[index], high[index] = self._root(law, _SMALLEST)[0], high[index]
            elif lost == 0.0:
                low[index] = max(self.last() - off, 0.0)
                low[index] -= 1024.0 * UNIT * max(abs(side) for side in (*law.reach(), 0.0) if math.isfinite(side))
        return np.maximum(low, 0.0), high

    def _root(self, law: Law, delta: float) -> tuple[float, float]:
        """A bracket of epsilon: secants on log delta, then outward steps until the bounds certify both sides."""
        lost, off = self._missing()[0], 2.0 * self._off()
        x, scale = secants(law, lost, delta)
        apart = 1.5 * scale + 8.0 * UNIT * x + 1.5 * off
        around = np.array([max(x - apart, 0.0), x + apart])
        below, over = self._delta(law, around)
        if (below[0] > delta or around[0] == 0.0) and over[1] <= delta:
            lower, upper = around[0], around[1]
        else:
            wide = 2.0**52 * max(scale, 2.0**-52 * x)
            lower, upper = (
                side[0] for side in settle(lambda e: self._delta(law, e), np.array([x]), np.array([delta]), wide)
            )
        end = law.reach()[1] + off * (1.0 + 4.0 * UNIT)
        return float(lower), float(min(upper, max(end, 0.0)) if lost == 0.0 else upper)

    def _from_delta(self, delta: Reading, alpha: Array, x: Array, least: float, rounds: int = dual.ROUNDS) -> Pair:
        """f from bounds of delta near the thresholds x, with the mass of X = inf added (see `dual`)."""
        lost = self._missing()[0]
        return dual.between(lambda at: with_lost(delta(at), lost), alpha, x, least, rounds)

    def _bounds(self, alpha: Array) -> Pair:
        if (off := self._off()) == 0.0:
            return self._of_law(alpha)
        grown = math.exp(min(off, 600.0)) * (1.0 + 4.0 * UNIT)
        at = np.concatenate((np.minimum(alpha * grown, 1.0), alpha / grown))
        (low, _), (_, high) = zip(*(np.split(side, 2) for side in self._of_law(at)), strict=True)
        return inside(low / grown * (1.0 - 4.0 * UNIT), high * grown * (1.0 + 4.0 * UNIT), alpha)

    def _of_law(self, alpha: Array) -> Pair:
        """Bounds of f from the law, without a correction for its normalisation (`_off`)."""
        lost, keep_q = self._missing()[1], 1.0 - self._missing()[0]
        # an upper bound of P(X > -inf), which is inaccurate if `lost` is near 1
        keep_p = min(1.0, 1.0 - lost + 4.0 * UNIT) if lost else 1.0
        low, high = np.zeros_like(alpha), np.maximum(0.0, np.minimum(keep_q, 1.0 - alpha / max(keep_p, _SMALLEST)))
        # Below alpha = 1e-290 only the chord to (0, f(0)) and tangents at larger alpha are available.
        inner = (alpha < keep_p) & (alpha > 0.0)
        if inner.any():
            low[inner], high[inner] = self._between(alpha[inner])
        low = np.where(alpha == 0.0, self.start() * (1.0 - 4.0 * UNIT) if keep_q < 1.0 else 1.0, low)
        high = np.where(alpha == 0.0, min(1.0, keep_q * (1.0 + 4.0 * UNIT)), high)
        return inside(low, np.where((alpha >= keep_p) & (alpha > 0.0), 0.0, high), alpha)

    def _between(self, alpha: Array) -> Pair:
        law = lawful(self)
        x = law.threshold(np.maximum(alpha, 1e-290))
        close = law.close()
        low, high = np.zeros_like(alpha), np.ones_like(alpha)
        left = right = None
        both = law.errors(np.concatenate((x - close, x + close)))
        for half, move in ((slice(None, len(x)), -close), (slice(len(x), None), close)):
            ((a_low, a_high), (b_low, b_high)) = ((low_[half], high_[half]) for low_, high_ in both)
            with np.errstate(over="ignore", invalid="ignore"):
                slope = np.exp(x + move)
                tangent = b_low - slope * (alpha - a_low) * (1.0 + 8.0 * UNIT)
                tangent = np.where(
                    a_low >= alpha, np.maximum(b_low, b_low + slope * (a_low - alpha) * 0.999999), tangent
                )
            low = np.maximum(low, np.nan_to_num(tangent, nan=0.0) - 4.0 * UNIT * b_low)
            high = np.where(a_high <= alpha, np.minimum(high, b_high), high)
            left, right = right, (a_high, b_high)
        assert left is not None and right is not None
        # (a_high, b_high) lies above f at both thresholds, as f decreases; so does the chord between the two points.
        good = (left[0] >= alpha) & (right[0] <= alpha) & (left[0] > right[0])
        apart = np.where(good, left[0] - right[0], 1.0)
        chord = (
            right[1] * np.maximum(left[0] - alpha, 0.0) / apart + left[1] * np.maximum(alpha - right[0], 0.0) / apart
        )
        return low, np.where(good, np.minimum(high, chord * (1.0 + 16.0 * UNIT)), high)

    def _mu(self, delta: float) -> float:
        if max(self._missing()) > delta:
            return math.inf
        return min(
            smallest_mu(self, delta, lambda way: way._span(delta) if isinstance(way, Numeric) else None),
            self.mu_of_parts() if max(self._missing()) == 0.0 else math.inf,
        )

    def _span(self, delta: float) -> Span | None:
        """The bounds from which mu is computed; None if the power is not bounded for the smallest alpha."""
        law = lawful(self)
        (mean, sigma), end = law.middle(), law.reach()[1] + 2.0 * self._off() * (1.0 + 4.0 * UNIT)
        mu, most = self.steady() or (0.0, end)
        high = end if delta == 0.0 else self.epsilon(delta)
        if open_end := math.isinf(high) and delta == 0.0 and math.isfinite(most):
            high = mean + 38.0 * sigma
        marks = (4.0 * sigma, mean + 38.0 * sigma)
        span = Span(high, marks, end if mu == 0.0 else most, not open_end, mu, self.level)
        return span if math.isfinite(high) else None

    def level(self, orders: Array) -> Array:
        """log E_Q e^{sX} at s > 0, rounded up; inf if no bound of the moments is known."""
        return np.full_like(orders, np.inf)

    def _moments(self, each: list[tuple[Moments, int]]) -> Moments:
        """The moments of the product: kl and the variance add; the third moments are integrated."""
        kl = math.fsum(times * moments.kl for moments, times in each)
        spread = math.fsum(times * (moments.kappa2 - moments.kl**2) for moments, times in each)
        if not math.isfinite(kl):
            return UNBOUNDED
        law = lawful(self)
        return Moments(kl, spread + kl * kl, law.third(0.0), law.third(kl))


@lru_cache(maxsize=64)
def lawful(curve: Numeric) -> Law:
    """The law of a curve; cached, because its contours are expensive to set up."""
    return curve.law()

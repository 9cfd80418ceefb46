r"""Groups under (pure or approximate) privacy: 1 - (1-f)^{o k} of f = f_{epsilon,d} (Dong, Roth & Su 2022, Thm 2.14).

1-f consists of two chords, so its k-th iterate has k+1 chords: j steps on the steep chord, then k-j on the flat chord.
    f_k(alpha) = max{0, max_j e^{-(k-j) epsilon} (1 - d S_j - d S_{k-j} - e^{j epsilon} alpha)},
    S_j = 1 + e^epsilon + ... + e^{(j-1) epsilon}.
Every line is a lower bound of f_k, so a neighbouring j is also valid. The slopes are
-e^{(2j-k) epsilon}: delta(e) is linear in e^e between them. The curve is tighter than pure(k epsilon).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.special import ndtri
from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import UNBOUNDED, Array, Curve, Losses, Moments, Pair, Symmetric
from dpcore.tradeoff.family.failure import Failure
from dpcore.tradeoff.family.laplace import excess
from dpcore.tradeoff.family.pure import STEEPEST, inside, times_exp, tiny
from dpcore.tradeoff.root import bisect, settle


@final
@dataclass(frozen=True, slots=True)
class Group(Symmetric):
    """The curve of `size` >= 2 units, each protected by f_{loss,probability}; loss in (0, 300]."""

    curve: Curve
    loss: float
    probability: float
    size: int

    def _failure(self, steps: Array) -> Array:
        """probability * S_steps, at most 3 (beyond 1 the line is never the maximum)."""
        if self.probability == 0.0:
            return np.zeros_like(steps)
        exponent = steps * self.loss
        grown = self.probability * (np.expm1(np.minimum(exponent, 700.0)) / math.expm1(self.loss))
        beyond = np.exp(np.minimum(math.log(self.probability) + exponent - self.loss, 2.0))
        return np.minimum(np.where(exponent > 700.0, beyond, grown), 3.0)

    def _rounding(self) -> float:
        """The relative rounding error of `probability`."""
        return 1.0 - self.curve.least / self.probability if isinstance(self.curve, Failure) else 0.0

    def _line_index(self, alpha: Array) -> Array:
        """The number of steep steps from alpha: the index of the maximal line."""
        kink = (1.0 - self.probability) / (1.0 + math.exp(self.loss))
        offset = self.probability / math.expm1(self.loss)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            ratio = np.log1p((kink - alpha) / (alpha + offset)) / self.loss
        return np.clip(np.ceil(np.nan_to_num(ratio, nan=0.0, posinf=self.size)), 0.0, float(self.size))

    def _line(self, index: Array, alpha: Array) -> Pair:
        back = self.size - index
        steep, lost = times_exp(alpha, index * self.loss)
        failed = self._failure(index) + self._failure(back)
        height, inner = np.exp(-back * self.loss), 1.0 - failed - steep
        # The exponents have relative rounding errors.
        error = height * (lost + UNIT * (8.0 + (12.0 + 4.0 * self.size * self.loss) * (failed + steep)))
        error += height * failed * self._rounding()
        error += np.abs(height * inner) * UNIT * (8.0 + 2.0 * back * self.loss)
        return height * inner - error, height * inner + error + tiny(height)

    def _bounds(self, alpha: Array) -> Pair:
        index = self._line_index(alpha)
        lower, upper = np.zeros_like(alpha), np.zeros_like(alpha)
        for move in (-1.0, 0.0, 1.0):
            low, high = self._line(np.clip(index + move, 0.0, float(self.size)), alpha)
            lower, upper = np.maximum(lower, low), np.maximum(upper, high)
        return inside(lower, upper, alpha)

    def _knot(self, index: Array) -> Array:
        """delta at e^{(2 index - size) loss}, or an upper bound if that line is never the maximum."""
        back = self.size - index
        height = np.exp(-back * self.loss)
        return np.minimum(1.0, -np.expm1(-back * self.loss) + height * (self._failure(index) + self._failure(back)))

    def _last_line(self, epsilon: Array) -> Array:
        """The last line whose slope is at most e^epsilon."""
        with np.errstate(over="ignore"):
            return np.clip(np.floor(0.5 * (epsilon / self.loss + self.size)), 0.0, float(self.size))

    def _chord(self, epsilon: Array) -> Array:
        top = float(self._line_index(np.zeros(1))[0])
        index = np.minimum(self._last_line(epsilon), top)
        following = np.minimum(index + 1.0, top)
        past = epsilon - (2.0 * index - self.size) * self.loss
        share = np.clip(np.expm1(np.clip(past, 0.0, 2.0 * self.loss)) / math.expm1(2.0 * self.loss), 0.0, 1.0)
        ahead = np.maximum(2.0 * self.loss - past, 0.0)
        rest = np.clip(np.expm1(-ahead) / math.expm1(-2.0 * self.loss), 0.0, 1.0)
        chord = rest * self._knot(index) + share * self._knot(following)
        # The horizontal line f = 0 is included: the chord from (0, 1).
        flat = -np.expm1(-ahead) + self._knot(following) * np.exp(-ahead)
        ended = index >= top
        return np.where(ended, self._knot(index), np.minimum(chord, flat))

    def _delta_from_zero(self, epsilon: Array) -> Pair:
        moved = 16.0 * UNIT * (self.size * self.loss + 1e-300)
        margin = UNIT * (32.0 + 8.0 * self.size * self.loss)
        upper = np.minimum(1.0, self._chord(np.maximum(epsilon - moved, 0.0)) * (1.0 + margin))
        if self.probability == 0.0:
            return self._chord(epsilon + moved) * (1.0 - margin), upper
        return self._vertex_bound(epsilon), upper

    def _vertex_bound(self, epsilon: Array) -> Array:
        """A lower bound: 1 - f(a) - e^epsilon a at the candidate vertices."""
        index = self._last_line(epsilon)
        end = np.full_like(epsilon, self._bounds(np.zeros(1))[1][0])
        best = np.maximum(0.0, 1.0 - end)
        for at in [end] + [self._vertex(np.clip(index + move, 0.0, self.size - 1.0)) for move in (-1.0, 0.0, 1.0)]:
            product, lost = times_exp(at, epsilon)
            best = np.maximum(best, 1.0 - self._bounds(at)[1] - product - lost - 4.0 * UNIT)
        return np.maximum(0.0, best - 4.0 * UNIT)

    def _vertex(self, index: Array) -> Array:
        """Where lines index and index+1 meet, in [0, 1]."""
        kink = (1.0 - self.probability) / (1.0 + math.exp(self.loss))
        offset = self.probability / math.expm1(self.loss)
        return np.clip(kink * np.exp(-index * self.loss) + offset * np.expm1(-index * self.loss), 0.0, 1.0)

    def _epsilon_bounds(self, delta: Array) -> Pair:
        end = self.size * self.loss
        least = self._delta_from_zero(np.full_like(delta, 2.0 * end + 1.0))
        never, reached = least[0] > delta, least[1] <= delta
        wanted = np.where(reached, delta, 1.0)
        guess = bisect(self._delta_from_zero, wanted, end * (1.0 + 64.0 * UNIT))
        lower, upper = settle(self._delta_from_zero, guess, wanted, end)
        return np.where(never, np.inf, lower), np.where(reached, upper, np.inf)

    def far(self) -> bool:
        """Whether the weights of its losses underflow, so that no transform can be formed."""
        return self.probability == 0.0 and self.size * self.loss > STEEPEST

    def _points(self) -> Losses | None:
        return self.corners() if self.probability == 0.0 and not self.far() else None

    def corners(self) -> Losses:
        """The k+1 losses (k - 2j) epsilon and their weights, as products; weights that underflow are omitted."""
        size, loss = self.size, self.loss
        kink = 1.0 / (1.0 + math.exp(loss))
        index = np.arange(1.0, size)
        # the flattest line beyond the first corner, the steepest before the last
        first, last = 1.0 / (1.0 + math.exp(-loss)), kink * math.exp(-(size - 1) * loss)
        with np.errstate(under="ignore"):
            weight = np.concatenate(([first], kink * np.exp(-index * loss) * math.expm1(loss), [last]))[::-1]
        at = (2.0 * np.arange(size + 1.0) - size) * loss
        return at[weight > 0.0], weight[weight > 0.0], (16.0 + 8.0 * size * loss) * UNIT

    def _mu(self, delta: float) -> float:
        return self._mu_pure(delta) if self.probability == 0.0 else self._mu_vertices(delta)

    def _mu_pure(self, delta: float) -> float:
        """The vertices are (k e^{-i loss}, k e^{-j loss}), i + j = size - 1, and the middle one is the worst.

        -Phi^-1(e^-s) is concave in s: its derivative is Mills' ratio, which falls.
        """
        tail = math.exp(-self.loss)
        total = 0.0
        for steps in ((self.size - 1) // 2, self.size // 2):
            log_tail = -(steps + 1) * self.loss - math.log1p(tail)
            spread = -math.expm1(-self.loss) - 2.0 * math.expm1(-steps * self.loss) * tail
            total += normal.deviate(spread / (1.0 + tail), log_tail, delta)
        return max(0.0, total * (1.0 + 8.0 * UNIT))

    def _mu_vertices(self, delta: float) -> float:
        """Max over vertices (a, b) of -Phi^-1(a/(1-delta)) - Phi^-1(b/(1-delta)): enough, as G_mu is convex."""
        kept = 1.0 - delta
        if float(self._bounds(np.zeros(1))[0][0]) < kept:
            return math.inf
        at = self._vertex(np.arange(self.size, dtype=float))
        lost = UNIT * (16.0 + 8.0 * self.size * self.loss) * (1.0 + self.probability / math.expm1(self.loss)) * at
        lost += 8.0 * UNIT * self.probability / math.expm1(self.loss)
        # Below and to the left of the true vertex, to cover its rounding.
        low = self._bounds(np.minimum(at + lost, 1.0))[0]
        first, second = np.maximum(at - lost, 0.0) / kept * (1.0 - 4.0 * UNIT), low / kept * (1.0 - 4.0 * UNIT)
        matter = (first < 1.0) & (second < 1.0)
        shifts = -(ndtri(np.where(matter, first, 0.5)) + ndtri(np.where(matter, second, 0.5)))
        return max(0.0, float(np.max(shifts, initial=0.0)) * (1.0 + 64.0 * UNIT) + 64.0 * UNIT)

    def moments(self) -> Moments:
        """Sums over the k+1 values of the loss; kl as a sum of L + e^-L - 1, since E e^-L = 1."""
        if self.probability:
            return UNBOUNDED
        ends = np.concatenate(([1.0], self._vertex(np.arange(self.size, dtype=float)), [0.0]))
        widths = -np.diff(ends)
        losses = (self.size - 2.0 * np.arange(self.size + 1.0)) * self.loss
        kl = math.fsum(float(w) * excess(float(x)) for w, x in zip(widths, losses, strict=True) if w > 0.0)
        return Moments._of(kl, lambda center, power: float(np.sum(widths * np.abs(losses - center) ** power)))

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "group", "size": ..., "curve": {...}}`."""
        return {"family": "group", "size": self.size, "curve": self.curve.to_dict()}

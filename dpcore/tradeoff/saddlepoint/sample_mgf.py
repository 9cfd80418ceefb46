r"""The moment generating function of a step on a Poisson sample: trapezoid sums in z, with proven errors.

M(s) = int phi(z) w(z)^g dz, g = s + 1 or -s, w = 1 - q + q e^{mu z - mu^2/2}. Let sigma = q e^{..} / w be the
posterior probability, given z, that the unit was sampled; (log w)' = mu sigma. For d < pi/mu, with theta = mu d,
    |w(z+id)|^2 = w(z)^2 (1 - 4 sigma (1-sigma) sin(theta/2)^2),
    tan arg w(z+id) = sigma sin theta / (1 - sigma + sigma cos theta)
and arg rises with z. So the integrand is analytic in the strip, the error of the rule with step k is at most
2 e^{-2 pi d/k} / (1 - e^{-2 pi d/k}) times e^{d^2/2} int phi |w(z+id)|^{Re g} e^{|Im g| arg w(z+id)}, and by moving
the line the other way |M| itself is at most e^{d^2/2} int phi |w(z+id)|^{Re g} e^{-|Im g| arg w(z+id)}, for this and
every larger |Im g|. Integrals of this kind are bounded cell by cell: all their factors are monotone or convex.
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.normal import PEAK
from dpcore.tradeoff.saddlepoint.decay import Tilted, tilt, widest
from dpcore.tradeoff.saddlepoint.phase import product_of_powers, turned_sum
from dpcore.tradeoff.saddlepoint.transform import Cumulants, Evidence, Turned, Weak

# Error of the rule and of truncation, relative to M: e^-38 after all steps.
_DIGITS = 38.0
# The bounds of integrals extend this far beyond the cut.
_BEYOND = 10.0
_TURNS = 10
# The most points of a sum over z.
_MOST = 300_000
# Up to so many steps |M| decays slowly, and the most expensive bound of its decay pays off.
_FEW = 400


@final
@dataclass(frozen=True, slots=True)
class SampleMgf(Evidence):
    """`times` steps of noise 1/mu at sampling rate q in (0, 1), in one of the two directions."""

    mu: float
    rate: float
    adding: bool
    times: int
    _kept: dict[tuple[float, float], tuple[Array, Array, Array]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _edges: dict[tuple[float, float], tuple[float, float]] = field(default_factory=dict, compare=False, repr=False)
    _last: list[Any] = field(default_factory=list, compare=False, repr=False)

    def _power(self, c: float) -> float:
        return -c if self.adding else c + 1.0

    def _digits(self) -> float:
        return _DIGITS + math.log(self.times)

    def _cut(self) -> float:
        """The Z beyond which e^{-Z^2/2} is negligible."""
        return math.sqrt(2.0 * self._digits())

    def _loss(self, z: Array) -> tuple[Array, Array]:
        """(log w, sigma)."""
        y = self.mu * z - 0.5 * self.mu**2
        low = np.minimum(y, 30.0)
        if self.rate <= 0.5:
            loss = np.log1p(self.rate * np.expm1(low))
        else:
            # 1 - q is exact and nothing cancels on the left
            plain = (1.0 - self.rate) + self.rate * np.exp(low)
            loss = np.where(y > -0.5, np.log1p(self.rate * np.expm1(np.maximum(low, -0.5))), np.log(plain))
        if y[-1] > 30.0:
            odds = (1.0 - self.rate) / self.rate
            far = y + math.log(self.rate) + np.log1p(odds * np.exp(-np.maximum(y, 30.0)))
            loss = np.where(y > 30.0, far, loss)
        return loss, np.minimum(np.exp(y + math.log(self.rate) - loss), 1.0)

    def _ends(self, low: float, high: float) -> tuple[float, float]:
        """Truncation points of the sums, p in [low, high]: beyond, phi w^p is at most its value there e^{-Z|z-end|}.

        To the left log w falls by at most mu sigma(-Z), to the right it rises by at most mu. As log w(b+v) - log w(b) =
        log(1 + sigma(b) (e^{mu v} - 1)), mu sigma(b) is enough there if p mu^2 <= 1/2: the rest of it is below v^2/2.
        """
        if (low, high) not in self._edges:
            self._edges[low, high] = self._edge(low, high)
        return self._edges[low, high]

    def _edge(self, low: float, high: float) -> tuple[float, float]:
        cut, power = self._cut(), max(high, 0.0)
        left, right = (float(share) for share in self._loss(np.array([-cut, cut]))[1])
        last = cut + power * self.mu
        if power * self.mu**2 <= 0.5:
            first = cut + power * self.mu * right
            for _ in range(8):
                if first >= (more := cut + power * self.mu * float(self._loss(np.array([first]))[1][0])):
                    last = min(last, first)
                    break
                first = more * (1.0 + 1e-9) + 0.01
        return -cut - max(-low, 0.0) * self.mu * left, last

    def _usable(self, power: float) -> bool:
        """Whether the sums for this power are short enough."""
        first, last = self._ends(power, power)
        return last - first <= 2000.0 and (last - first) * self.mu <= 30_000.0

    def _cells(self, low: float, high: float) -> tuple[Array, Array, Array]:
        """(z, log w, sigma) at the ends of the cells on which integrals are bounded."""
        key = low, high
        if key not in self._kept:
            width = min(0.25, 0.35 / self.mu)
            first, last = self._ends(low, high)
            z = width * np.arange(math.floor((first - _BEYOND) / width), math.ceil((last + _BEYOND) / width) + 1.0)
            self._kept[key] = (z, *self._loss(z))
        return self._kept[key]

    def _logs(self, powers: Array, theta: Array, t: float) -> Array:
        """Upper bounds of log of e^{d^2/2} int phi |w(z+id)|^p e^{t arg w(z+id)}, [power, theta]."""
        z, loss, share = self._cells(float(powers.min()), float(powers.max()))
        # 0 is a node: phi is largest at the end nearer to it
        bell = -0.5 * np.minimum(np.abs(z[1:]), np.abs(z[:-1])) ** 2
        ends = np.multiply.outer(powers, loss)
        total = (bell + np.maximum(ends[:, 1:], ends[:, :-1]))[:, None]
        half = 2.0 * np.sin(0.5 * theta) ** 2
        if powers.min() < 0.0:
            shrink = 0.5 * np.log1p(-2.0 * np.multiply.outer(half, widest(share)))
            total = total + np.minimum(powers, 0.0)[:, None, None] * shrink
        if t > 0.0:
            turn = np.multiply.outer(np.sin(theta), share[1:]), 1.0 - np.multiply.outer(half, share[1:])
            total = total + t * np.arctan2(*turn)
        top = total.max(axis=2)
        with np.errstate(under="ignore"):
            inner = np.exp(total - top[..., None]).sum(axis=2) * ((z[1] - z[0]) * PEAK)
        # beyond the cells: the bound of `_ends`, Z there by 10 larger; arg <= theta and |w(z+id)| >= w cos(theta/2)
        outer = np.maximum(bell[0] + ends[:, 0], bell[-1] + ends[:, -1])[:, None] + t * theta
        outer = outer + np.minimum(powers, 0.0)[:, None] * np.log(np.cos(0.5 * theta))
        return np.asarray(0.5 * (theta / self.mu) ** 2 + np.logaddexp(top + np.log(inner), outer) + 1e-9)

    def _step(self, powers: Array, t: float) -> tuple[float, Array]:
        """(the coarsest step that is accurate enough for |Im g| <= t, log of the rule's error for each power)."""
        most = min(2.6, 9.0 * self.mu)
        least = most / (50.0 + 4.0 * (t + float(np.max(np.abs(powers)))) * min(1.0, self.mu))
        theta = most * (least / most) ** (np.arange(_TURNS) / (_TURNS - 1.0))
        logs = self._logs(powers, theta, t)
        z, loss, _ = self._cells(float(powers.min()), float(powers.max()))
        # M is not much smaller than its largest cell; a rough value suffices
        rough = np.max(np.multiply.outer(powers, loss) - 0.5 * z * z, axis=1) + math.log(z[1] - z[0]) - 1.0
        turns = 2.0 * math.pi * theta / self.mu
        step = float(np.min(np.max(turns / (self._digits() + 1.0 + np.maximum(logs - rough[:, None], 0.0)), axis=1)))
        step = min(step, self._cut() / 4.0)
        decay = turns / step
        error = logs + math.log(2.0) - decay - np.log(-np.expm1(-decay))
        return step, np.min(error, axis=1)

    def _sums(self, powers: Array, step: float) -> tuple[Array, Array, Array, Array]:
        """(z, log w, its error in UNIT, phi w^p by power) on a grid of that step."""
        first, last = self._ends(float(powers.min()), float(powers.max()))
        if not last - first <= _MOST * step:
            raise Weak
        z = step * np.arange(math.floor(first / step), math.ceil(last / step) + 1.0)
        loss, share = self._loss(z)
        # log q is added only far to the right
        more = 4.0 * np.abs(self.mu * z) + 2.0 * self.mu**2
        more += np.where(self.mu * z > 30.0, 4.0 * abs(math.log(self.rate)), 0.0)
        moved = 8.0 * np.abs(loss) + share * more
        return z, loss, moved, np.multiply.outer(powers, loss) - 0.5 * z * z

    def turn(self, c: float, step: float, count: int) -> Turned:
        """M(c+it) / M(c) by sums over z, on a grid fine enough for the last t."""
        power = np.array([self._power(c)])
        fine, trapezoid = self._step(power, step * (count - 1.0))
        z, loss, moved, rise = self._sums(power, fine)
        top = float(rise.max())
        with np.errstate(under="ignore"):
            weight = np.exp(rise[0] - top)
        total = float(weight.sum())
        weight /= total
        excess, error = turned_sum(-loss if self.adding else loss, weight, step, count)
        t = step * np.arange(float(count))
        # In UNIT: the exponents of the weights, which count as far as e^{itX} is from 1, and the angles.
        rounded = 1.5 * z * z + np.abs(power[0]) * (moved + 2.0 * np.abs(loss)) + 8.0
        far = np.minimum(t * float(weight @ np.abs(loss)), 2.0) * (float(weight @ rounded) + len(z))
        error += UNIT * (far + t * float(weight @ (moved + rounded * np.abs(loss))))
        # the rule and the two ends, in the sum at t and in the one at 0
        cut = math.exp(min(max(rise[0, 0], rise[0, -1]) - top, 0.0)) * 2.0 / self._cut()
        error += 4.0 * (math.exp(min(float(trapezoid[0]) - top - math.log(fine * PEAK), 0.0)) + cut / fine) / total
        return product_of_powers(excess[:, None], error[:, None], np.array([float(self.times)]))

    def levels(self, c: Array) -> tuple[Array, Array]:
        """log M at each c by a real sum: of w^p - 1, by expm1, where that is small."""
        powers = -c if self.adding else c + 1.0
        usable = np.array([self._usable(float(power)) for power in powers])
        value, lost = np.full(len(c), np.inf), np.zeros(len(c))
        if usable.any():
            with contextlib.suppress(Weak):
                value[usable], lost[usable] = self._levels(powers[usable])
        return self.times * value, self.times * lost

    def _levels(self, powers: Array) -> tuple[Array, Array]:
        # the plain sum, of w^0, is 1 up to the same errors: w^p - 1 may be summed
        powers = np.append(powers, 0.0)
        step, trapezoid = self._step(powers, 0.0)
        z, loss, moved, rise = self._sums(powers, step)
        value, size = self._log_moment(powers, z, loss, rise, step)
        top = rise.max(axis=1)
        with np.errstate(under="ignore", over="ignore"):
            weight = np.exp(rise - top[:, None])
            total = weight.sum(axis=1)
            rounded = np.abs(powers) * ((weight @ (moved + 2.0 * np.abs(loss))) / total)
            # the rule and the ends, relative to M
            unit = np.log(total * (step * PEAK)) + top
            away = np.logaddexp(trapezoid, np.maximum(rise[:, 0], rise[:, -1]) + math.log(4.0 * PEAK / self._cut()))
            away = np.exp(away - unit) + np.exp(away[-1] - unit)
        lost = UNIT * (rounded + 48.0 * size + np.where(np.abs(value) > 0.5, len(z) + 2.0 * np.abs(value), 0.0))
        return value[:-1], (lost + 2.0 * away)[:-1]

    def _log_moment(self, powers: Array, z: Array, loss: Array, rise: Array, step: float) -> tuple[Array, Array]:
        """(log M, the scale of its rounding error)."""
        turned = np.multiply.outer(powers, loss)
        with np.errstate(under="ignore", over="ignore", invalid="ignore"):
            base = np.exp(-0.5 * z * z) * (PEAK * step)
            tilted = np.exp(np.minimum(rise, 700.0)) * (PEAK * step)
            near = np.abs(turned) < 0.7
            part = np.where(near, base * np.expm1(np.where(near, turned, 0.0)), tilted - base)
            excess = part.sum(axis=1)
            size = (np.abs(part) * (2.0 + 0.5 * z * z)).sum(axis=1) + np.where(near, 0.0, np.abs(part)).sum(axis=1)
            top = rise.max(axis=1)
            wide = top + np.log(np.exp(rise - top[:, None]).sum(axis=1) * (PEAK * step))
            small = (excess > -0.5) & (excess < 1.0)
            value = np.where(small, np.log1p(np.where(small, excess, 0.0)), wide)
            return value, np.where(small, 2.0 * size, 2.0 + np.abs(top) + np.max(0.5 * z * z))

    def cumulants(self, c: float) -> Cumulants:
        """log M and its derivatives from one real sum; infinite on overflow."""
        power = self._power(c)
        if not self._usable(power):
            return math.inf, math.inf, math.inf
        # on a grid for this power and all the smaller ones of its size
        wide = 2.0 ** math.ceil(math.log2(max(abs(power), 1.0)))
        z, loss, _ = self._cells(-wide, 0.0) if power < 0.0 else self._cells(0.0, wide)
        rise = power * loss - 0.5 * z * z
        top = float(rise.max())
        weight = np.exp(rise - top)
        total = float(weight.sum())
        value = self._log_moment(np.array([power]), z, loss, rise[None], z[1] - z[0])[0][0]
        mean = float(weight @ loss) / total
        spread = float(weight @ (loss - mean) ** 2) / total
        sign = -1.0 if self.adding else 1.0
        return self.times * float(value), self.times * sign * mean, self.times * spread

    def _tilt(self, c: float) -> Tilted:
        """Cells for the bounds of decay, starting where the density of X still increases."""
        power = self._power(c)
        if self._last[0:1] != [c]:
            first, last = self._ends(power, power)
            first -= self.mu
            fine = max(12.0, 4.0 * self.mu * (1.0 + abs(power)))
            z = np.linspace(first, last, int(min(max(320.0, fine * (last - first)), 4000.0)))
            self._last[:] = [c, tilt(self.mu, power, z, *self._loss(z), math.log(self.rate) - 0.5 * self.mu**2)]
        found: Tilted = self._last[1]
        return found

    def decay(self, c: float, t: Array) -> Array:
        """The best of three bounds of log|M(c+iu) / M(c)|; the most expensive bound only for few steps."""
        here = self._tilt(c)
        fall = np.minimum(here.phases(t), np.minimum(here.variation() - np.log(t), 0.0))
        if self.times <= _FEW:
            fall = np.minimum(fall, here.shifted_bound(t))
        return self.times * fall

    def tail(self, c: float, t: float) -> tuple[float, float]:
        """(V/u)^times."""
        level = self._tilt(c).variation() - math.log(t)
        return (self.times * level, float(self.times)) if level < 0.0 else (0.0, 0.0)

    def reach(self) -> tuple[float, float]:
        """log w is at least log(1-q)."""
        least = self.times * math.log1p(-self.rate) * (1.0 + 8.0 * UNIT)
        return (-math.inf, -least) if self.adding else (least, math.inf)

    def apart(self) -> float:
        """The total variation of one step is q of the Gaussian's, and total variation is subadditive."""
        return self.times * self.rate * math.erf(self.mu / math.sqrt(8.0)) * (1.0 + 64.0 * UNIT)

    def widest(self, c: float) -> float:
        """The largest t: the grids for larger t take too long."""
        return (5e4 if self.times <= _FEW else 2e4) / self.mu

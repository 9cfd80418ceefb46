r"""Tensor products without a closed form: log M, M the moment generating function, is the sum over the factors.

At most one factor is Gaussian; the others are counted and sorted, so that equal products are equal curves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.tradeoff.apart import Alone, Apart, alone, apart
from dpcore.tradeoff.argument import LARGEST, UNIT, Array
from dpcore.tradeoff.curve import Curve, Losses, Moments, Pair, Symmetric
from dpcore.tradeoff.exact.equal_laplace import Spline
from dpcore.tradeoff.exact.finite import MOST_ATOMS, Atoms, outer
from dpcore.tradeoff.exact.laplace_pure import Gammas, noise
from dpcore.tradeoff.exact.product import Halves, halves
from dpcore.tradeoff.family.direction import Both
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.poisson import OneStep, Poisson
from dpcore.tradeoff.family.pure import Pure
from dpcore.tradeoff.law import Law, RoughLaw
from dpcore.tradeoff.numeric_curve import Numeric, lawful
from dpcore.tradeoff.pld.connect_dots import farthest
from dpcore.tradeoff.pld.lattice import WIDEST, Lattice, weak
from dpcore.tradeoff.quiet import Quiet, quiet
from dpcore.tradeoff.representation import (
    Factor,
    evidence,
    far,
    general,
    last,
    levels,
    list_points,
    masses,
    reach,
    size,
)
from dpcore.tradeoff.saddlepoint.contour_law import ContourLaw
from dpcore.tradeoff.saddlepoint.few import FEW, MOST_STEPS, Few
from dpcore.tradeoff.saddlepoint.inversion import Contour
from dpcore.tradeoff.saddlepoint.step_lattice import SampledSteps

# The most points that are combined with a step on a sample.
MOST_BESIDE = 2**8
# Beyond so many releases the rounding error exceeds every other bound.
MOST_READ = 10**9
# An f with a wider bracket is computed from delta too.
_WIDE = 1e-9
# A bracket that is wider (relatively; absolutely for f) is also bounded by `apart` and `quiet`.
_VAGUE = 1e-5

Part = Alone | Apart | Quiet

if TYPE_CHECKING:
    from numpy.typing import NDArray


@final
@dataclass(frozen=True, slots=True)
class Composed(Numeric):
    """The product of factors, each with its multiplicity."""

    factors: tuple[Factor, ...]

    def law(self) -> Law:
        """Exact sums if all factors are discrete with few points, otherwise contours or lattices."""
        discrete = [list_points(curve, times) for curve, times in self.factors]
        lists = [part for part in discrete if part]
        if all(discrete) and (len(lists) == 1 or math.prod(len(part[0]) for part in lists) <= MOST_ATOMS):
            return self._atoms(lists)
        reach = math.fsum(float(np.max(np.abs(part[0]))) for part in lists)
        if all(discrete) and reach <= 600.0 and (joined := halves(lists, self._ends())):
            return joined
        if law := self._noise():
            return law
        samples = tuple(SampledSteps(c.shift, c.rate, c.adding, n) for c, n in self.factors if isinstance(c, Poisson))
        parts = evidence(self.factors)
        ends, contour = self._ends(), Contour(parts)
        finite = 1.0 - self._missing()[0], 1.0 - self._missing()[1]
        unread = RoughLaw(ends, finite, math.fsum(part.apart() for part in parts))
        if sum(times for _, times in self.factors) > MOST_READ or any(far(curve) for curve, _ in self.factors):
            return unread
        steps = sum(sample.times for sample in samples)
        width = contour.cumulants(0.0)[2]
        sampled = len(samples) == len(self.factors) and 1e-12 < width < 1e6
        if sampled and (steps <= FEW or (steps <= MOST_STEPS and not contour.short())):
            return Few(samples)
        if beside := self._beside(samples, lists):
            return beside
        if any(general(curve) for curve, _ in self.factors):
            return self._lattice(contour, ends, self._window())
        if math.isfinite(ends[1] - ends[0]) and weak(contour):
            return self._lattice(contour, ends, ends) if ends[1] - ends[0] <= WIDEST else unread
        if not all(math.isfinite(cumulant) for at in (0.0, -1.0) for cumulant in contour.cumulants(at)):
            return unread
        spare = Few(samples) if sampled and width < 100.0 and steps <= MOST_STEPS else None
        return ContourLaw(contour, ends, finite, spare)

    def _noise(self) -> Spline | Gammas | None:
        """The law as an exact sum, for Laplace releases alone or with pure releases; None for other products."""
        laplaces = [(curve.shift, times) for curve, times in self.factors if isinstance(curve, Laplace)]
        pures = [(curve.loss, times) for curve, times in self.factors if isinstance(curve, Pure)]
        if not laplaces or len(laplaces) + len(pures) < len(self.factors):
            return None
        _, mean, bend = Contour(evidence(self.factors)).cumulants(0.0)
        return noise(laplaces, pures, mean, math.sqrt(bend))

    def _beside(self, samples: tuple[SampledSteps, ...], lists: list[Losses]) -> Halves | None:
        """One step on a sample, in closed form, and the points of all other factors; None for other products."""
        count = math.prod(len(part[0]) for part in lists)
        if sum(sample.times for sample in samples) != 1 or 1 + len(lists) != len(self.factors) or count > MOST_BESIDE:
            return None
        (at, weight, lost), (step,) = outer(lists), samples
        far = float(np.max(np.abs(at)))
        if far > 600.0:
            return None
        law = OneStep(step.mu, step.rate, step.adding)
        return Halves(at, weight, weight * np.exp(-at), law, lost + 16.0 * UNIT * far, self._ends())

    def _atoms(self, lists: list[Losses]) -> Atoms:
        """All points; those of P in a separate list, because points that underflow under Q may have most mass of P."""
        mirrored = [list_points(curve.inverse(), times) for curve, times in self.factors]
        (at, weight, lost), (own, share, more) = outer(lists), outer([part for part in mirrored if part])
        whole = max(self._missing()) == 0.0 and math.prod(size(*factor) for factor in self.factors) == len(at)
        lost = max(lost, more) + 8.0 * UNIT * max(float(np.max(np.abs(at))), float(np.max(np.abs(own))))
        ends = self._ends()
        return Atoms(at, weight, share[::-1], lost, whole and len(own) == len(at), -own[::-1], ends)

    def _delta_bounds(self, epsilon: Array) -> Pair:
        low, high = Numeric._delta_bounds(self, epsilon)
        high = high if (rough := self._rough()) is None else np.minimum(high, rough._delta_bounds(epsilon)[1])
        wide = high - low > _VAGUE * high
        return self._cut(wide, low, high, lambda part: part.delta(epsilon[wide]))

    def _bounds(self, alpha: Array) -> Pair:
        low, high = Numeric._bounds(self, alpha)
        # bounds of steps alone have closed forms, and their loss is small
        wide = high - low > (_WIDE if all(isinstance(curve, Poisson) for curve, _ in self.factors) else _VAGUE)
        return self._cut(wide, low, high, lambda part: part.bounds(alpha[wide]))

    def _epsilon_bounds(self, delta: Array) -> Pair:
        low, high = self._epsilon_of_all(delta)
        wide = low < high - _VAGUE * np.where(np.isfinite(high), high, 0.0)
        return self._cut(wide, low, high, lambda part: part.epsilon(delta[wide]))

    def _cut(self, wide: NDArray[np.bool_], low: Array, high: Array, read: Callable[[Part], Pair]) -> Pair:
        """The bracket, where it is wide intersected with the bounds from subsets of the factors."""
        for part in self._parts() if wide.any() else []:
            least, most = read(part)
            low, high = low.copy(), high.copy()
            low[wide], high[wide] = np.maximum(low[wide], least), np.minimum(high[wide], most)
        return low, high

    def _parts(self) -> list[Part]:
        """Bounds from some of the factors, and from bounds of the effect of the others."""
        parts = [apart(self.factors, self._off(), product), quiet(self.factors, product)]
        return [alone(self.factors, product), *(part for part in parts if part is not None)]

    def _epsilon_of_all(self, delta: Array) -> Pair:
        if (rough := self._rough()) is None:
            return Numeric._epsilon_bounds(self, delta)
        # the sum of the largest losses, and epsilon of the Gaussian curve below the product
        return np.zeros_like(delta), np.minimum(max(self._ends()[1], 0.0), rough._epsilon_bounds(delta)[1])

    def _rough(self) -> Gaussian | None:
        """If the law is a `RoughLaw`, a curve below this one: G_mu with the mu of all factors. Otherwise None."""
        if not isinstance(lawful(self), RoughLaw) or max(self._missing()) > 0.0:
            return None
        mu = self.mu_of_parts()
        return Gaussian(mu) if mu <= LARGEST else None

    def _ends(self) -> tuple[float, float]:
        """The smallest and the largest value of X; infinite if they are infinite for a factor."""
        each = [(reach(curve, times)) for curve, times in self.factors]
        return -math.fsum(low for low, _ in each), math.fsum(high for _, high in each)

    def last(self) -> float:
        """The sum over the factors."""
        return math.fsum(last(curve, times) for curve, times in self.factors)

    def _window(self) -> tuple[float, float]:
        """The range of X on the lattice, if X is unbounded."""
        pairs = [(farthest(curve.inverse()), farthest(curve), times) for curve, times in self.factors]
        high, low = (math.fsum(p[i] * p[2] for p in pairs) * 1.01 + 1e-9 for i in (1, 0))
        return -low, high

    def _beyond(self, x: Array) -> Array:
        """Upper bound of delta - `_missing` beyond the window: (epsilon_i, delta_i) add, with shares epsilon_i of x."""
        share, total = x / self._window()[1], np.zeros_like(x)
        for curve, times in self.factors:
            with np.errstate(under="ignore"):
                left = curve._delta_bounds(share * farthest(curve) * (1.0 - 4.0 * UNIT))[1] - curve._missing()[0]
            total += times * np.maximum(left, 0.0) * (1.0 + 4.0 * UNIT) + 4.0 * UNIT * times * curve._missing()[0]
        return total

    def _lattice(self, contour: Contour, ends: tuple[float, float], window: tuple[float, float]) -> Lattice:
        lost, spared = self._missing()
        law = Lattice(partial(masses, self.factors), contour, ends, window, self._beyond, (1.0 - lost, 1.0 - spared))
        other = self.inverse()
        if isinstance(other, Composed) and other != self:
            mirrored = Contour(evidence(other.factors))
            ends, window = (-ends[1], -ends[0]), (-window[1], -window[0])
            finite = 1.0 - spared, 1.0 - lost
            law.mirror = Lattice(partial(masses, other.factors), mirrored, ends, window, other._beyond, finite)
            law.mirror.mirror = law
        return law

    def _between(self, alpha: Array) -> Pair:
        law = lawful(self)
        match law:
            case Lattice():
                guess = law.threshold(np.maximum(alpha, 1e-290))
                return self._from_delta(*law.near(guess, alpha))
            case Spline():
                guess = law.threshold(np.maximum(alpha, 1e-290))
                sharp = self._from_delta(law.delta, alpha, guess, 1e-5 * law.middle()[1])
                plain = Numeric._between(self, alpha)
                return np.maximum(sharp[0], plain[0]), np.minimum(sharp[1], plain[1])
            case RoughLaw():
                low, high = Numeric._between(self, alpha)
                return (low if (rough := self._rough()) is None else np.maximum(low, rough._bounds(alpha)[0])), high
            case Halves() | Gammas():
                guess = law.threshold(np.maximum(alpha, 1e-290))
                return self._from_delta(law.delta, alpha, guess, 1e-6 * law.middle()[1])
            case Few():
                return law.bounds(alpha, self._from_delta)
            case ContourLaw():
                return self._sharper(law, alpha, *Numeric._between(self, alpha))
        return Numeric._between(self, alpha)

    def _sharper(self, law: Law, alpha: Array, low: Array, high: Array) -> Pair:
        """f from delta where the bounds from both errors are wide: delta's kernel decays faster along a contour."""
        wide = high - low > _WIDE
        if wide.any():
            guess = law.threshold(np.maximum(alpha[wide], 1e-290))
            least, most = self._from_delta(law.delta, alpha[wide], guess, 1e-5 * law.middle()[1])
            low[wide], high[wide] = np.maximum(low[wide], least), np.minimum(high[wide], most)
        return low, high

    def _missing(self) -> tuple[float, float]:
        """1 - prod (1 - missing)."""
        each = [(curve._missing(), times) for curve, times in self.factors]
        if any(max(m) >= 1.0 for m, _ in each):
            return tuple(float(any(m[i] >= 1.0 for m, _ in each)) for i in (0, 1))  # type: ignore[return-value]
        return tuple(-math.expm1(math.fsum(n * math.log1p(-m[i]) for m, n in each)) for i in (0, 1))  # type: ignore[return-value]

    def start(self) -> float:
        """f(0), the product over the factors; `_missing` of a general factor is only a lower bound."""
        starts = [float(curve._bounds(np.zeros(1))[0][0]) if general(curve) else 1.0 for curve, _ in self.factors]
        whole = math.prod(low**times for low, (_, times) in zip(starts, self.factors, strict=True))
        return min(whole * (1.0 - 4.0 * UNIT * len(starts)), 1.0 - self._missing()[0])

    def _off(self) -> float:
        """The sum over all factors; only discrete factors have an error."""
        return math.fsum(times * curve._off() for curve, times in self.factors)

    def steady(self) -> tuple[float, float] | None:
        """(mu, largest value of the rest of X) for a product of bounded factors and at most one Gaussian factor."""
        mu = math.fsum(curve.shift for curve, _ in self.factors if isinstance(curve, Gaussian))
        rest = [reach(curve, times) for curve, times in self.factors if not isinstance(curve, Gaussian)]
        most = math.fsum(max(ends) for ends in rest)
        return (mu, most) if math.isfinite(most) else None

    def level(self, orders: Array) -> Array:
        """The sum over the factors, with the error of weights that do not sum to 1."""
        return levels(self.factors, orders) + self._off() * (2.0 * orders + 1.0)

    def mu_of_parts(self) -> float:
        """sqrt(sum mu^2), rounded up."""
        return math.sqrt(math.fsum(times * curve.mu() ** 2 for curve, times in self.factors)) * (1.0 + 16.0 * UNIT)

    def inverse(self) -> Curve:
        """The product of the inverses: (f tensor g)^-1 = f^-1 tensor g^-1."""
        if all(isinstance(curve, Symmetric) for curve, _ in self.factors):
            return self
        return product([(curve.inverse(), times) for curve, times in self.factors])

    def symmetrize(self) -> Curve:
        """max{f, f^-1}."""
        return self if self.inverse() == self else Both(self, self.inverse())

    def moments(self) -> Moments:
        """kl and the variance of the loss add; the third moments are integrated, to about nine digits."""
        return self._moments([(curve.moments(), times) for curve, times in self.factors])

    def to_dict(self) -> dict[str, Any]:
        """`{"family": "compose", "parts": [{"times": ..., "curve": {...}}, ...]}`."""
        return {"family": "compose", "parts": [{"times": n, "curve": curve.to_dict()} for curve, n in self.factors]}


def product(factors: list[Factor]) -> Composed:
    """Equal factors counted together, sorted by type and representation."""
    counts: dict[Curve, int] = {}
    for curve, times in factors:
        counts[curve] = counts.get(curve, 0) + times
    ordered = sorted(counts.items(), key=lambda item: (type(item[0]).__name__, repr(item[0])))
    return Composed(tuple(ordered))

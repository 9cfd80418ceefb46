r"""Tensor products without a closed form: log M of the parts, added.

One Gaussian at most, the other factors counted and in a fixed order, so that equal products are equal curves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.errors import DpError
from dpcore.tradeoff.atoms import MOST_ATOMS, Atoms, binomial, outer
from dpcore.tradeoff.contour import Contour
from dpcore.tradeoff.curve import Curve, Moments, Symmetric
from dpcore.tradeoff.discrete import Discrete
from dpcore.tradeoff.domain import UNIT, Array
from dpcore.tradeoff.evidence import Evidence, Normal, Points, TwoPoint, TwoSided
from dpcore.tradeoff.gaussian import Gaussian
from dpcore.tradeoff.group import Group
from dpcore.tradeoff.laplace import Laplace
from dpcore.tradeoff.law import Law, Smooth
from dpcore.tradeoff.numeric import Numeric
from dpcore.tradeoff.order import Both
from dpcore.tradeoff.poisson import Poisson
from dpcore.tradeoff.pure import Pure
from dpcore.tradeoff.spline import MOST_TERMS, STEEPEST, Spline, terms_of

Factor = tuple[Curve, int]


@final
@dataclass(frozen=True, slots=True)
class Composed(Numeric):
    """The product of factors, each with how often it occurs."""

    factors: tuple[Factor, ...]

    def law(self) -> Law:
        """Exact sums where everything is discrete and there is not too much of it, otherwise contours."""
        discrete = [_points(curve, times) for curve, times in self.factors]
        few = [part for part in discrete if part]
        reach = math.fsum(float(np.max(np.abs(part[0]))) for part in few)
        if all(discrete) and math.prod(len(part[0]) for part in few) <= MOST_ATOMS and reach <= 600.0:
            at, weight, lost = outer(few)
            # What underflowed would be missing from P too; a reach of 600 keeps it below 1e-40.
            points = math.prod(_size(curve, times) for curve, times in self.factors)
            whole = max(self.missing()) == 0.0 and len(at) == points
            with np.errstate(under="ignore"):
                return Atoms(at, weight, weight * np.exp(-at), lost + 8.0 * UNIT * float(np.max(np.abs(at))), whole)
        match self.factors:
            case ((Laplace(shift), times),) if (
                terms := terms_of(shift, times)
            ) <= MOST_TERMS and terms * shift <= STEEPEST:
                return Spline(shift, times, terms)
        parts = evidence(self.factors)
        lows, highs = zip(*(part.reach() for part in parts), strict=True)
        kept = tuple(1.0 - missing for missing in self.missing())
        return Smooth(Contour(parts), (math.fsum(lows), math.fsum(highs)), (kept[0], kept[1]))

    def missing(self) -> tuple[float, float]:
        """1 - prod (1 - missing), by the discrete factors alone."""
        each = [(curve.missing(), times) for curve, times in self.factors if isinstance(curve, Discrete)]
        return tuple(-math.expm1(math.fsum(n * math.log1p(-m[i]) for m, n in each)) for i in (0, 1))  # type: ignore[return-value]

    def steady(self) -> tuple[float, float] | None:
        """Bounded evidence beside one Gaussian."""
        mu = math.fsum(curve.shift for curve, _ in self.factors if isinstance(curve, Gaussian))
        rest = [part for part in evidence(self.factors) if not isinstance(part, Normal)]
        most = math.fsum(max(abs(end) for end in part.reach()) for part in rest)
        return (mu, most) if math.isfinite(most) else None

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
    """Equal factors counted together, in the order of what they are stored as."""
    counts: dict[Curve, int] = {}
    for curve, times in factors:
        counts[curve] = counts.get(curve, 0) + times
    ordered = sorted(counts.items(), key=lambda item: (type(item[0]).__name__, repr(item[0])))
    return Composed(tuple(ordered))


def evidence(factors: tuple[Factor, ...]) -> tuple[Evidence, ...]:
    """The parts whose log M add, the families of two numbers gathered into arrays."""
    parts: list[Evidence] = []
    two_point: list[tuple[float, int]] = []
    two_sided: list[tuple[float, int]] = []
    for curve, times in factors:
        match curve:
            case Gaussian(shift):
                parts.append(Normal(shift * math.sqrt(times)))
            case Pure(loss):
                two_point.append((loss, times))
            case Laplace(shift):
                two_sided.append((shift, times))
            case Poisson() | Discrete():
                parts.append(curve.evidence(times))
            case Group(probability=0.0):
                parts.append(Points(*_group(curve)[:2], times))
            case _:
                raise DpError(
                    f"The composition of these curves ({type(curve).__name__}) has no closed form here and is not "
                    "available yet.",
                    "charge them one by one",
                )
    if two_point:
        parts.append(TwoPoint(*_columns(two_point)))
    if two_sided:
        parts.append(TwoSided(*_columns(two_sided)))
    return tuple(parts)


def _columns(pairs: list[tuple[float, int]]) -> tuple[Array, Array]:
    return np.array([p[0] for p in pairs]), np.array([float(p[1]) for p in pairs])


def _points(curve: Curve, times: int) -> tuple[Array, Array, float] | None:
    """(points, weights under Q, their relative error) of `times` equal discrete factors, if they are few enough."""
    match curve:
        case Pure(loss) if times <= MOST_ATOMS:
            return binomial(loss, times)
        case Group(probability=0.0) | Discrete():
            at, weight, lost = _group(curve) if isinstance(curve, Group) else (*curve.common()[:2], 4.0 * UNIT)
            if len(at) ** times > MOST_ATOMS:
                return None
            return outer([(at, weight, lost)] * times)
    return None


def _size(curve: Curve, times: int) -> int:
    """How many points there are before underflow."""
    if isinstance(curve, Pure):
        return times + 1
    return int((curve.size + 1 if isinstance(curve, Group) else len(curve.common()[0])) ** times)  # type: ignore[attr-defined]


def _group(curve: Group) -> tuple[Array, Array, float]:
    """The k+1 losses (k - 2j) epsilon of a group and their weights: differences of the corners, as products."""
    size, loss = curve.size, curve.loss
    kink = 1.0 / (1.0 + math.exp(loss))
    index = np.arange(1.0, size)
    # under P: the flattest line beyond the first corner, the steepest before the last
    first, last = 1.0 / (1.0 + math.exp(-loss)), kink * math.exp(-(size - 1) * loss)
    under_p = np.concatenate(([first], kink * np.exp(-index * loss) * math.expm1(loss), [last]))
    at = (2.0 * np.arange(size + 1.0) - size) * loss
    return at, under_p * np.exp(at), (16.0 + 8.0 * size * loss) * UNIT

"""The representation of a factor in each numerical method: M for contours, masses on a lattice, points for sums."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.curve import Curve, Losses
from dpcore.tradeoff.exact.finite import MOST_ATOMS, MOST_TIMES, MOST_TRIPLES, binomial, outer, three_points, two_points
from dpcore.tradeoff.family.bounded_range import BoundedRange
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.group import Group
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import STEEPEST, Pure
from dpcore.tradeoff.pld.connect_dots import dots, outline
from dpcore.tradeoff.pld.mass import Mass, band, points, two_sided
from dpcore.tradeoff.saddlepoint.laplace_mgf import TwoPoint, TwoSided
from dpcore.tradeoff.saddlepoint.mgf import Evidence, Normal, Points

Factor = tuple[Curve, int]


def evidence(factors: tuple[Factor, ...]) -> tuple[Evidence, ...]:
    """The terms of log M; pure and Laplace factors are gathered into arrays."""
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
            case Group(_, loss, _, units) if far(curve):
                # only the extreme losses are used
                two_point.append((units * loss, times))
            case Poisson():
                parts.append(curve.evidence(times))
            case _ if losses := curve._points():
                parts.append(Points(*losses[:2], times))
            case _:
                parts.append(outline(curve, times))
    if two_point:
        parts.append(TwoPoint(*_columns(two_point)))
    if two_sided:
        parts.append(TwoSided(*_columns(two_sided)))
    return tuple(parts)


def masses(factors: tuple[Factor, ...], step: float) -> list[Mass]:
    """Bounded factors on a lattice; few equal points are convolved first, so that they are rounded to it only once."""
    parts: list[Mass] = []
    for curve, times in factors:
        if isinstance(curve, Laplace):
            parts.append(two_sided(curve.shift, times, step))
        elif isinstance(curve, BoundedRange) and curve.loss <= STEEPEST:
            parts.append(band(curve.loss, times, step))
        elif gathered := list_points(curve, times):
            parts.append(points(gathered[0], gathered[1], 1, step, gathered[2]))
        elif losses := curve._points():
            parts.append(points(losses[0], losses[1], times, step, losses[2]))
        else:
            parts.append(dots(curve, times, step))
    return parts


def general(curve: Curve) -> bool:
    """Whether the curve is known through delta only."""
    return not isinstance(curve, Gaussian | Pure | Laplace | Poisson) and curve._points() is None


def far(curve: Curve) -> bool:
    """Whether the weights of its losses underflow, so that no transform can be formed."""
    return isinstance(curve, Group) and curve.far()


@lru_cache(maxsize=64)
def reach(curve: Curve, times: int) -> tuple[float, float]:
    """The largest -X and the largest X of `times` releases, rounded up; inf for unbounded noise."""
    if general(curve):
        return times * _pure(curve.inverse())[1], times * _pure(curve)[1]
    (part,) = evidence(((curve, times),))
    low, high = part.reach()
    return -low, high


def levels(factors: tuple[Factor, ...], orders: Array) -> Array:
    """log E_Q e^{sX} at s > 0, rounded up; s(s+1) mu^2 / 2 for general curves."""
    total = np.zeros_like(orders)
    for part in evidence(tuple(factor for factor in factors if not general(factor[0]))):
        value, lost = part.levels(orders)
        total += value + lost + 8.0 * UNIT * np.abs(value)
    rest = math.fsum(times * _gentle(curve) ** 2 for curve, times in factors if general(curve))
    return total + 0.5 * orders * (1.0 + orders) * rest * (1.0 + 16.0 * UNIT)


def _gentle(curve: Curve) -> float:
    """mu with D_a <= a mu^2 / 2 for each a >= 1: that of G_mu below f, and epsilon (Bun & Steinke 2016)."""
    if isinstance(curve, BoundedRange):
        # log(sinh(z e) / z) is concave in z^2, so that D_a / a is largest at a = 1
        return math.sqrt(2.0 * curve.moments().kl) * (1.0 + 1e-9)
    return min(curve.mu(), max(reach(curve, 1)))


def last(curve: Curve, times: int) -> float:
    """The largest value of X; a lower bound if it is known through epsilon(0) only."""
    return times * _pure(curve)[0] if general(curve) else reach(curve, times)[1]


def _pure(curve: Curve) -> tuple[float, float]:
    """(lower, upper) of epsilon(0)."""
    low, high = curve._epsilon_bounds(np.zeros(1))
    return float(low[0]), float(high[0])


def _columns(pairs: list[tuple[float, int]]) -> tuple[Array, Array]:
    return np.array([p[0] for p in pairs]), np.array([float(p[1]) for p in pairs])


def list_points(curve: Curve, times: int) -> Losses | None:
    """(points, weights under Q, their relative error) of `times` equal discrete factors, if they are few enough."""
    match curve:
        case Pure(loss) if times <= MOST_TIMES:
            return binomial(loss, times)
        case _ if losses := curve.corners() if isinstance(curve, Group) and curve.far() else curve._points():
            at, weight, lost = losses
            if len(at) == 1 or (len(at) ** min(times, 64) <= MOST_ATOMS and times < 64):
                return outer([(at, weight, lost)] * times) if len(at) > 1 else (times * at, weight**times, times * lost)
            listed = two_points if len(at) == 2 else three_points
            if len(at) > 3 or times > (MOST_TIMES if len(at) == 2 else MOST_TRIPLES):
                return None
            x, weights, more = listed(at, weight, times)
            order = np.argsort(x, kind="stable")
            return x[order], weights[order], more + times * lost
    return None


def size(curve: Curve, times: int) -> int:
    """The number of points, including points whose weight underflows."""
    if isinstance(curve, Pure):
        return times + 1
    losses = curve._points()
    return len(losses[0]) ** times if losses and times < 64 else 0

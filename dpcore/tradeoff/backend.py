"""The representation of a factor in each numerical method: M for contours, masses on a lattice, points for sums."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.exact.finite import MOST_ATOMS, MOST_TIMES, MOST_TRIPLES, binomial, outer, three_points, two_points
from dpcore.tradeoff.family import mixture
from dpcore.tradeoff.family.bounded_range import BoundedRange
from dpcore.tradeoff.family.discrete import Discrete
from dpcore.tradeoff.family.failure import Failure
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.group import Group
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.mixture import Mixture
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.family.pure import Pure
from dpcore.tradeoff.family.subsample import Subsampled
from dpcore.tradeoff.pld.connect_dots import dots, never, outline
from dpcore.tradeoff.pld.pld import Comb, band, points, two_sided
from dpcore.tradeoff.saddlepoint.mgf import Evidence, Normal, Points, TwoPoint, TwoSided

Factor = tuple[Curve, int]
# Beyond the first, e^(2 epsilon) overflows; beyond the second, e^-epsilon underflows.
_STEEP, _LONGEST = 300.0, 690.0


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
                # only its ends are used
                two_point.append((units * loss, times))
            case Poisson() | Discrete():
                parts.append(curve.evidence(times))
            case _ if few := _plain(curve):
                parts.append(Points(*few[:2], times))
            case _:
                parts.append(outline(curve, times))
    if two_point:
        parts.append(TwoPoint(*_columns(two_point)))
    if two_sided:
        parts.append(TwoSided(*_columns(two_sided)))
    return tuple(parts)


def combs(factors: tuple[Factor, ...], step: float) -> list[Comb]:
    """Bounded factors on a lattice; few equal points are convolved first, so that they are rounded to it only once."""
    parts: list[Comb] = []
    for curve, times in factors:
        if isinstance(curve, Laplace):
            parts.append(two_sided(curve.shift, times, step))
        elif isinstance(curve, BoundedRange) and curve.loss <= _LONGEST:
            parts.append(band(curve.loss, times, step))
        elif gathered := listed(curve, times):
            parts.append(points(gathered[0], gathered[1], 1, step, gathered[2]))
        elif one := _once(curve):
            parts.append(points(one[0], one[1], times, step, one[2]))
        else:
            parts.append(dots(curve, times, step))
    return parts


def general(curve: Curve) -> bool:
    """Whether the curve is known through delta only."""
    return not isinstance(curve, Gaussian | Pure | Laplace | Poisson) and _plain(curve) is None


def far(curve: Curve) -> bool:
    """Whether the weights of its losses underflow, so that no transform can be formed."""
    return isinstance(curve, Group) and curve.probability == 0.0 and curve.size * curve.loss > _LONGEST


def _once(curve: Curve) -> tuple[Array, Array, float] | None:
    """(points, weights under Q, their relative error) of one release, however many points there are."""
    return binomial(curve.loss, 1) if isinstance(curve, Pure) else _plain(curve)


def _plain(curve: Curve) -> tuple[Array, Array, float] | None:
    """(points, weights under Q, their relative error) if no weight underflows; None if the loss is not discrete."""
    match curve:
        case Group(probability=0.0) if not far(curve):
            return _group(curve)
        case Discrete():
            return *curve.common()[:2], 4.0 * UNIT
        case Subsampled(Pure(loss), rate) if loss <= _STEEP:
            # delta = p delta_f(log(1 + (e^x - 1) / p)) is one line in e^x up to where it ends
            end, share = math.log1p(rate * math.expm1(loss)), 1.0 / (1.0 + math.exp(loss))
            weight = share * np.array([1.0, (1.0 - rate) * math.expm1(loss), math.exp(end)])
            return np.array([-end, 0.0, end]), weight, 32.0 * UNIT * (1.0 + end)
        case Mixture(Pure(loss)) if loss > _LONGEST:
            return None
        case Mixture(inner):
            few = _once(inner)
            return few and mixture.points(curve, few, missing(inner))
    return None


def missing(curve: Curve) -> tuple[float, float]:
    """(Q(X = inf), P(X = -inf))."""
    if isinstance(curve, Discrete):
        return curve.missing()
    if isinstance(curve, Mixture):
        return mixture.missing(curve, missing(curve.curve))
    if isinstance(curve, Failure):
        rest = [part * (1.0 - curve.probability) for part in missing(curve.curve)]
        return curve.probability + rest[0], curve.probability + rest[1]
    return (never(curve), never(curve.inverse())) if general(curve) else (0.0, 0.0)


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


def listed(curve: Curve, times: int) -> tuple[Array, Array, float] | None:
    """(points, weights under Q, their relative error) of `times` equal discrete factors, if they are few enough."""
    match curve:
        case Pure(loss) if times <= MOST_TIMES:
            return binomial(loss, times)
        case _ if few := _group(curve) if isinstance(curve, Group) and far(curve) else _plain(curve):
            at, weight, lost = few
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
    """The number of points, including those that underflow."""
    if isinstance(curve, Pure):
        return times + 1
    few = _plain(curve)
    return len(few[0]) ** times if few and times < 64 else 0


def _group(curve: Group) -> tuple[Array, Array, float]:
    """The k+1 losses (k - 2j) epsilon of a group and their weights: differences of the corners, as products."""
    size, loss = curve.size, curve.loss
    kink = 1.0 / (1.0 + math.exp(loss))
    index = np.arange(1.0, size)
    # the flattest line beyond the first corner, the steepest before the last; weights that underflow are omitted
    first, last = 1.0 / (1.0 + math.exp(-loss)), kink * math.exp(-(size - 1) * loss)
    with np.errstate(under="ignore"):
        weight = np.concatenate(([first], kink * np.exp(-index * loss) * math.expm1(loss), [last]))[::-1]
    at = (2.0 * np.arange(size + 1.0) - size) * loss
    return at[weight > 0.0], weight[weight > 0.0], (16.0 + 8.0 * size * loss) * UNIT

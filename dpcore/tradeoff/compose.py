r"""Composition, group privacy and sampling: the one module that knows which curves combine in closed form.

Tensor product: T(P,Q) tensor T(P',Q') = T(PxP', QxQ'), the curve of both releases, tight and adaptive (Dong, Roth &
Su 2022, Thm 3.2). Closed forms: Gaussians add in mu^2, failures multiply their complements, the identity is neutral;
other products are a `Composed`, whose modules are imported with the first such product.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NoReturn

from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.tradeoff.argument import LARGEST, SMALLEST, UNIT, items_of, parameter
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.bounded_range import BoundedRange
from dpcore.tradeoff.family.direction import Either
from dpcore.tradeoff.family.failure import Failure, together
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.group import Group
from dpcore.tradeoff.family.iterate import MOST_ROUNDS, Iterated
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.mixture import poisson
from dpcore.tradeoff.family.pure import Identity, Pure
from dpcore.tradeoff.family.subsample import Subsampled

Sampling = Literal["uniform", "poisson"]
MOST = 10**6
# Beyond this e^epsilon may overflow; such an epsilon gives no protection.
_STEEPEST = 300.0


def compose(curves: Iterable[Curve]) -> Curve:
    """The curve of all these releases together, in any order; the identity for no releases."""
    return _tensor([(curve, 1) for curve in _check_curves(curves)])


def repeat(curve: Curve, times: int) -> Curve:
    """The curve of `times` releases with this curve, times in [1, 1000000]."""
    return _tensor([(curve, whole(times, "`times` of `repeat`", low=1, high=MOST))])


def many(curve: Curve, times: object, what: str) -> Curve:
    """`repeat` for counts up to 10^18, which occur in products of products."""
    return _tensor([(curve, whole(times, what, low=1, high=10**18))])


def group(curve: Curve, size: int) -> Curve:
    """1 - (1-f)^{o size}: the curve for neighbours that differ in `size` units, size in [1, 1000000]."""
    size = whole(size, "`size` of `group`", low=1, high=MOST)
    match curve:
        case Identity():
            return curve
        case _ if size == 1:
            return curve
        case Gaussian(shift):
            return Gaussian(parameter(_up(shift * size), "mu of a group"))
        case Laplace(shift):
            return Laplace(parameter(_up(shift * size), "epsilon of a group"))
        case BoundedRange(loss):
            return BoundedRange(parameter(_up(loss * size), "epsilon of a group"))
        case Group(inner, loss, probability, before):
            return Group(inner, loss, probability, whole(before * size, "`size` of `group`", low=1, high=MOST))
        case Pure(loss):
            return Group(curve, _gentle(loss), 0.0, size)
        case Failure(Identity(), probability, least):
            return with_failure(Identity(), _up(probability * size), math.nextafter(least * size, 0.0))
        case Failure(Pure(loss), probability):
            return Group(curve, _gentle(loss), probability, size)
        case Iterated(inner, before):
            return group(inner, before * size)
    return Iterated(curve, size) if size <= MOST_ROUNDS else _too_many(size)


def _is_either(curve: Curve) -> bool:
    """Whether adding and removing have separate curves, also inside a group or a failure."""
    while isinstance(curve, Iterated | Failure):
        curve = curve.curve
    return isinstance(curve, Either)


def subsample(curve: Curve, rate: float, sampling: Sampling = "uniform") -> Curve:
    """A release on a sample, rate in [0, 1]; see `Curve.subsample`."""
    share = real(rate, "`rate` of `subsample`", at_least=0.0, at_most=1.0)
    if not isinstance(sampling, str) or sampling not in ("uniform", "poisson"):
        raise DpError(
            '`sampling` of `subsample` must be "uniform" or "poisson". Got {sampling}.', sampling=shown(sampling)
        )
    if share == 0.0 or isinstance(curve, Identity):
        return Identity()
    both = _is_either(curve)
    symmetric = curve.inverse() == curve and not both
    if sampling == "poisson":
        if share == 1.0:
            return curve if symmetric or both else Either(curve, curve.inverse())
        return poisson(curve, max(share, SMALLEST))
    if share == 1.0:
        return curve
    if not symmetric:
        raise DpError(
            "`subsample` is for neighbours that replace a unit, whose curve is its own inverse.",
            'for neighbours that add or remove one say sampling="poisson"; symmetrize() where both orders hold',
        )
    if isinstance(curve, Subsampled):
        # a sample of a sample has the product of the rates: C_p(C_q(f)) = C_pq(f)
        return Subsampled(curve.curve, max(_both(share, curve.rate), SMALLEST))
    return Subsampled(curve, max(share, SMALLEST))


def with_failure(curve: Curve, delta: float, least: float | None = None) -> Curve:
    """Curve tensor f_{0,delta}, delta in [0, 1), rounded up; `least` is its lower bound, if given."""
    if delta >= 1.0:
        raise DpError("These releases together fail with probability 1, to double precision: nothing is promised.")
    return Failure(curve, delta, delta if least is None else least) if delta > 0.0 else curve


def _tensor(counted: list[tuple[Curve, int]]) -> Curve:
    counted = _flat(counted)
    if any(isinstance(curve, Either) for curve, _ in counted):
        # A unit is added in all releases, or removed in all of them: each direction is composed separately.
        ways = [[(_way(curve, first), times) for curve, times in counted] for first in (True, False)]
        return Either(_tensor(ways[0]), _tensor(ways[1]))
    gaussians = [(curve.shift, times) for curve, times in counted if isinstance(curve, Gaussian)]
    failures = [((curve.least, curve.probability), times) for curve, times in counted if isinstance(curve, Failure)]
    others = [(curve, times) for curve, times in counted if not isinstance(curve, Gaussian | Failure)]
    rest = sum(times for _, times in others)
    if not others:
        core = _gaussian(gaussians)
    elif rest == 1 and not gaussians:
        core = others[0][0]
    else:
        core = _product([*others, *([(_gaussian(gaussians), 1)] if gaussians else [])])
    if not failures:
        return core
    least, most = together(failures)
    return with_failure(core, most, least)


def _flat(counted: list[tuple[Curve, int]]) -> list[tuple[Curve, int]]:
    """The factors of products and failures; identities are omitted."""
    flat: list[tuple[Curve, int]] = []
    for curve, times in counted:
        match curve:
            case Identity():
                pass
            case Failure(inner, probability, least):
                flat += [(Failure(Identity(), probability, least), times), *_flat([(inner, times)])]
            case _:
                flat += [(factor, times * count) for factor, count in factors(curve)]
    return flat


def factors(curve: Curve) -> tuple[tuple[Curve, int], ...]:
    """The factors of a product with their multiplicities; any other curve is its own factor."""
    if isinstance(curve, Gaussian | Pure | Laplace | BoundedRange):
        return ((curve, 1),)
    from dpcore.tradeoff.composed import Composed

    return curve.factors if isinstance(curve, Composed) else ((curve, 1),)


def _product(counted: list[tuple[Curve, int]]) -> Curve:
    """The curve of a product without a closed form. Raises DpError for factors that cannot be composed."""
    from dpcore.tradeoff.composed import product
    from dpcore.tradeoff.representation import evidence

    core = product(counted)
    evidence(core.factors)
    return core


def _way(curve: Curve, first: bool) -> Curve:
    return (curve.first if first else curve.second) if isinstance(curve, Either) else curve


def _gaussian(charges: list[tuple[float, int]]) -> Curve:
    """sqrt(sum mu^2) rounded up, exactly: a single mu is returned unchanged."""
    if not charges:
        return Identity()
    total = sum((times * Fraction(mu) ** 2 for mu, times in charges), Fraction(0))
    root = math.hypot(*(mu * math.sqrt(times) for mu, times in charges))
    root = root * (1.0 - 4.0 * UNIT)
    while Fraction(root) ** 2 < total:
        root = math.nextafter(root, math.inf)
    return Gaussian(parameter(root, f"mu of a composition, at most {LARGEST:g},"))


def _both(rate: float, other: float) -> float:
    """The product of two rates, rounded up if it is inexact."""
    product = rate * other
    return product if Fraction(product) >= Fraction(rate) * Fraction(other) else _up(product)


def _up(value: float) -> float:
    return math.nextafter(value, math.inf)


def _gentle(loss: float) -> float:
    if loss > _STEEPEST:
        raise DpError(
            "`epsilon` of a curve whose group is asked must be at most {steepest:g}. Got {loss:g}.",
            steepest=_STEEPEST,
            loss=loss,
        )
    return loss


def _check_curves(curves: Iterable[Curve]) -> list[Curve]:
    items: list[Curve] | None = items_of(curves)
    for curve in [curves] if items is None else items:
        if items is None or not isinstance(curve, Curve):
            raise DpError(
                "`compose` takes a list of trade-off curves. Got {curve}.",
                "build them with dp.tradeoff.gaussian(mu), pure(epsilon), ...",
                curve=type(curve).__name__,
            )
    return items or []


def _too_many(size: int) -> NoReturn:
    raise DpError(
        "The group of a curve without a closed form can have at most {most_rounds} units. Got {size}.",
        "Gaussian, Laplace and pure curves have one for groups of any size",
        most_rounds=MOST_ROUNDS,
        size=size,
    )

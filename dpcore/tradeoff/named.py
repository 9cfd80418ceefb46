"""Constructors by name, from numbers and from plain JSON. Stored curves must always load: add names, never rename."""

from __future__ import annotations

from typing import Any

from dpcore.errors import DpError
from dpcore.number import real, shown
from dpcore.tradeoff.argument import LARGEST, parameter
from dpcore.tradeoff.compose import compose, group, many, subsample, with_failure
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.bounded_range import BoundedRange
from dpcore.tradeoff.family.direction import Both, Either
from dpcore.tradeoff.family.discrete import discrete
from dpcore.tradeoff.family.gaussian import Gaussian
from dpcore.tradeoff.family.laplace import Laplace
from dpcore.tradeoff.family.mixture import Mixture
from dpcore.tradeoff.family.poisson import Poisson, check
from dpcore.tradeoff.family.pure import Identity, Pure

# The most nested levels of a stored curve, so that reading cannot exceed Python's recursion limit.
_DEEPEST = 100


def identity() -> Curve:
    """Id(alpha) = 1 - alpha: no privacy loss."""
    return Identity()


def gaussian(mu: float) -> Curve:
    """G_mu = T(N(0,1), N(mu,1)), mu in [0, 1e6]: Gaussian noise of sigma = l2_sensitivity / mu."""
    shift = parameter(mu, "`mu` of `gaussian`")
    return Gaussian(shift) if shift else Identity()


def pure(epsilon: float) -> Curve:
    """f_{epsilon,0}, epsilon in [0, 1e6]: the guarantee of every epsilon-DP mechanism."""
    loss = parameter(epsilon, "`epsilon` of `pure`")
    return Pure(loss) if loss else Identity()


def laplace(epsilon: float) -> Curve:
    """T(Lap(0,1), Lap(epsilon,1)), epsilon in [0, 1e6]: continuous Laplace noise of scale l1_sensitivity / epsilon."""
    shift = parameter(epsilon, "`epsilon` of `laplace`")
    return Laplace(shift) if shift else Identity()


def bounded_range(epsilon: float) -> Curve:
    """(1 - alpha) / (1 + (e^epsilon - 1) alpha), epsilon in [0, 1e6]: log likelihood ratios in a band of that width.

    The exponential mechanism has a band of rate times the range of the score's change; a pure epsilon-DP release that
    is not known to be of bounded range books pure(epsilon), or bounded_range(2 epsilon).
    """
    band = parameter(epsilon, "`epsilon` of `bounded_range`")
    return BoundedRange(band) if band else Identity()


def approximate(epsilon: float, delta: float) -> Curve:
    """f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}, delta in [0, 1): the guarantee of (epsilon, delta)-DP."""
    loss = parameter(epsilon, "`epsilon` of `approximate`")
    failed = real(delta, "`delta` of `approximate`", at_least=0.0, below=1.0)
    return with_failure(Pure(loss) if loss else Identity(), failed)


def subsampled_gaussian(rate: float, noise_multiplier: float, steps: int = 1) -> Curve:
    """`steps` of Gaussian noise on a Poisson sample, add/remove neighbours: both directions, composed separately.

    Each unit is sampled with probability `rate` in [0, 1]; noise_multiplier = sigma / l2_sensitivity in [1e-6, 1e9].
    """
    share, mu, count = check(rate, noise_multiplier, steps)
    if share == 0.0:
        return Identity()
    if share == 1.0:
        return many(Gaussian(mu), count, "`steps` of `subsampled_gaussian`")
    return many(Either(Poisson(mu, share, False), Poisson(mu, share, True)), count, "`steps` of `subsampled_gaussian`")


def from_dict(stored: dict[str, Any]) -> Curve:
    """The curve stored by `to_dict`."""
    return _read(stored, 0)


def _read(stored: object, depth: int) -> Curve:
    if depth > _DEEPEST:
        raise DpError(
            "A stored trade-off curve nests curves more than {deepest} deep.",
            "Store its parts one by one.",
            deepest=_DEEPEST,
        )
    if not isinstance(stored, dict) or not isinstance(stored.get("family", ""), str):
        raise DpError("A stored trade-off curve must be a dict with a `family`. Got {stored}.", stored=shown(stored))
    match stored:
        case {"family": "identity", **rest} if not rest:
            return Identity()
        case {"family": "gaussian", "mu": mu, **rest} if not rest:
            return gaussian(mu)
        case {"family": "pure", "epsilon": epsilon, **rest} if not rest:
            return pure(epsilon)
        case {"family": "laplace", "epsilon": epsilon, **rest} if not rest:
            return laplace(epsilon)
        case {"family": "bounded_range", "epsilon": epsilon, **rest} if not rest:
            return bounded_range(epsilon)
        case {"family": "failure", "delta": delta, "curve": curve, **rest} if rest.keys() <= {"least"}:
            chance = real(delta, "`delta` of a stored curve", at_least=0.0, below=1.0)
            least = real(rest.get("least", chance), "`least` of a stored curve", at_least=0.0, at_most=chance)
            return with_failure(_read(curve, depth + 1), chance, least)
        case {"family": "discrete", "p": p, "q": q, **rest} if not rest:
            return discrete(p, q)
        case {"family": "compose", "parts": [*parts], **rest} if not rest:
            return compose([_part(part, depth) for part in parts])
        case {"family": "poisson", "mu": mu, "rate": rate, "adding": bool(adding), **rest} if not rest:
            return Poisson(
                real(mu, "`mu` of a stored curve", above=0.0, at_most=LARGEST),
                real(rate, "`rate` of a stored curve", above=0.0, below=1.0),
                adding,
            )
        case {"family": "mixture", "rate": rate, "adding": bool(adding), "curve": curve, **rest} if not rest:
            share = real(rate, "`rate` of a stored curve", above=0.0, below=1.0)
            return Mixture(_read(curve, depth + 1), share, adding)
        case {"family": "subsample", "rate": rate, "curve": curve, **rest} if not rest:
            return subsample(_read(curve, depth + 1), rate)
        case {"family": "hull", "curve": curve, **rest} if not rest:
            return _read(curve, depth + 1).symmetrize()
        case {"family": "either", "first": first, "second": second, **rest} if not rest:
            return Either(_read(first, depth + 1), _read(second, depth + 1))
        case {"family": "both", "first": first, "second": second, **rest} if not rest:
            return Both(_read(first, depth + 1), _read(second, depth + 1))
        case {"family": "group", "size": size, "curve": curve, **rest} if not rest:
            return group(_read(curve, depth + 1), size)
    raise _unknown(stored)


def _unknown(stored: object) -> DpError:
    return DpError(
        "No trade-off curve is stored as {stored}.",
        'write it with curve.to_dict(), for example {{"family": "gaussian", "mu": 0.5}}',
        stored=shown(stored),
    )


def _part(stored: object, depth: int) -> Curve:
    match stored:
        case {"times": times, "curve": curve, **rest} if not rest:
            return many(_read(curve, depth + 1), times, "`times` of a stored curve")
    raise DpError("A part of a stored composition must have `times` and `curve`. Got {stored}.", stored=shown(stored))

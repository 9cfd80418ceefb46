"""The families by name: from numbers, and from plain JSON. What was written once loads for ever: add, never rename."""

from __future__ import annotations

from typing import Any

from dpcore.errors import DpError
from dpcore.number import real, shown
from dpcore.tradeoff.compose import group, with_failure
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.domain import parameter
from dpcore.tradeoff.gaussian import Gaussian
from dpcore.tradeoff.laplace import Laplace
from dpcore.tradeoff.pure import Identity, Pure

# A stored curve is a short chain; what nests deeper was not written by `to_dict`.
_DEEPEST = 8


def identity() -> Curve:
    """Id(alpha) = 1 - alpha: nothing is released."""
    return Identity()


def gaussian(mu: float) -> Curve:
    """G_mu = T(N(0,1), N(mu,1)), mu in [0, 1e6]: what Gaussian noise of sigma = l2_sensitivity / mu promises."""
    shift = parameter(mu, "`mu` of `gaussian`")
    return Gaussian(shift) if shift else Identity()


def pure(epsilon: float) -> Curve:
    """f_{epsilon,0}, epsilon in [0, 1e6]: what every epsilon-DP mechanism promises."""
    loss = parameter(epsilon, "`epsilon` of `pure`")
    return Pure(loss) if loss else Identity()


def laplace(epsilon: float) -> Curve:
    """T(Lap(0,1), Lap(epsilon,1)), epsilon in [0, 1e6]: real Laplace noise of scale l1_sensitivity / epsilon."""
    shift = parameter(epsilon, "`epsilon` of `laplace`")
    return Laplace(shift) if shift else Identity()


def approximate(epsilon: float, delta: float) -> Curve:
    """f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}, delta in [0, 1): what (epsilon, delta)-DP promises."""
    loss = parameter(epsilon, "`epsilon` of `approximate`")
    failed = real(delta, "`delta` of `approximate`", at_least=0.0, below=1.0)
    return with_failure(Pure(loss) if loss else Identity(), failed)


def from_dict(stored: dict[str, Any]) -> Curve:
    """The curve that `to_dict` wrote."""
    return _read(stored, 0)


def _read(stored: object, depth: int) -> Curve:
    if not isinstance(stored, dict) or depth > _DEEPEST:
        raise DpError(f"A stored trade-off curve must be a dict with a `family`. Got {shown(stored)}.")
    match stored:
        case {"family": "identity", **rest} if not rest:
            return Identity()
        case {"family": "gaussian", "mu": mu, **rest} if not rest:
            return gaussian(mu)
        case {"family": "pure", "epsilon": epsilon, **rest} if not rest:
            return pure(epsilon)
        case {"family": "laplace", "epsilon": epsilon, **rest} if not rest:
            return laplace(epsilon)
        case {"family": "failure", "delta": delta, "curve": curve, **rest} if not rest:
            chance = real(delta, "`delta` of a stored curve", at_least=0.0, below=1.0)
            return with_failure(_read(curve, depth + 1), chance)
        case {"family": "group", "size": size, "curve": curve, **rest} if not rest:
            return group(_read(curve, depth + 1), size)
    raise DpError(
        f"No trade-off curve is stored as {shown(stored)}.",
        'write it with curve.to_dict(), for example {"family": "gaussian", "mu": 0.5}',
    )

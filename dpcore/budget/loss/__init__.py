r"""The privacy loss of one mechanism about one unit: a trade-off curve, and the exact amounts that each account books.

A closed set of losses; a loss is all that the ledger records of a mechanism. Amounts are exact fractions, added exactly
and rounded up once. If an account cannot express a loss, the amount is None, which exceeds every limit.

Gaussian       Gaussian noise: mu^2, exactly (Dong, Roth & Su 2022, Cor. 3.3); no epsilon
Pure           any epsilon-DP release, such as discrete Laplace noise: epsilon; mu = -2 Phi^-1(1/(1+e^epsilon))
Laplace        real Laplace noise, rounded: epsilon; mu = -2 Phi^-1(e^{-epsilon/2}/2)
BoundedRange   the exponential mechanism: epsilon, and the mu of epsilon/2 (Dong, Durfee & Rogers 2020)
Approximate    any (epsilon, delta)-DP release: the mu of epsilon, and in addition delta; no epsilon
Subsampled     steps of Gaussian noise, each on a Poisson sample: mu of the composed curve at a delta, and that delta

The mu of a pure loss is the smallest for which G_mu lies below its curve. So products of curves lie above G of the
summed mu^2, even if losses are chosen adaptively.

Laws, because ledgers store losses: a stored kind of loss is never removed, and its name is never given to another kind;
a parameter may only become optional; the amounts for given parameters never change. A better bound of an old mechanism
is a new loss with a new name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, final

from dpcore.budget.loss.approximate import Approximate
from dpcore.budget.loss.base import Loss
from dpcore.budget.loss.gaussian import Gaussian
from dpcore.budget.loss.pure import BoundedRange, Laplace, Pure
from dpcore.budget.loss.subsampled import Subsampled
from dpcore.errors import DpError
from dpcore.number import fraction, shown

__all__ = [
    "LOSSES",
    "Approximate",
    "BoundedRange",
    "Gaussian",
    "Laplace",
    "Loss",
    "Pure",
    "Subsampled",
    "UnknownLoss",
    "from_dict",
    "of_curve",
]

LOSSES: tuple[type[Loss], ...] = (Gaussian, Pure, Laplace, BoundedRange, Approximate, Subsampled)
"""All kinds of losses. A new kind is a class here and, if many of its kind compose tightly, weights in `many_pure`."""

_KINDS: Mapping[str, type[Loss]] = {kind.name: kind for kind in LOSSES}


@final
class UnknownLoss(DpError):
    """A loss that was written by a newer version."""


def from_dict(stored: Mapping[str, Any]) -> Loss:
    """The loss that `to_dict` wrote. Raises UnknownLoss if this version does not support it."""
    values = dict(stored)
    kind = _KINDS.get(str(values.pop("loss", None)))
    if kind is None or {field.name for field in fields(kind)} != values.keys():  # type: ignore[arg-type]
        raise UnknownLoss(
            "This version does not support the loss {loss}.", "Update the program.", loss=shown(dict(stored))
        )
    return kind(**{name: value if isinstance(value, int) else fraction(value) for name, value in values.items()})


def of_curve(stored: Mapping[str, Any]) -> Loss | None:
    """The loss for a curve in an older charge, written before charges named their losses; None if nothing was lost."""
    match stored:
        case {"family": "gaussian", "mu": mu}:
            return Gaussian(fraction(mu) ** 2)
        case {"family": "pure", "epsilon": epsilon}:
            return Pure(fraction(epsilon))
        case {"family": "laplace", "epsilon": epsilon}:
            return Laplace(fraction(epsilon))
    return None

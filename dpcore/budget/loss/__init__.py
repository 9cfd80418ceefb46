r"""What one release of noise may lose about one unit: a curve, and what each account books for it, exactly.

A closed set; it is all that the ledger is told of a mechanism. Amounts are exact fractions, so that they are added
exactly and rounded up once. An account that a loss does not fit books None: it is exceeded.

Gaussian       Gaussian noise: mu^2, without loss (Dong, Roth & Su 2022, Cor. 3.3); no epsilon
Pure           any epsilon-DP release, discrete Laplace noise among them: epsilon; mu = -2 Phi^-1(1/(1+e^epsilon))
Laplace        real Laplace noise, rounded: epsilon; mu = -2 Phi^-1(e^{-epsilon/2}/2)
BoundedRange   the exponential mechanism: epsilon, and the mu of half of it (Dong, Durfee & Rogers 2020)
Approximate    any (epsilon, delta)-DP release: the mu of epsilon, and delta beside it; no epsilon
Subsampled     steps of Gaussian noise, each on a Poisson sample: mu of the composed curve at a delta, beside it

The mu of a pure loss is the smallest whose G_mu lies under its curve, so that products of curves lie above G of the
summed mu^2, whoever chose the losses and when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, final

from dpcore.budget.loss.approximate import Approximate
from dpcore.budget.loss.base import Loss
from dpcore.budget.loss.gaussian import Gaussian
from dpcore.budget.loss.pure import BoundedRange, Laplace, Pure
from dpcore.budget.loss.subsampled import Subsampled
from dpcore.errors import DpError
from dpcore.number import shown

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
"""Every kind there is. A new one is a class here and, where many of it compose well, its weights in `joint`."""

_KINDS: Mapping[str, type[Loss]] = {kind.name: kind for kind in LOSSES}


@final
class UnknownLoss(DpError):
    """A loss that a newer version wrote."""


def from_dict(stored: Mapping[str, Any]) -> Loss:
    """The loss that `to_dict` wrote. Raises UnknownLoss for one that this version does not know."""
    values = dict(stored)
    kind = _KINDS.get(str(values.pop("loss", None)))
    if kind is None or {field.name for field in fields(kind)} != values.keys():  # type: ignore[arg-type]
        raise UnknownLoss(
            "This version does not know the loss {loss}.", "Update the program.", loss=shown(dict(stored))
        )
    return kind(**{name: value if isinstance(value, int) else Fraction(value) for name, value in values.items()})


def of_curve(stored: Mapping[str, Any]) -> Loss | None:
    """The loss of a curve as charges were written before they named their losses; None where nothing was lost."""
    match stored:
        case {"family": "gaussian", "mu": mu}:
            return Gaussian(Fraction(mu) ** 2)
        case {"family": "pure", "epsilon": epsilon}:
            return Pure(Fraction(epsilon))
        case {"family": "laplace", "epsilon": epsilon}:
            return Laplace(Fraction(epsilon))
    return None

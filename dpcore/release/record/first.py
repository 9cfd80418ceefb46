"""Reads and writes records of version 1: a noise law, its scales and one vector of noisy integers, no rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from dpcore.budget import loss as losses
from dpcore.budget.loss import Loss
from dpcore.mechanisms import Combined, DiscreteLaplaceNoise, Epsilon, GaussianNoise, LaplaceNoise, Mu, Price, recorded
from dpcore.number import fraction
from dpcore.queries.question.round import Drawn

FIELDS = {"law", "scales", "noisy"}
"""The fields of version 1 in place of rounds."""
LAWS = {"Gaussian": GaussianNoise, "Laplace": LaplaceNoise, "DiscreteLaplace": DiscreteLaplaceNoise}
"""Noise laws by the names used in version 1."""


def read(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of the present version for a record of version 1."""
    law, scales, noisy = (data.pop(name) for name in ("law", "scales", "noisy"))
    paid, mechanism = recorded(data["lane"], data["price"]), LAWS[law]
    loss = _first_loss(paid, law) if paid.total else None
    drawn_by = mechanism(tuple(map(fraction, scales)), loss)
    if data.get("combined"):
        return {**data, "rounds": ((Drawn(Combined(tuple(scales), type(paid) is Mu, loss), _rows(noisy)),),)}
    return {**data, "rounds": ((Drawn(drawn_by, _rows(noisy)),),)}


def write(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of version 1 for a record that `read` converted."""
    ((drawn,),) = data.pop("rounds")
    mechanism, law = drawn.mechanism, "Gaussian" if data["lane"] == Mu.recorded else "Laplace"
    if isinstance(mechanism, Combined):
        return {**data, "law": law, "scales": mechanism.stds, "noisy": drawn.noisy}
    names = {kind: name for name, kind in LAWS.items()}
    scales = tuple(float(scale) for scale in mechanism.scales)
    return {**data, "law": names[type(mechanism)], "scales": scales, "noisy": drawn.noisy}


def _first_loss(paid: Price, law: str) -> Loss:
    match paid:
        case Mu(squared):
            return losses.Gaussian(squared)
        case Epsilon(epsilon):
            return losses.Pure(epsilon) if law == "DiscreteLaplace" else losses.Laplace(epsilon)
        case _:
            assert_never(paid)


def _rows(noisy: Sequence[Sequence[float]]) -> tuple[tuple[int | float, ...], ...]:
    return tuple(tuple(row) for row in noisy)

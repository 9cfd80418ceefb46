"""MECHANISMS: additive noise on a statistic, or selection by score. The ledger receives only their privacy losses.

price       mu or epsilon, in exact fractions
additive    Laplace, discrete Laplace and (elliptical) Gaussian noise on integer statistics
combined    the average of several measurements
unknown     mechanisms of newer versions, which can only be displayed
exponential the exponential mechanism and permute-and-flip on scores
admissible  how much noise a smooth bound of the local sensitivity needs
smooth      noise scaled to smooth sensitivity

Compatibility rules, because every release names its mechanisms: a stored mechanism is never removed and its name never
reused; parameters may only become optional; the distribution for given parameters never changes. Another distribution
is a new mechanism with a new name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpcore.budget.loss import Loss
from dpcore.mechanisms.additive import (
    Additive,
    DiscreteLaplaceNoise,
    GaussianNoise,
    LaplaceNoise,
    additive,
    gaussian,
    laplace,
)
from dpcore.mechanisms.base import Mechanism, Spread
from dpcore.mechanisms.combined import Combined, combine, standardised
from dpcore.mechanisms.exponential import Exponential, PermuteAndFlip, epsilon_of, exponential, permute_and_flip, window
from dpcore.mechanisms.price import Epsilon, Kind, Mu, Price, kind_of, recorded, total
from dpcore.mechanisms.smooth import smooth
from dpcore.mechanisms.smooth_noise import SMOOTH, SmoothNoise
from dpcore.mechanisms.unknown import Unknown

MECHANISMS: tuple[type[Mechanism], ...] = (
    GaussianNoise,
    LaplaceNoise,
    DiscreteLaplaceNoise,
    Exponential,
    PermuteAndFlip,
    Combined,
    *SMOOTH,
)
"""Every mechanism that a record can name. To add one: a file that subclasses `Mechanism`, and a line here."""


def mechanism_from_dict(data: Mapping[str, Any], loss: Loss | None) -> Mechanism:
    """The mechanism that `Mechanism.to_dict` wrote; `Unknown` if this version does not support it."""
    kinds: dict[str, type[Mechanism]] = {kind.name: kind for kind in MECHANISMS}
    return kinds.get(str(data["mechanism"]), Unknown).from_dict(data, loss)


__all__ = [
    "MECHANISMS",
    "SMOOTH",
    "Additive",
    "Combined",
    "DiscreteLaplaceNoise",
    "Epsilon",
    "Exponential",
    "GaussianNoise",
    "Kind",
    "LaplaceNoise",
    "Mechanism",
    "Mu",
    "PermuteAndFlip",
    "Price",
    "SmoothNoise",
    "Spread",
    "Unknown",
    "additive",
    "combine",
    "epsilon_of",
    "exponential",
    "gaussian",
    "kind_of",
    "laplace",
    "mechanism_from_dict",
    "permute_and_flip",
    "recorded",
    "smooth",
    "standardised",
    "total",
    "window",
]

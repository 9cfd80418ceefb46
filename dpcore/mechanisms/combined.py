"""The average of several measurements of one statistic, weighted by inverse variance. It is post-processing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore import noise
from dpcore.budget.loss import Loss
from dpcore.errors import QueryError
from dpcore.mechanisms.additive import Additive, GaussianNoise
from dpcore.mechanisms.base import Mechanism, Spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.mechanisms.base import Integers

    Noisy = NDArray[Any]


@final
@dataclass(frozen=True)
class Combined(Mechanism):
    """The noise of an average.

    stds: the standard deviation of the noise on each coordinate, in grid units. normal: whether all parts, and so the
    average, have Gaussian noise. loss: the loss of the last measurement.
    """

    name: ClassVar[str] = "combined"
    cites: ClassVar[str] = "an average of several measurements, weighted by inverse variance"

    stds: tuple[float, ...]
    normal: bool
    loss: Loss | None

    def draw(self, exact: Integers) -> Integers:
        """Always raises QueryError: an average is computed from measurements that were already drawn."""
        raise QueryError(
            "An average of measurements cannot be drawn.", "Release the measurements first, then combine them."
        )

    def error(self, level: float) -> Spread:
        """From the standard deviations and the normal quantile; for Laplace noise, the larger of both quantiles."""
        factor = noise.Gaussian().quantile(level)
        if not self.normal:
            factor = max(factor, noise.Laplace().quantile(level) / noise.Laplace().std(1.0))
        return Spread(self.stds, tuple(factor * std for std in self.stds), factor)

    @property
    def size(self) -> str:
        """The standard deviation of each coordinate."""
        return ", ".join(f"{std:.6g}" for std in self.stds)

    def to_dict(self) -> dict[str, Any]:
        """The name, the standard deviations, and whether the noise is Gaussian."""
        return {"mechanism": self.name, "stds": list(self.stds), "normal": self.normal}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote."""
        return cls(tuple(float(std) for std in data["stds"]), bool(data["normal"]), loss)


def combine(parts: Sequence[tuple[Mechanism, Noisy]]) -> tuple[Combined, Noisy] | None:
    """The average of measurements (mechanism, noisy of shape (coordinates, cells)); None unless all noise is additive.

    Each coordinate is averaged with weights 1 / variance of its noise. Public coordinates (scale 0) are equal anyway.
    """
    if not all(isinstance(mechanism, Additive | Combined) for mechanism, _ in parts):
        return None
    spreads = [mechanism.error(0.5) for mechanism, _ in parts]
    stds = np.array([spread.std for spread in spreads if spread is not None])
    weights = np.where(stds > 0, 1.0 / np.square(np.where(stds > 0, stds, 1.0)), 1.0)
    total = weights.sum(axis=0)
    values = np.array([np.array(noisy, dtype=np.float64) for _, noisy in parts])
    mixed = np.einsum("rc,rck->ck", weights / total, values)
    both = np.where(stds.min(axis=0) > 0, 1.0 / np.sqrt(total), 0.0)
    return Combined(
        tuple(float(std) for std in both), is_normal([mechanism for mechanism, _ in parts]), parts[-1][0].loss
    ), mixed


def is_normal(mechanisms: Sequence[Mechanism]) -> bool:
    """Whether the noise of all of them is Gaussian."""
    return all(
        mechanism.normal if isinstance(mechanism, Combined) else isinstance(mechanism, GaussianNoise)
        for mechanism in mechanisms
    )

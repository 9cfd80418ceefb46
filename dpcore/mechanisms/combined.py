"""Several measurements of one statistic as one, by inverse variance: post-processing, so it is never drawn."""

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
    """The noise of an average. normal: whether each part's is Gaussian, so that the average's is.

    stds: the standard deviation of each coordinate's noise, in grid units. loss: the last measurement's.
    """

    name: ClassVar[str] = "combined"
    cites: ClassVar[str] = "an average of several measurements, weighted by inverse variance"

    stds: tuple[float, ...]
    normal: bool
    loss: Loss | None

    def draw(self, exact: Integers) -> Integers:
        """Never: an average is made of what was drawn."""
        raise QueryError("An average of measurements is not drawn.", "Combine measurements that were released.")

    def error(self, level: float) -> Spread:
        """That of the average's standard deviations; of Laplace noise the larger of its own quantile and the normal."""
        factor = noise.Gaussian().quantile(level)
        if not self.normal:
            factor = max(factor, noise.Laplace().quantile(level) / noise.Laplace().std(1.0))
        return Spread(self.stds, tuple(factor * std for std in self.stds), factor)

    @property
    def size(self) -> str:
        """The standard deviation of each coordinate."""
        return ", ".join(f"{std:.6g}" for std in self.stds)

    def to_dict(self) -> dict[str, Any]:
        """Its name and its noise."""
        return {"mechanism": self.name, "stds": list(self.stds), "normal": self.normal}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The noise that `to_dict` wrote."""
        return cls(tuple(float(std) for std in data["stds"]), bool(data["normal"]), loss)


def combine(parts: Sequence[tuple[Mechanism, Noisy]]) -> tuple[Combined, Noisy] | None:
    """Measurements (mechanism, noisy of shape (coordinates, cells)) as one; None where they are not additive noise.

    Each coordinate is averaged with weights 1 / variance of its noise; public coordinates (scale 0) are equal anyway.
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

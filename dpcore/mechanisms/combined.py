r"""The averages of several measurements of one statistic. They are post-processing.

The answer is the average by inverse variance. Its interval uses other weights: if the second price is chosen after the
first answer was seen, the inverse variances depend on that answer, and the error of their average is not normal. The
interval is the set of all r with |Z(r)| <= z for Z(r) = ((x_1 - r) / s_1 + ... + (x_k - r) / s_k) / sqrt(k), where x_i
is a measurement and s_i the standard deviation of its noise. At the true r, given all earlier measurements,
(x_i - r) / s_i has the same distribution whatever s_i was chosen, and the weights 1 / sqrt(k) do not depend on prices.
So Z is distributed as a sum of k independent standard draws over sqrt(k): normal for Gaussian noise. For Laplace noise
its quantiles lie between those of the Laplace and the normal distribution; `error` takes the larger. Each coordinate's
interval is centred on the average weighted by 1 / s_i, with standard deviation sqrt(k) / (1 / s_1 + ... + 1 / s_k); at
equal prices this is the average by inverse variance. Rounding the noise to whole numbers moves each measurement, and so
this average, whose weights add up to 1, by at most half a step.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore import noise
from dpcore.budget.loss import Loss
from dpcore.errors import QueryError
from dpcore.mechanisms.additive import Additive, DiscreteLaplaceNoise, GaussianNoise
from dpcore.mechanisms.base import Mechanism, Spread
from dpcore.number import entries, fraction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.mechanisms.base import Integers

    Noisy = NDArray[Any]


_COARSE = 40.0
"""The largest standard deviation, in steps, at which rounding changes the coverage noticeably, as in `additive`."""


@final
@dataclass(frozen=True)
class Combined(Mechanism):
    """The noise of an average.

    stds: the standard deviation of the noise on each coordinate, in grid units. normal: whether all parts, and so the
    average, have Gaussian noise. loss: the loss of the last measurement. rounding: a bound of the rounding error of
    each coordinate, in grid units, where intervals include it.
    """

    name: ClassVar[str] = "combined"
    cites: ClassVar[str] = "an average of several measurements, weighted by inverse variance"

    stds: tuple[float, ...]
    normal: bool
    loss: Loss | None
    rounding: float = 0.0

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
        half = tuple(factor * std + self.rounding * (std > 0) for std in self.stds)
        # by the Cauchy-Schwarz inequality, the largest rounding of a weighted sum, in its standard deviations
        whole = factor + self.rounding * math.hypot(*(1.0 / std for std in self.stds if std))
        return Spread(self.stds, half, factor, whole)

    @property
    def size(self) -> str:
        """The standard deviation of each coordinate."""
        return ", ".join(f"{std:.6g}" for std in self.stds)

    def to_dict(self) -> dict[str, Any]:
        """The name, the standard deviations, and whether the noise is Gaussian; the rounding where it is included."""
        data = {"mechanism": self.name, "stds": list(self.stds), "normal": self.normal}
        return {**data, "rounding": self.rounding} if self.rounding else data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote."""
        stds = tuple(float(fraction(std)) for std in entries(data["stds"]))
        rounding = float(fraction(data.get("rounding", 0.0)))
        if type(data["normal"]) is not bool or min(rounding, *stds, 0.0) < 0.0:
            raise ValueError(data["normal"])
        return cls(stds, data["normal"], loss, rounding)


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


def standardised(parts: Sequence[tuple[Mechanism, Noisy]], counts: Sequence[int]) -> tuple[Combined, Noisy] | None:
    """The average for intervals, whose error does not depend on how prices were chosen; see the module docstring.

    counts: how many measurements each part averages in this way. None if all have the same noise: then the average by
    inverse variance is the same.
    """
    stds = np.array([before_rounding(mechanism) for mechanism, _ in parts])
    roots = np.sqrt(np.array(counts, dtype=np.float64))[:, None]
    each = stds * roots
    if np.allclose(each, each[0], rtol=1e-9, atol=0.0):
        return None
    weights = np.where(stds > 0, roots / np.where(stds > 0, stds, 1.0), 1.0)
    values = np.array([np.array(noisy, dtype=np.float64) for _, noisy in parts])
    mixed = np.einsum("rc,rck->ck", weights / weights.sum(axis=0), values)
    return together(stds, counts, [mechanism for mechanism, _ in parts]), mixed


def together(stds: NDArray[np.float64], counts: Sequence[int], mechanisms: Sequence[Mechanism]) -> Combined:
    """The noise of the standardised average. stds: shape (parts, coordinates), 0 for a public coordinate."""
    roots, noisy = np.sqrt(np.array(counts, dtype=np.float64))[:, None], stds.min(axis=0) > 0
    total = np.where(noisy, (roots / np.where(stds > 0, stds, 1.0)).sum(axis=0), 1.0)
    both = np.where(noisy, np.sqrt(sum(counts)) / total, 0.0)
    coarse = not (stds > _COARSE).any(axis=1).all()  # a coordinate on a fine grid smooths the others
    averaged = tuple(float(std) for std in both)
    return Combined(averaged, is_normal(mechanisms), mechanisms[-1].loss, 0.5 if coarse else 0.0)


def before_rounding(mechanism: Mechanism) -> tuple[float, ...]:
    """The standard deviations of the noise before rounding, in grid units."""
    if isinstance(mechanism, DiscreteLaplaceNoise):  # stochastically at most the rounded noise of this scale
        return tuple(math.sqrt(2.0) * float(scale) for scale in mechanism.scales)
    error = mechanism.error(0.5)
    return error.std if error is not None else ()


def is_normal(mechanisms: Sequence[Mechanism]) -> bool:
    """Whether all these mechanisms add Gaussian noise."""
    return all(
        mechanism.normal if isinstance(mechanism, Combined) else isinstance(mechanism, GaussianNoise)
        for mechanism in mechanisms
    )

"""The base class of mechanisms: drawing, error and privacy loss."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

from dpcore.budget.loss import Loss

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]


@final
@dataclass(frozen=True, slots=True)
class Spread:
    """The size of the noise on each coordinate, in grid units. It is public, as it depends on the scales alone.

    std: standard deviations. half: half widths h with P(|noise| <= h) >= the confidence level. factor: at that level
    any weighted sum of the coordinates' noise is within `factor` times its standard deviation. `factor` is the larger
    of two quantiles, in standard deviations: of the noise distribution and of the normal distribution. The quantile of
    every weighted sum of independent copies lies between the two (checked for Laplace noise in the tests). whole: the
    factor for noise so small that its rounding to whole numbers matters; at least `factor`.
    """

    std: tuple[float, ...]
    half: tuple[float, ...]
    factor: float
    whole: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", max(self.whole, self.factor))

    @property
    def count(self) -> float:
        """The half width of an interval for the first coordinate, a count of rows, in standard deviations.

        Other coordinates may be on a finer grid, which smooths weighted sums, but not the count alone.
        """
        return max(self.whole, self.half[0] / self.std[0]) if self.std[0] else self.whole


class Mechanism(ABC):
    """Turns exact integers into noisy ones, at a privacy loss. Subclasses are frozen dataclasses of public parameters.

    name: the name in records, never changed. cites: a description with its source, for a privacy officer.
    loss: the privacy loss that the ledger books; None if no neighbour can change anything.
    """

    name: ClassVar[str]
    cites: ClassVar[str]
    loss: Loss | None

    @abstractmethod
    def draw(self, exact: Integers) -> Integers:
        """Noisy integers from exact ones. Called only by `release`."""

    @abstractmethod
    def error(self, level: float) -> Spread | None:
        """The error of each coordinate; None if no public fact bounds it."""

    @property
    @abstractmethod
    def size(self) -> str:
        """The size of the noise as records show it, for example the scale of each coordinate in grid steps."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The name and public parameters, for a record; `from_dict` reads them back."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote, with the loss that was charged for it."""

"""What every mechanism says of itself: how it is drawn, how wrong that may be, and what it loses."""

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
    """The size of noise on each coordinate, in grid units: public, for it follows from scales alone.

    half: h with P(|noise| <= h) >= the level. factor: a multiple of its standard deviation that any weighted sum of
    the coordinates' noise stays within at the level: the larger of the law's own and the normal one, between which
    all weighted sums of independent copies lie (checked for Laplace noise in the tests).
    """

    std: tuple[float, ...]
    half: tuple[float, ...]
    factor: float


class Mechanism(ABC):
    """From exact integers to noisy ones, at a loss. Subclasses are frozen dataclasses of public parameters.

    name: as it is written in records, never renamed. cites: what it is and who proved it, for a privacy officer.
    loss: all that the ledger is told of it; None where no neighbour changes anything.
    """

    name: ClassVar[str]
    cites: ClassVar[str]
    loss: Loss | None

    @abstractmethod
    def draw(self, exact: Integers) -> Integers:
        """Noisy integers of exact ones. Called by `release` alone."""

    @abstractmethod
    def error(self, level: float) -> Spread | None:
        """How wrong each coordinate may be; None where nothing public bounds it."""

    @property
    @abstractmethod
    def size(self) -> str:
        """Its public parameters as a record shows them: the scale of each coordinate, in grid steps, say."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Its name and public parameters, for a record; `from_dict` reads them back."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The mechanism that `to_dict` wrote, with the loss that was charged for it."""

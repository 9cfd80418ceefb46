"""The base class of statistics: public parameters and one function of exact integers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]


class Statistic(ABC):
    """A deterministic, total function from the exact integers of an aggregate to the integers that noise is added to.

    Subclasses are final frozen dataclasses of public parameters. `exact` never raises an exception, reads no clock,
    file, log or random source, and returns an array of public shape. Each docstring proves the sensitivity.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def public(self) -> bool:
        """Whether the result of `exact` is the same for all neighbouring tables."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The SHA-256 digests of the statistic's public tables, which records keep; empty for most statistics."""
        return ()

    @property
    def seconds(self) -> float:
        """An upper bound of the running time of `exact`, from public parameters; slow work runs in its own process."""
        return 0.0

    @abstractmethod
    def exact(self, aggregate: Integers) -> Integers:
        """The integers to which noise is added, from the exact integers of an aggregate. Called only by `release`."""


class Normed(Statistic):
    """A statistic that returns one row of integers with a sensitivity in a norm; all of them get noise of one size."""

    __slots__ = ()

    @abstractmethod
    def squared_l2_sensitivity(self) -> int:
        """The square of an upper bound of the L2 distance between neighbours; 0 if the result is public."""

    @abstractmethod
    def l1_sensitivity(self) -> int:
        """An upper bound of the L1 distance between neighbours."""

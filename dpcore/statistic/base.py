"""What every statistic is: public parameters, and one function of exact integers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]


class Statistic(ABC):
    """A deterministic, total function from the exact integers of an aggregate to those that get noise.

    Subclasses are final frozen dataclasses of public parameters. `exact` raises for no integers, reads no clock, file,
    log or random source, and its output's shape is public; how far a unit can move it is proved in its docstring.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def public(self) -> bool:
        """Whether no neighbour can change what `exact` gives."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The SHA-256 digests of the public tables it computes with; a record keeps them. None for most."""
        return ()

    @property
    def seconds(self) -> float:
        """At most how long `exact` works, by its public parameters; what may take long runs in a process of its own."""
        return 0.0

    @abstractmethod
    def exact(self, aggregate: Integers) -> Integers:
        """From an aggregate to what gets noise. Called by `release` alone."""

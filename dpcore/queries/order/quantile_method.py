"""The methods by which several quantiles are answered: the interface that `Quantiles` uses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from dpcore.mechanisms import Price
from dpcore.queries.question.ranked import Ranked
from dpcore.queries.question.round import Promise, Rounds, Run
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

    Places = NDArray[np.int64]

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Method(ABC):
    """A method for a question. shares: the quantiles, increasing, with at most six decimals each."""

    question: Ranked
    shares: tuple[Fraction, ...]

    @abstractmethod
    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of all rounds, which compose to the price. Raises QueryError, on public facts only."""

    @abstractmethod
    def run(self, table: Table, price: Price) -> Run:
        """The rounds. A later round depends on the noisy integers of earlier ones and on public facts only."""

    @abstractmethod
    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The quantiles as grid integers, nondecreasing in the shares, shape (groups, shares), from a transcript."""

    def answers(self, table: Table, price: Price, rounds: Rounds) -> Floats:
        """The quantiles in the column's unit, shape (groups, shares), from a complete transcript."""
        return self.question.numbers(table, self.places(table, price, rounds).astype(np.float64))

    def bounded(self, table: Table) -> bool:
        """Whether `worst` bounds the error in ranks for any rows."""
        return True

    def interval(self, table: Table, price: Price, rounds: Rounds, level: float) -> tuple[Floats, Floats] | None:
        """The ends of intervals in the column's unit, each of shape (groups, shares); None if ranks are bounded."""
        return None

    @abstractmethod
    def typical(self, table: Table, price: Price) -> float:
        """The typical error in ranks that a quote states; infinite if it is not bounded."""

    @abstractmethod
    def worst(self, table: Table, price: Price, level: float) -> float:
        """A bound of the error of each quantile in ranks at a confidence level; infinite if there is none."""

    def tied(self, table: Table, price: Price, level: float) -> float:
        """A bound of the error of a selection in ranks at a level, by which it finds a repeated value; 0 for none."""
        return 0.0

    @abstractmethod
    def expected(self, table: Table, price: Price, rows: float) -> float:
        """The root mean square error in ranks, over all quantiles of a group with `rows` rows; infinite if unsuitable.

        By public facts alone. It decides which method answers, so it is never changed: see `Quantiles.chosen`.
        """

    @property
    @abstractmethod
    def assumption(self) -> Text:
        """The assumption of `typical` and of `worst` about the rows; empty if there is none."""


def part(price: Price, share: Fraction) -> Price:
    """A share of a price."""
    return type(price)(price.total * share)

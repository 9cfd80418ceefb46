"""The price of an answer in exact fractions: mu, whose squares add up over a plan, or epsilon, which adds up itself.

A closed union: code matches both kinds exhaustively, so mypy would report every place that has to handle a third kind.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, final

from dpcore.errors import QueryError
from dpcore.number import exact, fraction, shown


@final
@dataclass(frozen=True, slots=True)
class Mu:
    """mu**2 of Gaussian differential privacy, and an additional delta, the probability that a mechanism fails."""

    squared: Fraction
    delta: Fraction = Fraction(0)

    currency: ClassVar[Literal["mu"]] = "mu"
    recorded: ClassVar = "gaussian"
    """The kind of price as ledgers, plans and releases write it; never renamed."""

    @property
    def total(self) -> Fraction:
        """The amount that adds up over a plan: mu**2."""
        return self.squared

    @property
    def amount(self) -> float:
        """mu."""
        return math.sqrt(float(self.squared))

    @classmethod
    def of(cls, amount: float) -> Mu:
        """The price of this mu, read as its printed decimal number."""
        return cls(exact(amount) ** 2)


@final
@dataclass(frozen=True, slots=True)
class Epsilon:
    """epsilon of pure differential privacy."""

    epsilon: Fraction

    currency: ClassVar[Literal["epsilon"]] = "epsilon"
    recorded: ClassVar = "pure"
    """The kind of price as ledgers, plans and releases write it; never renamed."""

    @property
    def total(self) -> Fraction:
        """The amount that adds up over a plan: epsilon."""
        return self.epsilon

    @property
    def amount(self) -> float:
        """epsilon."""
        return float(self.epsilon)

    @classmethod
    def of(cls, amount: float) -> Epsilon:
        """The price of this epsilon, read as its printed decimal number."""
        return cls(exact(amount))


Price = Mu | Epsilon
Kind = type[Mu] | type[Epsilon]


def kind_of(name: str) -> Kind:
    """The kind of price with this name in records, or this currency. Raises QueryError if there is none."""
    for kind in (Mu, Epsilon):
        if name in (kind.recorded, kind.currency):
            return kind
    raise QueryError("This version does not support the price {name}.", "Update the program.", name=shown(name))


def recorded(kind: str, total: str) -> Price:
    """The price in a record: its kind, and its total as an exact fraction in text form. Raises QueryError."""
    return kind_of(kind)(fraction(total))


def total(kind: Kind, prices: Sequence[Price]) -> Price:
    """The total of prices of one kind."""
    return kind(sum((price.total for price in prices), Fraction(0)))

"""What an answer is paid with, in exact fractions: mu, whose squares add up over a plan, or epsilon, which adds up.

A closed union: whoever tells the two apart matches both, and mypy names every place that a third would need.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, final

from dpcore.errors import QueryError
from dpcore.number import exact, shown


@final
@dataclass(frozen=True, slots=True)
class Mu:
    """mu**2 of Gaussian differential privacy, and the delta that a mechanism may fail with beside it."""

    squared: Fraction
    delta: Fraction = Fraction(0)

    currency: ClassVar[Literal["mu"]] = "mu"
    recorded: ClassVar = "gaussian"
    """Its kind as ledgers, plans and releases write it; never renamed."""

    @property
    def total(self) -> Fraction:
        """What adds up over a plan."""
        return self.squared

    @property
    def amount(self) -> float:
        """mu."""
        return math.sqrt(float(self.squared))

    @classmethod
    def of(cls, amount: float) -> Mu:
        """The price of this mu, read as the decimal that it prints as."""
        return cls(exact(amount) ** 2)


@final
@dataclass(frozen=True, slots=True)
class Epsilon:
    """epsilon of pure differential privacy."""

    epsilon: Fraction

    currency: ClassVar[Literal["epsilon"]] = "epsilon"
    recorded: ClassVar = "pure"
    """Its kind as ledgers, plans and releases write it; never renamed."""

    @property
    def total(self) -> Fraction:
        """What adds up over a plan."""
        return self.epsilon

    @property
    def amount(self) -> float:
        """epsilon."""
        return float(self.epsilon)

    @classmethod
    def of(cls, amount: float) -> Epsilon:
        """The price of this epsilon, read as the decimal that it prints as."""
        return cls(exact(amount))


Price = Mu | Epsilon
Kind = type[Mu] | type[Epsilon]


def kind_of(name: str) -> Kind:
    """The kind of price by its name in a record, or by its currency. Raises QueryError for one not known here."""
    for kind in (Mu, Epsilon):
        if name in (kind.recorded, kind.currency):
            return kind
    raise QueryError("This version does not know the price {name}.", "Update the program.", name=shown(name))


def recorded(kind: str, total: str) -> Price:
    """The price that a record holds: its kind, and what adds up as an exact fraction. Raises QueryError."""
    return kind_of(kind)(Fraction(total))


def total(kind: Kind, prices: Sequence[Price]) -> Price:
    """Prices of one kind as one."""
    return kind(sum((price.total for price in prices), Fraction(0)))

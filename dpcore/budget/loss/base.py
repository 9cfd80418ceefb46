"""What every loss says of itself."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dpcore import tradeoff
from dpcore.budget.slot import up
from dpcore.errors import BudgetError
from dpcore.number import shown

Floats = NDArray[np.float64]


class Loss(ABC):
    """A curve, and the exact amounts of it. Subclasses are frozen dataclasses of exact numbers, compared by value.

    name: as it is written in the ledger, never renamed.
    """

    __slots__ = ()
    name: ClassVar[str]

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            whole = field.name == "steps"
            if type(value) is not (int if whole else Fraction) or value < whole:
                raise BudgetError(
                    "A loss is made of exact fractions, none negative. Got {value} as its {name}.",
                    "For example Gaussian(Fraction(1, 100)).",
                    value=shown(value),
                    name=field.name,
                )

    @property
    @abstractmethod
    def curve(self) -> tradeoff.Curve:
        """What is promised, its numbers rounded up."""

    @property
    def pure(self) -> Fraction | None:
        """Epsilon as the pure account books it; None where none is finite."""
        return None

    @property
    @abstractmethod
    def mu_squared(self) -> Fraction | None:
        """mu**2 as the Gaussian account books it, with `failure` beside it; None where none is finite."""

    @property
    def failure(self) -> Fraction:
        """The delta that is booked beside mu."""
        return Fraction(0)

    def renyi(self, order: float) -> Fraction | None:
        """The Rényi loss at an order above 1, rounded up; None where none is finite."""
        return _read(self.curve, order)

    def divergences(self, orders: Floats) -> Floats:
        """The same at many orders, in doubles and rounded up; infinite where there is none."""
        losses = (self.renyi(float(order)) for order in orders)
        return np.array([math.inf if loss is None else up(loss) for loss in losses], dtype=np.float64)

    @property
    def rho(self) -> float:
        """Its price in zero-concentrated differential privacy (Bun & Steinke 2016); infinite where there is none."""
        return math.inf

    def epsilon(self, delta: float) -> float:
        """Its epsilon at delta: its own where it is pure."""
        return epsilon_at(self.curve, delta) if self.pure is None else up(self.pure)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, fractions as text; `from_dict` reads it back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        plain = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
        return {"loss": self.name, **plain}


def root(square: Fraction) -> float:
    """The square root, rounded up."""
    root = math.sqrt(square)
    return root if Fraction(root) ** 2 >= square else math.nextafter(root, math.inf)


def down(value: Fraction) -> float:
    """The largest double up to `value`."""
    number = float(value)
    return number if Fraction(number) <= value else math.nextafter(number, 0.0)


def squared(mu: float) -> Fraction | None:
    """mu**2 as the double it is, not as the decimal it prints as: that may be smaller; None where it is infinite."""
    return None if math.isinf(mu) else Fraction(mu) ** 2


@lru_cache(maxsize=4096)
def epsilon_at(curve: tradeoff.Curve, delta: float) -> float:
    """Epsilon of a curve at delta."""
    return float(curve.epsilon(delta))


@lru_cache(maxsize=4096)
def _read(curve: tradeoff.Curve, order: float) -> Fraction | None:
    loss = curve.renyi(order)
    return None if math.isinf(loss) else Fraction(loss)

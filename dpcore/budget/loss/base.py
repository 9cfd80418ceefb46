"""The base class of privacy losses."""

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
    """A trade-off curve and its exact amounts. Subclasses are frozen dataclasses of exact numbers, compared by value.

    name: the name in the ledger, never changed.
    """

    __slots__ = ()
    name: ClassVar[str]

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            whole = field.name == "steps"
            if type(value) is not (int if whole else Fraction) or value < whole:
                raise BudgetError(
                    "The amounts of a loss must be exact fractions, not negative. Got {value} for {name}.",
                    "For example Gaussian(Fraction(1, 100)).",
                    value=shown(value),
                    name=field.name,
                )

    @property
    @abstractmethod
    def curve(self) -> tradeoff.Curve:
        """The trade-off curve that the loss guarantees, with parameters rounded up."""

    @property
    def pure(self) -> Fraction | None:
        """Epsilon as the pure account books it; None if it is infinite."""
        return None

    @property
    @abstractmethod
    def mu_squared(self) -> Fraction | None:
        """mu**2 as the Gaussian account books it, in addition to `failure`; None if it is infinite."""

    @property
    def failure(self) -> Fraction:
        """The delta that is booked in addition to mu."""
        return Fraction(0)

    @property
    def parts(self) -> tuple[Loss, ...]:
        """The losses of the rounds for which this loss is promised: itself, or the losses that compose to it."""
        return (self,)

    def renyi(self, order: float) -> Fraction | None:
        """The Rényi loss at an order above 1, rounded up; None if it is infinite."""
        return _read(self.curve, order)

    def divergences(self, orders: Floats) -> Floats:
        """The Rényi losses at many orders, in doubles and rounded up."""
        losses = (self.renyi(float(order)) for order in orders)
        return np.array([math.inf if loss is None else up(loss) for loss in losses], dtype=np.float64)

    @property
    def rho(self) -> float:
        """Its rho in zero-concentrated differential privacy (Bun & Steinke 2016); infinite if it has none."""
        return math.inf

    def epsilon(self, delta: float) -> float:
        """Its epsilon at delta; for a pure loss, its epsilon at delta 0."""
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
    """mu**2 of the exact value of a double, because its printed decimal may be smaller; None if it is infinite."""
    return None if math.isinf(mu) else Fraction(mu) ** 2


@lru_cache(maxsize=4096)
def epsilon_at(curve: tradeoff.Curve, delta: float) -> float:
    """Epsilon of a curve at delta."""
    return float(curve.epsilon(delta))


@lru_cache(maxsize=4096)
def _read(curve: tradeoff.Curve, order: float) -> Fraction | None:
    loss = curve.renyi(order)
    return None if math.isinf(loss) else Fraction(loss)

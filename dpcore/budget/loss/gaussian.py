"""The loss of Gaussian noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, final

from dpcore import tradeoff
from dpcore.budget import renyi
from dpcore.budget.loss.base import Floats, Loss, root
from dpcore.budget.slot import up


@final
@dataclass(frozen=True, slots=True)
class Gaussian(Loss):
    """Gaussian noise, exactly mu-GDP. size: mu**2."""

    name: ClassVar[str] = "gaussian"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """G_mu."""
        return tradeoff.gaussian(root(self.size))

    @property
    def mu_squared(self) -> Fraction:
        """Its size."""
        return self.size

    def renyi(self, order: float) -> Fraction:
        """order * mu**2 / 2, exactly (Mironov 2017, Prop. 7)."""
        return renyi.gaussian(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The Rényi losses in doubles."""
        return orders * self.rho

    @property
    def rho(self) -> float:
        """mu**2 / 2."""
        return up(self.size) / 2.0

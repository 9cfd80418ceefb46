"""Losses of epsilon-DP releases: the general case, real Laplace noise, and selection."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, final

import numpy as np

from dpcore import tradeoff
from dpcore.budget import renyi
from dpcore.budget.loss.base import Floats, Loss, squared
from dpcore.budget.slot import up


class _Epsilon(Loss):
    """A loss of an epsilon-DP release. size: epsilon."""

    __slots__ = ()
    size: Fraction

    @property
    def pure(self) -> Fraction:
        """Its size."""
        return self.size

    @property
    def mu_squared(self) -> Fraction | None:
        """The squared mu of its curve."""
        return squared(self.curve.mu())

    @property
    def rho(self) -> float:
        """epsilon**2 / 2 (Bun & Steinke 2016, Prop. 1.4)."""
        return up(self.size) ** 2 / 2.0

    def _limited(self, losses: Floats) -> Floats:
        """Losses in doubles, at most epsilon, rounded up by a billionth."""
        size = up(self.size)
        return np.asarray(np.fmin(np.where(np.isfinite(losses), losses, size), size) * (1.0 + 1e-9))


@final
@dataclass(frozen=True, slots=True)
class Pure(_Epsilon):
    """Any epsilon-DP release."""

    name: ClassVar[str] = "pure"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """f_{epsilon,0}."""
        return tradeoff.pure(up(self.size))

    def renyi(self, order: float) -> Fraction:
        """The Rényi loss of randomised response, the largest possible one (see `dpcore.budget.renyi`)."""
        return renyi.pure(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The Rényi losses in doubles, without cancellation."""
        return self._limited(renyi.pure_in_doubles(up(self.size), orders))


@final
@dataclass(frozen=True, slots=True)
class Laplace(_Epsilon):
    """Real Laplace noise, rounded."""

    name: ClassVar[str] = "laplace"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """T(Lap(0,1), Lap(epsilon,1))."""
        return tradeoff.laplace(up(self.size))

    def renyi(self, order: float) -> Fraction:
        """The Rényi loss of Laplace noise (see `dpcore.budget.renyi`)."""
        return renyi.laplace(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The Rényi losses in doubles, without cancellation."""
        return self._limited(renyi.laplace_in_doubles(up(self.size), orders))


@final
@dataclass(frozen=True, slots=True)
class BoundedRange(_Epsilon):
    """Log likelihood ratios lie in some band of width `size`: selection by the exponential mechanism."""

    name: ClassVar[str] = "bounded_range"

    size: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """(1 - alpha) / (1 + (e^epsilon - 1) alpha)."""
        return tradeoff.bounded_range(up(self.size))

    def renyi(self, order: float) -> Fraction:
        """The largest Rényi loss of two outcomes in a band (see `dpcore.budget.renyi`); that of the curve is larger."""
        return renyi.bounded_range(self.size, order)

    def divergences(self, orders: Floats) -> Floats:
        """The Rényi losses in doubles: at most order * epsilon**2 / 8 (Dong, Durfee & Rogers 2020), and epsilon."""
        return self._limited(orders * self.rho)

    @property
    def rho(self) -> float:
        """epsilon**2 / 8."""
        return up(self.size) ** 2 / 8.0

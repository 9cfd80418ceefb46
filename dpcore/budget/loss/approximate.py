"""The loss of a release that may fail with a small probability."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, final

from dpcore import tradeoff
from dpcore.budget.loss.base import Loss, epsilon_at
from dpcore.budget.loss.pure import Pure
from dpcore.budget.slot import up


@final
@dataclass(frozen=True, slots=True)
class Approximate(Loss):
    """Any (epsilon, delta)-DP release. size: epsilon. failing: delta, above 0."""

    name: ClassVar[str] = "approximate"

    size: Fraction
    failing: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}."""
        return tradeoff.approximate(up(self.size), up(self.failing))

    @property
    def mu_squared(self) -> Fraction | None:
        """The mu**2 of its epsilon; its delta is booked in addition."""
        return Pure(self.size).mu_squared if self.size else Fraction(0)

    @property
    def failure(self) -> Fraction:
        """Its delta."""
        return self.failing

    def renyi(self, order: float) -> None:
        """None: an outcome that reveals the unit makes the divergence infinite."""

    def epsilon(self, delta: float) -> float:
        """Its epsilon at delta, finite from its own delta upwards."""
        return epsilon_at(self.curve, delta)

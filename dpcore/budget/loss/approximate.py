"""What fails with a small chance."""

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
    """Any (epsilon, delta)-DP release; size is epsilon, failure is delta, above 0."""

    name: ClassVar[str] = "approximate"

    size: Fraction
    failing: Fraction

    @property
    def curve(self) -> tradeoff.Curve:
        """f_{epsilon,delta} = pure(epsilon) tensor f_{0,delta}."""
        return tradeoff.approximate(up(self.size), up(self.failing))

    @property
    def mu_squared(self) -> Fraction | None:
        """That of its epsilon, with delta beside it."""
        return Pure(self.size).mu_squared if self.size else Fraction(0)

    @property
    def failure(self) -> Fraction:
        """Its delta."""
        return self.failing

    def renyi(self, order: float) -> None:
        """None: an outcome that gives the unit away has no finite divergence."""

    def epsilon(self, delta: float) -> float:
        """Its own from its delta on."""
        return epsilon_at(self.curve, delta)

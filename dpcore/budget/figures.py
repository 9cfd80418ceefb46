"""Amounts of one account in epsilon, delta and mu; amounts of the account for failures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from dpcore import tradeoff
from dpcore.budget import renyi
from dpcore.budget.account import ATTO
from dpcore.number import scientific
from dpcore.text import Text


@final
@dataclass(frozen=True, slots=True)
class Figures:
    """An amount in a filter's account, in terms of epsilon, delta and mu.

    Gaussian: mu, and epsilon at the budget's delta without the shares of the Rényi filter and of failures. Pure:
    epsilon, with delta 0 and mu None. Rényi: epsilon at the filter's share of delta, and the mu of a Gaussian answer
    with the same loss at the filter's order.
    """

    epsilon: float
    delta: float
    mu: float | None
    curve: tradeoff.Curve | renyi.Divergence = field(default_factory=tradeoff.identity, repr=False, compare=False)

    @property
    def power(self) -> float:
        """The largest share of members that an attacker detects at a false-alarm rate of 5 %."""
        return float(self.curve.power(0.05))

    @property
    def posterior(self) -> float:
        """The largest probability that an attacker is right about a person at even prior odds: (1 + advantage) / 2."""
        return min(1.0, (1.0 + self.curve.advantage()) / 2.0)

    @property
    def words(self) -> Text:
        """The figures in words."""
        at = Text("epsilon {epsilon:.4g} at delta {delta}", epsilon=self.epsilon, delta=scientific(self.delta))
        if isinstance(self.curve, renyi.Divergence):
            return at
        if self.mu is None:
            return Text("epsilon {epsilon:.4g}", epsilon=self.epsilon)
        return Text("mu {mu:.4g} ({epsilon})", mu=self.mu, epsilon=at)

    def __str__(self) -> str:
        return str(self.words)


@final
@dataclass(frozen=True, slots=True)
class Failures:
    """The account for failures in units of 1e-18: the part of delta that is set aside, and the amount booked so far.

    usable: the amount left for this person.
    """

    account: int
    spent: int
    usable: int

    @property
    def whole(self) -> float:
        """The part of delta that is set aside."""
        return self.account / ATTO

    @property
    def left(self) -> float:
        """The part of delta that this person can use."""
        return self.usable / ATTO

    @property
    def used(self) -> float:
        """The share of the account that was booked."""
        return self.spent / self.account

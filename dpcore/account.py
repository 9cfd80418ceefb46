"""The portfolio of filters as integer accounts, in units of 1e-18.

Each filter is valid under fully adaptive choice and keeps one account: the sum of epsilons (pure; basic composition,
Dwork & Roth 2014, Thm 3.16, holds for adaptive epsilons as a filter: Rogers et al. 2016), or the sums of mu**2 and of
delta (Gaussian; Smith & Thakurta 2022, Koskela, Tobaben & Honkela 2023). A charge is allowed while at least one filter
was never exceeded, that charge included. Then the interaction is (epsilon, sum of the filters' deltas)-DP: whether a
filter was ever exceeded is a function of the transcript; on the transcripts where filter j never was, the interaction
is one that filter j alone allows; and hockey-stick divergences over disjoint sets of transcripts add up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, final

FilterName = Literal["pure", "gaussian"]

ATTO = 10**18


@final
@dataclass(frozen=True, slots=True)
class Amounts:
    """A charge, or a sum of charges, in units of 1e-18. None is infinite."""

    epsilon: int | None = 0
    mu_squared: int | None = 0
    delta: int = 0

    def __add__(self, other: Amounts) -> Amounts:
        return Amounts(
            None if self.epsilon is None or other.epsilon is None else self.epsilon + other.epsilon,
            None if self.mu_squared is None or other.mu_squared is None else self.mu_squared + other.mu_squared,
            self.delta + other.delta,
        )

    def to_dict(self) -> dict[str, int | None]:
        """Plain data; `Amounts(**data)` reads it back."""
        return {"epsilon": self.epsilon, "mu_squared": self.mu_squared, "delta": self.delta}


@final
@dataclass(frozen=True, slots=True)
class Filter:
    """A limit on one account, in units of 1e-18, valid under fully adaptive choice."""

    name: FilterName
    limit: int
    delta: int = 0

    def of(self, spent: Amounts) -> int | None:
        """This filter's own figure of an account."""
        return spent.epsilon if self.name == "pure" else spent.mu_squared

    def survives(self, spent: Amounts) -> bool:
        """Whether the account is within the limit."""
        figure = self.of(spent)
        return figure is not None and figure <= self.limit and (self.name == "pure" or spent.delta <= self.delta)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `Filter(**data)` reads it back."""
        return {"name": self.name, "limit": self.limit, "delta": self.delta}


@final
@dataclass(frozen=True, slots=True)
class Account:
    """The portfolio of filters of one dataset, everything charged so far, and the filters that are out for good."""

    filters: tuple[Filter, ...]
    spent: Amounts = Amounts()
    ended: tuple[FilterName, ...] = ()

    @property
    def live(self) -> tuple[Filter, ...]:
        """The filters that were never exceeded."""
        return tuple(one for one in self.filters if one.name not in self.ended)

    def ends(self, charge: Amounts) -> tuple[FilterName, ...]:
        """The live filters that the charge would exceed."""
        return tuple(one.name for one in self.live if not one.survives(self.spent + charge))

    def admits(self, charge: Amounts) -> bool:
        """Whether at least one filter was never exceeded, this charge included (theory: portfolio of filters)."""
        return len(self.ends(charge)) < len(self.live)

    def add(self, charge: Amounts) -> Account:
        """The account after an admitted charge, which enters every figure; an ended filter stays ended."""
        return replace(self, spent=self.spent + charge, ended=self.ended + self.ends(charge))

    def state(self) -> dict[str, Any]:
        """What the ledger chains after a charge."""
        return {"spent": self.spent.to_dict(), "ended": list(self.ended)}

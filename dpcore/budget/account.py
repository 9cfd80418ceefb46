"""The portfolio of filters as integer accounts, in units of 1e-18, and the slots of a budget.

A filter limits one account, and is valid when questions and prices are chosen adaptively. The accounts are
* pure: the sum of epsilons (basic composition, Dwork & Roth 2014, Thm 3.16; as a filter: Rogers et al. 2016),
* Gaussian: the sums of mu**2 and of delta (Smith & Thakurta 2022; Koskela, Tobaben & Honkela 2023),
* Rényi: the sum of Rényi losses at one order fixed in advance (Feldman & Zrnic 2021).

A charge is allowed if, with this charge, at least one filter has never been exceeded. Then the whole interaction is
(epsilon, sum of the filters' deltas)-DP. Proof: whether a filter was ever exceeded is a function of the transcript. On
the transcripts where filter j was never exceeded, the interaction is one that filter j alone allows. Hockey-stick
divergences over disjoint sets of transcripts add up.

Slots are accounted for separately: a plan that pays with a slot is charged to no filter. See `dpcore.budget.slot`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, final

from dpcore.budget.slot import Slot

FilterName = Literal["pure", "gaussian", "renyi"]

ATTO = 10**18


@final
@dataclass(frozen=True, slots=True)
class Amounts:
    """A charge, or a sum of charges, in units of 1e-18. None means infinite.

    renyi: the loss at the order of the account's Rényi filter; 0 without such a filter.
    """

    epsilon: int | None = 0
    mu_squared: int | None = 0
    delta: int = 0
    renyi: int | None = 0

    def __add__(self, other: Amounts) -> Amounts:
        return Amounts(
            _sum(self.epsilon, other.epsilon),
            _sum(self.mu_squared, other.mu_squared),
            self.delta + other.delta,
            _sum(self.renyi, other.renyi),
        )

    def to_dict(self) -> dict[str, int | None]:
        """Plain data; `Amounts(**data)` reads it back. A Rényi loss of 0 is left out, as in older entries."""
        amounts = {"epsilon": self.epsilon, "mu_squared": self.mu_squared, "delta": self.delta}
        return amounts if self.renyi == 0 else {**amounts, "renyi": self.renyi}


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second


@final
@dataclass(frozen=True, slots=True)
class Filter:
    """A limit on one account, in units of 1e-18, valid under fully adaptive choice.

    delta: the delta that charges may book in addition to mu (Gaussian), or the share of the budget's delta for which
    the limit was computed (Rényi). order: the order of the Rényi filter.
    """

    name: FilterName
    limit: int
    delta: int = 0
    order: float | None = None

    def of(self, spent: Amounts) -> int | None:
        """The amount that this filter limits."""
        return {"pure": spent.epsilon, "gaussian": spent.mu_squared, "renyi": spent.renyi}[self.name]

    def survives(self, spent: Amounts) -> bool:
        """Whether the account is within the limit."""
        figure = self.of(spent)
        return figure is not None and figure <= self.limit and (self.name != "gaussian" or spent.delta <= self.delta)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `Filter(**data)` reads it back."""
        data = {"name": self.name, "limit": self.limit, "delta": self.delta}
        return data if self.order is None else {**data, "order": self.order}


@final
@dataclass(frozen=True, slots=True)
class Account:
    """The filters and slots of one dataset, and everything charged so far.

    ended: the filters that were exceeded; they stay ended. used: how often each of `slots` was paid, in the same order.
    """

    filters: tuple[Filter, ...]
    spent: Amounts = Amounts()
    ended: tuple[FilterName, ...] = ()
    slots: tuple[Slot, ...] = ()
    used: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "used", self.used or (0,) * len(self.slots))

    @property
    def live(self) -> tuple[Filter, ...]:
        """The filters that were never exceeded."""
        return tuple(filter_ for filter_ in self.filters if filter_.name not in self.ended)

    @property
    def order(self) -> float | None:
        """The order of the Rényi filter, if there is one."""
        return next((filter_.order for filter_ in self.filters if filter_.name == "renyi"), None)

    def ends(self, charge: Amounts) -> tuple[FilterName, ...]:
        """The live filters that the charge would exceed."""
        return tuple(filter_.name for filter_ in self.live if not filter_.survives(self.spent + charge))

    def admits(self, charge: Amounts) -> bool:
        """Whether, with this charge, at least one filter has never been exceeded (see the module docstring)."""
        return len(self.ends(charge)) < len(self.live)

    def add(self, charge: Amounts) -> Account:
        """The account after an allowed charge. Every amount is added, also for ended filters, which stay ended."""
        return replace(self, spent=self.spent + charge, ended=self.ended + self.ends(charge))

    def slot(self, name: str) -> tuple[Slot, int] | None:
        """The slot with this name, and how many payments are left; None if there is no such slot."""
        pairs = zip(self.slots, self.used, strict=True)
        return next(((slot, slot.times - used) for slot, used in pairs if slot.name == name), None)

    def fits(self, charge: Amounts, name: str) -> bool:
        """Whether the slot with this name has payments left and the charge is within its price."""
        entry = self.slot(name)
        if entry is None or not entry[1]:
            return False
        slot = entry[0]
        figure = charge.mu_squared if slot.mu is not None else charge.epsilon
        clean = slot.mu is None or not charge.delta
        return figure is not None and clean and figure <= math.floor(slot.price * ATTO)

    def use(self, name: str) -> Account:
        """The account after one payment from this slot; the filters' accounts do not change."""
        used = tuple(used + (slot.name == name) for slot, used in zip(self.slots, self.used, strict=True))
        return replace(self, used=used)

    def state(self) -> dict[str, Any]:
        """The state that the ledger records after a charge."""
        state: dict[str, Any] = {"spent": self.spent.to_dict(), "ended": list(self.ended)}
        used = {slot.name: count for slot, count in zip(self.slots, self.used, strict=True)}
        return {**state, "slots": used} if used else state

"""Views of slices and proposals: the ledger's exact amounts converted to mu or epsilon."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

from dpcore.budget.account import ATTO, Amounts
from dpcore.ledger.team.slice import Currency, Slice
from dpcore.plan.plan import Plan


@final
@dataclass(frozen=True, slots=True)
class SliceView:
    """A part of the budget that is set aside. user: the analyst who pays from it; "": for future users.

    amount, spent, left: in mu, where left**2 = amount**2 - spent**2, or in epsilon. until: ISO, UTC.
    state: open, expired, taken back or used up; `left` is set aside only while it is open.
    """

    id: str
    user: str
    by: str
    currency: Currency
    amount: float
    spent: float
    left: float
    until: str | None
    state: str


@final
@dataclass(frozen=True, slots=True)
class ProposalView:
    """A plan that an analyst proposed. price: of the questions unpaid at that time, in `currency`. charge: the same.

    state: waiting, approved, declined, withdrawn or released. by, reason: the user who decided, and why.
    """

    id: str
    user: str
    time: str
    plan: Plan
    questions: tuple[str, ...]
    note: str
    currency: Currency
    price: float
    state: str
    by: str
    reason: str
    charge: Amounts


def slice_view(slice_: Slice, now: str) -> SliceView:
    """The view of a slice at a time (ISO, UTC)."""
    amount, spent, left = (_shown(slice_.currency, figure) for figure in (slice_.amount, slice_.spent, slice_.left))
    return SliceView(
        slice_.id, slice_.member, slice_.by, slice_.currency, amount, spent, left, slice_.until, slice_.state(now)
    )


def _shown(currency: Currency, figure: int) -> float:
    return math.sqrt(figure / ATTO) if currency == "mu" else figure / ATTO

"""What a charge would write: asks to be paid, added up as one plan, admitted by filters or by a slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from dpcore.budget.account import Account, Filter
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError


@final
@dataclass(frozen=True, slots=True)
class Item:
    """One ask to be paid. key: its identity, paid and answered once. `free` says that no row can change the answer."""

    key: str
    ask: Mapping[str, Any]
    charge: Charge
    free: bool = False

    def __post_init__(self) -> None:
        if self.free != (self.charge == Charge.nothing()):
            raise BudgetError("Only an answer that no row can change is free.", "Say `free=True` and charge nothing.")

    def line(self) -> dict[str, Any]:
        """The ask as an entry keeps it: its key, what it is, what it would cost alone, and its curve where known."""
        line = {"key": self.key, "ask": dict(self.ask), "charge": self.charge.booked.to_dict()}
        parts = self.charge.parts
        return {**line, "curve": parts[0].curve.to_dict()} if parts is not None and len(parts) == 1 else line


def bill(budget: Budget, account: Account, unpaid: Sequence[Item], confirm: bool, slot: str | None) -> dict[str, Any]:
    """The payload of the entry that pays for these asks. Raises BudgetError where the account does not admit them."""
    charge = Charge.total(item.charge for item in unpaid)
    state = Standing(budget, account).admit(charge, confirm, slot).state()
    written = {"charge": charge.booked_in(account).to_dict(), "asks": [item.line() for item in unpaid], "state": state}
    return written if slot is None else {**written, "slot": slot}


def raised(old: Budget, account: Account, new: Budget) -> tuple[Filter, ...]:
    """The filters of a budget that allows more in the same form; the Rényi order and the slots stay.

    Both were fixed before the first answer. Raises BudgetError.
    """
    before, limits = account.filters, new.filters(account.order)
    same = [(one.name, one.order) for one in before] == [(one.name, one.order) for one in limits]
    kept = new.portfolio is None or new.portfolio.order in (None, account.order)
    less = any(a.limit > b.limit or a.delta > b.delta for a, b in zip(before, limits, strict=False))
    if not (same and kept) or less or before == limits or new.slots != old.slots:
        raise BudgetError(
            f"A budget of {new} does not allow more than the present one of {old}.",
            "A budget keeps its form, its filters and its slots, and only grows.",
        )
    return limits

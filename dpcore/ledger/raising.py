"""Acts that change the filters of a dataset: a larger budget, and a part of delta set aside for failures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dpcore.budget import aside
from dpcore.budget.account import Account, Filter
from dpcore.budget.budget import Budget
from dpcore.errors import BudgetError
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.chain import Dataset

_GROWS = Text("A budget can only grow; its form, filters and slots cannot change.")


def entry_payload(old: Budget, account: Account, new: Budget) -> dict[str, Any]:
    """The payload of the entry for a larger budget of the same form. Raises BudgetError.

    No limit may become smaller. Then the new filters allow all charges so far, and the interaction satisfies the new
    budget even if its choice depends on answers. The Rényi order and the slots cannot change, because they were fixed
    before the first answer.
    """
    before, limits = account.filters, new.filters(account.order)
    same = [(filter_.name, filter_.order) for filter_ in before] == [
        (filter_.name, filter_.order) for filter_ in limits
    ]
    same_order = new.portfolio is None or new.portfolio.order in (None, account.order)
    if not (same and same_order) or _less(limits, before) or before == limits or new.slots != old.slots:
        raise BudgetError(
            "The new budget {new} does not exceed the present budget {old} in the same form.",
            _hint(old, account, new) if same and same_order and new.slots == old.slots else _GROWS,
            new=new,
            old=old,
        )
    return _payload(new, limits)


def set_aside(dataset: Dataset, time: str, divide: bool) -> tuple[str, dict[str, Any]]:
    """The kind and payload of the entry that sets a part of delta aside for failures. Raises BudgetError.

    divide: within the present delta, while nothing was charged; else on top of it, as a raise.
    """
    budget, account = dataset.budget, dataset.account
    if not divide:
        return "raise", entry_payload(budget, account, aside.added(budget, account))
    new = aside.divided(budget, account)
    limits = new.filters(account.order)
    apart, _ = dataset.membership.aside(account, time)
    if any(limit.name == "gaussian" and apart > limit.limit for limit in limits):
        raise BudgetError("Slices take the whole budget, so nothing can be set aside.", "Take back a slice first.")
    return "divide", _payload(new, limits)


def _payload(budget: Budget, limits: tuple[Filter, ...]) -> dict[str, Any]:
    return {"budget": budget.to_dict(), "filters": [filter_.to_dict() for filter_ in limits]}


def _less(limits: tuple[Filter, ...], before: tuple[Filter, ...]) -> bool:
    pairs = zip(before, limits, strict=True)
    return any(old.limit > new.limit or old.delta > new.delta for old, new in pairs)


def _hint(old: Budget, account: Account, new: Budget) -> Text:
    """The hint for a budget that is not larger, possibly only because its portfolio divides delta differently."""
    if old.portfolio is None or new.portfolio is None or new.portfolio == old.portfolio:
        return _GROWS
    limits = replace(new, portfolio=old.portfolio).filters(account.order)
    if _less(limits, account.filters) or limits == account.filters:
        return _GROWS
    return Text("It divides its delta in another way. Give it the portfolio of the present budget, which grows.")

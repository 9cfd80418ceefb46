"""A proposed plan as the chain records it: its asks at fixed prices, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, final

from dpcore.budget.account import Amounts
from dpcore.errors import BudgetError
from dpcore.text import Text

State = Literal["waiting", "approved", "declined", "withdrawn", "released"]


@final
@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed plan. asks: in the plan's order, as in a charge entry. charge: their cost when proposed.

    by, reason: the user who decided, and why. An approval is valid for one charge.
    """

    id: str
    member: str
    time: str
    asks: tuple[Mapping[str, Any], ...]
    plan: Mapping[str, Any]
    note: str
    charge: Amounts
    state: State = "waiting"
    by: str = ""
    reason: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the asks, in the plan's order; keys may repeat."""
        return tuple(ask["key"] for ask in self.asks)

    @property
    def pending(self) -> bool:
        """Whether it is waiting for approval, or approved and not released yet."""
        return self.state in ("waiting", "approved")

    def check(self, data: Mapping[str, Any], charge: Amounts) -> None:
        """Raises BudgetError unless a charge covers only approved asks, each once, at no higher price."""
        if self.state != "approved":
            # vital
            raise BudgetError(
                "This plan is {state}, not approved.", "Propose it and wait for the approval.", state=Text(self.state)
            )
        approved = {ask["key"]: ask for ask in self.asks}
        same = all(_ask_data(approved.get(ask["key"], {})) == _ask_data(ask) for ask in data["asks"])
        most = (
            sum((Amounts(**approved[ask["key"]]["charge"]) for ask in data["asks"]), Amounts()) if same else Amounts()
        )
        if not same or data.get("slot") != self.plan.get("slot") or not _within(charge, most):
            # vital
            raise BudgetError("This plan differs from the one that was approved.", "Propose it again.")


def _ask_data(line: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an ask without its text, which other versions may word differently."""
    return {name: value for name, value in line.get("ask", {}).items() if name != "words"}


def _within(charge: Amounts, most: Amounts) -> bool:
    """Whether a charge is at most the sum of its asks; None means infinite."""
    pairs = ((charge.epsilon, most.epsilon), (charge.mu_squared, most.mu_squared))
    return all(top is None or (cost is not None and cost <= top) for cost, top in pairs)

"""A proposed plan as the chain keeps it: its asks at fixed prices, and how far it is on its way to a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, final

from dpcore.budget.account import Amounts
from dpcore.errors import BudgetError

State = Literal["waiting", "approved", "declined", "withdrawn", "released"]


@final
@dataclass(frozen=True, slots=True)
class Proposal:
    """Asks in the plan's order, as a charge entry has them; `charge` is what they cost when they were proposed.

    by: who decided, and why (`reason`). An approval is used by the one charge that it pays for.
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
        """The asks' identities, in the plan's order; an ask may come twice."""
        return tuple(ask["key"] for ask in self.asks)

    @property
    def pending(self) -> bool:
        """Whether it waits for an owner, or approved for its release."""
        return self.state in ("waiting", "approved")

    def check(self, data: Mapping[str, Any], charge: Amounts) -> None:
        """Raises BudgetError unless a charge pays for nothing but what was approved, once, at no higher price."""
        if self.state != "approved":
            raise BudgetError(
                "This plan is {state}, not approved.", "Propose it, and have it approved.", state=self.state
            )
        approved = {ask["key"]: ask for ask in self.asks}
        same = all(_asked(approved.get(ask["key"], {})) == _asked(ask) for ask in data["asks"])
        most = (
            sum((Amounts(**approved[ask["key"]]["charge"]) for ask in data["asks"]), Amounts()) if same else Amounts()
        )
        if not same or data.get("slot") != self.plan.get("slot") or not _within(charge, most):
            raise BudgetError("This is not what was approved.", "Propose it again.")


def _asked(line: Mapping[str, Any]) -> dict[str, Any]:
    """What an ask's line says but for the words, which another version may choose differently."""
    return {name: value for name, value in line.get("ask", {}).items() if name != "words"}


def _within(charge: Amounts, most: Amounts) -> bool:
    """Whether a charge costs no more than its asks one by one; None is infinite."""
    pairs = ((charge.epsilon, most.epsilon), (charge.mu_squared, most.mu_squared))
    return all(top is None or (cost is not None and cost <= top) for cost, top in pairs)

"""Entries of the ledger in words: what was done, for which questions, at what price."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.account import ATTO
from dpcore.budget.budget import Budget, Portfolio
from dpcore.number import scientific

if TYPE_CHECKING:
    from dpcore.ledger.ledger import Entry

_KINDS = {
    "open": "dataset opened",
    "charge": "released",
    "raise": "budget raised",
    "rename": "renamed",
    "version": "new version of the rows",
    "delete_rows": "rows deleted",
    "answer": "answers stored",
    "round": "rounds stored",
    "slice": "set aside",
    "take_back": "slice taken back",
    "propose": "plan proposed",
    "approve": "plan approved",
    "decline": "plan declined",
    "withdraw": "plan withdrawn",
    "share": "link made",
    "unshare": "link revoked",
}


@final
@dataclass(frozen=True, slots=True)
class Line:
    """One entry as people read it. `price` is empty where nothing was paid."""

    seq: int
    time: str
    user: str
    what: str
    questions: tuple[str, ...]
    price: str
    hash: str


def line(entry: Entry) -> Line:
    """An entry in words."""
    what = _KINDS.get(entry.kind, entry.kind)
    payload = entry.payload
    questions = tuple(str(ask.get("ask", {}).get("words", "")) for ask in payload.get("asks", ()))
    if entry.kind in ("open", "rename"):
        what = f"{what}: {payload.get('name', '')}"
    what = _team(entry.kind, payload, what)
    if entry.kind in ("open", "raise"):
        what = f"{what}, {budget(Budget.from_dict(payload['budget']))}"
    price = amount(payload["charge"]) if "charge" in payload else ""
    price = f"slot {payload['slot']}" if payload.get("slot") else price
    return Line(entry.seq, entry.time[:19].replace("T", " "), entry.user, what, questions, price, entry.hash[:12])


def _team(kind: str, payload: dict[str, Any], what: str) -> str:
    """A team's act with whom it is about and how much."""
    match kind:
        case "grant":
            return f"member as {payload['role']}: {payload['member']}"
        case "ungrant":
            return f"no longer a member: {payload['member']}"
        case "slice":
            size = amount({"mu_squared" if payload["currency"] == "mu" else "epsilon": payload["amount"]})
            until = f" until {payload['until'][:19].replace('T', ' ')}" if payload["until"] else ""
            return f"{what} for {payload['member'] or 'later users'}: {size}{until}"
        case "decline":
            return f"{what}: {payload['reason']}" if payload["reason"] else what
        case "propose":
            return f"{what}: {payload['note']}" if payload["note"] else what
        case "charge":
            by = "from a slice" if payload.get("slice") else "by approval" if payload.get("proposal") else ""
            return f"{what} {by}".strip()
        case _:
            return what


def amount(charge: dict[str, Any]) -> str:
    """A booked charge in the currency it was paid in."""
    if charge.get("epsilon") == 0 and charge.get("mu_squared") == 0:
        return "nothing"
    if charge.get("epsilon") is not None:
        return f"epsilon {charge['epsilon'] / ATTO:.3g}"
    return f"mu {math.sqrt(charge['mu_squared'] / ATTO):.3g}" if charge.get("mu_squared") is not None else "–"


def budget(budget: Budget) -> str:
    """A budget's own figures."""
    if budget.mu is not None:
        return f"mu {budget.mu:g}, shown at delta {scientific(budget.delta or 0.0)}{_extras(budget)}"
    at = f" at delta {scientific(budget.delta)}" if budget.delta else ", no delta"
    return f"epsilon {budget.epsilon:g}{at}{_extras(budget)}"


def _extras(budget: Budget) -> str:
    """The portfolio and the slots of a budget, where it has some."""
    slots = [f"{slot.times} × {slot.name} ({slot})" for slot in budget.slots]
    shares = [] if budget.portfolio is None else _shares(budget.portfolio)
    return "".join(f", {part}" for part in (*shares, *(["slots " + ", ".join(slots)] if slots else [])))


def _shares(portfolio: Portfolio) -> list[str]:
    order = "" if portfolio.order is None else f" at order {portfolio.order:g}"
    renyi = [f"{100 * portfolio.renyi:g} % of delta for a Rényi filter{order}"] if portfolio.renyi else []
    return renyi + ([f"{100 * portfolio.failure:g} % for failures"] if portfolio.failure else [])

# vital
"""Checks a charge and builds its entry: the unpaid asks, their sum, and its admission for the user."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.account import Amounts
from dpcore.budget.charge import Charge
from dpcore.budget.refusal import admit
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError, LedgerError, QueryError, SourceError
from dpcore.ledger.entry import canonical
from dpcore.ledger.team.act import Act, pay
from dpcore.mechanisms import recorded
from dpcore.number import shown
from dpcore.plan.facts import Basis
from dpcore.plan.request import key_of
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.chain import Chain, Dataset

NEW_VERSION = Text("Load a new version of the rows to ask further questions.")
MEANWHILE = Text("A question of this plan was answered in the meantime, so nothing was charged.")


@final
@dataclass(frozen=True, slots=True)
class Item:
    """One ask to be paid. key: its identity, charged and answered once. free: no row can change the answer.

    keep: the rows and facts of which the question was not paid when looked up; None: a second payment is allowed.
    """

    key: str
    ask: Mapping[str, Any]
    charge: Charge
    free: bool = False
    keep: Basis | None = None

    def __post_init__(self) -> None:
        if self.free != (self.charge == Charge.nothing()):
            raise BudgetError(
                "Only an answer that no row can change can be free of charge.",
                "Set `free=True` together with an empty charge.",
            )

    def line(self) -> dict[str, Any]:
        """The ask as in a charge entry: its key, the question, its own charge, and the privacy losses of its rounds."""
        line = {"key": self.key, "ask": dict(self.ask), "charge": self.charge.booked.to_dict()}
        parts = self.charge.parts
        if not parts:
            return line
        if len(parts) == 1:
            return {**line, "loss": parts[0].to_dict()}
        return {**line, "losses": [[loss.to_dict(), len(list(same))] for loss, same in itertools.groupby(parts)]}


@final
@dataclass(frozen=True, slots=True)
class Payment:
    """The user who pays for a plan, and the source of the payment.

    confirm: the charge may end the live Gaussian filter. slot: the reserved release that pays instead of the filters;
    not used if all asks are paid already. proposal: an approved proposal; without it an analyst pays from a slice.
    """

    user: str
    confirm: bool = False
    slot: str | None = None
    proposal: str | None = None


def charge_entry(
    chain: Chain, dataset: Dataset, items: Sequence[Item], how: Payment, time: str
) -> dict[str, Any] | None:
    """The payload of the entry that charges the unpaid asks; None if all are paid.

    Raises AccessError, BudgetError, QueryError or SourceError. Filters and permissions are checked separately, and
    the chain checks both again.
    """
    dataset.membership.need(how.user, "analyst")
    unpaid = _unpaid(chain, dataset, items)
    if not unpaid:
        return None
    if _paid_meanwhile(chain, dataset, unpaid):
        raise QueryError(MEANWHILE, "Review the plan and release it again.")
    if not dataset.has_rows:
        raise SourceError(Text("The rows of {name} were deleted.", name=shown(dataset.name)), NEW_VERSION)
    charge = Charge.total(item.charge for item in unpaid)
    standing = standing_of(dataset, how.user, time, approved=how.proposal is not None)
    state, booked = admit(standing, charge, how.confirm, how.slot).state(), standing.booked(charge, how.slot)
    written = {"charge": booked.to_dict(), "asks": [item.line() for item in unpaid], "state": state}
    extra = {"slot": how.slot, "slice": _slice(dataset, how, booked, time), "proposal": how.proposal}
    payload = {**written, **{name: value for name, value in extra.items() if value is not None}}
    pay(dataset.membership, Act("charge", how.user, time, payload), dataset.account, booked)
    return payload


def standing_of(
    dataset: Dataset, user: str, time: str, history: tuple[Any, ...] = (), *, approved: bool = False
) -> Standing:
    """The budget state for a user at a time. Owners may use the part that is not set aside, analysts their slice."""
    account, membership = dataset.account, dataset.membership
    aside, _ = membership.aside(account, time)
    return Standing(dataset.budget, account, history, aside, membership.cap(user, account, time, approved))


def _unpaid(chain: Chain, dataset: Dataset, items: Sequence[Item]) -> list[Item]:
    unpaid = {item.key: item for item in items if item.key not in chain.charged}
    if any(chain.charged[item.key][1] != dataset.id for item in items if item.key not in unpaid):
        raise LedgerError("This ask was paid for under another dataset.", "The key of an ask includes its dataset.")
    return list(unpaid.values())


def _paid_meanwhile(chain: Chain, dataset: Dataset, unpaid: Sequence[Item]) -> bool:
    """Whether a question with `keep` has been paid since it was looked up.

    As in the look-up, a measurement with the same or a higher number counts, at any price.
    """
    by_question: dict[str, list[Item]] = {}
    for item in unpaid:
        if item.keep is not None:
            by_question.setdefault(canonical(item.ask["query"]), []).append(item)
    if not by_question:
        return False
    lines = [line for entry in chain.entries[dataset.id] if entry.kind == "charge" for line in entry.payload["asks"]]
    return any(
        _stands_for(line, item, dataset.id)
        for line in lines
        for item in by_question.get(canonical(line["ask"]["query"]), ())
    )


def _stands_for(line: Mapping[str, Any], item: Item, dataset: str) -> bool:
    """Whether a paid ask of the question, of the same rows and facts, has at least this item's measurement number."""
    ask = line["ask"]
    if item.keep is None or ask["measurement"] < item.ask["measurement"]:
        return False
    same = key_of(dataset, item.keep, ask["query"], recorded(ask["lane"], ask["price"]), ask["measurement"])
    return bool(line["key"] == same)


def _slice(dataset: Dataset, how: Payment, booked: Amounts, time: str) -> str | None:
    """The slice from which the user pays; None for a free or approved charge."""
    if how.proposal is not None or booked == Amounts():
        return None
    slice_ = dataset.membership.allowance(how.user, time)
    return None if slice_ is None else slice_.id

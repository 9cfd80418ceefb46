"""What a charge would write: asks to be paid, added up as one plan, admitted for this person by filters or a slot."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.budget.account import Account, Amounts, Filter
from dpcore.budget.budget import Budget
from dpcore.budget.charge import Charge
from dpcore.budget.standing import Standing
from dpcore.errors import BudgetError, LedgerError, QueryError, SourceError
from dpcore.ledger.entry import canonical
from dpcore.ledger.team.act import Act, paid
from dpcore.mechanisms import recorded
from dpcore.number import shown
from dpcore.plan.quote import key_of
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger.chain import Chain, Dataset

NEW_VERSION = Text("A new version can be loaded.")
MEANWHILE = Text("A question of this plan was answered meanwhile, so nothing was charged.")


@final
@dataclass(frozen=True, slots=True)
class Item:
    """One ask to be paid. key: its identity, paid and answered once. `free` says that no row can change the answer.

    keep: the version of the rows on which its question was not paid when it was looked up; it is not paid twice there.
    """

    key: str
    ask: Mapping[str, Any]
    charge: Charge
    free: bool = False
    keep: int | None = None

    def __post_init__(self) -> None:
        if self.free != (self.charge == Charge.nothing()):
            raise BudgetError("Only an answer that no row can change is free.", "Say `free=True` and charge nothing.")

    def line(self) -> dict[str, Any]:
        """The ask as an entry keeps it: its key, what it is, what it would cost alone, and what its rounds lose."""
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
    """Who pays for a plan, and from what.

    confirm: it may end the live Gaussian filter. slot: the declared slot that pays instead of the filters; where all is
    paid already none is used. proposal: an owner's approval of these asks; without one an analyst pays from a slice.
    """

    user: str
    confirm: bool = False
    slot: str | None = None
    proposal: str | None = None


def charge_entry(
    chain: Chain, dataset: Dataset, items: Sequence[Item], how: Payment, time: str
) -> dict[str, Any] | None:
    """The payload of the entry that pays for what is not paid of these asks; None where all is. Raises what refuses it.

    What the filters admit and what this person may pay are asked apart; the chain asks both again.
    """
    dataset.membership.need(how.user, "analyst")
    unpaid = _unpaid(chain, dataset, items)
    if not unpaid:
        return None
    if _paid_meanwhile(chain, dataset, unpaid):
        raise QueryError(MEANWHILE, "Look at the plan again.")
    if not dataset.has_rows:
        raise SourceError(Text("The rows of {name} were deleted.", name=shown(dataset.name)), NEW_VERSION)
    charge = Charge.total(item.charge for item in unpaid)
    standing = standing_of(dataset, how.user, time, approved=how.proposal is not None)
    state, booked = standing.admit(charge, how.confirm, how.slot).state(), standing.booked(charge, how.slot)
    written = {"charge": booked.to_dict(), "asks": [item.line() for item in unpaid], "state": state}
    extra = {"slot": how.slot, "slice": _slice(dataset, how, booked, time), "proposal": how.proposal}
    payload = {**written, **{name: value for name, value in extra.items() if value is not None}}
    paid(dataset.membership, Act("charge", how.user, time, payload), dataset.account, booked)
    return payload


def standing_of(
    dataset: Dataset, user: str, time: str, history: tuple[Any, ...] = (), *, approved: bool = False
) -> Standing:
    """How a budget stands at a moment, for one person; whoever is not an analyst may use what is not set aside."""
    account, membership = dataset.account, dataset.membership
    aside, _ = membership.aside(account, time)
    return Standing(dataset.budget, account, history, aside, membership.cap(user, account, time, approved))


def _unpaid(chain: Chain, dataset: Dataset, items: Sequence[Item]) -> list[Item]:
    unpaid = {item.key: item for item in items if item.key not in chain.charged}
    if any(chain.charged[item.key][1] != dataset.id for item in items if item.key not in unpaid):
        raise LedgerError("This ask was paid by another dataset.", "The key of an ask includes its dataset.")
    return list(unpaid.values())


def _paid_meanwhile(chain: Chain, dataset: Dataset, unpaid: Sequence[Item]) -> bool:
    """Whether a question that is to be kept has been paid since it was looked up.

    What counts is what the look-up counts: a measurement with the same number or a higher one, at any price.
    """
    kept: dict[str, list[Item]] = {}
    for item in unpaid:
        if item.keep is not None:
            kept.setdefault(canonical(item.ask["query"]), []).append(item)
    if not kept:
        return False
    lines = [line for entry in chain.entries[dataset.id] if entry.kind == "charge" for line in entry.payload["asks"]]
    return any(
        _stands_for(line, item, dataset.id) for line in lines for item in kept.get(canonical(line["ask"]["query"]), ())
    )


def _stands_for(line: Mapping[str, Any], item: Item, dataset: str) -> bool:
    """Whether a paid ask of the same question is of the same rows, and of no earlier measurement."""
    ask = line["ask"]
    if item.keep is None or ask["measurement"] < item.ask["measurement"]:
        return False
    same = key_of(dataset, item.keep, ask["query"], recorded(ask["lane"], ask["price"]), ask["measurement"])
    return bool(line["key"] == same)


def _slice(dataset: Dataset, how: Payment, booked: Amounts, time: str) -> str | None:
    """The slice that an analyst's charge is paid from."""
    if how.proposal is not None or booked == Amounts():
        return None
    slice_ = dataset.membership.allowance(how.user, time)
    return None if slice_ is None else slice_.id


def raised(old: Budget, account: Account, new: Budget) -> tuple[Filter, ...]:
    """The filters of a budget that allows more in the same form; the Rényi order and the slots stay.

    Both were fixed before the first answer. Raises BudgetError.
    """
    before, limits = account.filters, new.filters(account.order)
    same = [(filter_.name, filter_.order) for filter_ in before] == [
        (filter_.name, filter_.order) for filter_ in limits
    ]
    kept = new.portfolio is None or new.portfolio.order in (None, account.order)
    less = any(a.limit > b.limit or a.delta > b.delta for a, b in zip(before, limits, strict=False))
    if not (same and kept) or less or before == limits or new.slots != old.slots:
        raise BudgetError(
            "A budget of {new} does not allow more than the present one of {old}.",
            "A budget keeps its form, its filters and its slots, and only grows.",
            new=new,
            old=old,
        )
    return limits

"""The rules of team acts: who may do what in which state, and the resulting state. Uses no database.

Each rule is applied twice: in the transaction that writes the act, where its error is shown to the user, and when the
chain is read, where an entry that breaks the rule does not verify.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, final

from dpcore.budget.account import Account, Amounts
from dpcore.budget.cap import said, shared
from dpcore.errors import AccessError, BudgetError
from dpcore.ledger.entry import MOMENT
from dpcore.ledger.team.membership import ROLES, Member, Membership
from dpcore.ledger.team.proposal import Proposal
from dpcore.ledger.team.slice import Slice
from dpcore.number import shown
from dpcore.text import Text

MOST_NAME: Final = 200
MOST_TEXT: Final = 2_000
MOST_PENDING: Final = 50
"""The most pending proposals of one analyst: waiting for approval or approved but not released."""

# Characters that written languages need although `str.isprintable` rejects them: no-break spaces, joiners, direction
# marks and newline.
_NEEDED: Final = str.maketrans("", "", "\n\u00a0\u202f\u200c\u200d\u200e\u200f")


@final
@dataclass(frozen=True, slots=True)
class Act:
    """An act of a user at a time, recorded in an entry or about to be. data: the payload of the entry."""

    kind: str
    user: str
    time: str
    data: Mapping[str, Any]


def after(team: Membership, act: Act, account: Account) -> Membership:
    """The team after an act. Raises AccessError or BudgetError if permissions or budget do not allow it."""
    return ACTS[act.kind](team, act, account)


def pay(team: Membership, act: Act, account: Account, charge: Amounts) -> Membership:
    """The team after a charge to this account. Raises AccessError or BudgetError if the user may not pay it so."""
    team.need(act.user, "analyst")
    slot, slice_, proposal = (act.data.get(name) for name in ("slot", "slice", "proposal"))
    if proposal is None and slice_ is None and (team.role(act.user) == "owner" or (charge == Amounts() and not slot)):
        if slot is None:
            team.leave_room(account, charge, act.time)
        return team
    if proposal is None:
        return team.having(_from_slice(team, act, account, charge))
    if slot is None:
        team.leave_room(account, charge, act.time)
    return team.having(_by_approval(team, act, charge))


def _from_slice(team: Membership, act: Act, account: Account, charge: Amounts) -> Slice:
    if act.data.get("slot") is not None:
        raise AccessError(
            "Only owners can use slots (reserved releases), or plans that an owner approved.", "Propose the plan."
        )
    slice_ = team.slice_of(act.data.get("slice") or "")
    if slice_.member != act.user or not slice_.open(act.time):
        # vital
        raise BudgetError("This slice is not open for you.", "Propose the plan to an owner.")
    spent = shared(account).of(charge)
    if spent is None or spent > slice_.left or charge.delta > slice_.left_delta:
        # vital
        raise BudgetError("This plan costs more than the rest of your slice.", "Propose the plan to an owner.")
    return slice_.pay(spent, charge.delta)


def _by_approval(team: Membership, act: Act, charge: Amounts) -> Proposal:
    proposal = team.proposal(act.data["proposal"])
    if proposal.member != act.user:
        raise AccessError("This plan was proposed by another user.", "Only that user can release it.")
    proposal.check(act.data, charge)
    return replace(proposal, state="released")


# Members


def _grant(team: Membership, act: Act, account: Account) -> Membership:
    del account
    team.need(act.user, "owner")
    user, role = _name(act.data["member"]), act.data["role"]
    if role not in ROLES:
        raise AccessError("There is no role {role}.", "Roles are owner, analyst and viewer.", role=shown(role))
    if user == team.opener:
        raise AccessError("The user who opened a dataset always remains its owner.", "Add other people.")
    if team.role(user) == role:
        raise AccessError("{user} already has this role.", "Choose another role.", user=shown(user))
    member = team.members.get(user)
    fresh = Member(user, role, act.time if member is None else member.since, act.user)
    return replace(_close(team, act, user), members={**team.members, user: fresh})


def _ungrant(team: Membership, act: Act, account: Account) -> Membership:
    """Removes a member. Allowed for owners and for the member."""
    del account
    user = act.data["member"]
    team.need(act.user, "viewer" if user == act.user else "owner")
    if user == team.opener:
        raise AccessError(
            "The user who opened a dataset always remains its owner.", "Other members can leave, or be removed."
        )
    if team.role(user) is None:
        raise AccessError(
            "{user} does not belong to this dataset.", "`Team.members` lists the members.", user=shown(user)
        )
    rest = {name: member for name, member in team.members.items() if name != user}
    return replace(_close(team, act, user), members=rest)


def _close(team: Membership, act: Act, user: str) -> Membership:
    """When a role changes or ends: takes back the member's open slices and withdraws pending proposals."""
    own = [slice_ for slice_ in team.slices.values() if slice_.member == user and slice_.open(act.time)]
    plans = [proposal for proposal in team.proposals.values() if proposal.member == user and proposal.pending]
    withdrawn = (replace(proposal, state="withdrawn", by=act.user) for proposal in plans)
    return team.having(*(replace(slice_, taken=True) for slice_ in own), *withdrawn)


# Slices


def _slice(team: Membership, act: Act, account: Account) -> Membership:
    team.need(act.user, "owner")
    data, member = act.data, act.data["member"]
    if member and team.role(member) != "analyst":
        raise AccessError("{member} is not an analyst of this dataset.", "Add the analyst first.", member=shown(member))
    if member and team.allowance(member, act.time) is not None:
        raise BudgetError("{member} already has an open slice.", "Take that slice back first.", member=shown(member))
    figures = (data[name] for name in ("currency", "amount", "delta", "until"))
    slice_ = Slice(data["slice"], member, act.user, act.time, *figures)
    if slice_.id in team.slices or not _sound(slice_):
        raise ValueError
    if slice_.is_expired(act.time):
        raise BudgetError("The end of a slice must be in the future.", "Times are in UTC.")
    _fit(team, account, slice_)
    return team.having(slice_)


def _fit(team: Membership, account: Account, slice_: Slice) -> None:
    """Raises BudgetError if a slice does not fit the account or exceeds what is left and not set aside."""
    filter_, (aside, aside_delta) = shared(account), team.aside(account, slice_.time)
    if filter_ not in account.live:
        raise BudgetError(
            "Slices are no longer possible: their accounting method has ended.", "Approve plans one by one instead."
        )
    if (slice_.currency == "mu") != (filter_.name == "gaussian"):
        raise BudgetError(
            "Slices of this budget cannot be given in {currency}.",
            "Use the other unit: mu or epsilon.",
            currency=slice_.currency,
        )
    left = filter_.limit - (filter_.of(account.spent) or 0) - aside
    if slice_.amount > left or slice_.delta > filter_.delta - account.spent.delta - aside_delta:
        raise BudgetError(
            "{amount} cannot be set aside: {left} is available, and {aside} is already set aside."
            if aside
            else "{amount} cannot be set aside: {left} is available.",
            "Choose a smaller amount, or take back a slice first.",
            amount=said(filter_, slice_.amount),
            left=said(filter_, max(0, left)),
            aside=said(filter_, aside),
        )


def _sound(slice_: Slice) -> bool:
    whole = (
        all(type(figure) is int for figure in (slice_.amount, slice_.delta)) and slice_.amount > 0 and slice_.delta >= 0
    )
    timed = slice_.until is None or MOMENT.fullmatch(slice_.until) is not None
    return whole and timed and _identity(slice_.id) and slice_.currency in ("mu", "epsilon")


def _take_back(team: Membership, act: Act, account: Account) -> Membership:
    del account
    team.need(act.user, "owner")
    slice_ = team.slice_of(act.data["slice"])
    if not slice_.open(act.time):
        raise BudgetError(
            "This slice is {state}, so no budget is set aside for it.",
            "There is nothing to take back.",
            state=Text(slice_.state(act.time)),
        )
    return team.having(replace(slice_, taken=True))


# Proposals


def _propose(team: Membership, act: Act, account: Account) -> Membership:
    del account
    team.need(act.user, "analyst")
    if team.role(act.user) == "owner":
        raise AccessError("An owner needs no approval.", "Release the plan.")
    data = act.data
    waiting = [proposal for proposal in team.proposals.values() if proposal.member == act.user and proposal.pending]
    if len(waiting) >= MOST_PENDING:
        raise BudgetError(
            "You already have {most_pending} pending plans, the most allowed.",
            "Withdraw some of them first.",
            most_pending=MOST_PENDING,
        )
    fresh = Proposal(
        data["proposal"],
        act.user,
        act.time,
        tuple(data["asks"]),
        dict(data["plan"]),
        text(data["note"]),
        Amounts(**data["charge"]),
    )
    prices = [Amounts(**ask["charge"]) for ask in fresh.asks]
    if not prices or fresh.id in team.proposals or not (_identity(fresh.id) and all(map(_identity, fresh.keys))):
        raise ValueError
    return team.having(fresh)


def _approve(team: Membership, act: Act, account: Account) -> Membership:
    del account
    team.need(act.user, "owner")
    proposal = _open(team, act, "waiting")
    return team.having(replace(proposal, state="approved", by=act.user))


def _decline(team: Membership, act: Act, account: Account) -> Membership:
    del account
    team.need(act.user, "owner")
    proposal = _open(team, act, "waiting", "approved")
    return team.having(replace(proposal, state="declined", by=act.user, reason=text(act.data["reason"])))


def _withdraw(team: Membership, act: Act, account: Account) -> Membership:
    del account
    team.need(act.user, "analyst")
    proposal = _open(team, act, "waiting", "approved")
    if proposal.member != act.user:
        raise AccessError("This plan was proposed by another user.", "Decline it instead.")
    return team.having(replace(proposal, state="withdrawn", by=act.user))


def _open(team: Membership, act: Act, *states: str) -> Proposal:
    proposal = team.proposal(act.data["proposal"])
    if proposal.state not in states:
        raise AccessError(
            "This plan was already {state} by {user}." if proposal.by else "This plan was already {state}.",
            "Review its present state.",
            state=Text(proposal.state),
            user=shown(proposal.by),
        )
    return proposal


# Texts written by users


def _name(user: object) -> str:
    sound = isinstance(user, str) and 0 < len(user) <= MOST_NAME and user.isprintable() and user == user.strip()
    if not isinstance(user, str) or not sound:
        raise AccessError(
            "A user's name has 1 to {most_name} printable characters.",
            "Use the name with which the user signs in.",
            most_name=MOST_NAME,
        )
    return user


def text(value: object) -> str:
    """Checks a note or reason. Raises AccessError if it is too long or contains invisible characters."""
    if not isinstance(value, str) or len(value) > MOST_TEXT or not value.translate(_NEEDED).isprintable():
        raise AccessError(
            "A note has at most {most_text} printable characters.",
            "Write a shorter note, without special characters.",
            most_text=MOST_TEXT,
        )
    return value


def _identity(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 100


ACTS: Final[Mapping[str, Callable[[Membership, Act, Account], Membership]]] = {
    "grant": _grant,
    "ungrant": _ungrant,
    "slice": _slice,
    "take_back": _take_back,
    "propose": _propose,
    "approve": _approve,
    "decline": _decline,
    "withdraw": _withdraw,
}

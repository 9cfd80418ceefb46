"""The team of one dataset in the chain: its members, the slices of its budget, the proposed plans.

The rules are in `act`. Slices are an access policy; the privacy guarantee does not depend on them. A charge that no
filter admits is refused whatever a slice has left; a slice can only refuse earlier. Slices expire by the times of
entries, which never decrease; if the clock once ran ahead, they expire early.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, final

from dpcore.budget.account import Account, Amounts
from dpcore.budget.cap import Cap, shared
from dpcore.errors import AccessError
from dpcore.ledger.team.proposal import Proposal
from dpcore.ledger.team.slice import Slice
from dpcore.text import Text

Role = Literal["owner", "analyst", "viewer"]
ROLES: Final[tuple[Role, ...]] = ("viewer", "analyst", "owner")
"""Each role includes the permissions of the roles before it."""

_FOR_OWNER = Text("Ask an owner of the dataset to do it or to give you that role.")


@final
@dataclass(frozen=True, slots=True)
class Member:
    """A member of a dataset: name, role, start (ISO, UTC), and the user who granted the role."""

    user: str
    role: Role
    since: str
    by: str


@final
@dataclass(frozen=True, slots=True)
class Membership:
    """The team at one entry of the chain. Immutable: each act returns a new one.

    opener: the user who opened the dataset, always an owner. members: by name, the opener first.
    """

    opener: str
    members: Mapping[str, Member]
    slices: Mapping[str, Slice] = field(default_factory=dict)
    proposals: Mapping[str, Proposal] = field(default_factory=dict)

    @classmethod
    def of_opener(cls, user: str, time: str) -> Membership:
        """The team of a new dataset: only its opener."""
        return cls(user, {user: Member(user, "owner", time, user)})

    # Roles

    def role(self, user: str) -> Role | None:
        """The role of a user, or None if the user is not a member."""
        member = self.members.get(user)
        return None if member is None else member.role

    def need(self, user: str, role: Role) -> None:
        """Raises AccessError if the user does not have at least this role."""
        present = self.role(user)
        if present is None:
            raise AccessError("You are not a member of this dataset.", "Ask an owner of the dataset to add you.")
        if ROLES.index(present) < ROLES.index(role):
            raise AccessError(
                Text(
                    "This requires the role {role}; your role in this dataset is {here}.",
                    role=Text(role),
                    here=Text(present),
                ),
                _FOR_OWNER,
            )

    # Slices and proposals

    def aside(self, account: Account, time: str) -> tuple[int, int]:
        """The unspent amount and delta of open slices, in units of 1e-18."""
        live = shared(account) in account.live
        parts = [slice_ for slice_ in self.slices.values() if live and slice_.open(time)]
        return sum(slice_.left for slice_ in parts), sum(slice_.left_delta for slice_ in parts)

    def allowance(self, user: str, time: str) -> Slice | None:
        """The open slice of a user, or None."""
        return next((slice_ for slice_ in self.slices.values() if slice_.member == user and slice_.open(time)), None)

    def cap(self, user: str, account: Account, time: str, approved: bool = False) -> Cap | None:
        """The limit of a user's charges if it is stricter than the filter's; else None.

        approved: the plan is approved, so it is paid from the budget that is not set aside, not from a slice.
        """
        filter_, spent = shared(account), account.spent
        figure = filter_.of(spent) or 0
        if self.role(user) == "analyst" and not approved:
            slice_ = self.allowance(user, time)
            left, delta = (0, 0) if slice_ is None else (slice_.left, slice_.left_delta)
            limits = replace(filter_, limit=figure + left, delta=spent.delta + delta)
            return Cap(limits, "none" if slice_ is None else "slice")
        amount, delta = self.aside(account, time)
        return (
            Cap(replace(filter_, limit=filter_.limit - amount, delta=filter_.delta - delta), "free") if amount else None
        )

    def leave_room(self, account: Account, charge: Amounts, time: str) -> None:
        """Raises BudgetError if a charge outside slices would use budget set aside for them."""
        cap = self.cap("", account, time)
        if cap is not None and not cap.holds(account, charge):
            raise cap.refusal(account, charge, self.aside(account, time)[0])

    def proposal(self, identifier: str) -> Proposal:
        """A proposal by its identifier. Raises AccessError."""
        if identifier not in self.proposals:
            raise AccessError("There is no such proposal.", "`Team.proposals` lists them.")
        return self.proposals[identifier]

    def slice_of(self, identifier: str) -> Slice:
        """A slice by its identifier. Raises AccessError."""
        if identifier not in self.slices:
            raise AccessError("There is no such slice.", "`Team.slices` lists them.")
        return self.slices[identifier]

    def having(self, *news: Slice | Proposal) -> Membership:
        """The team with these slices and proposals added or replaced by identifier."""
        slices = {new.id: new for new in news if isinstance(new, Slice)}
        proposals = {new.id: new for new in news if isinstance(new, Proposal)}
        return replace(self, slices={**self.slices, **slices}, proposals={**self.proposals, **proposals})

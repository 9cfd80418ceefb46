"""The team of one dataset in the chain: its members, the slices of its budget, the plans that wait for an owner.

What may become of it is in `act`. Slices are policy, and the privacy guarantee never rests on them: what no filter
admits is refused, whatever a slice has left, and all that a slice does is refuse earlier. They expire by the entries'
own times, which never run backwards; a clock that once ran ahead ends them early.
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
"""Each may do whatever those before it may."""

_FOR_OWNER = Text("An owner of the dataset can do it, or give you that role.")


@final
@dataclass(frozen=True, slots=True)
class Member:
    """Who belongs to a dataset, as what, since when (ISO, UTC), and by whose word."""

    user: str
    role: Role
    since: str
    by: str


@final
@dataclass(frozen=True, slots=True)
class Membership:
    """The team at one entry of the chain. Immutable: an act makes the next one.

    opener: who opened the dataset, an owner for good. members: by name, the opener first.
    """

    opener: str
    members: Mapping[str, Member]
    slices: Mapping[str, Slice] = field(default_factory=dict)
    proposals: Mapping[str, Proposal] = field(default_factory=dict)

    @classmethod
    def opened(cls, user: str, time: str) -> Membership:
        """The team of a new dataset: who opened it."""
        return cls(user, {user: Member(user, "owner", time, user)})

    # Who may do what

    def role(self, user: str) -> Role | None:
        """What somebody is here; None for everybody else."""
        found = self.members.get(user)
        return None if found is None else found.role

    def need(self, user: str, role: Role) -> None:
        """Raises AccessError where somebody is less than this."""
        here = self.role(user)
        if here is None:
            raise AccessError("You do not belong to this dataset.", "Ask an owner of it.")
        if ROLES.index(here) < ROLES.index(role):
            raise AccessError(
                Text("This takes an {role} of the dataset, and you are a member as {here}.", role=role, here=here),
                _FOR_OWNER,
            )

    # What is set aside

    def aside(self, account: Account, time: str) -> tuple[int, int]:
        """Amount and delta that open slices have left, in units of 1e-18."""
        live = shared(account) in account.live
        parts = [slice_ for slice_ in self.slices.values() if live and slice_.open(time)]
        return sum(slice_.left for slice_ in parts), sum(slice_.left_delta for slice_ in parts)

    def allowance(self, user: str, time: str) -> Slice | None:
        """Somebody's open slice."""
        return next((slice_ for slice_ in self.slices.values() if slice_.member == user and slice_.open(time)), None)

    def cap(self, user: str, account: Account, time: str, approved: bool = False) -> Cap | None:
        """Where somebody's charges end before the filter does; None where they do not.

        approved: an approved plan is paid outside of slices, from what is not set aside.
        """
        one, spent = shared(account), account.spent
        figure = one.of(spent) or 0
        if self.role(user) == "analyst" and not approved:
            slice_ = self.allowance(user, time)
            left, delta = (0, 0) if slice_ is None else (slice_.left, slice_.left_delta)
            limits = replace(one, limit=figure + left, delta=spent.delta + delta)
            return Cap(limits, "none" if slice_ is None else "slice")
        amount, delta = self.aside(account, time)
        return Cap(replace(one, limit=one.limit - amount, delta=one.delta - delta), "free") if amount else None

    def leave_room(self, account: Account, charge: Amounts, time: str) -> None:
        """Raises BudgetError where a charge outside of slices would use what they have left."""
        cap = self.cap("", account, time)
        if cap is not None and not cap.holds(account, charge):
            raise cap.refusal(account, charge, self.aside(account, time)[0])

    def proposal(self, identifier: str) -> Proposal:
        """A proposal by its name. Raises AccessError."""
        if identifier not in self.proposals:
            raise AccessError("There is no such proposal.", "`Team.proposals` lists them.")
        return self.proposals[identifier]

    def slice_of(self, identifier: str) -> Slice:
        """A slice by its name. Raises AccessError."""
        if identifier not in self.slices:
            raise AccessError("There is no such slice.", "`Team.slices` lists them.")
        return self.slices[identifier]

    def having(self, *news: Slice | Proposal) -> Membership:
        """The team with these slices and proposals, in place of those of the same names."""
        slices = {new.id: new for new in news if isinstance(new, Slice)}
        proposals = {new.id: new for new in news if isinstance(new, Proposal)}
        return replace(self, slices={**self.slices, **slices}, proposals={**self.proposals, **proposals})

"""The team of one dataset: members and their roles, slices of the budget, plans that wait for an owner's approval.

A viewer reads answers, standing and ledger; an analyst also asks, within a slice or what an owner approved; an owner
does everything. The ledger holds every rule, in the transaction that writes (`dpcore.ledger.team.act`). Every act is
in the chain with who and when, and none reads a row.

An approval sets nothing aside: it lets one plan past the slice, and what is left then has to do. What must be there
later is what slices and reserves are for.
"""

from __future__ import annotations

import datetime as dt
import math
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, final

from dpcore import clock
from dpcore.budget.account import ATTO
from dpcore.budget.cap import shared
from dpcore.desk.team_view import ProposalView, SliceView, slice_view
from dpcore.errors import AccessError, BudgetError
from dpcore.ledger.team.membership import Member, Role
from dpcore.ledger.team.proposal import Proposal
from dpcore.ledger.team.slice import Currency
from dpcore.mechanisms import Epsilon, kind_of
from dpcore.number import exact, real
from dpcore.plan.plan import MAX_PRICE, Ask, Plan
from dpcore.plan.quote import again
from dpcore.release.asking import Request
from dpcore.release.dataset import Dataset
from dpcore.release.request import NO_MORE, Requests, item

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.ledger import Ledger

__all__ = ["Member", "ProposalView", "Role", "SliceView", "Team"]
MOST_PLAN = 10**6
"""Characters of the asks of a plan for review."""


@final
class Team:
    """Members, slices and proposals of one dataset, for one user. Whatever it says is read anew from the ledger.

    Raises AccessError where the user may not, BudgetError where the budget does not allow it.
    """

    def __init__(self, ledger: Ledger, dataset: Dataset, user: str) -> None:
        self._ledger, self._dataset, self._user = ledger, dataset, user

    # Members

    @property
    def members(self) -> list[Member]:
        """Everybody who belongs to it, the opening owner first."""
        return list(self._known.membership.members.values())

    def add(self, user: str, role: Role) -> None:
        """Make somebody a member, or change a member's role. An owner's act.

        user: the name they sign in with. A change of role closes what was open under the old one, as `remove` does.
        """
        self._act("grant", member=user, role=role)

    def remove(self, user: str) -> None:
        """End a membership, as an owner, or one's own: open slices come back, plans on their way are withdrawn."""
        self._act("ungrant", member=user)

    # Slices

    @property
    def slices(self) -> list[SliceView]:
        """Every slice there ever was, oldest first."""
        return [slice_view(slice_, self._ledger.now()) for slice_ in self._known.membership.slices.values()]

    def grant(
        self,
        user: str,
        mu: float | None = None,
        epsilon: float | None = None,
        until: dt.datetime | dt.date | str | None = None,
    ) -> SliceView:
        """Set a part of the budget aside for an analyst who has no open slice. An owner's act.

        mu where the budget has a delta, else epsilon; rounded down to 1e-18. until: a time (UTC where it says no
        other), or a day, which counts to its last second.
        """
        if not user:
            raise AccessError("A slice is somebody's.", "`reserve` keeps a part for later users.")
        end = None if until is None else clock.end(until, BudgetError, self._ledger.now())
        return self._set_aside(user, mu, epsilon, end)

    def reserve(self, mu: float | None = None, epsilon: float | None = None) -> SliceView:
        """Set a part of the budget aside for later users; nobody pays from it. An owner's act."""
        return self._set_aside("", mu, epsilon, None)

    def take_back(self, slice_id: str) -> None:
        """The unspent part of a slice is free again. An owner's act."""
        self._act("take_back", slice=slice_id)

    @property
    def allowance(self) -> SliceView | None:
        """This user's open slice."""
        now = self._ledger.now()
        found = self._known.membership.allowance(self._user, now)
        return None if found is None else slice_view(found, now)

    # Proposals

    @property
    def proposals(self) -> list[ProposalView]:
        """Every proposal there ever was, oldest first."""
        return [self._proposal(proposal) for proposal in self._known.membership.proposals.values()]

    def propose(self, plan: Plan, note: str = "") -> ProposalView:
        """Ask the owners to approve a plan at its present prices, in a slot of the budget where it names one.

        An analyst's act. A plan that waits with the same note already is returned as it is.
        """
        self._known.membership.need(self._user, "analyst")
        requests = Requests(self._ledger, self._dataset, self._user)
        quote = requests.quote(plan, keep=True)
        standing, charge = replace(quote.standing, cap=None), quote.charge
        if not self._known.has_rows:
            raise BudgetError(NO_MORE, "A new version can be loaded.")
        if all(quote.stored):
            raise BudgetError("All of this plan is paid already: asking it costs nothing.", "Release it.")
        if plan.slot is None and standing.affords(charge) and "gaussian" in standing.ends(charge):
            raise BudgetError(
                "This plan would end the Gaussian filter, which only an owner may do.", "Price the plan in mu."
            )
        standing.admit(charge, slot=plan.slot)
        lines = [item(request).line() for request in requests.of(plan, keep=True)]
        if sum(len(str(line)) for line in lines) > MOST_PLAN:  # an entry stays for ever, in everybody's memory
            raise BudgetError("A plan for review has at most 1 MB of values.", "Name fewer, or split the plan.")
        keys = tuple(line["key"] for line in lines)
        own = [
            proposal
            for proposal in self._known.membership.proposals.values()
            if proposal.member == self._user and proposal.pending
        ]
        for proposal in own:
            if (proposal.keys, proposal.note, proposal.plan.get("slot")) == (keys, note, plan.slot):
                return self._proposal(proposal)
        identifier, cost = secrets.token_hex(8), standing.booked(charge, plan.slot).to_dict()
        self._act("propose", proposal=identifier, asks=lines, plan=plan.to_dict(), note=note, charge=cost)
        return self._proposal(self._known.membership.proposal(identifier))

    def approve(self, proposal_id: str) -> None:
        """Let the analyst release exactly this plan, once. An owner's act."""
        self._act("approve", proposal=proposal_id)

    def decline(self, proposal_id: str, reason: str = "") -> None:
        """Refuse a waiting plan, or take an approval back. An owner's act."""
        self._act("decline", proposal=proposal_id, reason=reason)

    def withdraw(self, proposal_id: str) -> None:
        """Take back one's own plan before it is released."""
        self._act("withdraw", proposal=proposal_id)

    def approved(self, proposal_id: str) -> tuple[list[Request], str | None]:
        """This user's own approved asks, at the prices they were proposed at, and the slot that pays, if one does.

        Those of a released plan too: they are answered for nothing. Raises BudgetError where the rows have changed.
        """
        found = self._known.membership.proposal(proposal_id)
        if found.member != self._user:
            raise AccessError("This plan was proposed by another user.", "Only that user can release it.")
        if found.state not in ("approved", "released"):
            raise BudgetError(
                "This plan is {state}, not approved.", "An owner of the dataset approves it.", state=found.state
            )
        requests = self._requests(found)
        if self._changed(requests) and self._ledger.known(found.keys) != set(found.keys):
            raise BudgetError("The rows have changed since this plan was proposed.", "Propose it again.")
        return requests, Plan.from_dict(found.plan).slot

    # Inside

    @property
    def _known(self) -> chain.Dataset:
        """The dataset as the ledger has it now, for a member."""
        known = self._ledger.dataset(self._dataset.id)
        known.membership.need(self._user, "viewer")
        return known

    def _requests(self, proposal: Proposal) -> list[Request]:
        asks = Plan.from_dict(proposal.plan).asks
        return [_request(line, ask, self._dataset) for line, ask in zip(proposal.asks, asks, strict=True)]

    def _answered(self, proposal: Proposal) -> bool:
        """Whether nothing of it would be paid any more, on the rows that it was proposed for."""
        if self._ledger.charged(proposal.keys) == set(proposal.keys):
            return True
        requests = self._requests(proposal)
        if self._changed(requests):
            return False
        kept = {request.key for request in Requests(self._ledger, self._dataset, self._user).kept(requests)}
        return self._ledger.charged(kept) == kept

    def _changed(self, requests: Sequence[Request]) -> bool:
        """Whether these were proposed for another version of the rows."""
        version = self._known.version
        return any(
            request.priced.key(self._dataset.id, version, request.measurement) != request.key for request in requests
        )

    def _act(self, kind: str, **payload: Any) -> None:
        self._ledger.act(kind, self._user, self._dataset.id, payload)

    def _set_aside(self, user: str, mu: float | None, epsilon: float | None, until: str | None) -> SliceView:
        if (mu is None) == (epsilon is None):
            raise BudgetError("A slice is given in mu or in epsilon: one of them.", "For example mu=0.1.")
        name: Currency = "epsilon" if mu is None else "mu"
        value = real(
            mu if epsilon is None else epsilon, f"`{name}` of a slice", above=0, at_most=MAX_PRICE, error=BudgetError
        )
        amount = math.floor((exact(value) ** 2 if name == "mu" else exact(value)) * ATTO)
        if not amount:
            raise BudgetError("This slice is below 1e-18, the ledger's resolution.", "Give more.")
        known, identifier = self._known, secrets.token_hex(8)
        one, aside = shared(known.account), known.membership.aside(known.account, self._ledger.now())[1]
        share = one.delta * amount // one.limit if one.limit else 0
        delta = max(0, min(share, one.delta - known.account.spent.delta - aside))
        figures = {"currency": name, "amount": amount, "delta": delta, "until": until}
        self._act("slice", slice=identifier, member=user, **figures)
        return slice_view(self._known.membership.slice_of(identifier), self._ledger.now())

    def _proposal(self, proposal: Proposal) -> ProposalView:
        """A proposal as it is shown; one whose questions were all answered in other ways has nothing to wait for."""
        pure = kind_of(proposal.asks[0]["ask"]["lane"]) is Epsilon
        paid = proposal.state == "approved" and self._answered(proposal)
        price = (proposal.charge.epsilon or 0) / ATTO if pure else math.sqrt((proposal.charge.mu_squared or 0) / ATTO)
        questions = tuple(str(line["ask"]["words"]) for line in proposal.asks)
        return ProposalView(
            proposal.id,
            proposal.member,
            proposal.time,
            Plan.from_dict(proposal.plan),
            questions,
            proposal.note,
            "epsilon" if pure else "mu",
            price,
            "released" if paid else proposal.state,
            proposal.by,
            proposal.reason,
        )


def _request(line: Mapping[str, Any], ask: Ask, dataset: Dataset) -> Request:
    """An ask as it was proposed; the level of its interval is the plan's, and costs nothing."""
    priced = again(line["ask"], dataset.table)
    return Request(line["key"], replace(priced, ask=Ask(priced.query, level=ask.level)), line["ask"]["measurement"])

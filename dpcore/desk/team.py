"""The team of one dataset: members and their roles, slices of the budget, plans proposed for approval.

A viewer reads answers, budget state and ledger. An analyst also asks questions, within a slice or an approved plan.
An owner may do everything. The ledger enforces the rules in each write transaction (`dpcore.ledger.team.act`). Every
act is recorded in the chain with user and time. No act reads a row.

An approval sets no budget aside: it allows one plan to be paid outside the slice, if enough budget is left at that
time. Slices and reserves set budget aside.
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
from dpcore.budget.refusal import admit
from dpcore.desk.dataset_view import dataset_view
from dpcore.desk.function import refuse
from dpcore.desk.team_view import ProposalView, SliceView, slice_view
from dpcore.errors import AccessError, BudgetError, DpError
from dpcore.ledger.team.membership import Member, Role
from dpcore.ledger.team.proposal import Proposal
from dpcore.ledger.team.slice import Currency
from dpcore.mechanisms import Epsilon, kind_of
from dpcore.number import exact, real
from dpcore.plan.plan import MAX_PRICE, Ask, Plan
from dpcore.plan.pricing import again
from dpcore.plan.request import Request
from dpcore.release.asking import item
from dpcore.release.dataset import Dataset
from dpcore.release.requests import NO_MORE, Requests
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.ledger import chain
    from dpcore.ledger.ledger import Ledger

__all__ = ["Member", "ProposalView", "Role", "SliceView", "Team"]
MOST_PLAN = 10**6
"""The most characters in the asks of a proposed plan."""


@final
class Team:
    """Members, slices and proposals of one dataset, for one user. Every property is read from the ledger on access.

    Methods raise AccessError if the user has no permission, and BudgetError if the budget does not allow the act.
    """

    def __init__(self, ledger: Ledger, dataset: Dataset, user: str) -> None:
        self._ledger, self._dataset, self._user = ledger, dataset, user

    # Members

    @property
    def members(self) -> list[Member]:
        """All members, the user who opened the dataset first."""
        return list(self._known.membership.members.values())

    def add(self, user: str, role: Role) -> None:
        """Adds a member or changes a member's role. For owners.

        user: the name with which the user signs in. A change of role takes back slices and withdraws plans.
        """
        self._act("grant", member=user, role=role)

    def remove(self, user: str) -> None:
        """Ends a membership: takes back open slices, withdraws pending plans. For owners, and for the member."""
        self._act("ungrant", member=user)

    # Slices

    @property
    def slices(self) -> list[SliceView]:
        """All slices, including ended ones, oldest first."""
        return [slice_view(slice_, self._ledger.now()) for slice_ in self._known.membership.slices.values()]

    def grant(
        self,
        user: str,
        mu: float | None = None,
        epsilon: float | None = None,
        until: dt.datetime | dt.date | str | None = None,
    ) -> SliceView:
        """Sets a part of the budget aside for an analyst without an open slice. For owners.

        mu: for a budget with delta; epsilon: for a budget without; rounded down to 1e-18. until: a time (UTC unless it
        has a time zone), or a day, to its last second.
        """
        if not user:
            raise AccessError("A slice needs a user.", "Use `reserve` to set budget aside for future users.")
        end = None if until is None else clock.end(until, BudgetError, self._ledger.now())
        return self._set_aside(user, mu, epsilon, end)

    def reserve(self, mu: float | None = None, epsilon: float | None = None) -> SliceView:
        """Sets a part of the budget aside for future users. Nobody can pay from it. For owners."""
        return self._set_aside("", mu, epsilon, None)

    def take_back(self, slice_id: str) -> None:
        """Ends a slice and frees its unspent part. For owners."""
        self._act("take_back", slice=slice_id)

    @property
    def allowance(self) -> SliceView | None:
        """This user's open slice, or None."""
        now = self._ledger.now()
        slice_ = self._known.membership.allowance(self._user, now)
        return None if slice_ is None else slice_view(slice_, now)

    # Proposals

    @property
    def proposals(self) -> list[ProposalView]:
        """All proposals, oldest first."""
        return [self._proposal(proposal) for proposal in self._known.membership.proposals.values()]

    def propose(self, plan: Plan, note: str = "") -> ProposalView:
        """Proposes a plan to the owners at its present prices; it may name a slot (reserved release). For analysts.

        If the same plan with the same note is already waiting, returns that proposal.
        """
        self._known.membership.need(self._user, "analyst")
        requests = Requests(self._ledger, self._dataset, self._user)
        refuse((ask.query for ask in plan.asks), one_person=False)
        quote = requests.quote(plan, keep=True)
        standing, charge = replace(quote.standing, cap=None), quote.charge
        if not self._known.has_rows:
            raise BudgetError(NO_MORE, "Load a new version of the rows to ask further questions.")
        if all(quote.stored):
            # vital
            raise BudgetError(
                "All questions of this plan are already paid, so it costs nothing.", "Release it without approval."
            )
        if plan.slot is None and standing.affords(charge) and "gaussian" in standing.ends(charge):
            raise BudgetError(
                "This plan would end the Gaussian accounting method, which only an owner may do.",
                "Price the plan in mu instead of epsilon.",
            )
        admit(standing, charge, slot=plan.slot)
        lines = [item(request).line() for request in requests.of(plan, keep=True)]
        if sum(len(str(line)) for line in lines) > MOST_PLAN:  # ledger entries are permanent and held in memory
            raise BudgetError(
                "A proposed plan can have at most 1 MB of values.", "Use fewer values, or split the plan."
            )
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
        """Allows the analyst to release exactly this plan, once. For owners."""
        self._act("approve", proposal=proposal_id)

    def decline(self, proposal_id: str, reason: str = "") -> None:
        """Declines a waiting plan, or takes back an approval. For owners."""
        self._act("decline", proposal=proposal_id, reason=reason)

    def withdraw(self, proposal_id: str) -> None:
        """Withdraws the user's own plan before it is released."""
        self._act("withdraw", proposal=proposal_id)

    def approved(self, proposal_id: str) -> tuple[list[Request], str | None]:
        """The asks of this user's approved plan, at the proposed prices, and the slot that pays, if any.

        Also works for a released plan, whose asks cost nothing. Raises BudgetError if the rows or the facts of a
        question have changed, or if a column is no longer described.
        """
        proposal = self._known.membership.proposal(proposal_id)
        if proposal.member != self._user:
            raise AccessError("This plan was proposed by another user.", "Only that user can release it.")
        if proposal.state not in ("approved", "released"):
            raise BudgetError(
                "This plan is {state}, not approved.",
                "Wait until an owner of the dataset approves it.",
                state=Text(proposal.state),
            )
        requests, keys = self._requests(proposal), set(proposal.keys)
        if self._ledger.answered_keys(keys) != keys and (requests is None or self._changed(requests)):
            if self._ledger.charged_keys(keys) == keys:
                # vital
                raise BudgetError(
                    "This plan is paid for, and the table was described otherwise before it was answered.",
                    "Answer the paid questions (`resume`). This costs nothing.",
                )
            raise BudgetError(
                "The rows, or how they are described, have changed since this plan was proposed.", "Propose it again."
            )
        if requests is None:
            raise BudgetError(
                "Questions of this plan are about columns that are no longer described.",
                "Their answers are among the stored ones (`releases`).",
            )
        return requests, Plan.from_dict(proposal.plan).slot

    # Internal

    @property
    def _known(self) -> chain.Dataset:
        """The present state of the dataset in the ledger. Raises AccessError unless the user is a member."""
        dataset = self._ledger.dataset(self._dataset.id)
        dataset.membership.need(self._user, "viewer")
        return dataset

    def _requests(self, proposal: Proposal) -> list[Request] | None:
        """The asks of a proposal; None if one cannot be asked of the table as it is described now."""
        asks = Plan.from_dict(proposal.plan).asks
        try:
            return [_request(line, ask, self._dataset) for line, ask in zip(proposal.asks, asks, strict=True)]
        except DpError:
            return None

    def _answered(self, proposal: Proposal) -> bool:
        """Whether all questions of the proposal are already paid, on the rows for which it was proposed."""
        if self._ledger.charged_keys(proposal.keys) == set(proposal.keys):
            return True
        requests = self._requests(proposal)
        if requests is None or self._changed(requests):
            return False
        keys = {request.key for request in Requests(self._ledger, self._dataset, self._user).replace_paid(requests)}
        return self._ledger.charged_keys(keys) == keys

    def _changed(self, requests: Sequence[Request]) -> bool:
        """Whether the requests were proposed for another version of the rows, or under other facts.

        Both for the rows and facts by which they would be answered, and for those of this moment.
        """
        now = dataset_view(self._known, self._dataset.name, self._dataset.role, self._dataset.kept)
        return any(dataset.key(request) != request.key for dataset in (self._dataset, now) for request in requests)

    def _act(self, kind: str, **payload: Any) -> None:
        self._ledger.act(kind, self._user, self._dataset.id, payload)

    def _set_aside(self, user: str, mu: float | None, epsilon: float | None, until: str | None) -> SliceView:
        if (mu is None) == (epsilon is None):
            raise BudgetError("The size of a slice must be given either in mu or in epsilon.", "For example mu=0.1.")
        name: Currency = "epsilon" if mu is None else "mu"
        value = real(
            mu if epsilon is None else epsilon, f"`{name}` of a slice", above=0, at_most=MAX_PRICE, error=BudgetError
        )
        amount = math.floor((exact(value) ** 2 if name == "mu" else exact(value)) * ATTO)
        if not amount:
            raise BudgetError(
                "This slice is smaller than 1e-18, the resolution of the ledger.", "Choose a larger amount."
            )
        dataset, identifier = self._known, secrets.token_hex(8)
        filter_, aside = shared(dataset.account), dataset.membership.aside(dataset.account, self._ledger.now())[1]
        share = filter_.delta * amount // filter_.limit if filter_.limit else 0
        delta = max(0, min(share, filter_.delta - dataset.account.spent.delta - aside))
        figures = {"currency": name, "amount": amount, "delta": delta, "until": until}
        self._act("slice", slice=identifier, member=user, **figures)
        return slice_view(self._known.membership.slice_of(identifier), self._ledger.now())

    def _proposal(self, proposal: Proposal) -> ProposalView:
        """The view of a proposal. An approved plan counts as released if all its questions were paid in another way."""
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
            proposal.charge,
        )


def _request(line: Mapping[str, Any], ask: Ask, dataset: Dataset) -> Request:
    """An ask as proposed, with the confidence level in the plan, which does not affect the price."""
    request = again(line["ask"], dataset.table, line["key"])
    return replace(request, ask=Ask(request.query, level=ask.level))

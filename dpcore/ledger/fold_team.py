"""What follows from a team's acts; the rules are those of `team.act`."""

from __future__ import annotations

from dataclasses import replace

from dpcore.budget.account import Amounts
from dpcore.ledger.chain import Chain, Dataset
from dpcore.ledger.entry import Entry
from dpcore.ledger.team.act import Act, after, paid
from dpcore.ledger.team.membership import Membership


def done(chain: Chain, entry: Entry) -> None:
    """Take in an act. Raises where it cannot follow; time does not run backwards over acts."""
    dataset = chain.datasets[entry.dataset]
    if entry.time < chain.latest:
        raise ValueError
    team = after(dataset.membership, _act(entry), dataset.account)
    chain.datasets[entry.dataset] = replace(dataset, membership=team)


def charged(chain: Chain, entry: Entry, dataset: Dataset, charge: Amounts) -> Membership:
    """The team after a charge's entry. Raises where it cannot follow."""
    if dataset.membership.slices and entry.time < chain.latest:
        raise ValueError
    return paid(dataset.membership, _act(entry), dataset.account, charge)


def _act(entry: Entry) -> Act:
    return Act(entry.kind, entry.user, entry.time, entry.payload)

"""Applies entries of team acts by the rules in `team.act`."""

from __future__ import annotations

from dataclasses import replace

from dpcore.budget.account import Amounts
from dpcore.ledger.chain import Chain, Dataset
from dpcore.ledger.entry import Entry
from dpcore.ledger.team.act import Act, after, pay
from dpcore.ledger.team.membership import Membership


def take_act(chain: Chain, entry: Entry) -> None:
    """Applies an act. Raises an error if it is not allowed, or if its time is before the time of an earlier entry."""
    dataset = chain.datasets[entry.dataset]
    if entry.time < chain.latest:
        raise ValueError
    team = after(dataset.membership, _act(entry), dataset.account)
    chain.datasets[entry.dataset] = replace(dataset, membership=team)


def team_after(chain: Chain, entry: Entry, dataset: Dataset, charge: Amounts) -> Membership:
    """The team after a charge entry. Raises an error if the user may not pay in this way."""
    if dataset.membership.slices and entry.time < chain.latest:
        raise ValueError
    return pay(dataset.membership, _act(entry), dataset.account, charge)


def _act(entry: Entry) -> Act:
    return Act(entry.kind, entry.user, entry.time, entry.payload)

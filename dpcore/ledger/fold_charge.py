"""Applies `charge` and `answer` entries to the chain."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpcore.budget import joint
from dpcore.budget.account import ATTO, Account, Amounts
from dpcore.budget.loss import UnknownLoss, from_dict
from dpcore.ledger import fold_team
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Entry


def charged(chain: Chain, entry: Entry) -> None:
    """Takes in a charge. Raises an error if it does not follow from the chain."""
    data, dataset = entry.payload, chain.datasets[entry.dataset]
    charge = Amounts(**data["charge"])
    membership = fold_team.charged(chain, entry, dataset, charge)
    account = _after(dataset.account, charge, data.get("slot"))
    keys = [ask["key"] for ask in data["asks"]]
    fresh = not any(key in chain.charged for key in keys) and len(set(keys)) == len(keys)
    if not (fresh and _covers(charge, data["asks"]) and account.state() == data["state"]):
        raise ValueError
    chain.charged.update({key: (entry.seq, entry.dataset) for key in keys})
    chain.datasets[entry.dataset] = replace(dataset, account=account, membership=membership)


def _covers(charge: Amounts, asks: list[Mapping[str, Any]]) -> bool:
    """Whether a charge is large enough for its asks: epsilon adds up, and mu squared of losses that do not compose.

    Each ask is rounded up separately, the charge only once.
    """
    epsilon = sum((Amounts(**ask["charge"]) for ask in asks), Amounts()).epsilon
    gaussian = sum(map(_apart, asks), Amounts()).mu_squared
    pairs = ((charge.epsilon, epsilon), (charge.mu_squared, gaussian))
    return all(most is None or (least is not None and least <= most + len(asks)) for most, least in pairs)


def _apart(ask: Mapping[str, Any]) -> Amounts:
    """The mu squared of an ask that adds up exactly in a plan: of all its losses but those that compose to less.

    An ask of several rounds can have both. Without an epsilon, an ask of one round has no loss that composes.
    """
    booked = Amounts(**ask["charge"])
    if booked.epsilon is not None:
        return Amounts()
    return Amounts(mu_squared=_sum_apart(ask["losses"]) if "losses" in ask else booked.mu_squared)


def _sum_apart(losses: Sequence[tuple[Mapping[str, Any], int]]) -> int | None:
    """The sum over (loss, times), rounded down; a loss that a newer version booked counts as 0."""
    total = Fraction(0)
    for stored, times in losses:
        try:
            loss = from_dict(stored)
        except UnknownLoss:
            continue
        if joint.composes(loss):
            continue
        if loss.mu_squared is None:
            return None
        total += loss.mu_squared * times
    return math.floor(total * ATTO)


def _after(account: Account, charge: Amounts, slot: str | None) -> Account:
    """The account after an admitted charge. A charge above zero must also be above zero in the Rényi account."""
    if slot is not None:
        if not account.fits(charge, slot):
            raise ValueError
        return account.use(slot)
    missing = account.order is not None and charge.renyi == 0 and charge != Amounts()
    if missing or not account.admits(charge):
        raise ValueError
    return account.add(charge)


def answered(chain: Chain, entry: Entry) -> None:
    """Takes in stored answers."""
    releases, times = entry.payload["releases"], entry.payload.get("times", {})
    if times and times != {key: chain.rows[chain.charged[key][0] - 1][3] for key in releases}:
        raise ValueError
    for key, hashed in releases.items():
        if key in chain.answered or chain.charged[key][1] != entry.dataset:
            raise ValueError
        chain.answered[key] = hashed
    chain.timed |= times

"""Applies `charge` and `answer` entries to the chain."""

from __future__ import annotations

from dataclasses import replace

from dpcore.budget.account import Account, Amounts
from dpcore.ledger import fold_team
from dpcore.ledger.chain import Chain
from dpcore.ledger.covering import covers
from dpcore.ledger.entry import Entry


def take_charge(chain: Chain, entry: Entry) -> None:
    """Applies a charge. Raises ValueError, AccessError or BudgetError if it is not valid at this point of the chain."""
    data, dataset = entry.payload, chain.datasets[entry.dataset]
    charge = Amounts(**data["charge"])
    membership = fold_team.team_after(chain, entry, dataset, charge)
    account = _after(dataset.account, charge, data.get("slot"))
    keys = [ask["key"] for ask in data["asks"]]
    fresh = not any(key in chain.charged for key in keys) and len(set(keys)) == len(keys)
    if not (fresh and covers(charge, data["asks"], account.order) and account.state() == data["state"]):
        raise ValueError
    chain.charged.update({key: (entry.seq, entry.dataset) for key in keys})
    chain.datasets[entry.dataset] = replace(dataset, account=account, membership=membership)


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


def take_answers(chain: Chain, entry: Entry) -> None:
    """Applies stored answers. Raises KeyError or ValueError if an answer is not valid at this point of the chain."""
    releases, times = entry.payload["releases"], entry.payload.get("times", {})
    if times and times != {key: chain.rows[chain.charged[key][0] - 1][3] for key in releases}:
        raise ValueError
    for key, hashed in releases.items():
        if key in chain.answered or chain.charged[key][1] != entry.dataset:
            raise ValueError
        chain.answered[key] = hashed
    chain.timed |= times

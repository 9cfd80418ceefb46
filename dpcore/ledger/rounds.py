"""Stores the rounds of questions with several rounds. Each round is in the chain before the next statement is made.

A statement may write earlier noisy integers to a database's log, so drawing a round again would be a second, unpaid
release. All processes therefore continue from the round that was stored first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dpcore.errors import LedgerError
from dpcore.ledger.round import Kept

if TYPE_CHECKING:
    from dpcore.ledger.chain import Chain
    from dpcore.ledger.journal import Draft


def keep(draft: Draft, chain: Chain, new: Mapping[str, Kept]) -> None:
    """Adds the next round of each paid ask of one dataset to the chain. Raises LedgerError."""
    if any(key not in chain.charged for key in new):
        raise LedgerError("A round cannot be stored before its charge.", "Charge the ask first.")
    if any(key in chain.answered for key in new):
        raise LedgerError("A round of an answered ask cannot be stored.", "Use the stored answer.")
    paid = [chain.charged[key] for key in new]
    if len({dataset for _, dataset in paid}) != 1:
        raise LedgerError("Rounds are stored for one dataset at a time.", "Store the datasets one after another.")
    # The current time would reveal how long reading the rows took.
    draft.time = chain.rows[-1][3]
    rounds = [
        {"key": key, "number": len(chain.rounds.get(key, ())), "step": answered.step, "noisy": answered.noisy}
        for key, answered in new.items()
    ]
    draft.append("round", chain.rows[paid[0][0] - 1][4], paid[0][1], {"rounds": rounds})

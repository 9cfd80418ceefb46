"""Rounds of questions that ask several times: what each answered is chained before the next statement is made.

A statement may carry earlier noisy integers into a database's log, so a round that was drawn anew would be a second
answer that nobody paid for. What is stored first is therefore what every process goes on from.
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
    """Chain the next round of each of these paid asks of one dataset. Raises LedgerError."""
    if any(key not in chain.charged for key in new):
        raise LedgerError("A round that was not paid cannot be stored.", "Charge first.")
    if any(key in chain.answered for key in new):
        raise LedgerError("A round of an answered ask cannot be stored.", "Take the answer that is stored.")
    paid = [chain.charged[key] for key in new]
    if len({dataset for _, dataset in paid}) != 1:
        raise LedgerError("Rounds are stored for one dataset at a time.", "Store them one by one.")
    # The clock's time would tell how long the rows took to read.
    draft.time = chain.rows[-1][3]
    rounds = [
        {"key": key, "number": len(chain.rounds.get(key, ())), "step": kept.step, "noisy": kept.noisy}
        for key, kept in new.items()
    ]
    draft.append("round", chain.rows[paid[0][0] - 1][4], paid[0][1], {"rounds": rounds})

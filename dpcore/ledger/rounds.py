"""Rounds of questions that ask several times: what each answered is chained before the next statement is made.

A statement may carry earlier noisy integers into a database's log, so a round that was drawn anew would be a second
answer that nobody paid for. What is stored first is therefore what every process goes on from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.errors import LedgerError

if TYPE_CHECKING:
    from dpcore.ledger.chain import Chain, Entry
    from dpcore.ledger.journal import Draft

Noisy = tuple[tuple[tuple[int, ...], ...], ...]
"""The noisy integers of a round: for each of its steps the rows of coordinates."""


@final
@dataclass(frozen=True, slots=True)
class Kept:
    """A round that was answered. step: the digest of what it asked."""

    step: str
    noisy: Noisy


def follows(chain: Chain, key: str, number: int) -> bool:
    """Whether an ask's next round has this number; an answered one has none."""
    return number == len(chain.rounds.get(key, ())) and key not in chain.answered


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


def take(chain: Chain, entry: Entry) -> None:
    """What an entry of rounds says, for the chain. Raises ValueError where it does not follow."""
    for data in entry.payload["rounds"]:
        key = data["key"]
        sound = follows(chain, key, data["number"]) and isinstance(data["step"], str)
        if not sound or chain.charged[key][1] != entry.dataset:
            raise ValueError
        chain.rounds.setdefault(key, []).append(Kept(data["step"], read(data["noisy"])))


def read(data: Any) -> Noisy:
    """Noisy integers as they were chained. Raises ValueError where they are none."""
    noisy = tuple(tuple(tuple(row) for row in step) for step in data)
    if not all(type(value) is int for step in noisy for row in step for value in row):
        raise ValueError
    return noisy

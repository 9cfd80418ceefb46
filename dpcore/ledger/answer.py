"""Stored answers: written once, each under the time of its charge, and held against their digests when read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import sqlalchemy as sa

from dpcore.budget.account import Amounts
from dpcore.budget.charge import Charge
from dpcore.errors import LedgerError
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import sha256
from dpcore.ledger.journal import RESTORE, Draft
from dpcore.ledger.store.database import answers
from dpcore.text import Text


@final
@dataclass(frozen=True, slots=True)
class Receipt:
    """The entry that paid for an ask: its number, and its time, which everything stored for the ask carries.

    charge, loss: what the ask was charged by itself, and for what loss, as the entry has them; older ones have no loss.
    """

    seq: int
    time: str
    charge: Mapping[str, Any]
    loss: Mapping[str, Any] | None

    def covers(self, charge: Charge) -> bool:
        """Whether an ask that would now be charged so was paid: by the same loss, or at least as much where none is."""
        if self.loss is not None:
            return charge.parts is not None and [part.to_dict() for part in charge.parts] == [self.loss]
        before, now = Amounts(**self.charge), charge.booked
        pairs = ((before.epsilon, now.epsilon), (before.mu_squared, now.mu_squared), (before.delta, now.delta))
        return all(most is None or (least is not None and least <= most) for most, least in pairs)


def receipt(chain: Chain, key: str) -> Receipt:
    """Which entry paid for a paid ask."""
    seq, dataset = chain.charged[key]
    entries = chain.entries[dataset]
    entry = entries[bisect_left(entries, seq, key=lambda entry: entry.seq)]
    line = next(line for line in entry.payload["asks"] if line["key"] == key)
    return Receipt(seq, entry.time, line["charge"], line.get("loss"))


def store(draft: Draft, chain: Chain, new: Mapping[str, str]) -> None:
    """Write the texts of paid asks of one dataset, none of which has one. Raises LedgerError."""
    if any(key not in chain.charged for key in new):
        raise LedgerError("An answer that was not paid cannot be stored.", "Charge first.")
    paid = [chain.charged[key] for key in new]
    if len({dataset for _, dataset in paid}) != 1:
        raise LedgerError("Answers are stored for one dataset at a time.", "Store them one by one.")
    times = {key: chain.rows[chain.charged[key][0] - 1][3] for key in new}
    rows = [{"key": key, "release": text, "time": times[key]} for key, text in new.items()]
    draft.connection.execute(answers.insert(), rows)
    # The clock's time would tell how long the rows took to read.
    draft.time = chain.rows[-1][3]
    user, digests = chain.rows[paid[0][0] - 1][4], {key: sha256(text) for key, text in new.items()}
    draft.append("answer", user, paid[0][1], {"releases": digests, "times": times})


def stored(connection: sa.Connection, chain: Chain, keys: Sequence[str]) -> dict[str, str]:
    """The texts of these asks in the order of `keys`; an ask without one is left out. Raises LedgerError."""
    rows: dict[str, tuple[str, str]] = {}
    for start in range(0, len(keys), 500):
        wanted = answers.c.key.in_(keys[start : start + 500])
        query = sa.select(answers.c.key, answers.c.release, answers.c.time).where(wanted)
        rows.update({row[0]: (row[1], row[2]) for row in connection.execute(query)})
    for key in {*keys, *rows}:
        if not _is_sound(chain, key, rows.get(key)):
            paid = chain.charged.get(key, (0, ""))[0]
            raise LedgerError(
                Text("The answer paid by entry {paid} of the ledger is not what was stored.", paid=paid), RESTORE
            )
    return {key: rows[key][0] for key in keys if key in rows}


def _is_sound(chain: Chain, key: str, row: tuple[str, str] | None) -> bool:
    """Whether this row (text, time; None where there is none) is what the chain says was stored for the ask."""
    if row is None or key not in chain.answered:
        return row is None and key not in chain.answered
    return chain.answered[key] == sha256(row[0]) and chain.timed.get(key, row[1]) == row[1]

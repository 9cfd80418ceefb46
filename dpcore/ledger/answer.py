"""Stored answers: written once, with the time of the charge, and compared with their digests when read."""

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
from dpcore.ledger.journal import Draft
from dpcore.ledger.store.database import answers
from dpcore.ledger.stored_chain import RESTORE
from dpcore.text import Text


@final
@dataclass(frozen=True, slots=True)
class Receipt:
    """The entry that paid for an ask. seq, time: its number and time; all records of the ask carry this time.

    charge, loss: the ask's own charge and privacy loss, as in the entry; older entries have no loss.
    """

    seq: int
    time: str
    charge: Mapping[str, Any]
    loss: Mapping[str, Any] | None

    def covers(self, charge: Charge) -> bool:
        """Whether the paid charge covers this one: same loss or, if the entry has no loss, at least the same charge."""
        if self.loss is not None:
            return charge.parts is not None and [part.to_dict() for part in charge.parts] == [self.loss]
        before, now = Amounts(**self.charge), charge.booked
        pairs = ((before.epsilon, now.epsilon), (before.mu_squared, now.mu_squared), (before.delta, now.delta))
        return all(most is None or (least is not None and least <= most) for most, least in pairs)


def receipt(chain: Chain, key: str) -> Receipt:
    """The receipt of a paid ask."""
    seq, dataset = chain.charged[key]
    entries = chain.entries[dataset]
    entry = entries[bisect_left(entries, seq, key=lambda entry: entry.seq)]
    line = next(line for line in entry.payload["asks"] if line["key"] == key)
    return Receipt(seq, entry.time, line["charge"], line.get("loss"))


def store(draft: Draft, chain: Chain, new: Mapping[str, str]) -> None:
    """Writes the answers (JSON texts) of paid asks of one dataset that have none yet. Raises LedgerError."""
    if any(key not in chain.charged for key in new):
        raise LedgerError("An answer cannot be stored before its charge.", "Charge the ask first.")
    paid = [chain.charged[key] for key in new]
    if len({dataset for _, dataset in paid}) != 1:
        raise LedgerError("Answers are stored for one dataset at a time.", "Store the datasets one after another.")
    times = {key: chain.rows[chain.charged[key][0] - 1][3] for key in new}
    rows = [{"key": key, "release": text, "time": times[key]} for key, text in new.items()]
    draft.connection.execute(answers.insert(), rows)
    # The current time would reveal how long reading the rows took.
    draft.time = chain.rows[-1][3]
    user, digests = chain.rows[paid[0][0] - 1][4], {key: sha256(text) for key, text in new.items()}
    draft.append("answer", user, paid[0][1], {"releases": digests, "times": times})


def read_answers(connection: sa.Connection, chain: Chain, keys: Sequence[str]) -> dict[str, str]:
    """The stored answers of these asks, in the order of `keys`; unanswered asks are left out. Raises LedgerError."""
    rows: dict[str, tuple[str, str]] = {}
    for start in range(0, len(keys), 500):
        wanted = answers.c.key.in_(keys[start : start + 500])
        query = sa.select(answers.c.key, answers.c.release, answers.c.time).where(wanted)
        rows.update({row[0]: (row[1], row[2]) for row in connection.execute(query)})
    for key in {*keys, *rows}:
        if not _is_sound(chain, key, rows.get(key)):
            paid = chain.charged.get(key, (0, ""))[0]
            raise LedgerError(
                Text("The answer paid for by entry {paid} of the ledger was altered after it was stored.", paid=paid),
                RESTORE,
            )
    return {key: rows[key][0] for key in keys if key in rows}


def _is_sound(chain: Chain, key: str, row: tuple[str, str] | None) -> bool:
    """Whether the row (text, time; None if missing) agrees with the digest and time in the chain."""
    if row is None or key not in chain.answered:
        return row is None and key not in chain.answered
    return chain.answered[key] == sha256(row[0]) and chain.timed.get(key, row[1]) == row[1]

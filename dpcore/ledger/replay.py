"""Replays the entries of the ledger: each is checked against the previous one and applied to the chain.

A kind of entry is a function in a `fold_*` module and a line in `FOLDS`; its payload is described in `chain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from dpcore.errors import AccessError, BudgetError, LedgerError
from dpcore.ledger import fold_charge, fold_dataset, fold_link, fold_round, fold_team
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Entry, Row, broken, digest
from dpcore.ledger.team.act import ACTS

FOLDS: Final[dict[str, Callable[[Chain, Entry], None]]] = {
    "genesis": fold_dataset.begun,
    "open": fold_dataset.opened,
    "charge": fold_charge.charged,
    "answer": fold_charge.answered,
    "round": fold_round.take,
    "raise": fold_dataset.raised,
    "divide": fold_dataset.divided,
    "version": fold_dataset.renewed,
    "rename": fold_dataset.renamed,
    "delete_rows": fold_dataset.rows_deleted,
    "share": fold_link.published,
    "unshare": fold_link.revoked,
    "reanchor": lambda chain, entry: None,
    **dict.fromkeys(ACTS, fold_team.done),
}


def extend(chain: Chain, rows: Iterable[Row]) -> None:
    """Adds entries, each checked against the previous one. Raises LedgerError that names the first invalid entry."""
    for row in rows:
        number, previous = chain.last
        try:
            sound = row[0] == number + 1 and row[1] == previous and row[2] == digest(row)
        except (TypeError, ValueError):
            sound = False
        if not sound:
            raise broken(number + 1)
        _take(chain, row)
        chain.rows.append(row)


def _take(chain: Chain, row: Row) -> None:
    entry = Entry(row[0], *row[2:], prev=row[1])
    fold = FOLDS.get(entry.kind)
    if fold is None:
        raise LedgerError("The ledger was written by a newer version of the program.", "Update the program.")
    try:
        fold(chain, entry)
    except (KeyError, TypeError, ValueError, AttributeError, AccessError, BudgetError):
        raise broken(entry.seq) from None
    chain.entries.setdefault(entry.dataset, []).append(entry)
    chain.latest = max(chain.latest, entry.time)

"""Replays the entries of the ledger: each is checked against the previous one and applied to the chain.

A kind of entry is a function in a `fold_*` module and a line in `FOLDS`; its payload is described in `chain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from dpcore.errors import AccessError, BudgetError, LedgerError, SchemaError
from dpcore.ledger import fold_charge, fold_dataset, fold_link, fold_round, fold_team
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Entry, Row, alteration, digest
from dpcore.ledger.team.act import ACTS

FOLDS: Final[dict[str, Callable[[Chain, Entry], None]]] = {
    "genesis": fold_dataset.take_first,
    "open": fold_dataset.take_dataset,
    "charge": fold_charge.take_charge,
    "answer": fold_charge.take_answers,
    "round": fold_round.take,
    "raise": fold_dataset.take_budget,
    "divide": fold_dataset.take_division,
    "version": fold_dataset.take_version,
    "describe": fold_dataset.take_description,
    "rename": fold_dataset.take_name,
    "delete_rows": fold_dataset.take_deletion,
    "share": fold_link.take_link,
    "unshare": fold_link.take_revocation,
    "reanchor": lambda chain, entry: None,
    **dict.fromkeys(ACTS, fold_team.take_act),
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
            raise alteration(number + 1)
        _take(chain, row)
        chain.rows.append(row)


def _take(chain: Chain, row: Row) -> None:
    entry = Entry(row[0], *row[2:], prev=row[1])
    fold = FOLDS.get(entry.kind)
    if fold is None:
        raise LedgerError("The ledger was written by a newer version of the program.", "Update the program.")
    try:
        fold(chain, entry)
    except (KeyError, TypeError, ValueError, AttributeError, AccessError, BudgetError, SchemaError):
        raise alteration(entry.seq) from None
    chain.entries.setdefault(entry.dataset, []).append(entry)
    chain.latest = max(chain.latest, entry.time)

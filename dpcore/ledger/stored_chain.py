"""Compares the stored entries with the anchor, and with the entries that this process has read before."""

from __future__ import annotations

import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.anchor import Mark
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import Row, alteration
from dpcore.ledger.store.database import entries
from dpcore.text import Text

RESTORE = Text("Restore the newest copy. The owner can also accept the loss with `dpcore.ledger.ledger.reanchor`.")
COLUMNS = tuple(entries.c)
_ENTRIES = sa.select(*COLUMNS).where(entries.c.seq >= sa.bindparam("start")).order_by(entries.c.seq)


def rows_from(connection: sa.Connection, start: int, limit: int | None = None) -> list[Row]:
    """The entries from number `start` on."""
    query = _ENTRIES if limit is None else _ENTRIES.limit(limit)
    return [tuple(row) for row in connection.execute(query, {"start": start}).fetchall()]


def check(chain: Chain, marks: list[Mark]) -> None:
    """Compares each line of the anchor with the chain. Raises LedgerError."""
    for mark in marks:
        if not chain.holds(mark):
            raise alteration(mark[0]) if mark[0] <= chain.last[0] else _older(chain.last[0], mark[0])


def compare(earlier: list[Row], rows: list[Row]) -> None:
    """Raises LedgerError if entries differ from those read before. Both lists start at the same entry."""
    for before, now in zip(earlier, rows, strict=False):
        if before != now:
            raise alteration(before[0])
    if len(rows) < len(earlier):
        raise _older(earlier[len(rows)][0] - 1, earlier[-1][0])


def _older(end: int, written: int) -> LedgerError:
    return LedgerError(
        Text(
            "The ledger is an older copy: it ends at entry {end}, but entry {written} was written before.",
            end=end,
            written=written,
        ),
        RESTORE,
    )

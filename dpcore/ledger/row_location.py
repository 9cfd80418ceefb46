"""Rows descriptors (location and fingerprints), stored outside the chain, which contains their digests."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import sha256
from dpcore.ledger.journal import Draft
from dpcore.ledger.store.database import frozen
from dpcore.ledger.stored_chain import RESTORE


def keep(draft: Draft, dataset: str, version: int, text: str) -> None:
    """Writes a descriptor in the transaction of the entry with its digest. Must never be shown or exported."""
    draft.connection.execute(frozen.insert(), {"dataset": dataset, "version": version, "rows": text})


def read_all(connection: sa.Connection, chain: Chain) -> dict[tuple[str, int], dict[str, Any]]:
    """All descriptors by (dataset, version), each compared with its digest in the chain. Raises LedgerError."""
    query = sa.select(frozen.c.dataset, frozen.c.version, frozen.c.rows)
    texts = {(row[0], row[1]): row[2] for row in connection.execute(query)}
    for place in {*chain.frozen, *texts}:
        if place not in texts or chain.frozen.get(place) != sha256(texts[place]):
            raise LedgerError("The stored descriptor of a dataset's rows was altered after it was written.", RESTORE)
    return {place: json.loads(text) for place, text in texts.items()}

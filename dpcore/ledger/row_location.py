"""What is kept about rows outside the chain, which has its digest: where they are, what recognises them again."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from dpcore.errors import LedgerError
from dpcore.ledger.chain import Chain
from dpcore.ledger.entry import sha256
from dpcore.ledger.journal import RESTORE, Draft
from dpcore.ledger.store.database import frozen


def keep(draft: Draft, dataset: str, version: int, text: str) -> None:
    """Write it beside the entry that has its digest. Never to be shown or exported."""
    draft.connection.execute(frozen.insert(), {"dataset": dataset, "version": version, "rows": text})


def kept(connection: sa.Connection, chain: Chain) -> dict[tuple[str, int], dict[str, Any]]:
    """By (dataset, version), each held against its digest in the chain. Raises LedgerError."""
    query = sa.select(frozen.c.dataset, frozen.c.version, frozen.c.rows)
    found = {(row[0], row[1]): row[2] for row in connection.execute(query)}
    for place in {*chain.frozen, *found}:
        if place not in found or chain.frozen.get(place) != sha256(found[place]):
            raise LedgerError("What is kept about a dataset's rows is not what was written.", RESTORE)
    return {place: json.loads(text) for place, text in found.items()}

"""The public facts that a record keeps, and those of its question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpcore.plan.facts import digest
from dpcore.table.column import column_to_dict
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.plan.request import Request
    from dpcore.release.record import Release


def facts_of(request: Request, table: Table) -> dict[str, Any]:
    """The public facts in a record: privacy unit, neighbouring relation, and declarations of the columns used."""
    named = request.query.columns()
    asked = {name: column for name, column in table.schema.to_dict().items() if name in named}
    identifier = table.unit.identifier
    if identifier is not None:
        asked[identifier] = column_to_dict(table.schema.columns[identifier])
    if not asked:
        asked = {name: {"kind": "text"} for name in list(table.schema)[:1]}
    return {**table.to_dict(), "schema": asked}


def digest_of(release: Release) -> str:
    """The digest of the facts that decide what an answer measures: only answers with equal ones may be combined.

    Where all declared columns decide, the record has those of its question only, so the number of the description is
    part of the digest.
    """
    own, table = digest(release.query, release.facts_table), release.facts_table
    whole = release.query.limits.by_whole_row and table.unit.identifier is None
    return f"{own} {release.described}" if whole else own

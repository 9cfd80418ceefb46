"""The public facts that a record keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpcore.table.column import column_to_dict
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.plan.request import Request


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

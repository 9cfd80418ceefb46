"""The public facts of a question: those that determine its price, and those that make it the same question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple, final

from dpcore.queries import Query
from dpcore.table.column import column_to_dict
from dpcore.table.table import Table


class Basis(NamedTuple):
    """That of which a question is asked. version: of the rows. facts: the digest of the question's own facts.

    facts is empty where they are as in the dataset's first description, so that keys of datasets that were described
    once are as in earlier versions of the program.
    """

    version: int
    facts: str = ""


def own_facts(query: Query, table: Table) -> Mapping[str, Any]:
    """The facts that decide what a question measures, as plain data.

    They are the declarations of its columns, and what is kept of a unit's rows. Facts of other columns change nothing.
    Their digest is part of keys in the ledger, so their form never changes: what later versions add to a declaration
    must be left out where it is as it always was.
    """
    unit, limits, schema = table.unit, query.limits, table.schema.columns
    names = {*query.columns(), *(() if unit.identifier is None else (unit.identifier,))}
    if limits.by_whole_row and unit.identifier is None:
        names |= {*schema}
    columns = {name: _plain(column_to_dict(schema[name])) if name in schema else None for name in names}
    expected = {"expected_rows": table.expected_rows} if limits.by_expected else {}
    return {"columns": columns, "max_rows": unit.max_rows, "max_groups": unit.max_groups, **expected}


def _plain(column: Mapping[str, Any]) -> dict[str, Any]:
    """The declaration with whole numbers written in one way: bounds 0 and 0.0 are equal."""
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in column.items()
    }


def digest(query: Query, table: Table) -> str:
    """The SHA-256 of a question's own facts, in hex."""
    return hashlib.sha256(json.dumps(own_facts(query, table), sort_keys=True).encode()).hexdigest()


@final
class Facts:
    """A table that equals another if a question's columns, unit, neighbours and number of rows are declared equally."""

    __slots__ = ("_key", "table")

    def __init__(self, table: Table, query: Query) -> None:
        named = sorted(query.columns())
        self.table = table
        self._key = (
            *((name, table.schema[name]) for name in named),
            table.unit,
            table.neighbors,
            table.expected_rows,
        )

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._key == other._key

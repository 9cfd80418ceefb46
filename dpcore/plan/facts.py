"""The public facts that determine a question's price, as a key for remembered results."""

from __future__ import annotations

from typing import final

from dpcore.queries import Query
from dpcore.table.table import Table


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

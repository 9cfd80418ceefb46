"""The columns by which the rows of a unit are ordered, of which the first ones are kept.

The order is fixed when the rows are loaded. A later description of the same rows (`Table.before`) only decides between
rows that are equal in all that was declared before. So a question about columns that are declared as before is asked of
the same rows as before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from dpcore.table.category import Category
from dpcore.table.column import Asked, Column
from dpcore.table.schema import Schema
from dpcore.table.table import Table

Ordering: TypeAlias = tuple[str, Asked]
"""A column and the declaration by which its cells are compared."""


def kept_order(table: Table) -> list[list[Ordering]]:
    """The columns that order rows first, then for each later description those that it declares otherwise."""
    seen, groups = set[object](), list[list[Ordering]]()
    for schema in (*table.before, table.schema):
        new = list[Ordering]()
        for name, column in schema.columns.items():
            if isinstance(column, Asked) and (mark := (name, *_mark_of(column))) not in seen:
                seen.add(mark)
                new.append((name, column))
        if new or not groups:
            groups.append(new)
    return groups


def order_mark(table: Table) -> list[list[object]]:
    """Identifies an order that later descriptions fix too; empty for a table that was described once."""
    groups = [sorted((name, *_mark_of(column)) for name, column in group) for group in kept_order(table)]
    alone = [sorted((name, *_mark_of(column)) for name, column in kept_order(replace(table, before=()))[0])]
    return [] if groups == alone else [list(group) for group in groups]


def arranged_alike(old: Schema, new: Schema) -> bool:
    """Whether rows are kept and stored alike by two descriptions: they may differ in bounds only."""
    return _arrangement(old) == _arrangement(new)


def _arrangement(schema: Schema) -> set[object]:
    return {(name, *_mark_of(column)) for name, column in schema.columns.items()}


def _mark_of(column: Column) -> tuple[object, ...]:
    """What of a declaration decides which cells of a column are equal, whatever the bounds."""
    if isinstance(column, Category):
        return "Category", tuple(column.values), column.other
    return (type(column).__name__,)

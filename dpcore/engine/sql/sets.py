"""One scan for several groupings: GROUP BY GROUPING SETS, in which a key that a set leaves out is NULL."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlglot import exp

from dpcore.engine.sql.layer import INSIDE, Layers
from dpcore.engine.sql.literal import integer
from dpcore.table.category import Category
from dpcore.table.column import Number
from dpcore.table.condition import declared
from dpcore.table.key import Categories, Edges, Flags, Key
from dpcore.table.leaf import Branch, Leaf
from dpcore.table.schema import Schema


def inside(layers: Layers, key: Key, code: exp.Expr) -> exp.Expr:
    """The code of a row; for a row in no cell, the number of cells, because NULL has another meaning here."""
    whole = exp.cast(code, "int")
    return layers.add(INSIDE, (INSIDE, key), lambda: exp.Coalesce(this=whole, expressions=[integer(key.size)]))


def cells(
    layers: Layers, codes: Mapping[Key, exp.Expr], schema: Schema, present: Collection[str]
) -> dict[Key, exp.Expr]:
    """The codes of keys, none of them NULL. present: the columns without missing cells."""
    return {key: code if always(key, schema, present) else inside(layers, key, code) for key, code in codes.items()}


def always(key: Key, schema: Schema, present: Collection[str]) -> bool:
    """Whether each row is in a cell of the key. present: the columns without missing cells."""
    match key:
        case Flags(column):
            return column in present
        case Edges(column, edges):
            number = declared(schema, column)
            covered = isinstance(number, Number) and edges[0] <= number.low and number.high <= edges[-1]
            return covered and column in present
        case Categories(column, values, other):
            return column in present and Category(values, other) == declared(schema, column)
        case Leaf(tree):
            return _is_reached(tree, schema, present)
        case _:
            return False


def _is_reached(tree: Branch, schema: Schema, present: Collection[str]) -> bool:
    branches = (child for child in tree.children if isinstance(child, Branch))
    return always(tree.key, schema, present) and all(_is_reached(branch, schema, present) for branch in branches)


def group_by_sets(query: exp.Select, codes: Mapping[Key, exp.Expr], sets: Sequence[tuple[Key, ...]]) -> exp.Select:
    """The query grouped by each of these sets of keys."""
    tuples = [exp.Tuple(expressions=[codes[key].copy() for key in keys]) for keys in sets]
    query.set("group", exp.Group(grouping_sets=[exp.GroupingSets(expressions=tuples)]))
    return query

"""One scan for several groupings: GROUP BY GROUPING SETS, in which a key that a set leaves out is NULL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpcore.engine.sql.layer import INSIDE, Layers
from dpcore.engine.sql.literal import integer
from dpcore.table.key import Key


def inside(layers: Layers, key: Key, code: exp.Expr) -> exp.Expr:
    """The code of a row; of one that is in no cell the number of cells, as NULL has another meaning here."""
    whole = exp.cast(code, "int")
    return layers.add(INSIDE, (INSIDE, key), lambda: exp.Coalesce(this=whole, expressions=[integer(key.size)]))


def grouped(query: exp.Select, codes: Mapping[Key, exp.Expr], sets: Sequence[tuple[Key, ...]]) -> exp.Select:
    """The query grouped by each of these sets of keys."""
    tuples = [exp.Tuple(expressions=[codes[key].copy() for key in keys]) for keys in sets]
    query.set("group", exp.Group(grouping_sets=[exp.GroupingSets(expressions=tuples)]))
    return query

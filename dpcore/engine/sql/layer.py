"""Nested SELECTs. Each computes its expressions once and passes on only the columns that outer SELECTs need."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import final

from sqlglot import exp

READ, SAID, CLEAN, GUESS, CODE, CENTRED, NORM, SUGGESTED, FACTOR, SCORE, LOWEST, SCORED, LEAF, INSIDE = LEVELS = range(
    14
)
"""The levels of a statement: stored cells, their decimal texts, clean values, first estimates, cell codes; of vectors:
centred coordinates, squared norm, a first estimate of the clipping factor, this factor; of scores and distances: the
numbers, the least of several, the cells; the leaves of trees; and codes that are never NULL."""


@final
class Layers:
    """Named expressions by level. Level 0 reads stored columns; each level refers only to levels below."""

    def __init__(self, relation: exp.Expr, levels: int) -> None:
        self._relation = relation
        self._levels: list[dict[str, exp.Expr]] = [{} for _ in range(levels)]
        self._names: dict[Hashable, str] = {}

    def add(self, level: int, key: Hashable, build: Callable[[], exp.Expr]) -> exp.Column:
        """A reference to the expression with this key, which is built at first use."""
        if key not in self._names:
            expression = build()
            name = f"_{len(self._names)}"
            self._names[key] = name
            self._levels[level][name] = expression
        return exp.column(self._names[key])

    def query(self, used: Iterable[exp.Expr]) -> exp.Select:
        """The nested SELECTs that provide all names in the given expressions."""
        return self._select(len(self._levels) - 1, _names(used))

    def _select(self, level: int, names: list[str]) -> exp.Select:
        named = self._levels[level]
        outputs = [exp.alias_(named[name], name, copy=False) if name in named else exp.column(name) for name in names]
        if level == 0:
            everything = outputs or [exp.Literal.number(1).as_("_")]
            return exp.Select().select(*everything, copy=False).from_(self._relation, copy=False)
        below = _names([named[name] for name in names if name in named])
        below += [name for name in names if name not in named and name not in below]
        if not any(name in named for name in names):
            return self._select(level - 1, names)
        source = self._select(level - 1, below).subquery(f"_l{level}", copy=False)
        return exp.Select().select(*outputs, copy=False).from_(source, copy=False)


def _names(expressions: Iterable[exp.Expr]) -> list[str]:
    """The names of the columns. A qualified column, such as a salt, belongs to another relation and is left out."""
    names: dict[str, None] = {}
    for expression in expressions:
        for column in expression.find_all(exp.Column):
            if not column.table:
                names[column.name] = None
    return list(names)

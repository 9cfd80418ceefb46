"""The position of a text in a public list: an array for a short list; bisection for a long list in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.literal import call, integer, text

FEW = 64
"""The most values of an array in PostgreSQL, which searches it from its start."""
FEWEST = 16
"""The most values of an array in DuckDB; for texts in a longer list, an ENUM takes less time."""


def among(function: str, cell: exp.Expr, values: Sequence[str]) -> exp.Expr:
    """The index (from 0) of a text in an array, with the engine's function, which counts from 1; NULL if absent."""
    return exp.Sub(this=call(function, exp.Array(expressions=[*map(text, values)]), cell), expression=integer(1))


def place(cell: exp.Expr, values: Sequence[tuple[str, int]]) -> exp.Expr:
    """The number paired with the text in sorted pairs; NULL if it is not listed.

    cell: compared by UTF-8 bytes, which is the order of texts in Python.
    """
    if len(values) == 1:
        [(value, number)] = values
        return _either(exp.EQ(this=cell.copy(), expression=text(value)), integer(number), None)
    middle = len(values) // 2
    below = exp.LT(this=cell.copy(), expression=text(values[middle][0]))
    return _either(below, place(cell, values[:middle]), place(cell, values[middle:]))


def _either(condition: exp.Expr, then: exp.Expr, other: exp.Expr | None) -> exp.Case:
    # built directly: the builder's methods copy the whole subtree
    return exp.Case(ifs=[exp.If(this=condition, true=then)], **({"default": other} if other else {}))

"""The place of a text in a long public list, in PostgreSQL: by halving, since an array is looked through in order."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.literal import integer, text

FEW = 64


def place(cell: exp.Expr, values: Sequence[tuple[str, int]]) -> exp.Expr:
    """The number beside the text among sorted pairs; NULL where it is not there.

    cell: in the order of characters by their bytes in UTF-8, which is Python's order of them.
    """
    if len(values) == 1:
        [(value, number)] = values
        return _either(exp.EQ(this=cell.copy(), expression=text(value)), integer(number), None)
    middle = len(values) // 2
    below = exp.LT(this=cell.copy(), expression=text(values[middle][0]))
    return _either(below, place(cell, values[:middle]), place(cell, values[middle:]))


def _either(condition: exp.Expr, then: exp.Expr, other: exp.Expr | None) -> exp.Case:
    # made at once: the builder's methods copy all that is below
    return exp.Case(ifs=[exp.If(this=condition, true=then)], **({"default": other} if other else {}))

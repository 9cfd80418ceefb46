"""Linear expressions of whole numbers with public weights, whose terms and results stay below a public bound."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql import narrow
from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import cast, integer

Line = tuple[int, tuple[int, ...]]
"""The constant and the weights."""


def linear(
    line: Line, among: Sequence[Line], ys: Sequence[exp.Expr], most: Sequence[int], bound: int, dialect: Dialect
) -> exp.Expr:
    """constant + sum(weight * y), NULL if any y is NULL; of the same type for all lines.

    among: all lines that are compared with each other. ys: whole numbers from 0 to `most`. bound: on the size of
    constants, weights, products and all partial sums of any of the lines; below 2^63.
    """
    constant, weights = line
    if not isinstance(dialect, DuckDBDialect) or bound >= 10**narrow.DIGITS:
        type_name = narrow.factor(max((bound, *most)))  # with a weight of 0, `bound` does not bound the size of y
        total: exp.Expr = cast(integer(constant), type_name)
        for weight, y in zip(weights, ys, strict=True):
            total = exp.Add(this=total, expression=exp.Mul(this=cast(y, type_name), expression=integer(weight)))
        return total
    first, widest = (
        narrow.decimal(max(sizes)) for sizes in zip(*((abs(c), max(map(abs, w))) for c, w in among), strict=True)
    )
    parts: list[exp.Expr] = [cast(integer(constant), first)]
    for weight, y, size in zip(weights, ys, most, strict=True):
        parts.append(exp.Mul(this=cast(y, narrow.decimal(size)), expression=cast(integer(weight), widest)))
    return _sum(parts)


def _sum(parts: Sequence[exp.Expr]) -> exp.Expr:
    """The sum as a balanced tree, because each level of sums needs one more digit."""
    if len(parts) == 1:
        return parts[0]
    middle = (len(parts) + 1) // 2
    halves = [_sum(half) for half in (parts[:middle], parts[middle:])]
    return exp.Add(this=halves[0], expression=exp.Paren(this=halves[1]) if len(parts) - middle > 1 else halves[1])

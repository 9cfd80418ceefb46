"""The place of a value among sorted ones, in SQL: by nested comparisons, or in DuckDB by steps over a constant list."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import call, integer

FEW = 64
"""Up to so many values a tree of comparisons is as fast; it takes longer to plan the more there are."""


def place(firsts: Sequence[exp.Expr], x: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The last place whose first value is not above x (which is known not to be below all, nor NULL), by halving."""
    in_list = isinstance(dialect, DuckDBDialect) and len(firsts) > FEW
    return _in_list(firsts, x) if in_list else _among(firsts, x, 0, len(firsts))


def _among(firsts: Sequence[exp.Expr], x: exp.Expr, low: int, high: int) -> exp.Expr:
    if high - low == 1:
        return integer(low)
    middle = (low + high) // 2
    below = exp.LT(this=x, expression=firsts[middle])
    # made at once: the builder's methods copy all that is below, at every level
    then = exp.If(this=below, true=_among(firsts, x, low, middle))
    return exp.Case(ifs=[then], default=_among(firsts, x, middle, high))


def _in_list(firsts: Sequence[exp.Expr], x: exp.Expr) -> exp.Expr:
    """Steps of 2**k, ..., 2, 1 from place 0, each taken where the value there is not above x; it is NULL past the end.

    The place that is reached is at most the greatest sum of steps, and the value at it is not above x, while the next
    one is: the steps that are taken spell the place in binary.
    """
    # by identifiers: a column is one of the rows'
    at, step = exp.to_identifier("_at"), exp.to_identifier("_step")
    steps = [2**power for power in reversed(range((len(firsts) - 1).bit_length()))]
    there = exp.Add(this=at, expression=step)
    value = call("list_extract", exp.Array(expressions=list(firsts)), exp.Add(this=there, expression=integer(1)))
    # without copies, of which each would be of all values
    reached = exp.LTE(this=value, expression=x)
    taken = exp.Case().when(reached, there.copy(), copy=False).else_(at.copy(), copy=False)
    loop = exp.Lambda(this=taken, expressions=[at.copy(), step.copy()])
    return call("list_reduce", exp.Array(expressions=[integer(each) for each in (0, *steps)]), loop)

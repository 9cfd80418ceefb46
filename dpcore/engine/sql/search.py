"""The position of a value in a sorted list: by nested comparisons, or in DuckDB by steps over a constant list."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect, DuckDBDialect
from dpcore.engine.sql.literal import call, integer

FEW = 64
"""Up to this many values, a tree of comparisons is as fast; larger trees take long to plan."""


def place(firsts: Sequence[exp.Expr], x: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The last position whose value is not above x, by bisection. x must not be NULL or below all values."""
    in_list = isinstance(dialect, DuckDBDialect) and len(firsts) > FEW
    return _in_list(firsts, x) if in_list else _among(firsts, x, 0, len(firsts))


def _among(firsts: Sequence[exp.Expr], x: exp.Expr, low: int, high: int) -> exp.Expr:
    if high - low == 1:
        return integer(low)
    middle = (low + high) // 2
    below = exp.LT(this=x, expression=firsts[middle])
    # built directly: the builder's methods copy the whole subtree at every level
    then = exp.If(this=below, true=_among(firsts, x, low, middle))
    return exp.Case(ifs=[then], default=_among(firsts, x, middle, high))


def _in_list(firsts: Sequence[exp.Expr], x: exp.Expr) -> exp.Expr:
    """Steps of 2**k, ..., 2, 1 from position 0, each taken if the value there is not above x (NULL past the end).

    The steps taken are the binary digits of the last position whose value is not above x.
    """
    # identifiers of the lambda, not columns of the rows
    at, step = exp.to_identifier("_at"), exp.to_identifier("_step")
    steps = [2**power for power in reversed(range((len(firsts) - 1).bit_length()))]
    there = exp.Add(this=at, expression=step)
    value = call("list_extract", exp.Array(expressions=list(firsts)), exp.Add(this=there, expression=integer(1)))
    # without copies: each copy would contain all values
    reached = exp.LTE(this=value, expression=x)
    taken = exp.Case().when(reached, there.copy(), copy=False).else_(at.copy(), copy=False)
    loop = exp.Lambda(this=taken, expressions=[at.copy(), step.copy()])
    return call("list_reduce", exp.Array(expressions=[integer(size) for size in (0, *steps)]), loop)

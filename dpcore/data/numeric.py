"""Numbers in PostgreSQL, which raises where others give infinity, zero or NULL."""

from __future__ import annotations

from sqlglot import exp

from dpcore.data.literal import double, integer
from dpcore.number import LONG


def single(x: exp.Expr) -> exp.Expr:
    """The shortest text of a double that is spelt as a float32 in PostgreSQL; NULL for any other."""
    # PostgreSQL raises where a double is out of the range of a float32.
    inside = exp.and_(
        exp.GT(this=exp.Length(this=exp.cast(exp.Abs(this=x), "text")), expression=integer(LONG)),
        exp.Between(this=exp.Abs(this=x), low=double(1e-37), high=double(1e38)),
    )
    single = exp.cast(x, "float")
    stored = exp.Case().when(exp.EQ(this=exp.cast(single, "double"), expression=x), exp.cast(single, "text"))
    return exp.Case().when(inside, stored)


def narrowed(value: exp.Expr) -> exp.Expr:
    """A number as a double: NULL above the largest (and for NaN, which is above all), no nearer to 0 than 1e-200.

    PostgreSQL raises where a product of doubles underflows to 0.
    """
    size, tiny = exp.Abs(this=value), exp.Literal.number("1e-200")
    return (
        exp.Case()
        .when(exp.GT(this=size.copy(), expression=exp.Literal.number("1.7976931348623157e308")), exp.null())
        .when(exp.GTE(this=size, expression=tiny), exp.cast(value, "double"))
        .when(exp.GT(this=value, expression=integer(0)), double(1e-200))
        .when(exp.LT(this=value, expression=integer(0)), double(-1e-200))
        .when(exp.EQ(this=value, expression=integer(0)), double(0.0))
    )

"""Numbers in PostgreSQL, which raises where others give infinity, zero or NULL."""

from __future__ import annotations

from sqlglot import exp

from dpcore.data.literal import call, double, integer, text
from dpcore.number import LONG

_LEAST, _MOST = 1.401298464324817e-45, 3.4028234663852886e38
"""The sizes between which a double has a float32 next to it that is neither 0 nor infinite."""


def single(x: exp.Expr) -> exp.Expr:
    """The shortest text of a double that is spelt as a float32 in PostgreSQL; NULL for any other."""
    # PostgreSQL raises where a double is out of the range of a float32. Texts are slow, so few doubles get one.
    inside = exp.Between(this=exp.Abs(this=x), low=double(_LEAST), high=double(_MOST))
    single = exp.cast(x, "float")
    long = exp.GT(this=exp.Length(this=exp.cast(exp.Abs(this=x), "text")), expression=integer(LONG))
    spelt = exp.Case().when(long, exp.cast(single, "text"))
    stored = exp.Case().when(exp.EQ(this=exp.cast(single, "double"), expression=x), spelt)
    return exp.Case().when(inside, stored)


def whole(x: exp.Expr) -> exp.Expr:
    """A whole double of at most 1.7e38 in size as a numeric, exactly: a cast of it keeps 15 digits alone."""
    high = exp.Floor(this=exp.Div(this=x, expression=double(2.0**64)))
    rest = exp.Paren(this=exp.Sub(this=x, expression=exp.Mul(this=high, expression=double(2.0**64))))
    middle = exp.Floor(this=exp.Div(this=rest, expression=double(2.0**32)))
    low = exp.Sub(this=rest, expression=exp.Mul(this=middle, expression=double(2.0**32)))

    def times(part: exp.Expr, size: int) -> exp.Expr:
        return exp.Mul(this=exp.cast(exp.cast(part, "bigint"), "decimal"), expression=exp.Literal.number(size))

    return exp.Add(this=exp.Add(this=times(high, 2**64), expression=times(middle, 2**32)), expression=times(low, 1))


_DIGITS = "[0-9](_?[0-9])*"
_NUMBER = rf"^\+?-?({_DIGITS}(\.({_DIGITS})?)?|\.{_DIGITS})([eE][+-]?{_DIGITS})?$"
"""A number as DuckDB reads one from a text."""
_HELD = "^[^eE]*([eE][+-]?0*[0-9]{1,4})?$"
"""Whether a numeric holds it, of a text that is no longer than a cell may be; any other is 0 or too large."""
_VANISHES = "[eE]-|^[+-]*[0.]+[eE]"


def read(spelling: exp.Expr) -> exp.Expr:
    """The number that a text says as a double; NULL where it says none, or one above the largest."""

    def like(x: exp.Expr, pattern: str) -> exp.Expr:
        return exp.RegexpLike(this=x, expression=text(pattern))

    spelling = call("BTRIM", spelling, text(" \t\n\r\v\f"))
    bare = exp.Replace(this=spelling, expression=text("_"), replacement=text(""))
    value = narrowed(exp.cast(call("LTRIM", bare, text("+")), "decimal"), exact=True)
    held = exp.Case().when(like(bare, _HELD), value).when(like(bare, _VANISHES), double(0.0))
    return exp.Case().when(like(spelling, _NUMBER), held)


_ZERO = "2.4703282292062327e-324"  # half of the least double: what is no larger is read as 0


def narrowed(value: exp.Expr, exact: bool) -> exp.Expr:
    """A number as a double: NULL above the largest (and for NaN, which is above all); 0, or no nearer to 0 than 1e-200.

    PostgreSQL raises where a product of doubles underflows to 0. exact: a numeric, which may be nearer than a double.
    """
    # a numeric below the middle between the largest double and the next power of two is read as that double
    above: exp.Expr = exp.GTE(this=exp.Abs(this=value), expression=exp.Literal.number(2**1024 - 2**970))
    if not exact:
        above = exp.GT(this=exp.Abs(this=value), expression=exp.Literal.number("1.7976931348623157e308"))
    size, tiny, zero = exp.Abs(this=value), exp.Literal.number("1e-200"), exp.Literal.number(_ZERO if exact else "0")
    return (
        exp.Case()
        .when(above, exp.null())
        .when(exp.GTE(this=size, expression=tiny), exp.cast(value, "double"))
        .when(exp.GT(this=value, expression=zero), double(1e-200))
        .when(exp.LT(this=value, expression=exp.Neg(this=zero)), double(-1e-200))
        .when(exp.Not(this=exp.Is(this=value, expression=exp.null())), double(0.0))
    )

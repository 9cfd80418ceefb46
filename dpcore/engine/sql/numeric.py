"""Numbers in PostgreSQL, which raises errors where other engines return infinity, zero or NULL; and texts in Spark."""

from __future__ import annotations

from sqlglot import exp

from dpcore.engine.sql.calendar import java
from dpcore.engine.sql.digit import is_whole
from dpcore.engine.sql.literal import attempt, call, cast, double, integer, text
from dpcore.engine.sql.physical import Physical
from dpcore.number import TINIEST
from dpcore.spelling import LONG, MOST_CHARACTERS, WHOLE

_LEAST, _MOST = 1.401298464324817e-45, 3.4028234663852886e38
"""The range of absolute values whose nearest float32 is neither 0 nor infinite."""


def single(x: exp.Expr) -> exp.Expr:
    """The shortest text of a double that equals the text of a float32; NULL for any other double."""
    return exp.Case().when(
        _has_single(x),
        exp.Case().when(_is_single(x), exp.Case().when(_long(x), _spell(x), copy=False), copy=False),
        copy=False,
    )


def shortest_double(x: exp.Expr) -> exp.Expr:
    """The double of the shortest decimal text (see `digit.shortest_double`)."""
    spelt = (
        exp.Case()
        .when(is_whole(x, WHOLE), x, copy=False)
        .when(_long(x), cast(_spell(x), "double"), copy=False)
        .else_(x, copy=False)
    )
    return (
        exp.Case()
        .when(_has_single(x), exp.Case().when(_is_single(x), spelt, copy=False).else_(x, copy=False), copy=False)
        .else_(x, copy=False)
    )


def _has_single(x: exp.Expr) -> exp.Expr:
    """Whether a double is in the range of a float32. Casting another double raises an error in PostgreSQL."""
    above = exp.Between(this=x, low=double(_LEAST), high=double(_MOST))
    return exp.or_(above, exp.Between(this=x, low=double(-_MOST), high=double(-_LEAST)), copy=False)


def _is_single(x: exp.Expr) -> exp.Expr:
    return exp.EQ(this=cast(cast(x, "float"), "double"), expression=x)


def _long(x: exp.Expr) -> exp.Expr:
    """Whether a double has more digits than a float32. Only few doubles are converted to text, which is slow."""
    return exp.GT(this=exp.Length(this=cast(exp.Abs(this=x), "text")), expression=integer(LONG))


def _spell(x: exp.Expr) -> exp.Expr:
    return cast(cast(x, "float"), "text")


def whole(x: exp.Expr) -> exp.Expr:
    """An integral double of absolute value up to 1.7e38 as an exact numeric; a direct cast keeps only 15 digits."""
    size = exp.Abs(this=x)  # for negative values the remainder would not be exact
    high = exp.Floor(this=exp.Div(this=size, expression=double(2.0**64)))
    rest = exp.Paren(this=exp.Sub(this=size, expression=exp.Mul(this=high, expression=double(2.0**64))))
    middle = exp.Floor(this=exp.Div(this=rest, expression=double(2.0**32)))
    low = exp.Sub(this=rest, expression=exp.Mul(this=middle, expression=double(2.0**32)))

    def times(part: exp.Expr, size: int) -> exp.Expr:
        return exp.Mul(this=cast(cast(part, "bigint"), "decimal"), expression=exp.Literal.number(size))

    parts = exp.Add(this=exp.Add(this=times(high, 2**64), expression=times(middle, 2**32)), expression=times(low, 1))
    sign = (
        exp.Case().when(exp.LT(this=x, expression=double(0.0)), integer(-1), copy=False).else_(integer(1), copy=False)
    )
    return exp.Mul(this=exp.Paren(this=parts), expression=sign)


def digits(cell: exp.Expr, kind: Physical) -> exp.Expr:
    """A numeric or a double in plain digits; NULL if it is not finite or exceeds the length limit of cells."""
    infinite = [exp.Literal.string(word) for word in ("NaN", "Infinity", "-Infinity")]
    finite = exp.Not(this=exp.In(this=cast(cell, "text"), expressions=infinite))
    if kind == "decimal":
        bare = cast(call("TRIM_SCALE", cell), "text")
        short = exp.LTE(this=exp.Length(this=bare), expression=integer(MOST_CHARACTERS))
        return exp.Case().when(exp.and_(finite, short, copy=False), bare, copy=False)
    x = cast(cell, "double")
    shortest = exp.Coalesce(this=single(x), expressions=[cast(x, "text")])
    return (
        exp.Case()
        .when(exp.Not(this=finite), exp.null(), copy=False)
        .when(is_whole(x), cast(cast(x, "bigint"), "text"), copy=False)
        .when(is_whole(x, WHOLE), cast(whole(x), "text"), copy=False)
        .else_(cast(call("TRIM_SCALE", cast(shortest, "decimal")), "text"), copy=False)
    )


_DIGITS = "[0-9](_?[0-9])*"
NUMBER = rf"^\+?-?({_DIGITS}(\.({_DIGITS})?)?|\.{_DIGITS})([eE][+-]?{_DIGITS})?$"
"""The pattern of numbers that DuckDB reads from text."""
_HELD = "^[^eE]*([eE][+-]?0*[0-9]{1,4})?$"
"""The pattern of numbers that a numeric can represent; other numbers within the length limit are 0 or too large."""
_VANISHES = "[eE]-|^[+-]*[0.]+[eE]"


def read(spelling: exp.Expr) -> exp.Expr:
    """The number in a text as a double; NULL for other texts and for numbers above the largest double."""

    def like(x: exp.Expr, pattern: str) -> exp.Expr:
        return exp.RegexpLike(this=x, expression=text(pattern))

    spelling = call("BTRIM", spelling, text(" \t\n\r\v\f"))
    bare = exp.Replace(this=spelling, expression=text("_"), replacement=text(""))
    value = narrow(cast(call("LTRIM", bare, text("+")), "decimal"))
    held = exp.Case().when(like(bare, _HELD), value, copy=False).when(like(bare, _VANISHES), double(0.0), copy=False)
    return exp.Case().when(like(spelling, NUMBER), held, copy=False)


def in_spark(spelling: exp.Expr) -> exp.Expr:
    """As `read`, in Spark, whose cast also accepts texts such as 1d and rejects texts such as 1_000."""
    spelling = exp.Trim(this=spelling, expression=text(" \t\n\r\v\f"))
    bare = exp.Replace(this=spelling, expression=text("_"), replacement=text(""))
    value = attempt(exp.Trim(this=bare, expression=text("+"), position="LEADING"), "double")
    return exp.Case().when(exp.RegexpLike(this=spelling, expression=text(java(NUMBER))), value, copy=False)


def long_in_spark(x: exp.Expr) -> exp.Expr:
    """All digits of a whole double above 64 bits and up to WHOLE, in Spark, whose decimals have only 38 digits.

    The number high * 2**64 + rest is split into units of 10**19 and a remainder: 2**64 is 10**19 + `_ABOVE`.
    """
    size = exp.Abs(this=x)
    high = exp.Floor(this=exp.Div(this=size, expression=double(2.0**64)))
    rest = exp.Paren(this=exp.Sub(this=size, expression=exp.Mul(this=high, expression=double(2.0**64))))
    middle = exp.Floor(this=exp.Div(this=rest, expression=double(2.0**32)))
    low = exp.Sub(this=rest, expression=exp.Mul(this=middle, expression=double(2.0**32)))

    def exact(part: exp.Expr) -> exp.Expr:
        return cast(cast(part, "bigint"), "decimal(20, 0)")

    above = exp.Mul(this=exact(high), expression=integer(_ABOVE))
    below = exp.Add(this=exp.Mul(this=exact(middle), expression=integer(2**32)), expression=exact(low))
    sum_ = exp.Paren(this=exp.Add(this=above, expression=below))
    unit = exp.Literal.number(_UNIT)
    units = exp.Add(this=exact(high), expression=exp.IntDiv(this=sum_, expression=unit))
    left = exp.Mod(this=sum_.copy(), expression=unit.copy())
    all_ = call("CONCAT", cast(units, "text"), call("LPAD", cast(left, "text"), integer(19), text("0")))
    sign = exp.Case().when(exp.LT(this=x, expression=double(0.0)), text("-"), copy=False).else_(text(""), copy=False)
    return call("CONCAT", sign, exp.Trim(this=all_, expression=text("0"), position="LEADING"))


_UNIT = 10**19
_ABOVE = 2**64 - _UNIT
_LARGEST = 1.7976931348623157e308
_ZERO = "2.4703282292062327e-324"  # half of the smallest double: values up to this are read as 0


def inner(x: exp.Expr) -> exp.Expr:
    """A float as a double: NULL for infinities and NaN; absolute values below 1e-200, except 0, become 1e-200.

    PostgreSQL raises an error if a product of doubles underflows to 0. Most cells pass the first comparisons.
    """
    x, zero, tiny, largest = cast(x, "double"), double(0.0), double(TINIEST), double(_LARGEST)
    return (
        exp.Case()
        .when(exp.Between(this=x, low=tiny, high=largest), x, copy=False)
        .when(exp.Between(this=x, low=double(-_LARGEST), high=double(-TINIEST)), x, copy=False)
        .when(exp.EQ(this=x, expression=zero), zero, copy=False)
        .when(exp.Between(this=x, low=zero, high=tiny), tiny, copy=False)
        .when(exp.Between(this=x, low=double(-TINIEST), high=zero), double(-TINIEST), copy=False)
    )


def narrow(value: exp.Expr) -> exp.Expr:
    """A numeric as a double, with the limits of `inner`; it may be closer to 0 than any double."""
    # a value below the midpoint between the largest double and the next power of two is rounded to the largest double
    above = exp.GTE(this=exp.Abs(this=value), expression=exp.Literal.number(2**1024 - 2**970))
    size, tiny, zero = exp.Abs(this=value), exp.Literal.number(str(TINIEST)), exp.Literal.number(_ZERO)
    return (
        exp.Case()
        .when(above, exp.null(), copy=False)
        .when(exp.GTE(this=size, expression=tiny), cast(value, "double"), copy=False)
        .when(exp.GT(this=value, expression=zero), double(TINIEST), copy=False)
        .when(exp.LT(this=value, expression=exp.Neg(this=zero)), double(-TINIEST), copy=False)
        .when(exp.Not(this=exp.Is(this=value, expression=exp.null())), double(0.0), copy=False)
    )

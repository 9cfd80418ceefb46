"""Numbers as text in plain digits: 1 and 0.1, never 1.0, 1E0 or .1, so that equal numbers have equal texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlglot import exp

from dpcore.engine.sql.literal import attempt, cast, double, integer, text
from dpcore.spelling import LONG, WHOLE

FITS = 9.2e18
"""The largest integral double written with all digits in engines that only have 64-bit integers."""


def join(*parts: exp.Expr) -> exp.Expr:
    """Concatenated texts; NULL if one is NULL."""
    first, *rest = parts
    for part in rest:
        first = exp.DPipe(this=first, expression=part, safe=True)
    return first


def is_whole(x: exp.Expr, most: float = FITS) -> exp.Expr:
    """Whether a double is an integer of at most this size, by default one that fits in 64 bits."""
    return exp.and_(
        exp.Between(this=x, low=double(-most), high=double(most)),
        exp.EQ(this=x, expression=exp.Floor(this=x)),
        copy=False,
    )


def without_zeros(spelling: exp.Expr) -> exp.Expr:
    """The text of a decimal without trailing zeros of the column's scale, and with a digit before the point."""
    bare = _trim(_trim(spelling, "0"), ".")
    return (
        exp.Case()
        .when(exp.EQ(this=_place(spelling, "."), expression=integer(0)), spelling, copy=False)
        .when(exp.Like(this=spelling, expression=text(".%")), join(text("0"), bare), copy=False)
        .when(exp.Like(this=spelling, expression=text("-.%")), join(text("-0"), _from(bare, integer(2))), copy=False)
        .else_(bare, copy=False)
    )


def with_point(spelling: exp.Expr) -> exp.Expr:
    """A text with its comma replaced by a point, if it has no point: 1,5 as 1.5."""
    comma = exp.GT(this=_place(spelling, ","), expression=integer(0))
    alone = exp.and_(comma, exp.EQ(this=_place(spelling, "."), expression=integer(0)), copy=False)
    bare = exp.Replace(this=spelling, expression=text(","), replacement=text("."))
    return exp.Case().when(alone, bare, copy=False).else_(spelling, copy=False)


def or_truth(number: exp.Expr, spelling: exp.Expr) -> exp.Expr:
    """A number read from a text; 1 or 0 if the text is true or false, in upper or lower case."""
    case = exp.Case(this=exp.Lower(this=spelling))
    for word, value in (("true", 1), ("false", 0)):
        case = case.when(text(word), double(value), copy=False)
    return exp.Coalesce(this=number, expressions=[case])


def long(x: exp.Expr) -> exp.Expr:
    """Whether the text of a double has more than LONG characters."""
    return exp.GT(this=exp.Length(this=cast(exp.Abs(this=x), "text")), expression=integer(LONG))


def many(x: exp.Expr) -> exp.Expr:
    """Whether DuckDB's text of a double that is not whole has more than LONG characters, from a text such as 1.5E-1.

    Computed from the number of digits: DuckDB's text adds a point for sizes from 1 on, one more zero for each power of
    ten below 1, and five characters below 0.0001, as in 1.5e-05.
    """
    size = exp.Abs(this=x)
    mantissa = exp.SplitPart(this=cast(size, "text"), delimiter=text("E"), part_index=integer(1))
    digits = exp.Replace(this=mantissa, expression=text("."), replacement=text(""))
    room = exp.Case().when(exp.GT(this=size, expression=double(1e16)), integer(LONG - 5), copy=False)
    for power in range(4):
        least = exp.GTE(this=size, expression=double(float(f"1e-{power}")))
        room = room.when(least, integer(LONG - 1 - power), copy=False)
    count = exp.Length(this=exp.Trim(this=digits, expression=text("0")))
    return exp.GT(this=count, expression=room.else_(integer(LONG - 5), copy=False))


Long = Callable[[exp.Expr], exp.Expr]


def shortest_double(x: exp.Expr, long: Long = long) -> exp.Expr:
    """The double of the shortest decimal text: 0.7 if a float32 of 0.7 is stored (see `of_double`)."""
    x = cast(x, "double")
    case = exp.Case().when(is_whole(x, WHOLE), x, copy=False)
    return case.when(_as_single(x, long), attempt(_single(x), "double"), copy=False).else_(x, copy=False)


def written_out(size: exp.Expr, spelling: exp.Expr, mark: str) -> exp.Expr:
    """An absolute value as text without exponent: 1.5e-07 as 0.00000015. mark: the letter before the exponent."""
    power = attempt(exp.SplitPart(this=spelling, delimiter=text(mark), part_index=integer(2)), "int")
    mantissa = exp.SplitPart(this=spelling, delimiter=text(mark), part_index=integer(1))
    digits: exp.Expr = exp.Replace(this=mantissa, expression=text("."), replacement=text(""))
    digits = digits if mark == "e" else _trim(digits, "0")  # Java writes 1.0E-5
    before = exp.Paren(this=exp.Add(this=power, expression=integer(1)))
    case = (
        exp.Case()
        .when(exp.EQ(this=_place(spelling, mark), expression=integer(0)), spelling, copy=False)
        .when(
            exp.LT(this=size, expression=double(1)),
            join(text("0."), _zeros(exp.Neg(this=before)), digits),
            copy=False,
        )
    )
    if mark != "e":  # Java uses an exponent from ten million on, where digits can follow the point
        first = exp.Substring(this=digits, start=integer(1), length=before)
        rest = _from(digits, exp.Add(this=before, expression=integer(1)))
        case = case.when(
            exp.LT(this=before, expression=exp.Length(this=digits)), join(first, text("."), rest), copy=False
        )
    return case.else_(join(digits, _zeros(exp.Sub(this=before, expression=exp.Length(this=digits)))), copy=False)


def of_double(x: exp.Expr, finite: exp.Expr, wholes: Mapping[float, str], mark: str, long: Long = long) -> exp.Expr:
    """A double in plain digits. wholes: integer types by the largest integral value; mark: see `written_out`."""
    size = exp.Abs(this=x)
    shortest = exp.Case().when(_as_single(size, long), _single(size), copy=False).else_(cast(size, "text"), copy=False)
    case = exp.Case().when(exp.Not(this=finite), exp.null(), copy=False)
    for most, type_name in wholes.items():
        case = case.when(is_whole(x, most), cast(attempt(x, type_name), "text"), copy=False)
    sign = exp.Case().when(exp.LT(this=x, expression=double(0)), text("-"), copy=False).else_(text(""), copy=False)
    return case.else_(join(sign, written_out(size, shortest, mark)), copy=False)


def _single(x: exp.Expr) -> exp.Expr:
    return cast(attempt(x, "float"), "text")


def _as_single(x: exp.Expr, long: Long) -> exp.Expr:
    """Whether the text of a double is that of a float32. Only the few doubles that equal a float32 are converted."""
    return exp.Case().when(exp.EQ(this=attempt(attempt(x, "float"), "double"), expression=x), long(x), copy=False)


def _trim(spelling: exp.Expr, letter: str) -> exp.Expr:
    return exp.Trim(this=spelling, expression=text(letter), position="TRAILING")


def _place(spelling: exp.Expr, letter: str) -> exp.Expr:
    return exp.StrPosition(this=spelling, substr=text(letter))


def _from(spelling: exp.Expr, start: exp.Expr) -> exp.Expr:
    return exp.Substring(this=spelling, start=start)


def _zeros(count: exp.Expr) -> exp.Expr:
    return exp.Repeat(this=text("0"), times=count)

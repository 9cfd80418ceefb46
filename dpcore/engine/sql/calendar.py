"""Reads dates in texts: with DuckDB's parser; in PostgreSQL, whose parser raises errors, and Spark with a pattern.

Built with `copy=False`: otherwise the builder copies each part again for every enclosing part.
"""

from __future__ import annotations

from sqlglot import exp

from dpcore.engine.sql.literal import attempt, call, cast, double, integer, text

_OFFSETS = {"__:__": 6, "____": 5, "__": 3}
"""The pattern after the sign of an offset from UTC, and its length including the sign."""


def instant(cell: exp.Expr) -> exp.Expr:
    """The time in UTC in a text, in DuckDB; NULL for other texts, including words such as epoch and infinity.

    Uses neither patterns nor time zones, because DuckDB then computes it only once per dictionary entry.
    """
    case = exp.Case()
    for shape, size in _OFFSETS.items():
        marked = [exp.Like(this=cell, expression=text(f"%:%{sign}{shape}")) for sign in "+-"]
        tail = call("RIGHT", cell, integer(size))
        sign, hours = call("LEFT", tail, integer(1)), attempt(call("LEFT", tail, integer(3)), "int")
        minutes = call("CONCAT", sign, call("RIGHT", tail, integer(2)) if size > 3 else text("0"))
        case = case.when(
            exp.or_(*marked, copy=False),
            exp.Add(this=exp.Mul(this=hours, expression=integer(60)), expression=attempt(minutes, "int")),
            copy=False,
        )
    shift = call("TO_MINUTES", exp.Coalesce(this=case, expressions=[integer(0)]))
    moved = call("TRY", exp.Sub(this=attempt(cell, "timestamp"), expression=shift))
    return exp.Case().when(_digit_first(cell), moved, copy=False)


def moment(cell: exp.Expr) -> exp.Expr:
    """The text of a date or a time in UTC; midnight as the date."""
    return exp.RegexpReplace(this=cast(cell, "text"), expression=text(_MIDNIGHT), replacement=text(""))


_MIDNIGHT = r"( 00:00:00)?(\+00)?$"


def day(cell: exp.Expr) -> exp.Expr:
    """The date in UTC in a text, in DuckDB; NULL for other texts."""
    alone = exp.Case().when(_digit_first(cell), attempt(cell, "date"), copy=False)
    return exp.Coalesce(this=attempt(instant(cell), "date"), expressions=[alone])


def _digit_first(cell: exp.Expr) -> exp.Expr:
    return exp.and_(exp.GTE(this=cell, expression=text("0")), exp.LT(this=cell, expression=text(":")), copy=False)


_SHAPE = (
    r"^([0-9]{1,9})([-/ \\])([0-9]{1,2})\2([0-9]{1,2})"
    r"(?:[T \t\r\n\v\f][ \t\r\n\v\f]*([0-9]{1,9}):"
    r"(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?"
    r"(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$"
)
"""A date, or date and time, as DuckDB reads it: year, separator, month, day, hour, minute, second, microseconds."""
_OFFSET = r":.*([+-][0-9]{2}):?([0-9]{2})?$"
_LAST_YEAR = 10_000  # its first days belong to the year before in a time zone to the east


def match_date(cell: exp.Expr) -> exp.Expr:
    """The date in UTC in a text, in PostgreSQL, without raising errors; NULL for other texts.

    A pattern accepts the texts that DuckDB reads as dates. Each part is named once, in a separate SELECT. Array indexes
    start at 0 in these trees and at 1 in PostgreSQL's text.
    """

    def part(at: int) -> exp.Expr:
        cut = exp.Bracket(this=exp.Paren(this=exp.to_identifier("_m")), expressions=[integer(at - 1)])
        value = exp.Coalesce(this=exp.Nullif(this=cut, expression=text("")), expressions=[text("0")])
        return cast(value, "int")

    names = ("_y", "_mo", "_d", "_h", "_mi", "_s", "_us")
    found = zip((_SHAPE, _OFFSET), ("_m", "_o"), strict=True)
    match = exp.Select().select(
        *(exp.alias_(call("REGEXP_MATCH", cell, text(pattern)), name, copy=False) for pattern, name in found),
        copy=False,
    )
    parts = exp.select(
        *(part(at).as_(name) for name, at in zip(names, (1, 3, 4, 5, 6, 7, 8), strict=True)), _shift().as_("_shift")
    ).from_(match.subquery("_p", copy=False), copy=False)
    parts.where(exp.Not(this=exp.Is(this=exp.to_identifier("_m"), expression=exp.null())), copy=False)
    y, month, day_, hour, minute, second, rest = (exp.to_identifier(name) for name in names)
    minutes = exp.Sub(
        this=exp.Add(this=exp.Mul(this=hour, expression=integer(60)), expression=minute),
        expression=exp.to_identifier("_shift"),
    )
    days = cast(exp.Floor(this=exp.Div(this=exp.Paren(this=minutes), expression=double(1440))), "int")
    # PostgreSQL has no year 0: the year before 1 is -1
    year = exp.Case().when(exp.EQ(this=y, expression=integer(0)), integer(-1)).else_(y)
    date = exp.Add(this=call("MAKE_DATE", year, month, day_), expression=days)
    valid = exp.and_(_exists(y, month, day_), _in_a_day(hour, minute, second, rest))
    day = exp.Select().select(exp.Case().when(valid, date, copy=False), copy=False)
    return day.from_(parts.subquery("_q", copy=False), copy=False).subquery(copy=False)


def in_spark(cell: exp.Expr) -> exp.Expr:
    """The date in UTC in a text, in Spark, without raising errors; NULL for others. The pattern is `match_date`'s."""

    def find(pattern: str, at: int) -> exp.Expr:
        return exp.Nullif(this=call("REGEXP_EXTRACT", cell, text(java(pattern)), integer(at)), expression=text(""))

    def part(pattern: str, at: int) -> exp.Expr:
        return cast(exp.Coalesce(this=find(pattern, at), expressions=[text("0")]), "int")

    y, month, day_, hour, minute, second, rest = (part(_SHAPE, at) for at in (1, 3, 4, 5, 6, 7, 8))
    sign = exp.Coalesce(this=call("LEFT", find(_OFFSET, 1), integer(1)), expressions=[text("")])
    beside = exp.Coalesce(this=find(_OFFSET, 2), expressions=[text("0")])
    hours = exp.Mul(this=part(_OFFSET, 1), expression=integer(60))
    shift = exp.Paren(this=exp.Add(this=hours, expression=cast(call("CONCAT", sign, beside), "int")))
    clock = exp.Add(this=exp.Mul(this=hour, expression=integer(60)), expression=minute)
    minutes = exp.Paren(this=exp.Sub(this=clock, expression=shift))
    days = cast(exp.Floor(this=exp.Div(this=cast(minutes, "double"), expression=double(1440))), "int")
    shaped = exp.RegexpLike(this=cell, expression=text(java(_SHAPE)))
    valid = exp.and_(shaped, _exists(y, month, day_), _in_a_day(hour, minute, second, rest), copy=False)
    return exp.Case().when(valid, call("DATE_ADD", call("MAKE_DATE", y, month, day_), days), copy=False)


def java(pattern: str) -> str:
    r"""The same pattern for Java, where `$` also matches before a last line break, and \v is a class of characters."""
    return pattern.replace("$", r"\z").replace(r"\v", r"\x0B")


def _shift() -> exp.Expr:
    """The offset from UTC in minutes, from signed hours and minutes."""

    def part(at: int) -> exp.Expr:
        return exp.Bracket(this=exp.Paren(this=exp.to_identifier("_o")), expressions=[integer(at - 1)])

    minutes = call("CONCAT", call("LEFT", part(1), integer(1)), exp.Coalesce(this=part(2), expressions=[text("0")]))
    has_offset = exp.Not(this=exp.Is(this=exp.to_identifier("_o"), expression=exp.null()))
    shift = exp.Add(this=exp.Mul(this=cast(part(1), "int"), expression=integer(60)), expression=cast(minutes, "int"))
    return exp.Case().when(has_offset, shift).else_(integer(0))


def _in_a_day(hour: exp.Expr, minute: exp.Expr, second: exp.Expr, rest: exp.Expr) -> exp.Expr:
    """Whether this is a valid time of day, up to 24:00:00."""
    sixty = (exp.LT(this=part, expression=integer(60)) for part in (minute, second))
    after = exp.Add(this=exp.Add(this=minute, expression=second), expression=rest)
    end = exp.EQ(this=after, expression=integer(0))
    before = exp.LT(this=hour, expression=integer(24))
    return exp.and_(exp.or_(before, exp.and_(exp.EQ(this=hour, expression=integer(24)), end)), *sixty)


def _exists(year: exp.Expr, month: exp.Expr, day: exp.Expr) -> exp.Expr:
    """Whether this is a valid calendar date in the years 0 to 10000."""

    def divides(number: int) -> exp.Expr:
        return exp.EQ(this=exp.Mod(this=year, expression=integer(number)), expression=integer(0))

    leap = exp.and_(divides(4), exp.or_(exp.Not(this=divides(100)), divides(400)))
    february = exp.EQ(this=month, expression=integer(2))
    length = (
        exp.Case()
        .when(exp.and_(february, leap), integer(29))
        .when(february.copy(), integer(28))
        .when(exp.In(this=month, expressions=[integer(place) for place in (4, 6, 9, 11)]), integer(30))
        .else_(integer(31))
    )
    return exp.and_(
        exp.LTE(this=year, expression=integer(_LAST_YEAR)),
        exp.Between(this=month, low=integer(1), high=integer(12)),
        exp.Between(this=day, low=integer(1), high=length),
    )

"""The value of a text cell from rule 2 on: plain numbers by their digits, values of declared lists (see `listing`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.digit import join
from dpcore.engine.sql.literal import attempt, cast, double, integer, text
from dpcore.engine.sql.physical import Physical
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.category import Category
from dpcore.table.listing import LARGEST_POWER, MOST_DIGITS, NOBODY, PLAIN, Listing, listing

_EXACT = 2.0**53 - 1
"""The largest float that is an identifier: several whole numbers beyond it have the same double."""


def value_text(cell: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The text, or a plain number in plain digits. cell: the trimmed text, which occurs several times in the result.

    For speed, comparisons recognise words and whole numbers without a leading zero or sign, and one pattern recognises
    whole numbers padded with zeros. If a comma is a decimal mark too, a text with a comma and no point is a number if
    it is a number with a point instead.
    """
    if dialect.comma:
        pointed = exp.Replace(this=cell, expression=text(","), replacement=text("."))
        number = _written_out(pointed, dialect, cell)
        with_comma = exp.Case().when(exp.and_(_has(cell, ","), dialect.matches(cell, _COMMA), copy=False), number)
        return with_comma.else_(_value_text(cell, dialect), copy=False)
    return _value_text(cell, dialect)


def _value_text(cell: exp.Expr, dialect: Dialect) -> exp.Expr:
    first = exp.and_(exp.LT(this=cell, expression=text(":")), exp.GTE(this=cell, expression=text("+")), copy=False)
    marked = exp.or_(
        exp.LT(this=cell, expression=text("1")), *(_has(cell, mark) for mark in (".", "e", "E")), copy=False
    )
    number = exp.Case().when(dialect.matches(cell, _PADDED), _whole(cell), copy=False)
    number = number.when(dialect.matches(cell, PLAIN), _written_out(cell, dialect, cell), copy=False).else_(
        cell, copy=False
    )
    return (
        exp.Case().when(exp.and_(first, exp.Paren(this=marked), copy=False), number, copy=False).else_(cell, copy=False)
    )


_COMMA = PLAIN.replace("[.]", ",").replace(r"\.", ",")
_PADDED = rf"^[0-9]{{1,{MOST_DIGITS}}}([.]0*)?$"


def _has(cell: exp.Expr, mark: str) -> exp.Expr:
    return exp.Like(this=cell, expression=text(f"%{mark}%"))


def _whole(cell: exp.Expr) -> exp.Expr:
    """A text that matches `_PADDED`, without leading zeros and without a point."""
    digits = exp.Trim(this=exp.SplitPart(this=cell, delimiter=text("."), part_index=integer(1)), expression=text("0"))
    digits.set("position", "LEADING")
    return exp.Coalesce(this=exp.Nullif(this=digits, expression=text("")), expressions=[text("0")])


def _written_out(cell: exp.Expr, dialect: Dialect, spelt: exp.Expr) -> exp.Expr:
    """A plain number in plain digits, or the text `spelt` if these are too many digits."""
    powered = exp.or_(_has(cell, "e"), _has(cell, "E"), copy=False)
    pointed = exp.Case().when(powered, _move_point(cell, dialect), copy=False).else_(cell, copy=False)
    bare = dialect.replace(pointed, r"^[+]?(-?)0*", r"\1")
    bare = dialect.replace(bare, r"([.][0-9]*[1-9])0*$|[.]0*$", r"\1")
    digits = exp.Trim(this=exp.Replace(this=bare, expression=text("."), replacement=text("")), expression=text("-"))
    led = dialect.replace(dialect.replace(bare, r"^-?$", "0"), r"^(-?)[.]", r"\1" + "0.")
    many = exp.GT(this=exp.Length(this=digits), expression=integer(MOST_DIGITS))
    return exp.Case().when(many, spelt, copy=False).else_(led, copy=False)


def _move_point(cell: exp.Expr, dialect: Dialect) -> exp.Expr:
    """A number with an exponent, written without it: the point is moved by the exponent."""
    padding = exp.Repeat(this=text("0"), times=integer(LARGEST_POWER))
    digits = join(padding, dialect.replace(cell, r"^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$", r"\1\2"), padding)
    whole = exp.Length(this=dialect.replace(cell, r"^[+-]?([0-9]*).*$", r"\1"))
    power = attempt(dialect.replace(cell, r"^.*[eE]", ""), "int")
    before = exp.Paren(this=exp.Add(this=exp.Add(this=integer(LARGEST_POWER), expression=whole), expression=power))
    sign = exp.Case().when(exp.Like(this=cell, expression=text("-%")), text("-"), copy=False)
    return join(
        sign.else_(text(""), copy=False),
        exp.Substring(this=digits, start=integer(1), length=before),
        text("."),
        exp.Substring(this=digits, start=exp.Add(this=before, expression=integer(1))),
    )


def read(cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The text of a cell for `spelling`, `category` and flags: trimmed, or canonical for other physical types."""
    return dialect.label(cell) if kind == "text" else dialect.spelling(cell, kind)


def identifier_text(cell: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The text of a cell for `unit`, in one form of Unicode if the engine has a function for it."""
    if kind == "text":
        return dialect.normal(dialect.label(cell))
    if kind != "float":
        return dialect.spelling(cell, kind)
    exact = exp.Between(this=cast(cell, "double"), low=double(-_EXACT), high=double(_EXACT))
    return exp.Case().when(exact, dialect.spelling(cell, kind), copy=False)


def unit(spelling: exp.Expr, kind: Physical, as_written: bool, dialect: Dialect) -> exp.Expr:
    """The unit of a row, for a result of `identifier_text`; NULL without an identifier."""
    if kind != "text":
        return spelling
    nobody = exp.In(this=spelling, expressions=[text(word) for word in NOBODY])
    value = spelling if as_written else value_text(spelling, dialect)
    return exp.Case().when(exp.Not(this=nobody), value, copy=False)


def flag(spelling: exp.Expr, true: Sequence[str], false: Sequence[str], dialect: Dialect) -> exp.Expr:
    """True for a word for true or the number 1, False for a word for false or the number 0, NULL for other texts."""
    place = dialect.position(exp.Lower(this=spelling), [*true, *false])
    one = dialect.position(value_text(spelling, dialect), ["1", "0"])
    first = exp.LT(this=place, expression=integer(len(true)))
    return exp.Coalesce(this=first, expressions=[exp.LT(this=one, expression=integer(1))])


def category(column: Category, spelling: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The index of a text in the declared values; the next index for other texts, if these are counted."""
    declared, size = listing(tuple(column.values), dialect.comma, truths=dialect.rule > 2), len(column.values)
    if not column.other:
        return place_of(declared, spelling, kind, dialect)
    missing = [word for word in NOBODY if word and declared.find(word) is None] if kind == "text" else []
    place = place_of(declared, spelling, kind, dialect)
    counted: exp.Expr = exp.Between(this=exp.Length(this=spelling), low=integer(1), high=integer(MOST_CHARACTERS))
    if missing:
        counted = exp.and_(
            counted, exp.Not(this=exp.In(this=spelling, expressions=[text(word) for word in missing])), copy=False
        )
    return exp.Case().when(counted, exp.Coalesce(this=place, expressions=[integer(size)]), copy=False)


def place_of(listed: Listing, spelling: exp.Expr, kind: Physical, dialect: Dialect) -> exp.Expr:
    """The place of the listed value for which a text stands; NULL for none. spelling: a result of `read`.

    The number of a text is computed only if the text itself is not listed.
    """
    place, value = _place_among(listed.spellings, spelling, dialect), spelling
    numbers = [() if number is None else (number,) for number in listed.numbers]
    if kind == "text":
        value = value_text(spelling, dialect)
    else:  # canonical text, so a number whose listed spelling is canonical was found above
        numbers = [
            () if {*number} <= {*texts} else number for number, texts in zip(numbers, listed.spellings, strict=True)
        ]
    if not any(numbers):
        return place
    return exp.Coalesce(this=place, expressions=[_place_among(numbers, value, dialect)])


def _place_among(spellings: Sequence[Sequence[str]], spelling: exp.Expr, dialect: Dialect) -> exp.Expr:
    """The place whose texts include the spelling. In the joined list, texts of one place are `size` positions apart."""
    size, rows = len(spellings), [*zip_longest(*spellings)] or [(None,) * len(spellings)]
    # a trimmed text never begins with a blank
    texts = [f" {at}" if each is None else each for at, each in enumerate(each for row in rows for each in row)]
    place = dialect.position(spelling, texts)
    return exp.Mod(this=exp.Paren(this=place), expression=integer(size)) if len(rows) > 1 else place

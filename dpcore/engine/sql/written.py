"""Reads cells that are written in a declared format: dates as 2024-01-31, numbers as 1234.5, missing codes as NULL.

Every expression is total and depends only on its cell. A cell that is not written as declared becomes NULL. The result
of a text column is text, which every later expression reads like a text that was written so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.digit import join
from dpcore.engine.sql.literal import call, text
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.value import value_text
from dpcore.table.cell_format import DateOrder, Format
from dpcore.table.listing import number_of

_BLANK: Final = " \u00a0\u2007\u2009\u202f"
_B: Final = f"[{_BLANK}]*"
_SIGN: Final = "\ue000"
"""Stands for the sign of a unit in patterns; a private character, which no sign needs to escape."""
_GROUPS: Final = {"": "", ",": ",", ".": "[.]", " ": f"[{_BLANK}]", "'": "['’]"}
_REST: Final = "(?:[T ,]+([0-9]{1,2}:.*))?$"
"""A time of day, which later expressions check; the last group."""
_TWELVE: Final = (
    r"[T ,]+오[전후][ ]*(?:0?[1-9]|1[0-2]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]*)?)?$",
    r"[T ,]+(?:0?[1-9]|1[0-2]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]*)?)?[ ]*[AaPp][.]?[Mm][.]?$",
)
"""Times of half a day, which do not change the day."""
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = "|".join("".join(f"[{letter.upper()}{letter}]" for letter in month) for month in _MONTHS)
_MARK: Final = "[ ]*[-./ ][ ]*"
_NTH: Final = "(?:st|nd|rd|th)?"
_YEAR_FIRST: Final = ("^([0-9]{4})[ ]*[-./ 년][ ]*([0-9]{1,2})[ ]*[-./ 월][ ]*([0-9]{1,2})[ ]*[.일]?" + _REST, "123")
_NUMBERED: Final[Mapping[DateOrder, str]] = {"year first": "123", "day first": "321", "month first": "312"}
"""The places of year, month and day."""


def of_formats(
    rows: exp.Expr, kinds: Mapping[str, Physical], formats: Mapping[str, Format], dialect: Dialect
) -> exp.Expr:
    """The rows with the cells of these columns read by their formats. kinds: of all columns that are kept."""
    used = {name: formats[name] for name in kinds if name in formats}
    if not used:
        return rows
    mark = "_w"
    while any(name.casefold().startswith(mark) for name in kinds):
        mark = f"_{mark}"
    bare, read = ({name: f"{mark}{sort}{place}" for place, name in enumerate(used)} for sort in "bv")
    kept = [exp.column(name, quoted=True) for name in kinds]
    texts = [exp.alias_(_bare(name, kinds[name], used[name], dialect), bare[name], copy=False) for name in used]
    cells = exp.Select().select(*kept, *texts, copy=False).from_(rows, copy=False)
    values = [
        exp.alias_(_value(name, exp.column(bare[name]), kinds[name], used[name], dialect), read[name], copy=False)
        for name in used
    ]
    passed = [exp.column(name, quoted=True) for name in kinds if name not in used]
    level = exp.Select().select(*passed, *map(exp.column, bare.values()), *values, copy=False)
    level = level.from_(cells.subquery("_bare", copy=False), copy=False)
    outputs = [
        _unless_code(exp.column(bare[name]), exp.column(read[name]), kinds[name], used[name], dialect)
        if name in used
        else exp.column(name, quoted=True)
        for name in kinds
    ]
    named = [exp.alias_(output, name, quoted=True, copy=False) for name, output in zip(kinds, outputs, strict=True)]
    rest = exp.Select().select(*named, copy=False).from_(level.subquery("_read", copy=False), copy=False)
    return rest.subquery("_written", copy=False)


def kinds_of(kinds: Mapping[str, Physical], formats: Mapping[str, Format]) -> dict[str, Physical]:
    """The physical types after reading by these formats: dates that were numbers are texts."""
    return {name: "text" if name in formats and _is_date(kind, formats[name]) else kind for name, kind in kinds.items()}


def _is_date(kind: Physical, format_: Format) -> bool:
    return format_.dates is not None and kind in ("text", "integer", "float", "decimal")


def _bare(name: str, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr:
    """The trimmed or canonical text of a cell; of a date, without a time of half a day."""
    cell = exp.column(name, quoted=True)
    bare = dialect.label(cell) if kind == "text" else dialect.spelling(cell, kind)
    if kind != "text" or format_.dates is None:
        return bare
    case = exp.Case()
    for pattern in _TWELVE:
        case = case.when(dialect.matches(bare.copy(), pattern), dialect.replace(bare.copy(), pattern, ""), copy=False)
    return case.else_(bare, copy=False)


def _value(name: str, bare: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr:
    """The cell, read by its format. bare: a result of `_bare`."""
    if _is_date(kind, format_):
        return _date(bare, format_, dialect)
    if kind == "text" and format_.decimal is not None:
        return _number(bare, format_, dialect)
    return exp.column(name, quoted=True)


def _unless_code(bare: exp.Expr, value: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr:
    """A result of `_value`, unless the cell is one of the codes for missing cells."""
    if not format_.missing:
        return value
    is_code: exp.Expr = exp.In(this=bare, expressions=[text(code) for code in format_.missing])
    marked = kind == "text" and format_.decimal is not None
    comma = dialect.comma or (marked and format_.decimal == ",")
    numbers = [number for code in format_.missing if (number := number_of(code, comma)) is not None]
    if numbers:
        plain = value_text(value if marked else bare, dialect) if kind == "text" else bare
        is_code = exp.or_(is_code, exp.In(this=plain, expressions=[text(each) for each in numbers]), copy=False)
    return exp.Case().when(exp.Not(this=exp.Coalesce(this=exp.Paren(this=is_code), expressions=[exp.false()])), value)


def _number(cell: exp.Expr, format_: Format, dialect: Dialect) -> exp.Expr:
    """The plain digits of a number with these marks, such as (1.234,5) or 12 %; NULL for other texts."""
    mark, sign = format_.decimal or ".", _SIGN if format_.sign else ""
    point, between = ("[.]" if mark == "." else mark), _GROUPS[format_.thousands]
    marked: exp.Expr = exp.Replace(this=cell, expression=text("−"), replacement=text("-"))
    if sign:
        marked = exp.Replace(this=marked, expression=text(format_.sign), replacement=text(sign))
    groups = f"[0-9]{{1,3}}({between}[0-9]{{2,3}})*{between}[0-9]{{3}}|" if between else ""
    body = f"(({groups}[0-9]+)({point}[0-9]*)?|{point}[0-9]+)([eE][+-]?[0-9]{{1,2}})?"
    unit = f"{sign}?{_B}" if sign else ""
    shapes = (
        f"{unit}[+-]?{_B}{unit}{body}{_B}{unit}",
        f"{unit}[(]{_B}{unit}{body}{_B}{unit}[)]{_B}{unit}",
        f"{unit}{body}{_B}{unit}-{_B}{unit}",
    )
    written = dialect.matches(marked, f"^({'|'.join(shapes)})$")
    # what is left of a match: digits, the decimal mark, an exponent, and a minus at one end
    left_out = _BLANK + sign + "()+" + {"'": "'’"}.get(format_.thousands, format_.thousands)
    digits: exp.Expr = call("TRANSLATE", marked.copy(), text(left_out), text(""))
    if mark == ",":
        digits = exp.Replace(this=digits, expression=text(","), replacement=text("."))
    negative = exp.or_(
        exp.Like(this=marked.copy(), expression=text("%(%")),
        exp.Like(this=digits.copy(), expression=text("-%")),
        exp.Like(this=digits.copy(), expression=text("%-")),
        copy=False,
    )
    size = dialect.replace(dialect.replace(digits, "^-", ""), "-$", "")
    signed = exp.Case().when(exp.Paren(this=negative), join(text("-"), size.copy()), copy=False).else_(size, copy=False)
    return exp.Case().when(written, signed, copy=False)


def _date(cell: exp.Expr, format_: Format, dialect: Dialect) -> exp.Expr:
    """The text of a date that begins with its year, with the time of day if there is one; NULL for other texts."""
    case = exp.Case()
    for pattern, places, short in _shapes(format_):
        case = case.when(
            dialect.matches(cell.copy(), pattern), _iso(cell, pattern, places, short, format_, dialect), copy=False
        )
    return case


def _shapes(format_: Format) -> Iterator[tuple[str, str, bool]]:
    """Patterns of dates, the places of year, month and day among their groups, and whether the year has two digits."""
    assert format_.dates is not None
    yield *_YEAR_FIRST, False
    order = _NUMBERED[format_.dates]
    for year, short in (("[0-9]{4}", False), ("[0-9]{2}", True))[: 1 if format_.years_from is None else 2]:
        for digits, mark in (("[0-9]{1,2}", _MARK), ("[0-9]{2}", "")):
            groups = [f"({year})" if str(place) == order[0] else f"({digits})" for place in (1, 2, 3)]
            yield "^" + mark.join(groups) + "[.]?" + _REST, order, short
        yield f"^([0-9]{{1,2}}){_NTH}[ ./-]*({_MONTH})[A-Za-z]*[.]?[ ./,'-]*({year}){_REST}", "3m1", short
        yield f"^({_MONTH})[A-Za-z]*[.]?[ ./-]*([0-9]{{1,2}}){_NTH}[ ,./'-]+({year}){_REST}", "3M2", short


def _iso(cell: exp.Expr, pattern: str, places: str, short: bool, format_: Format, dialect: Dialect) -> exp.Expr:
    """The date that matches a pattern. places: of year, month and day; m, M for a name in the second, first place."""

    def group(place: str) -> exp.Expr:
        return dialect.replace(cell.copy(), pattern, f"\\{place}")

    year, month, day = list(places)
    if month in "mM":
        name = exp.Case(this=exp.Lower(this=group("2" if month == "m" else "1")))
        for number, word in enumerate(_MONTHS, 1):
            name = name.when(text(word), text(f"{number:02}"), copy=False)
        date = join(group(year), text("-"), name, dialect.replace(cell.copy(), pattern, f"-\\{day} \\4"))
    else:
        date = dialect.replace(cell.copy(), pattern, f"\\{year}-\\{month}-\\{day} \\4")
    if not short:
        return date
    assert format_.years_from is not None
    century, first = divmod(format_.years_from, 100)
    later = exp.GTE(this=group(year), expression=text(f"{first:02}"))
    hundreds = exp.Case().when(later, text(f"{century:02}"), copy=False).else_(text(f"{century + 1:02}"), copy=False)
    return join(hundreds, date)

"""Reads cells that are written in a declared format: dates as 2024-01-31, numbers as 1234.5, missing codes as NULL.

Every expression is total and depends only on its cell. A cell that is not written as declared becomes NULL. The result
of a text column is text, which every later expression reads like a text that was written so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.digit import join
from dpcore.engine.sql.literal import call, text
from dpcore.engine.sql.physical import Physical
from dpcore.engine.sql.value import value_text
from dpcore.table.cell_format import LONGEST_SIGN, DateOrder, Format
from dpcore.table.listing import number_of

_BLANK: Final = " \u00a0\u2007\u2009\u202f"
_B: Final = f"[{_BLANK}]*"
_NEVER: Final = "(("
"""What no number contains, not even a negative one in brackets, nor any sign of a unit."""
_PRIVATE: Final = "".join(map(chr, range(0xE000, 0xE000 + LONGEST_SIGN + 1)))
"""Characters that a pattern need not escape; one of them, which the sign of a unit has not, stands for the sign."""
_GROUPS: Final = {"": "", ",": ",", ".": "[.]", " ": f"[{_BLANK}]", "'": "['’]"}
_REST: Final = "(?:[T ,]+([0-9]{1,2}:.*))?$"
"""A time of day, which later expressions check; the last group."""
_CLOCK: Final = "(?:0?[1-9]|1[0-2]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]*)?)?"
_TWELVE: Final = f"^([^:]*[^:T ,])[T ,]+(?:오[전후][ ]*{_CLOCK}|{_CLOCK}[ ]*[AaPp][.]?[Mm][.]?)$"
"""A time of half a day, which does not change the day, after what is before it."""
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = "|".join("".join(f"[{letter.upper()}{letter}]" for letter in month) for month in _MONTHS)
_MARK: Final = "[ ]*[-./ ][ ]*"
_WHOLE: Final = "(?:[.]0*)?"
"""What ends a number that is whole, and may end a date of digits alone."""
_NTH: Final = "(?:st|nd|rd|th)?"
_YEAR_FIRST: Final = "^([0-9]{4})[ ]*[-./ 년][ ]*([0-9]{1,2})[ ]*[-./ 월][ ]*([0-9]{1,2})[ ]*[.일]?" + _REST
_NUMBERED: Final[Mapping[DateOrder, str]] = {"year first": "123", "day first": "321", "month first": "312"}
"""The places of year, month and day."""


def of_formats(
    rows: exp.Expr, kinds: Mapping[str, Physical], formats: Mapping[str, Format], dialect: Dialect
) -> exp.Expr:
    """The rows with the cells of these columns read by their formats. kinds: of all columns that are kept.

    Each step is a SELECT of its own, so that no text is computed twice.
    """
    used = {name: formats[name] for name in kinds if name in formats and _is_read(kinds[name], formats[name])}
    if not used:
        return rows
    mark = "_w"
    while any(name.casefold().startswith(mark) for name in kinds):
        mark = f"_{mark}"
    own = {name: exp.column(name, quoted=True) for name in kinds}
    read, bare, kept = {**own}, {**own}, {**own}
    for number, step in enumerate((_bare, _plain, _order, _value)):
        made = {name: step(read[name].copy(), kinds[name], used[name], dialect) for name in used}
        new = {f"{mark}{number}_{at}": name for at, name in enumerate(used) if made[name] is not None}
        named = {to: made[name] for to, name in new.items()}
        rows = _level(rows, kept, named, f"{mark}{number}") if new else rows
        columns = {to: exp.column(to) for to in new}
        read |= {name: columns[to] for to, name in new.items()}
        kept |= columns
        bare = bare if number else {**read}
    cells: dict[str, exp.Expr] = {**own}
    for name, said in used.items():
        cell = read[name] if _is_written(kinds[name], said) else own[name]
        cells[name] = _unless_code(bare[name], cell, kinds[name], said, dialect)
    return _level(rows, {}, cells, "_written")


def _level(rows: exp.Expr, kept: Mapping[str, exp.Expr], named: Mapping[str, exp.Expr | None], alias: str) -> exp.Expr:
    """Selects these columns from the rows, and others by new names."""
    new = [exp.alias_(value.copy(), to, quoted=True, copy=False) for to, value in named.items() if value is not None]
    columns = (column.copy() for column in kept.values())
    return exp.Select().select(*columns, *new, copy=False).from_(rows, copy=False).subquery(alias, copy=False)


def kinds_of(kinds: Mapping[str, Physical], formats: Mapping[str, Format]) -> dict[str, Physical]:
    """The physical types after reading by these formats: dates that were numbers are texts."""
    return {name: "text" if name in formats and _is_date(kind, formats[name]) else kind for name, kind in kinds.items()}


def _is_read(kind: Physical, format_: Format) -> bool:
    """Whether a format changes cells of this physical type."""
    return bool(format_.missing) or _is_written(kind, format_)


def _is_written(kind: Physical, format_: Format) -> bool:
    """Whether cells of this physical type have the order or the marks of a format."""
    return _is_date(kind, format_) or _is_marked(kind, format_)


def _is_date(kind: Physical, format_: Format) -> bool:
    return format_.dates is not None and kind in ("text", "integer", "float", "decimal")


def _is_marked(kind: Physical, format_: Format) -> bool:
    return format_.decimal is not None and kind == "text"


def _bare(cell: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr:
    """The trimmed or canonical text of a cell, as it is compared with the codes for missing cells."""
    del format_
    return dialect.label(cell) if kind == "text" else dialect.spelling(cell, kind)


def _plain(bare: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr | None:
    """A result of `_bare`: a date by `_with_zeros`, a number with plain signs."""
    if _is_date(kind, format_):
        return _with_zeros(bare, format_, dialect)
    if not _is_marked(kind, format_):
        return None
    plain: exp.Expr = exp.Replace(this=bare, expression=text("−"), replacement=text("-"))
    if format_.sign:
        mark = _mark_of(format_.sign)
        plain = exp.Replace(this=plain, expression=text(mark), replacement=text(_NEVER))
        for sign in _forms(format_.sign):
            plain = exp.Replace(this=plain, expression=text(sign), replacement=text(mark))
    return plain


def _with_zeros(bare: exp.Expr, format_: Format, dialect: Dialect) -> exp.Expr:
    """A date of digits alone with the zeros that a number has not: 1012013 as 01012013, also if stored as 1012013.0.

    Any other text with plain blanks, and without a time of half a day.
    """
    case = exp.Case()
    for count in (7,) if format_.years_from is None else (3, 4, 5, 7):
        digits, zeros = f"[0-9]{{{count}}}", "0" * ((8 if count == 7 else 6) - count)
        shaped = dialect.matches(bare.copy(), f"^{_B}{digits}{_WHOLE}{_B}$")
        case = case.when(shaped, dialect.replace(bare.copy(), f"^{_B}({digits}).*$", rf"{zeros}\1"), copy=False)
    blanks = call("TRANSLATE", bare.copy(), text(_BLANK), text(" " * len(_BLANK)))
    return case.else_(dialect.replace(exp.Trim(this=blanks), _TWELVE, r"\1"), copy=False)


def _order(plain: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr | None:
    """Year, month and day of a date in this order, as they were written, and the time of day; NULL for other texts."""
    if not _is_date(kind, format_):
        return None
    case = exp.Case()
    for pattern, places in _shapes(format_):
        year, month, day = list(places)
        ordered = dialect.replace(plain.copy(), pattern, rf"\{year}-\{month}-\{day} \4")
        case = case.when(dialect.matches(plain.copy(), pattern), ordered, copy=False)
    return case


def _value(cell: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr | None:
    """The cell, read by its format. cell: a result of `_order`, or a number with plain signs."""
    if _is_date(kind, format_):
        return _date(cell, format_, dialect)
    return _number(cell, format_, dialect) if _is_marked(kind, format_) else None


def _unless_code(bare: exp.Expr, value: exp.Expr, kind: Physical, format_: Format, dialect: Dialect) -> exp.Expr:
    """A result of `_value`, unless the cell is one of the codes for missing cells."""
    if not format_.missing:
        return value
    is_code: exp.Expr = exp.In(this=bare, expressions=[text(form) for code in format_.missing for form in _forms(code)])
    numbers = [number for code in format_.missing if (number := _number_of(code, format_, dialect)) is not None]
    if numbers:
        spelt = value_text(value if _is_marked(kind, format_) else bare, dialect) if kind == "text" else bare
        is_code = exp.or_(is_code, exp.In(this=spelt, expressions=[text(each) for each in numbers]), copy=False)
    return exp.Case().when(exp.Not(this=exp.Coalesce(this=exp.Paren(this=is_code), expressions=[exp.false()])), value)


def _number_of(code: str, format_: Format, dialect: Dialect) -> str | None:
    """The number of a code for missing cells in plain digits, whatever stores the cells; None for other texts."""
    if format_.decimal is None:
        return number_of(code, dialect.comma)
    if format_.decimal == ",":
        return None if "." in code else number_of(code.replace("−", "-"), comma=True)
    return number_of(code.replace("−", "-"))


def _forms(words: str) -> tuple[str, ...]:
    """A text in both forms of Unicode, of which a cell has one: some databases cannot compare them."""
    return tuple(dict.fromkeys(unicodedata.normalize(form, words) for form in ("NFC", "NFD")))


def _mark_of(sign: str) -> str:
    """The character that stands for the sign of a unit."""
    return next(mark for mark in _PRIVATE if mark not in sign)


def _number(marked: exp.Expr, format_: Format, dialect: Dialect) -> exp.Expr:
    """The plain digits of a number with these marks, such as (1.234,5) or 12 %; NULL for other texts."""
    mark, sign = format_.decimal or ".", _mark_of(format_.sign) if format_.sign else ""
    point, between = ("[.]" if mark == "." else mark), _GROUPS[format_.thousands]
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


def _shapes(format_: Format) -> Iterator[tuple[str, str]]:
    """Patterns of dates, and the places of year, month and day among their groups."""
    assert format_.dates is not None
    yield _YEAR_FIRST, "123"
    order = _NUMBERED[format_.dates]
    for year in ("[0-9]{4}",) if format_.years_from is None else ("[0-9]{4}", "[0-9]{2}"):
        for digits, mark, end in (("[0-9]{1,2}", _MARK, "[.]?"), ("[0-9]{2}", "", _WHOLE)):
            groups = [f"({year})" if str(place) == order[0] else f"({digits})" for place in (1, 2, 3)]
            yield "^" + mark.join(groups) + end + _REST, order
        yield f"^([0-9]{{1,2}}){_NTH}[ ./-]*({_MONTH})[A-Za-z]*[.]?[ ./,'-]*({year}){_REST}", "321"
        yield f"^({_MONTH})[A-Za-z]*[.]?[ ./-]*([0-9]{{1,2}}){_NTH}[ ,./'-]+({year}){_REST}", "312"


def _date(ordered: exp.Expr, format_: Format, dialect: Dialect) -> exp.Expr:
    """The text of a date with its month as a number and all digits of its year. ordered: a result of `_order`."""
    name = exp.Case(this=exp.Lower(this=dialect.replace(ordered.copy(), "^[0-9]+-([A-Za-z]+)-.*$", r"\1")))
    for number, word in enumerate(_MONTHS, 1):
        name = name.when(text(word), text(f"{number:02}"), copy=False)
    year, rest = (dialect.replace(ordered.copy(), "^([0-9]+-)([A-Za-z]+)(-.*)$", rf"\{part}") for part in (1, 3))
    named = dialect.matches(ordered.copy(), "^[0-9]+-[A-Za-z]")
    date = exp.Case().when(named, join(year, name, rest), copy=False).else_(ordered.copy(), copy=False)
    if format_.years_from is None:
        return date
    century, first = divmod(format_.years_from, 100)
    later = exp.GTE(this=ordered.copy(), expression=text(f"{first:02}"))
    hundreds = exp.Case().when(later, text(f"{century:02}"), copy=False).else_(text(f"{century + 1:02}"), copy=False)
    short = dialect.matches(ordered.copy(), "^[0-9]{2}-")
    return join(exp.Case().when(short, hundreds, copy=False).else_(text(""), copy=False), date)

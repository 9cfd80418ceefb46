"""The format of a column's cells in the words of a data dictionary: by a pattern of dates, or an example of a number.

    DD.MM.YYYY        MM/DD/YYYY        YYYY-MM-DD        DD.MM.YY, 1930-2029
    1.234,5 €         1,234.5           1 234,5           12 %

A time of day after the pattern of a date says nothing more. Codes for missing cells are separated by |: -9|-99.
Without a |, by semicolons, line breaks or commas. A backslash before a | makes it part of a code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.cell_format import DateOrder, Format
from dpcore.table.dictionary.dictionary_kind import kind_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.listing import ALL_BLANKS

PATTERNS: Final[dict[DateOrder, str]] = {
    "year first": "YYYY-MM-DD",
    "day first": "DD.MM.YYYY",
    "month first": "MM/DD/YYYY",
}
_ORDERS: Final[dict[str, DateOrder]] = {"ymd": "year first", "dmy": "day first", "mdy": "month first"}
_WORDS: Final[dict[str, DateOrder]] = {
    **{order: order for order in PATTERNS},
    **{"iso": "year first", "iso 8601": "year first", "european": "day first", "american": "month first"},
}
_YEARS: Final = re.compile(r"^(.*?)[\s,;(]*(?:from\s+)?\b(\d{4})(?:\s*[-–]\s*(\d{4}))?\)?$", re.IGNORECASE | re.DOTALL)
PARTS: Final = re.compile(r"%?(y+|m+|d+)[^a-z%]*%?(y+|m+|d+)[^a-z%]*%?(y+|m+|d+)[^a-z%]*", re.IGNORECASE)
LONGEST: Final = 100
"""The most characters of a format."""
_TIME: Final = re.compile(r"[ ,]*(?:(?<=[ ,])|T)%?(?:HH?|hh?|I)(?![A-Za-z])[^,]*")
_ENDS: Final = re.compile(r"(?<!\\)(\\*)\|")
"""A | with all backslashes before it."""
_DATES: Final = "Write it as DD.MM.YYYY, MM/DD/YYYY or YYYY-MM-DD; years of two digits as DD.MM.YY, 1930-2029."
_NUMBERS: Final = "Give an example with decimals, such as 1,234.5 or 1.234,5 €; only the marks count."
_PICTURE: Final = re.compile(r"[^\d;\[]*?#[#0]*(?P<group>[.,' ]?)##0(?P<rest>([.,][0#]+)?[^\d;\[]*)")
"""How spreadsheets show numbers with thousands: #,##0.00 €."""
_FOREIGN: Final = re.compile(
    r"%[-+0 ]?\d*\.?\d*[a-z]+|\$?(?:\d+|[FEDZN]\d+)\.|[FEDZN]\d+(?:\.\d+)?|"
    r"(?:best|comma|commax|dot|dollar|dollarx|euro|eurox|pct|percent|percentn|numx|nlnum|ieee|hex|negparen)\d*\.?\d*|"
    r"numeric|number|general|standard|float|double|real|single|int|integer|long|decimal|fixed|text|string|n/?a|none",
    re.IGNORECASE,
)
"""Formats of SAS, SPSS, Stata and C, and names of types: no examples, but they would be read as signs of a unit."""
_BLANKS: Final = "\u00a0\u202f"


def format_of(line: Line) -> Format:
    """The format of a line; an empty one if it says nothing. Raises SchemaError."""
    codes = _codes(line.codes)
    text = line.format.strip(ALL_BLANKS)
    if not text:
        return Format(missing=codes)
    kind = kind_of(line.kind)
    if len(text) > LONGEST:
        raise SchemaError("A format can have at most {most} characters.", _DATES, most=LONGEST)
    if kind == "date":
        order, first = _dates(text)
        return Format(dates=order, years_from=first, missing=codes)
    if kind in ("number", "whole number"):
        decimal, thousands, sign = _number(text)
        return Format(decimal=decimal, thousands=thousands, sign=sign, missing=codes)
    raise SchemaError(
        "`format` does not apply to the kind {kind}.",
        "Leave it empty, or make it a date or a number.",
        kind=line.kind if kind is None else kind,
    )


def words_of(said: Format) -> tuple[str, str]:
    """The texts for `Line.format` and `Line.codes` of which `format_of` makes an equal format."""
    codes = joined_codes(said.missing)
    if said.dates is not None:
        pattern = PATTERNS[said.dates]
        if said.years_from is None:
            return pattern, codes
        return f"{pattern.replace('YYYY', 'YY')}, {said.years_from}-{said.years_from + 99}", codes
    if said.decimal is not None:
        sign = f" {said.sign}" if said.sign else ""
        return f"1{said.thousands}234{said.decimal}5{sign}", codes
    return "", codes


def joined_codes(codes: Iterable[str]) -> str:
    """Codes for missing cells as a text for `Line.codes`: each once, and no empty ones."""
    bare = _distinct(codes)
    escaped = [re.sub(_ENDS, r"\1\1\\|", code) for code in bare]
    ended = [code + "\\" * (len(code) - len(code.rstrip("\\"))) for code in escaped]  # a | follows
    text = "|".join([*ended[:-1], *escaped[-1:]])
    return text if _codes(text) == bare else "|".join([*ended, ""])


def _codes(text: str) -> tuple[str, ...]:
    if "|" in text:
        return _distinct(_between_bars(text))
    for mark in (";", "\n", ","):
        if mark in text:
            return _distinct(text.split(mark))
    bare = text.strip(ALL_BLANKS)
    words = bare.split()
    different = tuple(dict.fromkeys(words))
    if len(words) > 1 and all(re.fullmatch(r"[-+]?\d+(\.\d+)?", word) for word in different):
        return different
    return (bare,) if bare else ()


def _between_bars(text: str) -> list[str]:
    parts, end = [""], 0
    for found in re.finditer(_ENDS, text):
        marks = len(found[1])
        parts[-1] += text[end : found.start()] + "\\" * (marks // 2) + "|" * (marks % 2)
        parts += [""] * (1 - marks % 2)
        end = found.end()
    parts[-1] += text[end:]
    return parts


def _distinct(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(bare for part in parts if (bare := part.strip(ALL_BLANKS))))


def _dates(text: str) -> tuple[DateOrder, int | None]:
    """The order of dates, and the first year of years of two digits. Raises SchemaError."""
    text = without_time(text)
    order = _WORDS.get(text.casefold()) or _by_example(text)
    if order is not None:
        return order, None
    bare, first = apart(text)
    order = _WORDS.get(bare.casefold())
    short = order is not None and first is not None
    if order is None and (parts := PARTS.fullmatch(bare)):
        order = _ORDERS.get("".join(part[0].lower() for part in parts.groups()))
        years = next((part for part in parts.groups() if part[0] in "yY"), "")
        short = len(years) == 2 or "%y" in bare
        if short and first is None:
            raise SchemaError("Say for which hundred years the two digits of a year stand.", _DATES)
    if order is None or (first is not None and not short):
        raise SchemaError("{text} is not a format of dates.", _DATES, text=shown(text))
    return order, first


def apart(text: str) -> tuple[str, int | None]:
    """The pattern of dates, and the first of the hundred years that are named after it."""
    if (found := _YEARS.match(text)) and (found[3] is None or int(found[3]) == int(found[2]) + 99):
        return found[1].strip(), int(found[2])
    return text, None


def without_time(text: str) -> str:
    """A pattern of dates without the time of day after it."""
    return re.sub(_TIME, "", text) if len(text) <= LONGEST else text


def _by_example(text: str) -> DateOrder | None:
    """The order of an example of a date; None if it is none, or if two orders are possible."""
    found = re.fullmatch(r"(\d{1,4})[-./ ]+(\d{1,2})[-./ ]+(\d{1,4})", text)
    if found is None:
        return None
    first, second, _ = (int(part) for part in found.groups())
    if len(found[1]) == 4 and len(found[3]) <= 2:
        return "year first"
    if len(found[3]) != 4 or (first <= 12) == (second <= 12):
        return None
    return "day first" if first > 12 else "month first"


def _number(text: str) -> tuple[str, str, str]:
    """Decimal mark, thousands mark and sign of an example. Raises SchemaError."""
    if _FOREIGN.fullmatch(text):
        raise SchemaError("{text} is not an example of a number.", _NUMBERS, text=shown(text))
    if picture := _PICTURE.fullmatch(text):
        start, group, rest = picture.start("group"), picture["group"], picture["rest"]
        decimal = rest[:1] if rest[:1] in (".", ",") else "," if group == "." else "."
        text = f"{text[:start].rstrip('#0')}1{group}234{decimal}5{rest.lstrip('.,0#')}"
    elif re.search("#[#0]|#[.,]#", text):
        raise SchemaError("{text} is not an example of a number.", _NUMBERS, text=shown(text))
    if not re.search(r"\d", text) and not PARTS.fullmatch(text):
        return ".", "", text
    found = re.fullmatch(r"(\D*?)([-+]?\d[\d.,'’ \u00a0\u202f]*\d|\d)(\D*)", text)
    sign = " ".join(part for each in (found[1], found[3]) if (part := each.strip(ALL_BLANKS))) if found else ""
    digits = "".join(" " if each in _BLANKS else each for each in found[2].replace("’", "'")) if found else ""
    marks = re.sub(r"[\d+-]", "", digits)
    last, before = marks[-1:], {*marks[:-1]}
    grouped = re.fullmatch(r"[-+]?\d{1,3}([.,' ]\d{2,3})*[.,' ]\d{3}([.,]\d+)?", digits)
    if not marks and found:
        return ".", "", sign
    if len(marks) == 1 and last in ".," and not re.fullmatch(r"[-+]?\d{1,3}[.,]\d{3}", digits):
        return last, "", sign
    if len(marks) == 1 and last in "' " and grouped:
        return ".", last, sign
    if grouped and len(before) == 1 and last in ".," and last not in before:
        return last, *before, sign
    if grouped and before == {last}:  # several groups, no decimals
        return ("," if last == "." else "."), last, sign
    raise SchemaError("{text} is not an example of a number.", _NUMBERS, text=shown(text))

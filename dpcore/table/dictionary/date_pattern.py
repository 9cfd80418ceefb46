"""Patterns of dates as other programs write them, %d.%m.%Y or dd.MM.yyyy, and as data dictionaries do: DD.MM.YYYY."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dpcore.table.cell_format import Format
from dpcore.table.dictionary.line_format import LONGEST, PARTS, PATTERNS, apart, without_time
from dpcore.table.listing import ALL_BLANKS

_DIRECTIVES: Final[Mapping[str, str]] = {
    **{"%d": "DD", "%e": "D", "%m": "MM", "%b": "MMM", "%B": "MMMM", "%Y": "YYYY", "%y": "YY"},
    **{"%F": "YYYY-MM-DD", "%D": "MM/DD/YY"},
}
_PART: Final = re.compile("Y+|M+|D+")
_GROUPS: Final[Mapping[str, str]] = {
    **{"YYYY": "(?P<y>[0-9]{4})", "MM": "(?P<m>[0-9]{2})", "DD": "(?P<d>[0-9]{2})"},
    **{"M": "(?P<m>[0-9]{1,2})", "D": "(?P<d>[0-9]{1,2})"},
}


def from_strptime(pattern: str) -> str:
    """A pattern with the directives of strptime in our letters; what is not understood stays as it is."""
    if len(pattern) > LONGEST:
        return pattern
    bare = without_time(pattern.strip().removeprefix("fmt:"))
    return re.sub("%-?([a-zA-Z])", lambda found: _DIRECTIVES.get(f"%{found[1]}", found[0]), bare)


def from_unicode(pattern: str) -> str:
    """A pattern with the letters of Unicode (UAX 35) in our letters."""
    if len(pattern) > LONGEST:
        return pattern
    bare = without_time(re.sub("'([A-Za-z]*)'", r"\1", pattern.strip()))
    return bare.replace("u", "Y").replace("y", "Y").replace("d", "D")


def pattern_of(text: str, said: Format) -> str:
    """The pattern of dates in a line of a data dictionary, as written there, or that of its order. said: its format."""
    bare, _ = apart(without_time(text.strip(ALL_BLANKS)))
    if PARTS.fullmatch(bare):
        return re.sub("%?(y+|m+|d+)", lambda found: _part(found[0]), bare, flags=re.IGNORECASE)
    usual = PATTERNS[said.dates or "year first"]
    return usual if said.years_from is None else usual.replace("YYYY", "YY")


def _part(part: str) -> str:
    letter = part.lstrip("%")[0].upper()
    if letter == "Y":
        return "YY" if part in ("%y", "yy", "YY", "Yy", "yY") else "YYYY"
    return letter * 2 if part[0] == "%" else letter * min(len(part), 4 if letter == "M" else 2)


def to_strptime(pattern: str) -> str:
    """The directives of strptime for a pattern in our letters."""
    names = {"D": "%d", "DD": "%d", "M": "%m", "MM": "%m", "MMM": "%b", "MMMM": "%B", "YY": "%y", "YYYY": "%Y"}
    return re.sub(_PART, lambda found: names.get(found[0], found[0]), pattern)


def to_unicode(pattern: str) -> str:
    """The letters of Unicode for a pattern in our letters."""
    return pattern.replace("Y", "y").replace("D", "d")


def iso_of(text: str, pattern: str) -> str:
    """A day that is written by a pattern with years of four digits, in ISO 8601; other texts unchanged."""
    form = _expression(pattern)
    if form is None or len(text) > LONGEST:
        return text
    found = re.fullmatch(rf"\s*{form}(?:[T ,].*)?", text)
    return f"{found['y']}-{found['m']:0>2}-{found['d']:0>2}" if found else text


def day_in(iso: str, pattern: str) -> str:
    """A day in ISO 8601 by a pattern with years of four digits; by any other pattern unchanged."""
    if _expression(pattern) is None or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", iso):
        return iso
    year, month, day = iso.split("-")
    parts = {"YYYY": year, "MM": month, "DD": day, "M": month.lstrip("0"), "D": day.lstrip("0")}
    return re.sub(_PART, lambda found: parts[found[0]], pattern)


def _expression(pattern: str) -> str | None:
    """The regular expression of days by a pattern; None if they are not year, month and day in digits."""
    parts, marks = re.findall(_PART, pattern[:LONGEST]), re.split(_PART, pattern[:LONGEST])
    if sorted(part[0] for part in parts) != ["D", "M", "Y"] or not set(parts) <= set(_GROUPS):
        return None
    if not {"M", "D"}.isdisjoint(parts) and not all(marks[1:3]):  # 1112024 is two days
        return None
    groups = [_GROUPS[part] for part in parts]
    return "".join(re.escape(mark) + group for mark, group in zip(marks, [*groups, ""], strict=True))

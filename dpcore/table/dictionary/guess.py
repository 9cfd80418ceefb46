"""What the public name of a column suggests about it. A guess for a person to check; it never depends on a cell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text

RANGES: Final[Mapping[Text, tuple[float, float, bool]]] = {
    Text("age in years 0–120"): (0, 120, True),
    Text("percentage 0–100"): (0, 100, False),
    Text("share 0–1"): (0, 1, False),
    Text("month 1–12"): (1, 12, True),
    Text("day of the month 1–31"): (1, 31, True),
    Text("day of the week 1–7"): (1, 7, True),
    Text("hour of the day 0–23"): (0, 23, True),
    Text("minute 0–59"): (0, 59, True),
    Text("minute of the day 0–1,439"): (0, 1439, True),
    Text("year 1900–2100"): (1900, 2100, True),
    Text("rating 1–5"): (1, 5, True),
    Text("rating 0–10"): (0, 10, True),
    Text("latitude −90–90"): (-90, 90, False),
    Text("longitude −180–180"): (-180, 180, False),
    Text("body height in cm 0–250"): (0, 250, False),
    Text("body weight in kg 0–400"): (0, 400, False),
    Text("air temperature in °C −90–60"): (-90, 60, False),
}
"""Commonly known ranges, none of them taken from a table: (low, high, whole numbers)."""

_NUMBERS: Final[tuple[tuple[str, float, float, bool], ...]] = (
    ("age|ages|age years|age in years|age yrs", 0, 120, True),
    ("percent|percentage|pct|perc", 0, 100, False),
    ("month|mon|month of year", 1, 12, True),
    ("day of month|dom|mday", 1, 31, True),
    ("weekday|day of week|dow|wday", 1, 7, True),
    ("hour|hr|hour of day", 0, 23, True),
    ("minute|min of hour", 0, 59, True),
    ("year|yr|calendar year", 1900, 2100, True),
    ("stars|star rating", 1, 5, True),
    ("lat|latitude", -90, 90, False),
    ("lon|lng|long|longitude", -180, 180, False),
    ("height cm|body height|height in cm", 0, 250, False),
    ("weight kg|body weight|weight in kg", 0, 400, False),
)
_KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("id|uuid|guid|.* id|.* uuid|patient|patient no|subject|person|customer|household|user|username", "identifier"),
    ("date|.* date|date of .*|dob|birthdate|birthday|timestamp|datetime|.* at", "date"),
    ("is .*|has .*|.* flag|flag", "yes or no"),
    ("zip|zipcode|zip code|postcode|post code|postal code|plz|country|state|county|city|region|district", "category"),
    ("sex|gender|race|ethnicity|status|type|category|class|group|.* type|.* status|.* code|.* category", "category"),
    ("name|.* name|email|e mail|phone|telephone|address|street|comment|comments|notes|note|remarks?|url|ssn", "text"),
)
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


def guess_of(name: str) -> Line | None:
    """What a column of this name usually is; None if the name suggests nothing. At most the first 100 characters count.

    Ranges are given only where everybody knows them; a category has no values, and a date no days: people enter them.
    """
    words = " ".join(part.lower() for part in _PARTS.findall(name[:100]))
    for pattern, low, high, whole in _NUMBERS:
        if re.fullmatch(pattern, words):
            return Line(name, "whole number" if whole else "number", f"{low:g}", f"{high:g}")
    kind = next((kind for pattern, kind in _KINDS if re.fullmatch(pattern, words)), None)
    return None if kind is None else Line(name, kind)


def filled(line: Line) -> Line:
    """The line with what its name suggests, if nothing is said yet; else unchanged."""
    guess = guess_of(line.column) if replace(line, number=0, note="") == Line(line.column) else None
    return line if guess is None else replace(guess, number=line.number, note=line.note)

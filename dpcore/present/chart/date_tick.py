"""Ticks of an axis of days at round dates: years, half-years, quarters, months, Mondays or days, by its span."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator

_LETTER, _APART = 8.0, 18.0  # the width of a letter, and the least room between labels, in pixels
_DAYS, _MONTHS, _YEARS = (1, 2, 7, 14), (1, 3, 6), (1, 2, 5)


def dates(low: float, high: float, room: float) -> list[tuple[float, str]]:
    """Round dates from one ordinal to another, low < high, with their labels; as many as have room.

    room: the length of the axis in pixels. Labels are "2024", "2024-07" or "2024-07-15".
    """
    for days, length, label in _steps():
        if days / (high - low) * room >= _LETTER * len(label) + _APART:
            return [(float(place), text) for place, text in _between(low, high, length, len(label))]
    return []


def _steps() -> Iterator[tuple[float, int, str]]:
    """(days of a step, its length in its own unit, an example of a label), from the finest."""
    yield from ((float(days), days, "2024-07-15") for days in _DAYS)
    yield from ((365.2425 / 12 * months, months, "2024-07") for months in _MONTHS)
    yield from ((365.2425 * years * 10**size, years * 10**size, "2024") for size in range(5) for years in _YEARS)


def _between(low: float, high: float, length: int, letters: int) -> Iterator[tuple[int, str]]:
    """The dates of such steps before the end, which is no day of the data, and their labels, cut to so many letters."""
    for place in _places(math.ceil(low), math.floor(high), length, letters):
        if low <= place < high:
            yield place, dt.date.fromordinal(place).isoformat()[:letters]


def _places(low: int, high: int, length: int, letters: int) -> Iterator[int]:
    """The ordinals of round dates around two others."""
    most = dt.date.max
    if letters > 7:  # ordinal 1 is a Monday
        yield from range(low + (1 - low) % length, high + 1, length)
        return
    months = length if letters == 7 else 12 * length
    first, last = dt.date.fromordinal(max(low, 1)), dt.date.fromordinal(min(high, most.toordinal()))
    start, end = (day.year * 12 + day.month - 1 for day in (first, last))
    for month in range(start - start % months, end + 1, months):
        if month >= 12:  # there is no year 0
            yield dt.date(month // 12, month % 12 + 1, 1).toordinal()

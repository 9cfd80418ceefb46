"""Advice for a line of a data dictionary that has more cells than the first line.

A name, a number or a list of values that contains the separator is read as several cells unless it is in quotation
marks. If this can have happened to no cell, the first line has too few names, or the line too many cells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dpcore.table.dictionary.dictionary_kind import UNUSED, kind_of, left_out
from dpcore.text import Text

_VALUES = Text("Separate values with |, or put them in quotes.")
_NAME = Text("Put the column's name in quotes.")
_NUMBERS = Text("Write numbers without commas: 1000 or 2.5.")


def remedy(cells: Sequence[str], places: Mapping[str, int], width: int, separator: str, header: str) -> Text:
    """The advice. places: the position of each field in the first line, which has `width` cells. header: all fields."""
    kind = kind_of(cells[places["kind"]])
    if kind is None and _name_is_split(cells, places, width):
        return _NAME
    if kind == "category" and _values_are_split(cells, places):
        return _VALUES
    if kind in ("number", "whole number") and separator == "," and _numbers_are_split(cells, places):
        return _NUMBERS
    return Text("Remove the cells that the first line does not name, or name them there: {header}.", header=header)


def _name_is_split(cells: Sequence[str], places: Mapping[str, int], width: int) -> bool:
    """Whether a kind stands to the right of its position, so that the cells before it can be parts of the name."""
    place = places["kind"]
    further = cells[place + 1 : place + 1 + len(cells) - width]
    return places["column"] == place - 1 and any(kind_of(word) not in (None, UNUSED) for word in further)


def _values_are_split(cells: Sequence[str], places: Mapping[str, int]) -> bool:
    """Whether the cell after the list of values is invalid in its own field, and can be a part of the list."""
    place = places.get("values")
    if place is None or place + 1 >= len(cells) or not cells[place].strip():
        return False
    here, after = cells[place], cells[place + 1]
    if "|" in here and "|" not in after:
        return False
    ended = places.get("missing") == place + 1 and (left_out(after) or after.strip().casefold() == "other")
    return bool(after.strip()) and not ended


def _numbers_are_split(cells: Sequence[str], places: Mapping[str, int]) -> bool:
    """Whether all cells but name and kind are digits or empty, or mean "left out": some can be parts of one number."""
    others = [cell for place, cell in enumerate(cells) if place not in (places["column"], places["kind"])]
    return all(left_out(cell) or re.fullmatch(r"\s*[+-]?[0-9]+\s*", cell) for cell in others)

"""The terms of CSV on the Web and of CSVW-EO in an object, by their names without prefix and group (public.length)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dpcore.table.dictionary.file_words import contradiction
from dpcore.table.dictionary.json_tree import number_of, text_of
from dpcore.text import Text

CSVW: Final = "http://www.w3.org/ns/csvw"
EO: Final = "https://w3id.org/csvw-eo#"
_PREFIXES: Final = ("", "csvw", "csvw-eo", "csvw-safe", CSVW + "#", EO, "https://w3id.org/csvw-safe#")


def terms(data: Mapping[str, Any]) -> dict[str, Any]:
    """The terms with one value. Nulls say nothing, and of two contradictory values neither is taken."""
    return {name: values[0] for name, values in _stated(data).items() if len(values) == 1}


def contradictions(data: Mapping[str, Any]) -> list[Text]:
    """A message for each term that has several values under different prefixes."""
    return [contradiction(name, values) for name, values in _stated(data).items() if len(values) > 1]


def _stated(data: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The different values of each term."""
    found: dict[str, list[Any]] = {}
    for key, value in data.items():
        place = max(key.rfind(":"), key.rfind("#"))
        prefix = key[: place + (key[place : place + 1] == "#")] if place >= 0 else ""
        if prefix in _PREFIXES and value is not None:
            values = found.setdefault(key[place + 1 :].rpartition(".")[2], [])
            if _meaning(value) not in map(_meaning, values):
                values.append(value)
    return found


def _meaning(value: object) -> object:
    text = text_of(value)
    return value if text is None else number_of(text.strip())

"""How other programs say that cells are written: codes for a missing cell, decimal signs, words for yes and no.

What cannot be followed becomes a message in a list of doubts, and is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.json_tree import Digits, number_of, single
from dpcore.table.dictionary.line_format import format_of, joined_codes
from dpcore.table.value_list import joined
from dpcore.text import Text
from dpcore.text import joined as sentences

NUMBERS: Final = ("number", "whole number")
# Words that a column of yes and no is read by; other words are missing.
YES: Final = ("true", "t", "yes", "y", "1", "1.0")
NO: Final = ("false", "f", "no", "n", "0", "0.0")


def missing_codes(values: object, name: str, doubts: list[Text]) -> str:
    """The codes for missing cells that a file lists, as a text for `Line.codes`. Raises SchemaError.

    Too many or too long ones are told once and not taken, because every column may have them.
    """
    parts = values if isinstance(values, list) else [values]
    texts = (single(part.get("value") if isinstance(part, dict) else part, name) for part in parts)
    codes = joined_codes(texts)
    try:
        format_of(Line("", codes=codes))
    except SchemaError as error:
        doubts.append(sentences([error.message, error.hint]))
        return ""
    return codes


def contradiction(name: str, values: Iterable[object]) -> Text:
    """The message for several values of one thing."""
    said = ", ".join(shown(value) for value in values)
    return sentences(
        [Text("`{name}` has contradictory values: {values}.", name=Text(name), values=said), Text("Keep one of them.")]
    )


def bound(
    stated: Iterable[tuple[str, object, int]], kind: str, signs: Mapping[str, Any], doubts: list[Text], name: str
) -> str:
    """The bound that a file states under one or more keys; empty if it states none or contradicts itself.

    stated: key, value, and 0, or for an exclusive bound the step inwards, which whole numbers take. Other exclusive
    bounds are read as inclusive, which only makes the range wider. signs: decimalChar and groupChar.
    """
    found: dict[object, str] = {}
    for key, value, step in stated:
        text = single(value, key)
        if kind in NUMBERS:
            text = _number(value, text, signs, doubts)
        elif kind == "date":
            text = day_of(text)
        if step and kind == "whole number" and re.fullmatch(r"\s*[+-]?[0-9]{1,30}(\.0{0,30})?\s*", text):
            text = str(int(text.partition(".")[0]) + step)
        if text.strip():
            found.setdefault(number_of(text.strip()), text)
    if len(found) > 1:
        doubts.append(contradiction(name, found.values()))
        return ""
    return next(iter(found.values()), "")


def _number(value: object, text: str, signs: Mapping[str, Any], doubts: list[Text]) -> str:
    """A number with a decimal point, or empty if a text is not written in the signs that the file names."""
    decimal, group = (single(signs.get(key), key) for key in ("decimalChar", "groupChar"))
    word = text.strip().replace("−", "-")
    if isinstance(value, Digits) or not decimal + group or not word:
        return text  # a number of JSON has a point
    digits = rf"[0-9]{{1,3}}(?:{re.escape(group)}[0-9]{{3}})+|[0-9]+" if group else "[0-9]+"
    form = rf"[+-]?(?:{digits})(?:{re.escape(decimal or '.')}[0-9]*)?(?:[eE][+-]?[0-9]+)?"
    odd = (decimal or ".") == group or any(len(sign) > 1 or sign.isalnum() or sign in "+-" for sign in decimal + group)
    if odd or len(decimal) > 1 or len(group) > 1 or not re.fullmatch(form, word):
        doubts.append(
            Text(
                "The bound {text} is not written with the decimal and thousands signs that the file names. "
                "Enter the bound here.",
                text=shown(text),
            )
        )
        return ""
    return (word.replace(group, "") if group else word).replace(decimal or ".", ".")


def own_words(yes: list[str], no: list[str], doubts: list[Text]) -> str | None:
    """The words for yes and no as values of a category, if they are not those that yes or no is read by."""
    if {word.strip().casefold() for word in yes} <= set(YES) and {word.strip().casefold() for word in no} <= set(NO):
        return None
    words = list(dict.fromkeys(yes + no))
    doubts.append(
        Text(
            "The file has its own words for yes and no: {words}. The column is taken as a category of these words.",
            words=shown(words),
        )
    )
    return joined(words)


def truth(value: object, name: str) -> bool:
    """A mark of a column, which files also write as a text or a number. Raises SchemaError for any other word."""
    word = single(value, name).strip().casefold()
    if word in (*YES, "on"):
        return True
    if word in (*NO, "off", ""):
        return False
    raise SchemaError(
        "`{name}` must be true or false. Got {value}.", "Correct it in the file.", name=Text(name), value=shown(value)
    )


def day_of(text: str) -> str:
    """The day of a time in ISO 8601; other texts unchanged."""
    return text[:10] if len(text) > 10 and text[10] in "T " and text[4:8:3] == "--" else text

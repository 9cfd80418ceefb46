"""What a text stands for: a number by its digits, or one value of a declared list.

By rule 2, `17`, `17.0` and `1.7e1` are one identifier, and match the listed values 17 and 17.0. By rule 1, which older
versions of rows keep, they are three texts. By rule 3, so does `17,0` in files where a comma is a decimal mark too (see
`number_of`), and true, True and TRUE match the one of them that is listed. A value is found by the text and the
declared list alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, final

from dpcore.number import BLANKS

RULE: Final = 3
"""The rule by which cells of new versions of rows are read."""
MOST_DIGITS: Final = 38
"""The digits of a plain number written out, without zeros at both ends: as many as decimals of every engine hold."""
PLAIN: Final = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$"
"""The pattern of plain numbers: an optional sign, digits, one point, an exponent of at most two digits."""
LARGEST_POWER: Final = 99
ALL_BLANKS: Final = BLANKS + "\u00a0\u2007\u202f\ufeff"
"""Also the blanks at which no line may break."""
NOBODY: Final = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None")
"""Texts for a missing cell, as statistics programs write them."""

_TRUTHS: Final = (("true", "True", "TRUE"), ("false", "False", "FALSE"))
"""How programs write the same truth: pandas and R their own, databases and Arrow in small letters."""


def valued(text: str) -> str:
    """The text; a plain number in plain digits: 17 for 17.0, 017, +17 and 1.7e1. Exact: no double is involved."""
    number = number_of(text)
    return text if number is None else number


def number_of(text: str, comma: bool = False) -> str | None:
    """A plain number in plain digits; None for any other text, and for numbers of more than MOST_DIGITS.

    comma: whether a text with a comma and no point has its decimal mark there: 17,0 is 17.
    """
    if comma and "." not in text:
        text = text.replace(",", ".")
    if not re.fullmatch(PLAIN, text):
        return None
    mantissa, _, power = text.lower().partition("e")
    whole, _, part = mantissa.lstrip("+-").partition(".")
    padding = "0" * LARGEST_POWER
    digits, point = padding + whole + part + padding, LARGEST_POWER + len(whole) + int(power or 0)
    whole, part = digits[:point].lstrip("0"), digits[point:].rstrip("0")
    if len(whole) + len(part) > MOST_DIGITS:
        return None
    number = (whole or "0") + (f".{part}" if part else "")
    return f"-{number}" if text.startswith("-") and number != "0" else number


@final
@dataclass(frozen=True)
class Listing:
    """The texts that stand for each value of a list. spellings: by value; numbers: by value, None for none.

    A text in one of `spellings` stands for its value; else one whose number is in `numbers` does. Different values have
    different spellings and numbers: where two listed values have the same number, only the spelling counts. comma: see
    `number_of`.
    """

    spellings: tuple[tuple[str, ...], ...]
    numbers: tuple[str | None, ...]
    comma: bool = False

    def find(self, text: str) -> int | None:
        """The place of the value for which a text stands, or None."""
        bare = text.strip(ALL_BLANKS)
        spelt, by_number = self._places
        return spelt.get(bare, by_number.get(number_of(bare, self.comma)))

    @cached_property
    def _places(self) -> tuple[dict[str, int], dict[str | None, int]]:
        spelt = {text: place for place, texts in enumerate(self.spellings) for text in texts}
        return spelt, {number: place for place, number in enumerate(self.numbers) if number is not None}


@lru_cache(maxsize=64)
def listing(values: Sequence[str], comma: bool = False, truths: bool = True) -> Listing:
    """The texts that stand for the values of a declared list, in both forms of Unicode.

    comma: see `number_of`. values: a tuple. Of values that differ only in surrounding blanks, the first has the text;
    the others have none. truths: whether every spelling of a truth stands for the only one that is listed.
    """
    bare = [value.strip(ALL_BLANKS) for value in values]
    first = {text: place for place, text in reversed([*enumerate(bare)])}
    forms = [{unicodedata.normalize(form, text) for form in ("NFC", "NFD")} - {*first} for text in bare]
    shared = Counter(form for text, place in first.items() for form in forms[place])
    counts = Counter(number_of(text, comma) for text in first)
    spellings, numbers = [], []
    for place, text in enumerate(bare):
        mine = first[text] == place
        others = sorted(form for form in forms[place] if shared[form] == 1)
        spellings.append((text, *others, *(_spelt_otherwise(text, first) if truths else ())) if mine else ())
        number = number_of(text, comma)
        numbers.append(number if mine and counts[number] == 1 else None)
    return Listing(tuple(spellings), tuple(numbers), comma)


def _spelt_otherwise(text: str, listed: Collection[str]) -> tuple[str, ...]:
    """The other spellings of a truth, if no other one is listed."""
    same = next((words for words in _TRUTHS if text in words), ())
    return tuple(word for word in same if word != text) if len({*same} & {*listed}) == 1 else ()

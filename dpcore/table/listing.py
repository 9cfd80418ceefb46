"""The value of a text: a number by its digits, or one value of a declared list. There are three rules, by age.

Rule 1, kept by old versions of rows: `17`, `17.0` and `1.7e1` are three texts. Rule 2: they are one identifier, and
match the listed values 17 and 17.0. Rule 3: so does `17,0` in files whose numbers have a decimal comma (see
`number_of`), and true, True and TRUE match the only one of them that is listed. The result depends on the text and the
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
"""The number of the rule for reading the cells of new versions of rows."""
MOST_DIGITS: Final = 38
"""The digits of a plain number written out, without zeros at both ends: as many as decimals of every engine hold."""
PLAIN: Final = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$"
"""The pattern of plain numbers: an optional sign, digits, one point, an exponent of at most two digits."""
LARGEST_POWER: Final = 99
ALL_BLANKS: Final = BLANKS + "\u00a0\u2007\u202f\ufeff"
"""All blanks, including no-break spaces."""
NOBODY: Final = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None")
"""Texts for a missing cell, as statistics programs write them."""

_TRUTHS: Final = (("true", "True", "TRUE"), ("false", "False", "FALSE"))
"""Spellings of truth values: of databases and Arrow, of pandas, of R."""


def valued(text: str) -> str:
    """The text, or a plain number in plain digits: 17 for 17.0, 017, +17 and 1.7e1. Exact: no double is involved."""
    number = number_of(text)
    return text if number is None else number


def number_of(text: str, comma: bool = False) -> str | None:
    """A plain number in plain digits; None for any other text, and for numbers of more than MOST_DIGITS.

    comma: whether the comma of a text without a point is a decimal comma: 17,0 is 17.
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
    """The texts that stand for each value of a list. spellings, numbers: for each value; a number may be None.

    A text stands for the value with its spelling; if there is none, for the value with its number. Different values
    have different spellings and numbers; the number of two listed values that have the same number is None. comma: see
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

    comma: see `number_of`. values: a tuple. Of values that differ only in surrounding blanks, a text stands for the
    first. truths: whether all spellings of a truth value stand for its only listed spelling.
    """
    bare = [value.strip(ALL_BLANKS) for value in values]
    first = {text: place for place, text in reversed([*enumerate(bare)])}
    # lists are long: nothing here may go through a whole list for each of its values
    both = [{unicodedata.normalize(form, text) for form in ("NFC", "NFD")} for text in bare]
    forms = [{form for form in each if form not in first} for each in both]
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
    """The other spellings of a truth value, if none of them is listed."""
    same = next((words for words in _TRUTHS if text in words), ())
    return tuple(word for word in same if word != text) if sum(word in listed for word in same) == 1 else ()

"""What a spreadsheet would take for a formula (OWASP), whichever way it splits a file into cells."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Signs with which a formula begins, in every width that NFKC takes for one of them.
_SIGNS: Final = frozenset("=+-@\u2212⁺⁼₊₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠")
# What ends a cell for a program that splits at semicolons or tabs: a quote in the middle of a cell is no quote to it.
_ENDS: Final = ";\u037e\ufe54\uff1b\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
_SPLIT: Final = re.compile(f"([{_ENDS}])")
_SPLIT_LISTS: Final = re.compile(f"([,{_ENDS}])")
# Letters and symbols that show nothing: Hangul fillers, the empty Braille pattern.
_EMPTY: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def guarded(text: str) -> str:
    """Text with an apostrophe before each part that starts a formula."""
    if _SIGNS.isdisjoint(text):
        return text
    return "".join("'" + part if _starts(part) else part for part in _SPLIT.split(text))


def quoted(text: str) -> str:
    """As `guarded`, at commas too, so that `unquoted` gives the text back: an apostrophe of its own gets another."""
    if _SIGNS.isdisjoint(text):
        return text
    return "".join("'" + part if _starts(part, "'") else part for part in _SPLIT_LISTS.split(text))


def unquoted(text: str) -> str:
    """The text that `quoted` was given; blanks before the apostrophe are as earlier versions wrote them."""
    if _SIGNS.isdisjoint(text):
        return text
    return "".join(_bare(part) for part in _SPLIT_LISTS.split(text))


def _bare(part: str) -> str:
    rest = part.lstrip()
    if not rest.startswith("'") or not _starts(part, "'"):
        return part
    return part[: len(part) - len(rest)] + rest[1:]


def _starts(text: str, skipped: str = "") -> bool:
    return next((letter for letter in text if letter not in skipped and not _is_blank(letter)), "") in _SIGNS


def _is_blank(letter: str) -> bool:
    """Whether a spreadsheet may skip it, or a reader cannot see it: spaces, controls, formats, marks, quotes."""
    hidden = not letter.isprintable() or letter.isspace() or unicodedata.category(letter) in ("Mn", "Me")
    return hidden or letter == '"' or letter in _EMPTY

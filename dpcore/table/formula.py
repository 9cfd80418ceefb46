"""Guards against spreadsheet formulas in text (CSV injection, OWASP), however a program splits a file into cells."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Characters that start a formula, with all variants that NFKC maps to them.
_SIGNS: Final = frozenset("=+-@\u2212⁺⁼₊₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠")
# Characters at which a program may split cells, even inside quotes: semicolons, tabs, line breaks.
_ENDS: Final = ";\u037e\ufe54\uff1b\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
_SPLIT: Final = re.compile(f"([{_ENDS}])")
_SPLIT_LISTS: Final = re.compile(f"([,{_ENDS}])")
# Letters and symbols without visible shape: Hangul fillers, the empty Braille pattern.
_EMPTY: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def guarded(text: str) -> str:
    """The text with an apostrophe before each part that a spreadsheet would read as a formula."""
    if _SIGNS.isdisjoint(text):
        return text
    return "".join("'" + part if _starts(part) else part for part in _SPLIT.split(text))


def quoted(text: str) -> str:
    """As `guarded`, also at commas and reversible by `unquoted`: an existing apostrophe gets a second one."""
    if _SIGNS.isdisjoint(text):
        return text
    return "".join("'" + part if _starts(part, "'") else part for part in _SPLIT_LISTS.split(text))


def unquoted(text: str) -> str:
    """The text before `quoted`; also accepts blanks before the apostrophe, as earlier versions wrote them."""
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
    """Whether a spreadsheet may skip this character or it is invisible: spaces, controls, formats, marks, quotes."""
    hidden = not letter.isprintable() or letter.isspace() or unicodedata.category(letter) in ("Mn", "Me")
    return hidden or letter == '"' or letter in _EMPTY

"""Recognises names of columns that look like cells of a row, by the header alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_MONTH: Final = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?)"
)
_CLOCK: Final = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?"
_ZONE: Final = r"(?:\s*(?:z|utc|gmt|[+-]\d{2}:?(?:\d{2})?))?"
_DAY: Final = "|".join(
    (
        r"\d{4}-\d{1,2}-\d{1,2}",
        r"\d{4}/\d{1,2}/\d{1,2}",
        r"\d{4}\.\s?\d{1,2}\.\s?\d{1,2}\.?",
        r"\d{1,2}-\d{1,2}-(?:\d{4}|\d{2})",
        r"\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})",
        r"\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})",
        rf"\d{{1,2}}(?:st|nd|rd|th)?[\s\-./]*{_MONTH}[\s\-./,]*(?:\d{{4}}|\d{{2}})",
        rf"{_MONTH}\.?\s*\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}",
        rf"\d{{4}}[\s\-./]*{_MONTH}[\s\-./]*\d{{1,2}}",
        r"\d{4}년\s*\d{1,2}월\s*\d{1,2}일",
    )
)
_WEEKDAY: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+"
_TIME: Final = re.compile(
    rf"(?:{_WEEKDAY})?(?:{_DAY})(?:(?:\s+|t|,\s*){_CLOCK}{_ZONE})?|{_CLOCK}{_ZONE}", re.IGNORECASE
)
_MAIL: Final = re.compile(r"<?(?:mailto:)?[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+>?", re.IGNORECASE)
_NUMBER: Final = re.compile(
    r"[+\-\u2212]?[$€£¥₩]?\s?(?:\d{1,3}(?:[,.'\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d*)?|[.,]\d+)"
    r"(?:e[+-]?\d{1,3})?\s?[$€£¥₩]?",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(r"(0|[1-9]\d{0,8})(?:\.0+)?")
_LONGEST: Final = 320
"""Longer names are no dates, numbers or addresses."""
_FIRST_YEAR, _LAST_YEAR = 1000, 2999


def like_cells(names: Sequence[str]) -> tuple[int, ...]:
    """The places, from 1, of names that are a date, a time, an e-mail address or a number.

    Numbers that count upwards are names, as programs and wide tables write them: years, 1 to n, equal steps. A single
    0 is the name that pandas gives to the only column of a frame.
    """
    bare = [name.strip() for name in names]
    numbers = [place for place, name in enumerate(bare, 1) if _fits(_NUMBER, name)]
    others = [place for place, name in enumerate(bare, 1) if _fits(_TIME, name) or _fits(_MAIL, name)]
    counted = _counts([bare[place - 1] for place in numbers], sum(map(bool, bare)))
    return tuple(sorted({*others, *(() if counted else numbers)}))


def _fits(pattern: re.Pattern[str], name: str) -> bool:
    return 0 < len(name) <= _LONGEST and pattern.fullmatch(name) is not None


def _counts(numbers: Sequence[str], named: int) -> bool:
    """Whether these are ascending whole numbers: years, 1 to n or 0 to n, or at least three in equal steps."""
    found = [_WHOLE.fullmatch(number) for number in numbers]
    values = [int(match[1]) for match in found if match]
    if len(values) < len(numbers) or not values:
        return False
    steps = {later - earlier for earlier, later in pairwise(values)}
    if len(values) == 1:
        return named == 1 and values == [0]
    if min(steps) <= 0:
        return False
    years = values[0] >= _FIRST_YEAR and values[-1] <= _LAST_YEAR
    return years or (steps == {1} and values[0] in (0, 1)) or (len(steps) == 1 and len(values) > 2)

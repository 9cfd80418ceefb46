"""The filters that a typed phrase states, read so that none is filled in that nobody meant.

A filter is read only if every word of it is: a column, a comparison, a public value, and then an end or a known word.
Where a phrase negates, chooses between filters ("or") or states a range, or anything of a filter is left over, no
filter of it is used, and the phrase says so.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import Any, Final

from dpcore.errors import DpError
from dpcore.present.find.kind_search import plain
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.condition import Condition, Operator
from dpcore.table.schema import Schema

MARK: Final = "\x01(\\d+)\x02"
"""A column that is named, by its place in a list."""
CLAUSE: Final = re.compile(r"\b(?:where|if|when|only|having|among|whose|with)\b")
"""Behind such a word, comparisons in words are filters. Without one, only that a column is one of its listed values."""
_SIGNS: Final[dict[str, Operator]] = {
    ">=": ">=",
    "<=": "<=",
    "!=": "!=",
    "<>": "!=",
    "==": "==",
    "≥": ">=",
    "≤": "<=",
    ">": ">",
    "<": "<",
    "=": "==",
}
_WORDS: Final[dict[str, Operator]] = {
    "is not": "!=",
    "is at least": ">=",
    "is at most": "<=",
    "at least": ">=",
    "at most": "<=",
    "is over": ">",
    "is under": "<",
    "is above": ">",
    "is below": "<",
    "is": "==",
    "over": ">",
    "above": ">",
    "under": "<",
    "below": "<",
}
_AFTER: Final[dict[str, Operator]] = {"이상": ">=", "이하": "<=", "초과": ">", "미만": "<"}
_SPELT: Final = "|".join(sorted(map(re.escape, [*_SIGNS, *_WORDS]), key=len, reverse=True))
_COMPARED: Final = re.compile(f"{MARK}\\s*({_SPELT})(?![a-z=])\\s*")
_KOREAN: Final = re.compile(
    f"{MARK}\\s*(?:이|가|은|는)?\\s*(\\d[\\d,]*(?:\\.\\d+)?)\\s*(?:세|살|명|원|건|회|일|개월|년|점|시간|분|개|박)?\\s*"
    f"({'|'.join(_AFTER)})(?:인|의|은|는)?(?![가-힣])"
)
_NUMBER: Final = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\w%.+~-])")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?!\w)")
_END: Final = re.compile(
    r"[\"'”]?\s*(?:years?|months?|days?|hours?|minutes?)?\s*"
    r"(?:[.?!]?\s*$|,?\s*(?:by|per|across|grouped|group|each|for each|in each|where|if)\b|(?:,|,?\s*and)\s*\x01)"
)
_VETO: Final = re.compile(
    r"\b(?:not|or|except|excluding|exclude|without|unless|other than|between|older|younger|neither|nor)\b"
    r"|제외|아닌|아니|거나|또는|이나|\d\s*(?:~|-|–|to)\s*\d"
)
_IS_NOT: Final = re.compile(f"{MARK}\\s*is not\\b")
_LEFT: Final = re.compile(
    f"[<>=≥≤]|\\b(?:where|if|whose|having|except|excluding|unless|other than)\\b|제외|아닌|(?:{'|'.join(_AFTER)})(?!치)"
)


def taken(text: str, named: list[str], schema: Schema) -> tuple[str, list[Condition], bool]:
    """The text without its filters; these; and whether something of a filter was not understood.

    Then the text ends before the clause, and there are no filters.
    """
    clause = CLAUSE.search(text)
    found = list[tuple[int, int, Condition]]()
    for match in _COMPARED.finditer(text):
        column = schema.columns[named[int(match.group(1))]]
        listed = match.group(2) in ("is", "is not") and isinstance(column, Category | Flag)
        if match.group(2) in _SIGNS or listed or (clause is not None and clause.start() < match.start()):
            found += _compared(match, text, named, schema)
    for match in _KOREAN.finditer(text):
        number = float(match.group(2).replace(",", ""))
        found += _made(match, match.end(), named, _AFTER[match.group(3)], number, schema)
    rest = text
    for start, end, _ in found:
        rest = rest[:start] + " " * (end - start) + rest[end:]
    if found and _VETO.search(_DAY.sub("", _IS_NOT.sub("", text))):
        return _before(text, clause), [], True
    if found:
        rest = CLAUSE.sub(" ", rest)
    if _LEFT.search(rest):
        return _before(text, clause), [], True
    return rest, [condition for *_, condition in found], False


def _before(text: str, clause: re.Match[str] | None) -> str:
    """The text without anything that is compared."""
    rest = text[: clause.start()] if clause is not None else text
    rest = re.sub(f"{MARK}\\s*(?:이|가|은|는)?\\s*(?:{_SPELT}|\\d)\\s*\\S*", " ", rest)
    return re.sub("[<>=≥≤]", " ", rest)


def _compared(match: re.Match[str], text: str, named: list[str], schema: Schema) -> list[tuple[int, int, Condition]]:
    column, said = schema.columns[named[int(match.group(1))]], match.group(2)
    value, length = _value(column, text[match.end() :])
    end = match.end() + length
    if not length or not _END.match(text[end:]):
        return []
    return _made(match, end, named, {**_SIGNS, **_WORDS}[said], value, schema)


def _made(
    match: re.Match[str], end: int, named: list[str], operator: Operator, value: Any, schema: Schema
) -> list[tuple[int, int, Condition]]:
    """The condition of a match with its place in the text; nothing if the column cannot be compared so."""
    name = named[int(match.group(1))]
    if isinstance(schema.columns[name], Category):
        same: dict[Operator, Operator] = {"==": "in", "!=": "not in"}
        operator, value = same.get(operator, operator), [value]
    try:
        return [(match.start(), end, Condition(name, operator, value).bind(schema))]
    except DpError:
        return []


def _value(column: Column, text: str) -> tuple[Any, int]:
    """The public value with which a text begins, and its length; 0 for none."""
    bare = text.lstrip("\"'“ ")
    skipped = len(text) - len(bare)
    match column:
        case Number() if found := _NUMBER.match(bare):
            number = float(found.group().replace(",", ""))
            return int(number) if column.integer and number.is_integer() else number, skipped + found.end()
        case Date() if found := _DAY.match(bare):
            try:
                return dt.date.fromisoformat(found.group()), skipped + found.end()
            except ValueError:
                return None, 0
        case Flag():
            for word, truth in (("true", True), ("false", False), ("yes", True), ("no", False)):
                if re.match(rf"{word}\b", bare):
                    return truth, skipped + len(word)
        case Category():
            keys = _keys(column)
            for length in range(min(len(bare), max(map(len, keys), default=0)), 0, -1):
                if bare[:length] in keys and not bare[length : length + 1].isalnum():
                    return keys[bare[:length]], skipped + length
    return None, 0


@lru_cache(16)
def _keys(column: Category) -> dict[str, str]:
    """The values by how they are typed; of those that differ in case alone, none."""
    typed: dict[str, str] = {}
    twice = set[str]()
    for key in column.keys:
        word = plain(key).strip()
        twice |= {word} & typed.keys()
        typed[word] = key
    return {word: key for word, key in typed.items() if word and word not in twice}

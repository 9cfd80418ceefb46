"""What a phrase names of a table: columns, groups and filters, as "median income by region where age > 65" does.

Only the public description is read. What is not understood is left to the search for a kind of question.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, final

from dpcore.errors import DpError
from dpcore.present.find.kind_search import LONGEST
from dpcore.queries import Parameter, Query
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.condition import Condition, Operator
from dpcore.table.schema import Schema

_OPERATORS: Final[dict[str, Operator]] = {
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
    "is not": "!=",
    "is at least": ">=",
    "is at most": "<=",
    "at least": ">=",
    "at most": "<=",
    "is over": ">",
    "is under": "<",
    "is above": ">",
    "is below": "<",
    "over": ">",
    "above": ">",
    "under": "<",
    "below": "<",
    "is": "==",
}
_AFTER: Final[dict[str, Operator]] = {"이상": ">=", "이하": "<=", "초과": ">", "미만": "<"}
_MARKS: Final = re.compile("[_\\x00-\\x1f]")
_NAMED: Final = re.compile("\x01(\\d+)\x02")
_COMPARED: Final = re.compile(
    "\x01(\\d+)\x02\\s*(" + "|".join(sorted(map(re.escape, _OPERATORS), key=len, reverse=True)) + ")(?![a-z=])\\s*"
)
_KOREAN: Final = re.compile("\x01(\\d+)\x02\\s*[이가은는]?\\s*(-?[\\d.]+)\\S*?\\s*(" + "|".join(_AFTER) + ")")
_GROUPS: Final = re.compile(
    "(?:\\b(?:by|per|across|for each|in each|within each|each|for every|group(?:ed)? by)\\s+|\x03)"
    "((?:\x01\\d+\x02(?:\\s*(?:,|and|&|x)\\s*)?)+)"
)
_KOREAN_GROUP: Final = re.compile("\x01(\\d+)\x02별(?:로)?")
_FILTER: Final = re.compile(r"\b(?:where|if|when|with|only|having|among)\b")
_NUMBER: Final = re.compile(r"-?\d[\d_]*(?:\.\d+)?")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


@final
@dataclass(frozen=True, slots=True)
class Phrase:
    """columns: those that are named, in order, beside groups (`by`) and filters (`where`). rest: the other words."""

    columns: tuple[str, ...]
    by: tuple[str, ...]
    where: tuple[Condition, ...]
    rest: str


def read(text: str, schema: Schema) -> Phrase:
    """A phrase about a table of this description."""
    masked, named = _masked(_plain(text[:LONGEST]), schema)
    masked, where = _filters(masked, named, schema)
    groups = list[str]()
    for found in [*_GROUPS.finditer(masked), *_KOREAN_GROUP.finditer(masked)]:
        groups += [named[int(place)] for place in re.findall(r"\d+", found.group(1))]
    left = _KOREAN_GROUP.sub(" ", _GROUPS.sub(" ", masked))
    columns = [named[int(found.group(1))] for found in _NAMED.finditer(left)]
    by = tuple(dict.fromkeys(groups))
    return Phrase(
        tuple(name for name in dict.fromkeys(columns) if name not in by),
        by,
        tuple(where),
        _NAMED.sub(" ", left).strip(),
    )


def values(kind: type[Query], phrase: Phrase, schema: Schema) -> dict[str, Any]:
    """What a phrase says of the parameters of a question, its groups (`by`) and filters (`where`), by name."""
    grouped = "by" in getattr(kind, "__dataclass_fields__", {})
    left = [*phrase.columns, *(() if grouped else phrase.by)]
    conditions, said = list(phrase.where), dict[str, Any]()
    for parameter in kind.parameters:
        if parameter.kind == "condition" and conditions:
            said[parameter.name] = conditions.pop(0)
        elif (taken := _taken(parameter, left, schema)) is not None:
            said[parameter.name] = taken
            left = [name for name in left if name not in (taken if isinstance(taken, list) else [taken])]
    if grouped:
        more = [name for name in left if isinstance(schema.columns[name], Category | Flag)] if not said else []
        said["by"] = list(dict.fromkeys([*phrase.by, *more]))
    said["where"] = conditions
    return said


def _taken(parameter: Parameter, left: list[str], schema: Schema) -> Any:
    """The columns for a parameter among those that are left; None for none."""
    fitting = [name for name in left if isinstance(schema.columns[name], parameter.accepts or Column)]
    if parameter.when is not None or not fitting:
        return None
    if parameter.kind in ("column", "partition"):
        return fitting[0]
    if parameter.kind in ("columns", "several"):
        return fitting[: int(parameter.high) or None]
    return None


def _plain(text: str) -> str:
    return _MARKS.sub(" ", unicodedata.normalize("NFKC", text).casefold())


def _masked(text: str, schema: Schema) -> tuple[str, list[str]]:
    """The text with a mark for each column that it names, the longest names first; and the columns by mark."""
    named = list[str]()
    for name in sorted(_askable(schema), key=lambda name: -len(name)):
        plain = _plain(name).strip()
        if not plain:
            continue
        ends = ("", "") if re.search("[가-힣]$", plain) else ("(?<![\\w\x01])", "s?(?![\\w\x02])")
        pattern = re.compile(ends[0] + re.escape(plain) + ends[1])
        if pattern.search(text):
            text = pattern.sub(f" \x01{len(named)}\x02", text)
            named.append(name)
    return text, named


def _askable(schema: Schema) -> Mapping[str, Column]:
    return {name: each for name, each in schema.columns.items() if isinstance(each, Number | Category | Flag | Date)}


def _filters(text: str, named: list[str], schema: Schema) -> tuple[str, list[Condition]]:
    """The text without its filters, and these."""
    found = list[Condition]()
    for start, end, condition in [*_compared(text, named, schema), *_korean(text, named, schema)]:
        text = text[:start] + " " * (end - start) + text[end:]
        found.append(condition)
    return _FILTER.sub(" ", text) if found else text, found


def _compared(text: str, named: list[str], schema: Schema) -> Iterator[tuple[int, int, Condition]]:
    for match in _COMPARED.finditer(text):
        name, operator = named[int(match.group(1))], _OPERATORS[match.group(2)]
        value, length = _value(schema.columns[name], text[match.end() :])
        if length and (condition := _condition(name, operator, value, schema)) is not None:
            yield match.start(), match.end() + length, condition


def _korean(text: str, named: list[str], schema: Schema) -> Iterator[tuple[int, int, Condition]]:
    for match in _KOREAN.finditer(text):
        name = named[int(match.group(1))]
        value, length = _value(schema.columns[name], match.group(2))
        if length and (condition := _condition(name, _AFTER[match.group(3)], value, schema)) is not None:
            yield match.start(), match.end(), condition


def _condition(name: str, operator: Operator, value: Any, schema: Schema) -> Condition | None:
    if isinstance(schema.columns[name], Category):
        operator = {"==": "in", "!=": "not in"}.get(operator, operator)  # type: ignore[assignment]
        value = [value]
    try:
        return Condition(name, operator, value).bind(schema)
    except DpError:
        return None


def _value(column: Column, text: str) -> tuple[Any, int]:
    """The public value with which a text begins, and its length; 0 for none."""
    bare = text.lstrip("\"'“ ")
    skipped = len(text) - len(bare)
    match column:
        case Number(_, _, integer) if found := _NUMBER.match(bare):
            number = float(found.group().replace("_", ""))
            return int(number) if integer and number.is_integer() else number, skipped + found.end()
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
            begins = [key for key in column.keys if re.match(re.escape(_plain(key)) + r"(?!\w)", bare)]
            if begins:
                key = max(begins, key=len)
                return key, skipped + len(_plain(key))
    return None, 0

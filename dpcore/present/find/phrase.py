"""What a phrase names of a table: columns, groups and filters, as "median income by region where age > 65" does.

Only the public description is read. What is not understood is left to the search for a kind of question.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from dpcore.present.find import stated_filter
from dpcore.present.find.kind_search import COMMON, LONGEST, plain
from dpcore.queries import QUERIES, Parameter, Query
from dpcore.table.category import Category
from dpcore.table.column import Column, Date, Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema

_NAMED: Final = re.compile(stated_filter.MARK)
_GROUPS: Final = re.compile(
    "(?<!divided )(?<!multiplied )(?<!sorted )(?<!ordered )(?<!ranked )(?<!weighted )(?<!explained )(?<!predicted )"
    "(?<!adjusted )(?<!caused )(?<!followed )"
    "\\b(?:by|per|across|for each|in each|within each|each|for every|group(?:ed)? by)\\s+"
    "(?:months? of\\s+)?((?:\x01\\d+\x02(?:\\s*(?:,|and|&|x)\\s*)?)+)"
)
_KOREAN_GROUP: Final = re.compile(f"{stated_filter.MARK}\\s*별(?:로)?")
_KOREAN_NAME: Final = re.compile("[가-힣]$")
_SHARES: Final = (
    (re.compile(r"\b(\d{1,2}(?:\.\d+)?)\s*(?:st|nd|rd|th)?[ -]?percentile\b|\bp(\d{1,2}(?:\.\d+)?)\b"), False),
    (re.compile(r"\b(?:bottom|lowest|poorest)\s+(\d{1,2}(?:\.\d+)?)\s*(?:%|percent\b)"), False),
    (re.compile(r"\b(?:top|highest|richest|upper)\s+(\d{1,2}(?:\.\d+)?)\s*(?:%|percent\b)"), True),
    (re.compile(r"(\d{1,2}(?:\.\d+)?)\s*(?:백분위|퍼센타일)|하위\s*(\d{1,2}(?:\.\d+)?)\s*(?:%|퍼센트|프로)"), False),
    (re.compile(r"상위\s*(\d{1,2}(?:\.\d+)?)\s*(?:%|퍼센트|프로)"), True),
)
"""Shares of the rows below a value, in percent, and those above it."""
_LARGEST: Final = re.compile(
    r"\b(?:max|maximum|maximal|largest|highest|biggest|greatest)\b|최대|최댓값|최고|가장\s*(?:큰|높은)"
)
_SMALLEST: Final = re.compile(r"\b(?:min|minimum|minimal|smallest|lowest)\b|최소|최솟값|최저|가장\s*(?:작은|낮은)")


@final
@dataclass(frozen=True, slots=True)
class Phrase:
    """columns: those that are named, in order, beside groups (`by`) and filters (`where`). rest: the other words.

    share: the stated share of the rows below a value, if any; 1 for the largest, 0 for the smallest. unread: whether a
    filter was not understood.
    """

    columns: tuple[str, ...]
    by: tuple[str, ...]
    where: tuple[Condition, ...]
    rest: str
    share: float | None = None
    unread: bool = False


def read(text: str, schema: Schema) -> Phrase:
    """A phrase about a table of this description."""
    masked, named = _masked(plain(text[:LONGEST]), schema)
    share = _share(masked)
    masked, where, unread = stated_filter.taken(masked, named, schema)
    groups = list[str]()
    for found in [*_GROUPS.finditer(masked), *_KOREAN_GROUP.finditer(masked)]:
        groups += [named[int(place)] for place in re.findall(r"\d+", found.group(1))]
    left = _KOREAN_GROUP.sub(" ", _GROUPS.sub(" ", masked))
    columns = [named[int(found.group(1))] for found in _NAMED.finditer(left)]
    by = tuple(dict.fromkeys(groups))
    rest = _NAMED.sub(" ", left).strip()
    return Phrase(
        tuple(name for name in dict.fromkeys(columns) if name not in by), by, tuple(where), rest, share, unread
    )


def values(kind: type[Query], phrase: Phrase, schema: Schema) -> dict[str, Any]:
    """What a phrase says of the parameters of a question, its groups (`by`) and filters (`where`), by name."""
    grouped = "by" in getattr(kind, "__dataclass_fields__", {})
    by, left = list(phrase.by), list(phrase.columns)
    if not grouped:
        left, by = [*left, *by], []
    conditions, said = list(phrase.where), dict[str, Any]()
    for parameter in kind.parameters:
        value: Any = _condition(parameter, conditions, left, schema)
        value = _taken(parameter, left, schema) if value is None else value
        if value is None and parameter.of and parameter.kind == "column":  # "trend of cost by age"
            value = _taken(parameter, by, schema)
        if value is None and parameter.name == "q":
            value = phrase.share
        if value is not None:
            said[parameter.name] = value
    if grouped:
        more = [name for name in left if isinstance(schema.columns[name], Category | Flag)]
        alone = not kind.parameters and not phrase.unread and not phrase.where
        said["by"] = list(dict.fromkeys([*by, *(more if alone else ())]))
    said["where"] = conditions
    return said


def likely(phrase: Phrase, schema: Schema) -> list[type[Query]]:
    """For a phrase of names alone: the kinds that use all columns and groups that it names, simple ones first."""
    named = {*phrase.columns, *phrase.by}
    if not named and not phrase.where:
        return []
    found = list[type[Query]]()
    for kind in QUERIES:
        said = values(kind, phrase, schema)
        used = {name for value in said.values() for name in _names(value)}
        needed = all(each.name in said for each in kind.parameters if each.kind in _NEEDED and each.when is None)
        if needed and named <= used | {each.column for each in phrase.where}:
            found.append(kind)
    return sorted(found, key=lambda kind: len(kind.parameters))


def fitting(kinds: Sequence[type[Query]], phrase: Phrase, schema: Schema) -> list[type[Query]]:
    """These kinds, those last that explain a column but not the first that is named: a tree explains no number."""
    if not phrase.columns:
        return list(kinds)

    def other(kind: type[Query]) -> bool:
        if all(each.name != "features" for each in kind.parameters):
            return False
        explained = next((each.name for each in kind.parameters if each.kind == "column"), None)
        return explained is not None and values(kind, phrase, schema).get(explained) != phrase.columns[0]

    return sorted(kinds, key=other)


_NEEDED: Final = ("column", "columns", "several", "partition", "condition", "conditions", "matrix", "pairs")


def _names(value: Any) -> Sequence[str]:
    """The columns in what a phrase says of one parameter."""
    if isinstance(value, list):
        return [each for each in value if isinstance(each, str)]
    return [value.column] if isinstance(value, Condition) else [value] if isinstance(value, str) else []


def _condition(parameter: Parameter, conditions: list[Condition], left: list[str], schema: Schema) -> Condition | None:
    """A filter as the condition of a parameter, else a column of true and false that is true; taken from the lists."""
    if parameter.kind != "condition":
        return None
    if conditions:
        return conditions.pop(0)
    flag = next((name for name in left if isinstance(schema.columns[name], Flag)), None)
    if flag is None:
        return None
    left.remove(flag)
    return Condition(flag, "==", True)


def _taken(parameter: Parameter, left: list[str], schema: Schema) -> Any:
    """The columns for a parameter, taken from those that are left; None for none."""
    if parameter.when is not None or parameter.kind not in ("column", "partition", "columns", "several"):
        return None
    accepts = (Category, Flag) if parameter.kind == "columns" else parameter.accepts or Column
    fitting = [name for name in left if isinstance(schema.columns[name], accepts)]
    if not fitting:
        return None
    one = parameter.kind in ("column", "partition")
    chosen = fitting[:1] if one else fitting[: int(parameter.high) or None]
    left[:] = [name for name in left if name not in chosen]
    return chosen[0] if one else chosen


def _share(text: str) -> float | None:
    for pattern, above in _SHARES:
        if found := pattern.search(text):
            percent = float(next(group for group in found.groups() if group))
            share = round((100 - percent if above else percent) / 100, 6)
            return share if 0 < share < 1 else None
    largest, smallest = _LARGEST.search(text), _SMALLEST.search(text)
    return None if bool(largest) == bool(smallest) else float(bool(largest))


def _masked(text: str, schema: Schema) -> tuple[str, list[str]]:
    """The text with a mark for each column that it names, the longest names first; and the columns by mark."""
    named = list[str]()
    for name in sorted(_askable(schema), key=lambda name: -len(name)):
        word = plain(name).strip()
        if not word or word in COMMON or word not in text:
            continue
        pattern = re.compile(_boundaries(word))
        if pattern.search(text):
            text = pattern.sub(f" \x01{len(named)}\x02", text)
            named.append(name)
    return text, named


def _boundaries(word: str) -> str:
    """A pattern of a name as a word of its own; in Korean with a particle or the syllable of groups behind it."""
    if not _KOREAN_NAME.search(word):
        # behind "=" a value follows, which may have the name of a column
        return f"(?<![a-z0-9\x01])(?<!=)(?<!= ){re.escape(word)}s?(?![a-z0-9\x02])"
    after = "(?=\\s*별)" if len(word) == 1 else "(?=\\s*별|(?:[이가은는을를의에도만로와과]|에서|으로|까지)?(?![가-힣]))"
    return f"(?<![가-힣\x01]){re.escape(word)}{after}"


def _askable(schema: Schema) -> Mapping[str, Column]:
    return {name: each for name, each in schema.columns.items() if isinstance(each, Number | Category | Flag | Date)}

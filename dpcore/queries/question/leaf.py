"""The type and size of every value of a question from outside, checked before anything is computed from it.

What is accepted follows from the annotations of the question's fields, so a new question needs nothing here. A whole
number has at most `BITS` bits, so that no arithmetic can be made long by its digits, and no text is read as a number.
"""

from __future__ import annotations

import operator
import typing
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Literal

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.table.condition import Condition
from dpcore.table.partition import Bins, Period
from dpcore.text import Text, joined

BITS = 1024
"""Of the largest whole number: that of the largest double."""
MOST_ENTRIES = 1_000_000
"""In a list, at most: as many as an answer has cells."""

_UNIONS = (typing.Union, UnionType)
_WORDS: dict[Any, Text] = {
    bool: Text("true or false"),
    int: Text("a whole number"),
    float: Text("a number"),
    str: Text("a text"),
    NoneType: Text("nothing"),
    Condition: Text("a condition"),
    Bins: Text("bins of a column"),
    Period: Text("periods of a column"),
}


def check(kind: type, values: Mapping[str, Any]) -> None:
    """Raises QueryError for the first value that its field cannot have. Names that are not fields are passed over."""
    hints = _hints(kind)
    for name, value in values.items():
        if name in hints and not fits(value, hints[name]):
            raise QueryError(
                "`{name}` cannot be {value}.",
                "Accepted: {kinds}.",
                name=name,
                value=shown(value),
                kinds=joined(dict.fromkeys(_words(hints[name])), ", "),
            )


@lru_cache(maxsize=256)
def texts(kind: type) -> tuple[str, ...]:
    """The fields that are texts, such as names of columns."""
    return tuple(name for name, hint in _hints(kind).items() if hint is str)


@lru_cache(maxsize=256)
def flags(kind: type) -> tuple[str, ...]:
    """The fields that are true or false."""
    return tuple(name for name, hint in _hints(kind).items() if hint is bool)


def fits(value: object, hint: Any) -> bool:
    """Whether a value of plain data is one that this annotation allows, at any depth."""
    origin, parts = _shape(hint)
    if origin in _UNIONS:
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return isinstance(value, str | int) and value in parts
    if origin is tuple:
        return isinstance(value, list | tuple) and len(value) == len(parts) and all(map(fits, value, parts))
    if origin is Sequence:
        if not isinstance(value, list | tuple) or len(value) > MOST_ENTRIES:
            return False
        plain = _plain(parts[0])
        return all(type(part) in plain or fits(part, parts[0]) for part in value)
    if hint in (int, float):
        return _number(value, hint is int)
    if hint in (Bins, Period, Condition):
        return isinstance(value, Mapping | hint)
    return isinstance(value, hint)


@lru_cache(maxsize=256)
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return typing.get_origin(hint), typing.get_args(hint)


@lru_cache(maxsize=256)
def _plain(hint: Any) -> frozenset[type]:
    """The types of which an annotation allows every value, so that none of a long list is looked at."""
    origin, parts = _shape(hint)
    if origin in _UNIONS:
        return frozenset[type]().union(*map(_plain, parts))
    return frozenset({hint} & {str, float})


def _number(value: object, whole: bool) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, Integral):
        return operator.index(value).bit_length() <= BITS
    return isinstance(value, Real | Decimal) and not whole


def _words(hint: Any) -> list[Text]:
    """What an annotation allows, in words."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in _UNIONS:
        return [words for part in parts for words in _words(part)]
    if origin is Literal:
        return [Text("one of {values}", values=", ".join(map(shown, parts)))]
    return [_WORDS.get(hint, Text("a list"))]


@lru_cache(maxsize=256)
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=False)

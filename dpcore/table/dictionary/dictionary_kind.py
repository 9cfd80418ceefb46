"""The words of a data dictionary for kinds of columns and for missing cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

UNUSED: Final = "not used"
NOT_KEPT: Final = "not kept"
"""Not even stored with the rows: such a column can never be described."""
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("number", "decimal", "float", "real", "numeric", "double"),
    "whole number": ("whole number", "integer", "int", "whole"),
    "category": ("category", "categorical", "factor", "enum"),
    "yes or no": ("yes or no", "flag", "boolean", "bool", "yes/no", "logical"),
    "date": ("date", "day", "datetime"),
    "identifier": ("identifier", "id", "key"),
    "identifier as written": ("identifier as written", "id as written"),
    "text": ("text", "free text"),
    UNUSED: (UNUSED, "", "unused", "none", "ignore"),
    NOT_KEPT: (NOT_KEPT, "not stored", "exclude", "remove"),
}
KINDS: Final = tuple(_KINDS)
_LEFT_OUT: Final = ("", "left out", "is left out", "leave out", "drop", "missing", "is missing")


def kind_of(word: str) -> str | None:
    """The kind that a word names; None for another word. An empty word names a column that is not used."""
    bare = word.strip().casefold()
    return next((kind for kind, words in _KINDS.items() if bare in words), None)


def left_out(word: str) -> bool:
    """Whether a word, or its absence, means that rows with a missing cell are left out."""
    return word.strip().casefold() in _LEFT_OUT

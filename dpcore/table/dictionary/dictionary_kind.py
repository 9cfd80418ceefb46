"""The words of a data dictionary for kinds of columns and for missing cells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

UNUSED: Final = "not used"
NOT_KEPT: Final = "not kept"
"""Not even stored with the rows: such a column can never be described."""
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": (
        *("number", "decimal", "float", "real", "numeric", "double", "num", "dbl", "double precision", "money"),
        *("float16", "float32", "float64", "float4", "float8", "decimal128", "continuous"),
    ),
    "whole number": (
        *("whole number", "integer", "int", "whole", "bigint", "smallint", "tinyint", "mediumint", "long", "short"),
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "integer32", "integer64"),
        *("big integer", "long integer", "count"),
    ),
    "category": (
        *("category", "categorical", "factor", "enum", "nominal", "ordinal", "radio", "dropdown", "choice"),
        *("single choice", "ordered", "ordered factor"),
    ),
    "yes or no": (
        *("yes or no", "flag", "boolean", "bool", "yes/no", "logical", "yesno", "yes no", "truefalse", "true/false"),
        *("true or false", "lgl", "checkbox", "bit", "binary"),
    ),
    "date": (
        *("date", "day", "datetime", "timestamp", "date_ymd", "date_mdy", "date_dmy", "date time", "date32", "date64"),
        *("datetime64", "datetime64[ns]", "datetime64[us]", "timestamptz", "posixct", "dttm"),
    ),
    "identifier": ("identifier", "id", "key"),
    "identifier as written": ("identifier as written", "id as written"),
    "text": (
        *("text", "free text", "string", "str", "varchar", "character", "char", "chr", "object", "nvarchar", "nchar"),
        *("character varying", "clob", "notes", "utf8", "large_string", "varchar2"),
    ),
    UNUSED: (UNUSED, "", "unused", "none", "ignore"),
    NOT_KEPT: (NOT_KEPT, "not stored", "exclude", "remove"),
}
KINDS: Final = tuple(_KINDS)
_KIND_OF: Final = {word: kind for kind, words in _KINDS.items() for word in words}
_LONGEST: Final = 100
_SIZE: Final = re.compile(r"\([^()]*\)|\[[^][]*\]|<[^<>]*>")
_AROUND: Final = " \t\r\n.,:;!?*`'\"“”‘’()[]{}<>"
_LEFT_OUT: Final = ("", "left out", "is left out", "leave out", "drop", "missing", "is missing")


def kind_of(word: str) -> str | None:
    """The kind that a word names; None for another word. An empty word names a column that is not used.

    Signs around a word and a size after it, as in varchar(20), are left out.
    """
    bare = word.strip().casefold()
    if bare in _KIND_OF or len(bare) > _LONGEST:
        return _KIND_OF.get(bare)
    inner = bare.strip(_AROUND)
    for form in (inner, " ".join(re.sub(_SIZE, " ", bare).strip(_AROUND).split())):
        if form and form in _KIND_OF:  # signs alone name nothing, not even a column that is not used
            return _KIND_OF[form]
    return None


def left_out(word: str) -> bool:
    """Whether a word, or its absence, means that rows with a missing cell are left out."""
    return word.strip().casefold() in _LEFT_OUT

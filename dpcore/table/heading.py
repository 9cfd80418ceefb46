"""Checks of a table's column names, which are public and never interpreted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.table.schema import MAX_COLUMNS, MAX_NAME
from dpcore.text import Text

# Small Cyrillic and Greek letters that look like Latin ones (a selection from Unicode's confusables.txt).
_LOOKS = str.maketrans(
    "авекмнорстухіјѕԁһԛԝ" + "ανορτυικχεβγ",
    "abekmhopctyxijsdhqw" + "avoptuikxeby",
)

REPEATED: Final = (
    Text("The files repeat names of columns, or leave some blank, and do not have them in the same order."),
    Text("Give every column a name of its own."),
)
_BREAK = re.compile(r" *[\t\r\n\v\f][ \t\r\n\v\f]*")


def folded(name: str) -> str:
    """The form in which two names must differ: without case, width, ligatures and invisible characters."""
    visible = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return " ".join(visible.casefold().split())


def unique(names: Iterable[object]) -> tuple[str, ...]:
    """The names without line breaks, all different: a blank third name becomes `column 3`, a repeated `a` `a.1`.

    Of names that look alike or differ in case alone, all but the first are changed. Other names stay as they are.
    """
    bare = [_BREAK.sub(" ", str(name)) for name in names]
    if len(bare) > MAX_COLUMNS:
        return tuple(bare)  # not compared, because `checked` refuses so many names
    keys = [_key(name) for name in bare]
    taken, given, last = {*keys}, set[str](), dict[str, int]()
    result: list[str] = []
    for place, (name, key) in enumerate(zip(bare, keys, strict=True), 1):
        if key and key not in given:
            given.add(key)
            result.append(name)
            continue
        unique_name = name if key else " ".join(("column", str(place)))
        stem, new = unique_name, _key(unique_name)
        while not new or new in taken:
            last[stem] = last.get(stem, 0) + 1
            unique_name = f"{stem[: MAX_NAME - 7]}.{last[stem]}"
            new = _key(unique_name)
        taken.add(new)
        given.add(new)
        result.append(unique_name)
    return tuple(result)


def _key(name: str) -> str:
    # A name that is too long is refused; it is not folded: normalisation can take time quadratic in its length.
    return name if len(name) > MAX_NAME else folded(name).translate(_LOOKS)


def checked(names: Iterable[object], what: str) -> tuple[str, ...]:
    """The names as text. Raises SourceError if there are none or too many, or one is blank, too long or repeated."""
    columns = tuple(str(name) for name in names)
    if not columns:
        raise SourceError("{what} has no columns.", "Load a table with a header and rows.", what=what)
    if len(columns) > MAX_COLUMNS:
        raise SourceError(
            "{what} has {count} columns; at most {max_columns} can be read.",
            "Leave out columns that questions will not use.",
            what=what,
            count=len(columns),
            max_columns=MAX_COLUMNS,
        )
    seen: set[str] = set()
    for place, name in enumerate(columns, 1):
        # checked before folding: Unicode normalisation can take time quadratic in the length of a name
        if len(name) > MAX_NAME:
            raise SourceError(
                "The name of column {place} of {what} is too long.",
                "Use at most {max_name} characters.",
                place=place,
                what=what,
                max_name=MAX_NAME,
            )
        key = folded(name).translate(_LOOKS)
        if not key:
            raise SourceError(
                "Column {place} of {what} has no name.", "Name every column in the header.", place=place, what=what
            )
        if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
            raise SourceError(
                "The name of column {place} of {what} contains a control character.",
                "Use plain text on one line.",
                place=place,
                what=what,
            )
        if key in seen:
            raise SourceError(
                "{what} has more than one column named {name}.",
                "Names must look different and differ in more than upper and lower case.",
                name=shown(name),
                what=what,
            )
        seen.add(key)
    return columns

"""What a dictionary file proposes about the whole table: who is protected, how many rows each may have, a budget.

A proposal is a text or a number of a file, and a person confirms it. One that is malformed or out of range becomes a
message and is not taken.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from dpcore.errors import DpError, SchemaError
from dpcore.number import real, shown, whole
from dpcore.spelling import MOST_CHARACTERS
from dpcore.table.category import writable
from dpcore.table.formula import unquoted
from dpcore.table.table import MAX_ROWS
from dpcore.text import Text, joined

MOST_NOUN: Final = 60
MOST_EXPECTED: Final = 10**15
EACH_ROW: Final = ("each row", "every row", "one row")
"""How the unit of one row is written in our own format; a column of that name is the column."""
OWN_NAMES: Final[Mapping[str, str]] = {
    "unit": "unit",
    "noun": "noun",
    "rows": "rows per unit",
    "groups": "groups per unit",
    "neighbors": "neighbours",
    "expected_rows": "expected rows",
    "epsilon": "epsilon",
    "delta": "delta",
}
"""The names of the proposals, in the order in which they are written, and their names in our own format."""
_READ: Final = {name: field for field, name in OWN_NAMES.items()} | {"neighbors": "neighbors"}
_NEIGHBORS: Final = {
    "add_remove": ("add_remove", "add or remove", "add/remove", "add remove", "add-remove", "addremove"),
    "replace": ("replace", "replace one", "replacement", "replace_one"),
}


def accept(proposals: Mapping[str, object]) -> tuple[dict[str, Any], list[Text]]:
    """The valid ones of these proposals as fields of a `Sheet`, and a message for each of the others."""
    accepted: dict[str, Any] = {}
    problems: list[Text] = []
    for field, name in OWN_NAMES.items():
        value = proposals.get(field)
        if value is None:
            continue
        try:
            accepted[field] = _CHECKS[field](value, f"`{name}`")
        except DpError as error:
            problems.append(joined([error.message, error.hint]))
    if accepted.get("unit") == "":
        for field in ("rows", "groups"):
            if accepted.get(field, 1) != 1:
                del accepted[field]
                problems.append(
                    Text(
                        "`{name}` must be 1 where each row is a unit. Name the column that identifies the units.",
                        name=Text(OWN_NAMES[field]),
                    )
                )
    return accepted, problems


def of_marked(marked: Sequence[tuple[int, list[str]]], columns: Collection[str]) -> tuple[dict[str, str], list[Text]]:
    """The proposals in the # lines of our own format, and a message for each line that has not one value.

    marked: number and cells of each line. Lines of other names are comments. columns: the columns that are described.
    """
    proposals: dict[str, str] = {}
    said, problems = set(), []
    for number, (first, *rest) in marked:
        name = " ".join(first.strip().lstrip("#").strip().rstrip(":").replace("_", " ").casefold().split())
        field = _READ.get(name)
        values = [unquoted(cell) for cell in rest if cell.strip()]
        if field is None or not values:
            continue  # a comment, or a fact that is not filled in
        if len(values) > 1 or field in said:
            proposals.pop(field, None)  # of two values, the file decides neither
            problems.append(
                Text(
                    "Line {number}: {name} must have one value. Put a value that contains the separator in quotes.",
                    number=number,
                    name=shown(name),
                )
            )
            continue
        value = values[0] if values[0] in columns else values[0].strip()
        is_row = field == "unit" and value not in columns and " ".join(value.casefold().split()) in EACH_ROW
        proposals[field] = "" if is_row else value
        said.add(field)
    return proposals, problems


def to_marked(proposals: Mapping[str, Any], columns: Collection[str]) -> list[tuple[str, str]]:
    """Names and values of the # lines that `of_marked` reads back."""
    said = []
    for field, name in OWN_NAMES.items():
        value = proposals.get(field)
        if value is None:
            continue
        if field == "unit" and value == "":
            value = next((words for words in EACH_ROW if words not in columns), EACH_ROW[0])
        said.append((name, value if isinstance(value, str) else repr(value)))
    return said


def _unit(value: object, name: str) -> str:
    if not isinstance(value, str) or len(value) > MOST_CHARACTERS or not writable(value) or value.isspace():
        raise SchemaError("{name} must be the name of a column. Got {value}.", name=Text(name), value=shown(value))
    return str(value)


def _noun(value: object, name: str) -> str:
    noun = value.strip() if isinstance(value, str) else ""
    if not noun or len(noun) > MOST_NOUN or not noun.isprintable():
        raise SchemaError(
            "{name} must be a word for one unit, of at most {most} characters. Got {value}.",
            name=Text(name),
            most=MOST_NOUN,
            value=shown(value),
        )
    return str(noun)


def _neighbors(value: object, name: str) -> str:
    words = " ".join(value.casefold().split()) if isinstance(value, str) and len(value) < 100 else ""
    relation = next((relation for relation, forms in _NEIGHBORS.items() if words in forms), None)
    if relation is None:
        raise SchemaError("{name} must be add_remove or replace. Got {value}.", name=Text(name), value=shown(value))
    return relation


def _whole(most: int) -> Callable[[object, str], int]:
    def check(value: object, name: str) -> int:
        text = value.strip() if isinstance(value, str) else ""
        number = int(text.partition(".")[0]) if re.fullmatch(r"[0-9]{1,30}(\.0{1,30})?", text) else value
        return whole(number, name, low=1, high=most, error=SchemaError)

    return check


def _real(below: float) -> Callable[[object, str], float]:
    def check(value: object, name: str) -> float:
        number = value
        if isinstance(value, str) and len(value) < 400:
            text = value.strip()
            if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", text) and not re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", text):
                text = text.replace(",", ".")  # 1,000 may be a thousand or one
            if re.fullmatch(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
                number = float(text)
        if math.isinf(below):
            return real(number, name, above=0.0, error=SchemaError)
        return real(number, name, above=0.0, below=below, error=SchemaError)

    return check


_CHECKS: Final[Mapping[str, Callable[[object, str], object]]] = {
    "unit": _unit,
    "noun": _noun,
    "rows": _whole(MAX_ROWS),
    "groups": _whole(MAX_ROWS),
    "neighbors": _neighbors,
    "expected_rows": _whole(MOST_EXPECTED),
    "epsilon": _real(math.inf),
    "delta": _real(1.0),
}

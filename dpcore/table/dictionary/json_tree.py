"""JSON of unknown origin as plain data: numbers keep their digits, and whatever is ambiguous or too deep is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NoReturn, final

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.text import Text

DEEPEST: Final = 40
_REPAIR: Final = Text("Save the file again with the program that wrote it.")


@final
class Digits(str):
    """A number of a JSON file, as it is written there."""

    __slots__ = ()


def read_json(text: str) -> dict[str, Any]:
    """The object in a JSON text: objects, lists, texts, `Digits`, True, False and None. Raises SchemaError."""
    try:
        data = json.loads(text, parse_int=Digits, parse_float=Digits, parse_constant=_refuse, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise SchemaError("This JSON is malformed in line {line}.", _REPAIR, line=error.lineno) from None
    except RecursionError:
        raise _too_deep() from None
    if not isinstance(data, dict):
        raise SchemaError("This JSON describes no table.", "A table schema or a data package is an object.")
    _check_depth(data)
    return data


def _refuse(word: str) -> NoReturn:
    raise SchemaError("This JSON contains {word}, which is not a number.", "Leave it out.", word=word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise SchemaError("This JSON has the key {twice} twice in one object.", "Keep one of them.", twice=shown(twice))
    return found


def _too_deep() -> SchemaError:
    return SchemaError("This file is nested too deeply to describe a table.", _REPAIR)


def _check_depth(data: dict[str, Any]) -> None:
    """Raises SchemaError for deep nesting and for half a surrogate pair, which no file can contain."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for part in level:
            if isinstance(part, dict):
                inner += [*part, *part.values()]
            elif isinstance(part, list):
                inner += part
            elif isinstance(part, str) and not is_encodable(part):
                raise SchemaError("This file contains half a character.", _REPAIR)
        level = inner
        if not level:
            return
    raise _too_deep()


def is_encodable(text: str) -> bool:
    """Whether a text has no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def text_of(value: object) -> str | None:
    """A single value as a text: empty for null; None for a list or an object."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return str(value)
    return None


def single(value: object, name: str) -> str:
    """A single value as a text. Raises SchemaError for a list or an object."""
    text = text_of(value)
    if text is None:
        raise SchemaError("`{name}` must be a single value.", "Correct it in the file.", name=Text(name))
    return text


def texts(value: object, name: str) -> list[str]:
    """The values of a list as texts, without empty ones: an empty cell is missing. Raises SchemaError."""
    if not isinstance(value, list):
        raise SchemaError("`{name}` must be a list.", "Correct it in the file.", name=Text(name))
    return [text for part in value if (text := single(part, name)).strip()]


def child(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The object under a key, or an empty one. Raises SchemaError for anything else."""
    value = data.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise SchemaError("`{name}` must be an object.", "Correct it in the file.", name=Text(name))
    return value


def note_of(*parts: object) -> str:
    """What a file says about a column in words, without repetitions; other parts than texts are left out."""
    said = [part for part in parts if isinstance(part, str) and part.strip()]
    return said[0] if len(set(said)) == 1 else ": ".join(dict.fromkeys(map(str.strip, said)))


def write_json(data: Mapping[str, Any]) -> bytes:
    """The file in UTF-8, indented."""
    return (json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode("utf-8", "replace")


def number_of(text: str) -> int | float | str:
    """The number that a text of a valid declaration means; other texts unchanged."""
    try:
        return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else float(text)
    except ValueError:
        return text


# What the formats have no place for is under these keys.
COLUMN_KEYS: Final[Mapping[str, str]] = {
    "murmur:kind": "kind",
    "murmur:from": "low",
    "murmur:to": "high",
    "murmur:values": "values",
    "murmur:missing": "missing",
    "murmur:format": "format",
    "murmur:codes": "codes",
}
TABLE_KEYS: Final[Mapping[str, str]] = {
    "murmur:unit": "unit",
    "murmur:noun": "noun",
    "murmur:rows": "rows",
    "murmur:groups": "groups",
    "murmur:neighbors": "neighbors",
    "murmur:expectedRows": "expected_rows",
    "murmur:epsilon": "epsilon",
    "murmur:delta": "delta",
}


def extensions(data: Mapping[str, Any]) -> dict[str, Any]:
    """The cells of a line that a column's own keys of ours replace. Raises SchemaError."""
    return {cell: single(data[key], key) for key, cell in COLUMN_KEYS.items() if key in data}


def own_proposals(data: Mapping[str, Any]) -> dict[str, object]:
    """The proposals under our own keys."""
    return {name: data[key] for key, name in TABLE_KEYS.items() if data.get(key) is not None}


def raw_cells(line: Line) -> dict[str, str]:
    """A line that is no declaration, under our own keys."""
    return {key: value for key, cell in COLUMN_KEYS.items() if (value := getattr(line, cell)) or cell == "kind"}


def raw_format(line: Line) -> dict[str, str]:
    """The format and the codes of a line as they are written there, under our own keys."""
    return {key: text for key in ("murmur:format", "murmur:codes") if (text := getattr(line, COLUMN_KEYS[key]))}

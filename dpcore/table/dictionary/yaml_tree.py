"""YAML of unknown origin as plain data: mappings, lists and texts. No tag is obeyed and nothing is converted.

The tree is built from parser events, so that no object is constructed. Anchors, aliases and tags are refused, because a
short file can stand for gigabytes, and keys that occur twice, because readers differ in which one they take.
"""

from __future__ import annotations

from typing import Any, Final

from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.dictionary.json_tree import DEEPEST, is_encodable

LARGEST_YAML: Final = 500_000
"""The largest size, in characters: 2,000 columns need fewer, and the parser reads 100,000 a second at worst."""
MOST_NODES: Final = 60_000
"""2,000 columns with ten facts each have fewer, and the parser reads 25,000 a second."""
_NULLS: Final = ("", "~", "null", "Null", "NULL")


def read_yaml(text: str) -> Any:
    """The only document of a YAML text: dicts with text keys, lists, texts, None. Raises SchemaError."""
    import yaml

    if len(text) > LARGEST_YAML:
        raise SchemaError(
            "A YAML file can have at most {most:,} characters.", "Keep one table in it.", most=LARGEST_YAML
        )
    tree = _Tree()
    try:
        for count, event in enumerate(yaml.parse(text, Loader=yaml.BaseLoader)):
            if count > MOST_NODES:
                raise SchemaError(
                    "A YAML file can have at most {most:,} values.", "Keep one table in it.", most=MOST_NODES
                )
            match event:
                case yaml.DocumentStartEvent():
                    tree.begin()
                case yaml.AliasEvent():
                    raise _refusal("an alias")
                case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                    _check(event)
                    tree.open({} if isinstance(event, yaml.MappingStartEvent) else [])
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    tree.close()
                case yaml.ScalarEvent():
                    _check(event)
                    is_null = event.style is None and event.value in _NULLS
                    tree.add(None if is_null else event.value, event.value)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        raise SchemaError(
            "This YAML is malformed in line {line}.",
            "Indent columns under their table, with blanks.",
            line=mark.line + 1 if mark else 1,
        ) from None
    return tree.root


def _check(event: Any) -> None:
    """Raises SchemaError for an anchor or a tag."""
    if event.anchor is not None:
        raise _refusal("an anchor")
    if event.tag is not None and event.tag != "!":
        raise _refusal("a tag")


def _refusal(what: str) -> SchemaError:
    return SchemaError("This YAML contains {what}, which is not read.", "Write the content out.", what=what)


class _Tree:
    """The tree under construction: the open collections, and the key that each open mapping waits to fill."""

    def __init__(self) -> None:
        self.root: Any = None
        self._open: list[Any] = []
        self._keys: list[str | None] = []
        self._begun = False

    def begin(self) -> None:
        """Begin the document. Raises SchemaError for a second one."""
        if self._begun:
            raise SchemaError("This YAML file contains several documents.", "Keep one of them.")
        self._begun = True

    def open(self, collection: Any) -> None:
        """Begin a mapping or a list."""
        if len(self._open) >= DEEPEST:
            raise SchemaError("This file is nested too deeply to describe a table.", "Keep one table in it.")
        self.add(collection, None)
        self._open.append(collection)
        self._keys.append(None)

    def close(self) -> None:
        """End the innermost collection."""
        self._open.pop()
        self._keys.pop()

    def add(self, value: Any, word: str | None) -> None:
        """A value of the innermost collection, or the key before one. word: how it is written, if it is single."""
        if not self._open:
            self.root = value
        elif isinstance(self._open[-1], list):
            self._open[-1].append(value)
        elif self._keys[-1] is not None:
            self._open[-1][self._keys[-1]] = value
            self._keys[-1] = None
        elif word is None or not is_encodable(word):
            raise SchemaError("A key of this YAML file is not a single value.", "Correct it in the file.")
        elif word in self._open[-1]:
            raise SchemaError("This YAML has the key {key} twice in one place.", "Keep one of them.", key=shown(word))
        else:
            self._keys[-1] = word

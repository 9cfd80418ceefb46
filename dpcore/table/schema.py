"""The schema of a table: a public declaration of every column, written by a person, never derived from rows.

A cell is *missing* if it is empty, NaN, infinite, unreadable, nested, longer than 1,000 characters without surrounding
blanks, not a listed category, or a date outside its range.
A number outside its bounds is set to the nearest bound (clamped), in every question and every condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, final

from dpcore import text
from dpcore.errors import SchemaError
from dpcore.number import shown
from dpcore.table.category import writable
from dpcore.table.column import Column, column_from_dict, column_to_dict

MAX_COLUMNS = 2000
MAX_NAME = 200


@final
@dataclass(frozen=True, slots=True, init=False)
class Schema:
    """The declared columns by name: `Schema(age=Number(0, 120))`, or a mapping for names that are not identifiers."""

    columns: Mapping[str, Column] = field(default_factory=dict)

    def __init__(self, columns: Mapping[str, Column] | None = None, /, **named: Column) -> None:
        declared: dict[str, Column] = {**(columns or {}), **named}
        hint = text.Text("Declare at least one column, for example Schema(age=Number(0, 120)).")
        if not declared:
            raise SchemaError("A schema must declare at least one column.", hint)
        if len(declared) > MAX_COLUMNS:
            raise SchemaError(
                "A schema can declare at most {max_columns} columns.",
                "Leave out columns that questions will not use.",
                max_columns=MAX_COLUMNS,
            )
        for name, column in declared.items():
            if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not writable(name):
                raise SchemaError(
                    "{name} cannot be a column name.",
                    "Use 1 to {max_name} characters.",
                    name=shown(name),
                    max_name=MAX_NAME,
                )
            if not isinstance(column, Column):
                raise SchemaError(
                    text.Text(
                        "Column {name} must be declared as a kind of column. Got {value}.",
                        name=shown(name),
                        value=shown(column),
                    ),
                    hint,
                )
        object.__setattr__(self, "columns", declared)

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, in the declared order; `from_dict` reads it back."""
        return {name: column_to_dict(column) for name, column in self.columns.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Mapping[str, Any]]) -> Schema:
        """The schema that `to_dict` wrote. Raises SchemaError."""
        if not isinstance(data, Mapping):
            raise SchemaError("{data} is not a schema.", "See `Schema.to_dict`.", data=shown(data))
        return cls({name: column_from_dict(column) for name, column in data.items()})

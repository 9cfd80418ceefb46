"""The public facts of a dataset, all a quote may look at: schema, unit of privacy, neighbouring relation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final, get_args

from dpcore.errors import SchemaError
from dpcore.number import shown, whole
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.column import Identifier
from dpcore.table.schema import Schema

MAX_ROWS = 1_000_000


@final
@dataclass(frozen=True, slots=True)
class Unit:
    """Who is protected: one row, or all rows of an identifier, of which at most `max_rows` are used.

    `max_groups` also bounds in how many groups of a `by=` those rows may fall. Which rows and groups are used is a
    function of that unit's own rows alone (a keyed hash orders them), so one unit never displaces another's row.
    """

    identifier: str | None = None
    max_rows: int = 1
    max_groups: int | None = None

    def __post_init__(self) -> None:
        if self.identifier is not None and not isinstance(self.identifier, str):
            raise SchemaError(
                "`identifier` of `Unit` must be a column name. Got {identifier}.", identifier=shown(self.identifier)
            )
        whole(self.max_rows, "`max_rows` of `Unit`", low=1, high=MAX_ROWS, error=SchemaError)
        if self.max_groups is not None:
            whole(self.max_groups, "`max_groups` of `Unit`", low=1, high=MAX_ROWS, error=SchemaError)
        if self.identifier is None and (self.max_rows != 1 or self.max_groups not in (None, 1)):
            raise SchemaError(
                "A unit of one row has one row in one group.",
                'Name the column that says whose rows they are: Unit("patient", max_rows=5).',
            )

    @property
    def groups(self) -> int:
        """The largest number of groups in which one unit can have rows."""
        return min(self.max_rows, self.max_groups or self.max_rows)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `Unit(**data)` reads it back."""
        return {"identifier": self.identifier, "max_rows": self.max_rows, "max_groups": self.max_groups}


@final
@dataclass(frozen=True, slots=True)
class Table:
    """What everybody may know of a dataset. `expected_rows` is a public guess, never looked up in the rows.

    synthetic: made up by a program, nobody is in it; every screen and record of it says so.
    """

    schema: Schema
    unit: Unit = Unit()
    neighbors: Neighbors = "add_remove"
    expected_rows: int | None = None
    synthetic: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.schema, Schema):
            raise SchemaError(
                "`schema` must be a `Schema`. Got {schema}.", "Schema(age=Number(0, 120))", schema=shown(self.schema)
            )
        if not isinstance(self.unit, Unit):
            raise SchemaError("`unit` must be a `Unit`. Got {unit}.", "Unit() protects one row.", unit=shown(self.unit))
        if self.neighbors not in get_args(Neighbors):
            raise SchemaError(
                "`neighbors` must be one of {get_args}. Got {neighbors}.",
                "add_remove protects whether somebody is in the table; replace makes the number of units public.",
                get_args=", ".join(get_args(Neighbors)),
                neighbors=shown(self.neighbors),
            )
        name = self.unit.identifier
        if name is not None and not isinstance(self.schema.columns.get(name), Identifier):
            raise SchemaError(
                "The unit's column {name} must be declared as `Identifier()`.",
                "Add it to the schema.",
                name=shown(name),
            )
        if self.expected_rows is not None:
            whole(self.expected_rows, "`expected_rows`", low=1, high=10**15, error=SchemaError)
        if not isinstance(self.synthetic, bool):
            raise SchemaError("`synthetic` must be True or False. Got {synthetic}.", synthetic=shown(self.synthetic))

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `from_dict` reads it back."""
        return {
            "schema": self.schema.to_dict(),
            "unit": self.unit.to_dict(),
            "neighbors": self.neighbors,
            "expected_rows": self.expected_rows,
            "synthetic": self.synthetic,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Table:
        """The facts that `to_dict` wrote."""
        return cls(
            Schema.from_dict(data["schema"]),
            Unit(**data["unit"]),
            data["neighbors"],
            data["expected_rows"],
            data.get("synthetic", False),
        )


def check_columns(table: Table, columns: Mapping[str, str]) -> None:
    """Refuse a schema that names columns which a source does not have. Raises SchemaError."""
    absent = [name for name in table.schema if name not in columns]
    if absent:
        listed = ", ".join(list(columns)[:10]) + (", …" if len(columns) > 10 else "")
        raise SchemaError(
            "The table has no column {absent}.", "Its columns: {listed}.", absent=shown(absent[0]), listed=listed
        )

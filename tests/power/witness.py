"""Stored witnesses: a question, and two small neighbouring tables on which it loses nearly what is booked for it."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpcore.mechanisms import Price
from dpcore.queries import Query, query_from_dict
from dpcore.table.column import Date
from dpcore.table.table import Table, Unit
from tests.contracts.example import suited
from tests.oracle import Row
from tests.power.cell import CURRENCIES, SCHEMA, Cell, fits
from tests.power.measure import Pair, Plain, real, share

FOLDER = Path(__file__).parent / "witnesses"
ENOUGH = 0.9
"""The share of what is booked that a witness must lose."""


@dataclass(frozen=True)
class Witness:
    """share: what was lost when it was found; of a crowded unit, what the bound of groups keeps from being lost."""

    cell: Cell
    query: Query
    table: Table
    price: Price
    pair: Pair
    share: float

    def lost(self, bounded: bool = True) -> float:
        """The share of what is booked that is lost, read by the plain engine, within the bound of groups or without."""
        return share(self.query, self.table, self.price, Plain(self.pair, self.table.unit, bounded))

    def lost_for_real(self) -> float:
        """The same, read by the engine that answers."""
        with real(self.pair, self.table) as exact:
            return share(self.query, self.table, self.price, exact)

    def needed(self) -> float:
        """The share that is lost; of a crowded unit, the share that would be lost if all of its groups counted."""
        return self.lost(bounded=self.cell.shape != "crowd")

    def fair(self) -> bool:
        """Whether these are two neighbouring tables of its cell, on which the question is answered at this price."""
        first, second, most = len(self.pair.first), len(self.pair.second), self.table.unit.max_rows
        neighbours = min(first, second) == 0 if self.cell.neighbors == "add_remove" else min(first, second) > 0
        belongs = self.table.neighbors == self.cell.neighbors and fits(self.cell, self.query, self.table, self.price)
        return neighbours and max(first, second) <= most and belongs

    def to_dict(self) -> dict[str, Any]:
        """As JSON: rows as one list of cells each, in the order of `columns`."""
        columns = sorted({name for row in self.pair.table(0) + self.pair.table(1) for name in row} - {"unit"})
        tables = {
            name: [[_plain(row.get(column)) for column in columns] for row in getattr(self.pair, name)]
            for name in ("others", "first", "second")
        }
        unit = self.table.unit
        return {
            "cell": [getattr(self.cell, field.name) for field in fields(Cell)],
            "query": self.query.to_dict(),
            "unit": [unit.identifier, unit.max_rows, unit.max_groups],
            "rows": self.table.expected_rows,
            "price": str(self.price.total),
            "columns": columns,
            **tables,
            "seed": self.pair.seed,
            "silent": self.pair.silent,
            "as": self.pair.unit,
            "share": round(self.share, 4),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Witness:
        """The inverse of `to_dict`."""
        cell = Cell(*data["cell"])
        table = suited(cell.question, Table(SCHEMA, Unit(*data["unit"]), cell.neighbors), data["rows"])
        tables = {
            name: tuple(_row(data["columns"], cells) for cells in data[name]) for name in ("others", "first", "second")
        }
        others = named(tables["others"])
        return cls(
            cell,
            query_from_dict(data["query"]).bind(table.schema),
            table,
            CURRENCIES[cell.currency](Fraction(data["price"])),
            Pair(
                others,
                tables["first"],
                tables["second"],
                data["seed"],
                data.get("silent", False),
                data.get("as", "mine"),
            ),
            data["share"],
        )


def named(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows of a unit each."""
    return tuple({**row, "unit": f"unit {place}"} for place, row in enumerate(rows))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date) else value


def _row(columns: list[str], cells: list[Any]) -> Row:
    dates = {name for name, column in SCHEMA.columns.items() if isinstance(column, Date)}
    return {
        name: dt.date.fromisoformat(value) if name in dates and value is not None else value
        for name, value in zip(columns, cells, strict=True)
    }


def of(kind: str) -> list[Witness]:
    """Those of one question."""
    path = FOLDER / f"{kind}.json"
    return [*map(Witness.from_dict, json.loads(path.read_text(encoding="utf-8")))] if path.exists() else []


def store(kind: str, witnesses: list[Witness]) -> None:
    """Writes those of one question, a line each."""
    lines = ",\n".join(json.dumps(witness.to_dict()) for witness in sorted(witnesses, key=lambda one: one.cell))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{kind}.json").write_text(f"[\n{lines}\n]\n" if witnesses else "[]\n", encoding="utf-8")

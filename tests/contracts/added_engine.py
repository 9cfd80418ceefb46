"""An engine from the address of a table to its answers. Prints what was seen, as JSON.

Run in a process of its own, in a copy of the repository: `python -m tests.contracts.added_engine FOLDER`.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import sqlite3
import sys
from pathlib import Path
from typing import Any

import numpy as np

import dpcore as dp
from dpcore.engine.source.read import from_descriptor
from dpcore.errors import SourceError
from dpcore.table.aggregate import (
    Aggregate,
    Categories,
    Edges,
    Flags,
    Grid,
    Periods,
    Product,
    Rows,
    Squares,
    Total,
    Units,
)
from dpcore.table.column import Date, Flag, Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine import test_statement as reviewed
from tests.engine.oracle import aggregate

COUNT, KEY = 300, bytes(range(32))
CELLS: dict[str, list[Any]] = {
    "age": [0, 17, 64.5, 65, "65", " 80 ", "1e2", "-3", 1e300, "x", "", None, 0.1, "0.1", b"7", 2**60],
    "ward": ["A", " B", "B'; --", "b", "", "NA", None, 3, 3.0, "3.0", b"A"],
    "smoker": ["yes", "No", 1, 0, "1.0", 2, None, "", "true"],
    "day": ["2020-02-29", "2021-02-29", "2020-12-31 23:59:59", "x", None],
    "person": ["p1", " p1", "p2", "P2", "", "NA", None, 7, "7", "07.0", "p3"],
}
"""Cells of every type in every column; the texts that a number says are the same as the number."""
SCHEMA = Schema(
    age=Number(0, 120, missing=30),
    ward=dp.Category(["A", "B", "B'; --", "3"], other=True),
    smoker=Flag(),
    day=Date("2020-01-01", "2020-12-31"),
    person=Identifier(),
)
FINE, WARD = Grid("age", 0, 120 * 2**20, -20), Categories("ward", ("A", "B", "B'; --", "3"), True)
HALVES = Periods("day", (dt.date(2020, 1, 1), dt.date(2020, 7, 1)), dt.date(2020, 12, 31))
ASKS = (
    Aggregate((Rows(),)),
    Aggregate((Rows(), Total(FINE), Squares(FINE)), keys=(WARD,)),
    Aggregate((Rows(),), keys=(Edges("age", (0.0, 0.1, 65.0, 120.0)), Flags("smoker")), present=("day",)),
    Aggregate((Product(FINE, Condition("ward", "in", ["B", "3"])),), where=(Condition("smoker", "==", True),)),
    Aggregate((Rows(),), keys=(HALVES,), where=(Condition("age", ">=", 65),)),
)


def make(path: Path) -> list[dict[str, Any]]:
    """A table with cells drawn from these; the same rows as the oracle reads them: numbers by what they say."""
    chance = random.Random(5)
    rows = [{name: chance.choice(cells) for name, cells in CELLS.items()} for _ in range(COUNT)]
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE visits (age REAL, ward TEXT, smoker, day DATE, person INTEGER)")
        connection.executemany("INSERT INTO visits VALUES (:age, :ward, :smoker, :day, :person)", rows)
        stored = connection.execute("SELECT * FROM visits").fetchall()
    connection.close()
    return [dict(zip(CELLS, row, strict=True)) for row in stored]


def expected(ask: Aggregate, rows: list[dict[str, Any]]) -> list[Any]:
    """By the oracle, which reads each cell by itself."""
    read = [{name: None if isinstance(cell, bytes) else cell for name, cell in row.items()} for row in rows]
    read = [{**row, "smoker": _text(row["smoker"]), "day": _text(row["day"])} for row in read]
    answer = np.zeros((len(ask.measures), *ask.shape), dtype=object)
    for cell, numbers in aggregate(ask, SCHEMA, read).items():
        answer[(slice(None), *cell)] = numbers
    found: list[Any] = answer.tolist()
    return found


def _text(cell: Any) -> str | None:
    return None if cell is None else str(cell)


def shown(folder: Path) -> dict[str, Any]:
    """Its integers against the oracle's, and a dataset from its address to a release and a reopened desk."""
    path = folder / "visits.db"
    rows, address = make(path), f"sqlite:///{path}"
    table, seen = Table(SCHEMA), dict[str, Any]()
    descriptor = dp.read(address, table="visits").load(folder, KEY).to_dict()
    with from_descriptor(json.loads(json.dumps(descriptor))).engine(table, KEY, folder) as engine:
        answers = engine.aggregate(ASKS)
    seen["wrong"] = [
        str(ask)
        for ask, answer in zip(ASKS, answers, strict=True)
        if [[*map(int, np.ravel(each))] for each in answer]
        != [[*map(int, np.ravel(np.array(each, dtype=object)))] for each in expected(ask, rows)]
    ]
    seen["by_ward"] = [int(number) for number in answers[1][0]]
    return seen | _kept(descriptor, folder) | _released(address) | {"reviewed": _reviewed()}


def _reviewed() -> int:
    """How many of its statements there are to review; each of them obeys the rules of exactness."""
    mine = [(case, dialect) for case, dialect in reviewed.WRITTEN if dialect.name == "sqlite"]
    for case, dialect in mine[::5]:
        reviewed.test_the_statement_obeys_the_rules_of_exactness(case, dialect)
    return len([reviewed.written(case, dialect) for case, dialect in mine])


def _kept(descriptor: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Rows and units, where each of five units keeps at most two rows."""
    people = Table(SCHEMA, Unit("person", max_rows=2))
    with from_descriptor(descriptor).engine(people, KEY, folder) as engine:
        (counted,) = engine.aggregate([Aggregate((Rows(), Units()))])
    return {"kept": [int(number) for number in counted.ravel()]}


def _released(address: str) -> dict[str, Any]:
    ask = dp.Plan([dp.Ask(dp.Count(by=["ward"]), epsilon=40), dp.Ask(dp.Count(), epsilon=40)])
    with dp.Desk() as desk:
        budget = dp.Budget(epsilon=100, delta=1e-6)
        desk.add_dataset("visits", dp.read(address, table="visits"), schema=SCHEMA, budget=budget)
        released = desk.release("visits", ask, confirm=True)
    with dp.Desk() as desk:
        stored = desk.releases("visits")
    try:
        dp.read(address, table="absent")
        refused = ""
    except SourceError as error:
        refused = str(error)
    estimates = [list(release.figures["estimate"]) for release in stored]
    return {"stored": stored == released, "counts": estimates, "refused": refused}


if __name__ == "__main__":
    print(json.dumps(shown(Path(sys.argv[1]))))

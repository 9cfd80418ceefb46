"""What a column, a file or a folder is called changes no answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.read import read
from dpcore.table.aggregate import Aggregate, Categories, Grid, Rows, Total, Units
from dpcore.table.category import Category
from dpcore.table.column import Identifier, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

KEY = bytes(32)
NAMES = ["_unit", "_order", "_rank", "_who", "_bound", "_room", "_few", "_size", "_Unit", "_RANK", "_0", "_1", "_rows"]
NAMES += ["_all", "_stored", "_l1", "k0", "m0", "h", "t", "x", "rowid", "filename"]


def answers(name: str, number: str, unit: Unit, folder: Path) -> list[Any]:
    """Of a table with a category and a number of these names."""
    cells = {"id": [1, 1, 2, 2, 3], name: ["a", "b", "a", "a", "b"], number: [1.0, 2.0, 3.0, 3.0, 5.0]}
    schema = Schema({"id": Identifier(), name: Category(["a", "b"], other=True), number: Number(0, 5)})
    by = (Categories(name, ("a", "b"), True),)
    asks = [
        Aggregate((Rows(), Units()), keys=by, max_groups=2),
        Aggregate((Total(Grid(number, 0, 5, 0)),), present=(number,)),
    ]
    frozen = read(pa.table(cells)).freeze(folder, KEY)
    with DuckDB(frozen, Table(schema, unit), KEY, folder) as engine:
        return [answer.tolist() for answer in engine.aggregate(asks)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows", [2, 30])
def test_a_column_may_have_any_name(rows: int, tmp_path: Path) -> None:
    unit = Unit("id", rows, 2)
    expected = answers("group", "value", unit, tmp_path)
    for name in NAMES:
        other = NAMES[(NAMES.index(name) + 3) % len(NAMES)]
        assert answers(name, other, unit, tmp_path) == expected, (name, other)


@pytest.mark.sample(1)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_folder_is_no_column(suffix: str, tmp_path: Path) -> None:
    folder = tmp_path / "c=zzz" / "n=7"
    folder.mkdir(parents=True)
    path = folder / f"t.{suffix}"
    if suffix == "csv":
        path.write_text("c\na\na\nb\n")
    else:
        pq.write_table(pa.table({"c": ["a", "a", "b"]}), path)
    with dp.Desk(home=folder / "home") as desk:
        desk.add_dataset("t", dp.read(path), schema=dp.Schema(c=dp.Category(["a", "b"])), budget=dp.Budget(mu=100))
        [release] = desk.release("t", dp.Plan([dp.Ask(dp.Count(by=["c"]), mu=50)]))
        assert [round(value) for value in release.table["estimate"]] == [2, 1]
    assert list(dp.read(path).columns) == ["c"]

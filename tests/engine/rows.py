"""Small tables for tests: written as Parquet with the types asked for, or through `read` as a person would."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.source.frozen import Frozen
from dpcore.table.aggregate import Aggregate, Least
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine import oracle

KEY = bytes(range(32))


def frozen(columns: dict[str, pa.Array], folder: Path) -> Frozen:
    """A frozen copy with these stored types, unfingerprinted."""
    path = folder / f"{len(list(folder.iterdir()))}.parquet"
    pa.parquet.write_table(pa.table(columns), path)
    stat = path.stat()
    mark = Fingerprint("test", path.name, ())
    return Frozen(path, dict.fromkeys(columns, "number"), mark, stat.st_size, stat.st_mtime_ns)


def answers(columns: dict[str, pa.Array], table: Table, *plans: Sequence[Aggregate]) -> list[np.ndarray]:
    """What the engine says of a table of these columns, to one plan after the other."""
    with tempfile.TemporaryDirectory() as folder:
        copy = frozen(columns, Path(folder))
        with DuckDB(copy, table, KEY, Path(folder)) as engine:
            return [answer for asks in plans for answer in engine.aggregate(asks)]


def assert_as_oracle(
    columns: dict[str, pa.Array], schema: Schema, *plans: Sequence[Aggregate], unit: Unit | None = None
) -> None:
    """Every number of every ask is what plain Python says. (A unit, if any, must have room for all its rows.)"""
    table = Table(schema, unit or Unit())
    cells = [column.to_pylist() for column in columns.values()]
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]
    name = table.unit.identifier
    if name is not None:
        rows = [row for row in rows if oracle.clean(schema[name], row[name]) is not None]
    asks = [ask for plan in plans for ask in plan]
    for ask, answer in zip(asks, answers(columns, table, *plans), strict=True):
        expected = np.zeros(answer.shape, dtype=object)
        for place, measure in enumerate(ask.measures):
            expected[place] = measure.grid.steps if isinstance(measure, Least) else 0
        for cell, numbers in oracle.aggregate(ask, schema, rows, name).items():
            for place, value in enumerate(numbers):
                expected[(place, *cell)] = value
        assert answer.tolist() == expected.tolist(), ask

"""A row more, whose cell widens the type or scale of its whole column, changes no other row's answers."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dpcore.spelling import spelt
from tests.engine.test_spelling import seen, table

NARROW: dict[str, list[pa.DataType]] = {
    "whole": [pa.int8(), pa.int32(), pa.int64(), pa.uint16(), pa.float64(), pa.decimal128(5, 2), pa.string()],
    "parts": [pa.float64(), pa.float32(), pa.decimal128(9, 1), pa.decimal128(20, 5), pa.decimal128(38, 12)],
}
CELLS: dict[str, list[Decimal]] = {
    "whole": [Decimal(1), Decimal(2), Decimal(0), Decimal(86), Decimal(100)],
    "parts": [Decimal("0.5"), Decimal("2.5"), Decimal("1"), Decimal("0.1"), Decimal("0.3")],
}
WIDER: list[tuple[pa.DataType, list[Any]]] = [
    (pa.int64(), [2**62, -5]),
    (pa.float64(), [0.5, 1e300, float("nan"), float("inf"), 1e-7]),
    (pa.decimal128(38, 2), [Decimal("10") ** 35, Decimal("7.25")]),
    (pa.decimal128(38, 30), [Decimal("1E-30"), Decimal("7.125")]),
    (pa.string(), ["1.0", "x", " 2 ", "1E0", "", "x" * 2000]),
]


def stored(cells: list[Any], kind: pa.DataType, mine: int, way: str, folder: Path) -> Any:
    """The cells as this type: in memory, in a file, or as a frame of Arrow's types or of Python objects."""
    if pa.types.is_string(kind):
        column = pa.array([cell if isinstance(cell, str) else spelt(cell) for cell in cells], kind)
    elif pa.types.is_decimal(kind):
        column = pa.array(cells, kind)
    else:
        read = int if pa.types.is_integer(kind) else float
        column = pa.array([cell if cell is None else read(cell) for cell in cells], kind)
    made = pa.table({**table(cells, mine), "c": column, "c2": column})
    if way == "arrow":
        return made
    if way == "parquet":
        path = folder / f"{len(list(folder.iterdir()))}.parquet"
        pq.write_table(made, path)
        return path
    return made.to_pandas(types_mapper=pd.ArrowDtype if way == "extension" else None)


def fits(cells: list[Decimal], kind: pa.DataType) -> bool:
    if pa.types.is_integer(kind):
        return all(cell == int(cell) for cell in cells)
    # Of float32 only numbers that it holds exactly are the same numbers.
    return not pa.types.is_float32(kind) or all(float(cell) in (0.5, 2.5, 1.0) for cell in cells)


def check(seed: int, folder: Path) -> None:
    random = Random(seed)
    base = random.choice(list(CELLS))
    values = random.sample(CELLS[base], 3)
    narrow = random.choice([kind for kind in NARROW[base] if fits(values, kind)])
    wider, odd = random.choice([(kind, odd) for kind, odd in WIDER if fits(values, kind)])
    cells = [random.choice(values) for _ in range(12)]
    more = random.choice([*odd, None])
    who = random.choice(["u", "c2"])
    if who == "c2" and more is not None and str(spelt(more)).strip() in map(spelt, cells):
        more = None  # a row more of the same unit (" 2 " is "2") moves that unit's rows
    ways = random.sample(["arrow", "parquet", "extension", "frame"], 2)
    alone = seen(stored(cells, narrow, 12, ways[0], folder), who, folder / "desk")
    beside = seen(stored([*cells, more], wider, 12, ways[1], folder), who, folder / "desk")
    assert beside == alone, (values, narrow, wider, more, who, ways)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(12))
def test_a_wider_column_changes_no_other_row(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(100, 200))
def test_no_wider_column_of_many_changes_another_row(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)

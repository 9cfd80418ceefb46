"""A cell is spelt by its value alone, in Python and in SQL alike, whatever type and scale its column has."""

from __future__ import annotations

import datetime as dt
import math
import struct
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from sqlglot import exp

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.read import read
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.physical import Physical
from dpcore.errors import SchemaError
from dpcore.spelling import spelt
from dpcore.table.aggregate import Aggregate, Categories, Edges, Flags, Rows, Units
from dpcore.table.category import Category
from dpcore.table.column import Flag, Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit

R = Random(20250701)


def in_sql(column: pa.Array, kind: Physical) -> list[str | None]:
    """What the engine spells."""
    dialect = DuckDBDialect()
    query = exp.select(dialect.spelling(exp.column("c"), kind).as_("s")).from_("cells")
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.register("cells", pa.table({"c": column}))
        return [row[0] for row in connection.execute(dialect.sql(query)).fetchall()]


DOUBLES = [
    *(10.0**power * sign for power in range(-323, 309) for sign in (1, -1, 1.5)),
    *(2.0**power for power in range(-1074, 1024) if power != 807),  # which DuckDB 2.0 writes as A.07…e+242
    *(round(R.uniform(-1e6, 1e6), 2) for _ in range(2000)),
    *(R.uniform(-10, 10) for _ in range(2000)),
    *(struct.unpack("d", R.randbytes(8))[0] for _ in range(2000)),
    *(0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1e300, 2.0**53 + 2, 2.0**63, 1234567.125),
]


def test_doubles_are_spelt_alike_in_python_and_sql() -> None:
    assert in_sql(pa.array(DOUBLES), "float") == [spelt(value) for value in DOUBLES]


def test_a_float32_is_spelt_alike_as_a_double() -> None:
    cells = [struct.unpack("f", R.randbytes(4))[0] for _ in range(5000)] + [np.float32(x) for x in (0.1, 3.3, 1e-4)]
    singles = pa.array(np.array(cells, dtype=np.float32))
    assert in_sql(singles, "float") == in_sql(singles.cast(pa.float64()), "float")
    assert in_sql(singles, "float") == [spelt(value) for value in singles.to_pylist()]
    assert in_sql(pa.array([0.1, 3.3, 1e-4], pa.float32()), "float") == ["0.1", "3.3", "0.0001"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ["0", "1", "-1", "0.1", "-0.5", "100", "12.34", "0.0000000001"])
def test_a_number_is_spelt_alike_whatever_stores_it(text: str) -> None:
    value = Decimal(text)
    scales = [(38, 10), (38, 20), (11, 10), (20, 10), (38, 36), (12, 12)]
    fits = [(p, s) for p, s in scales if value == 0 or value.adjusted() < p - s]
    found = {in_sql(pa.array([value], pa.decimal128(*fit)), "decimal")[0] for fit in fits}
    found |= {spelt(value), spelt(value * Decimal("1.000")), in_sql(pa.array([float(value)]), "float")[0]}
    found |= {in_sql(pa.array([text]), "text")[0]}
    if value == int(value):
        found |= {
            spelt(int(value)),
            *(in_sql(pa.array([int(value)], kind), "integer")[0] for kind in (pa.int8(), "int64")),
        }
    assert found == {text}


def test_texts_are_not_read_as_numbers_and_times_are_instants() -> None:
    assert in_sql(pa.array(["1.0", " 1E0\n", "\t", "x" * 1001, f" {'é' * 1000}\r"]), "text") == [
        *("1.0", "1E0", "", None),
        "é" * 1000,
    ]
    instants: list[tuple[pa.Array, str]] = [(pa.array([dt.date(2024, 6, 1)]), "2024-06-01")]
    for unit in ("s", "ms", "us", "ns"):
        for zone in (None, "UTC", "Asia/Tokyo"):
            kind = pa.timestamp(unit, zone)
            instants.append((pa.array([dt.datetime(2024, 6, 1)], pa.timestamp(unit)).cast(kind), "2024-06-01"))
            noon = pa.array([1717236000 * 10 ** {"s": 0, "ms": 3, "us": 6, "ns": 9}[unit]]).cast(kind)
            instants.append((noon, "2024-06-01 10:00:00"))
    shown = {text for _, text in instants}
    assert {in_sql(column, "date")[0] for column, text in instants if column.type != pa.timestamp("s")} == shown
    aware = dt.datetime(2024, 6, 1, 12, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    assert {spelt(aware), spelt(pd.Timestamp(aware)), spelt(dt.datetime(2024, 6, 1, 10))} == {"2024-06-01 10:00:00"}
    assert spelt(dt.timedelta(days=1)) == spelt(pd.Timedelta("1D")) == "86400" and spelt(25 + 0j) == spelt(25.0) == "25"


def test_a_declared_value_is_spelt_as_a_cell_and_no_longer_than_one() -> None:
    declared = Category([Decimal("1.00"), 2.0, np.float32(0.1), dt.date(2024, 6, 1), True, 1e-7, "x" * 1000])
    assert declared.values[:6] == ("1", "2", "0.1", "2024-06-01", "true", "0.0000001")
    with pytest.raises(SchemaError, match="at most 1000 characters"):
        Category(["a", "x" * 1001])
    old = {"c": {"kind": "category", "values": ["a", "x" * 1001], "other": True}}
    assert Schema.from_dict(old).to_dict() == old  # declared before there was a limit


VALUES = ("1", "2.5", "true", "2024-06-01", "86400", "0.1", "4611686018427387904")
QUESTIONS = [
    Aggregate((Rows(),), keys=(Flags("mine"), Categories("c", VALUES, True))),
    Aggregate((Rows(), Units()), keys=(Flags("mine"), Categories("g", ("a", "b", "c"))), max_groups=1),
    Aggregate((Rows(),), keys=(Flags("mine"),), where=(Condition("c", "in", ["1", "2.5"]),)),
]
NUMBERS = [
    Aggregate((Rows(),), keys=(Flags("mine"), Edges("c", (0.0, 0.05, 0.1, 0.3, 1.0, 2.0, 50.0, 100.0)))),
    Aggregate((Rows(),), keys=(Flags("mine"),), where=(Condition("c", ">=", 0.3),)),
]
BASES: dict[str, list[Any]] = {
    "whole": [1, 2],
    "large": [2**62, 1],
    "double": [1.0, 2.5],
    "single": [np.float32(0.1), np.float32(2.5)],
    "decimal": [Decimal("1.00"), Decimal("2.5")],
    "third": [Decimal("0.1"), Decimal("0.3")],
    "truth": [True, False],
    "text": ["1", "1.0"],
    "time": [pd.Timestamp("2024-06-01"), pd.Timestamp("2024-06-01 10:00:00.5")],
    "day": [dt.date(2024, 6, 1), dt.date(2024, 7, 1)],
    "span": [pd.Timedelta("1D"), pd.Timedelta("1.5s")],
}
ODD: list[Any] = [
    *(None, math.nan, math.inf, 2**70, 1 + 2j, b"x", "text", True, 0.5, Decimal("7.125"), Decimal("1E-30")),
    *(pd.Timedelta("1ns"), pd.Timestamp("2020-01-01 00:00:00.000000001"), dt.date(1999, 1, 1), [1.5], {"a": 1}),
]


def seen(source: Any, who: str, folder: Path) -> list[Any]:
    """What the questions say of the rows marked as first."""
    frozen, found = read(source).freeze(folder, bytes(32)), []
    for column, asks in ((Category(VALUES, other=True), QUESTIONS), (Number(0, 100), NUMBERS)):
        schema = Schema(c=column, g=Category(["a", "b", "c"]), mine=Flag(), c2=Identifier(), u=Identifier())
        with DuckDB(frozen, Table(schema, Unit(who, 2, 1)), bytes(32), folder) as engine:
            found += [answer[:, 1].tolist() for answer in engine.aggregate(asks)]
    return found


def table(cells: list[Any], mine: int) -> dict[str, list[Any]]:
    size = len(cells)
    return {
        "c": cells,
        "c2": cells,
        "g": ["abc"[i % 3] for i in range(size)],
        "mine": [i < mine for i in range(size)],
        "u": [f"u{i // 4 if i < mine else -i}" for i in range(size)],
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("base", BASES)
def test_an_odd_cell_in_a_frame_changes_no_answer(base: str, tmp_path: Path) -> None:
    random = Random(base)
    cells, who = BASES[base] * 6, random.choice(["u", "c2"])
    alone = seen(pd.DataFrame(table(cells, 12)), who, tmp_path)
    for odd in random.sample(ODD, 4):
        if who == "c2" and spelt(odd) in map(spelt, cells):
            continue  # this row is then another one of the same unit
        assert seen(pd.DataFrame(table([*cells, odd], 12)), who, tmp_path) == alone, (base, odd)


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", ["arrow", "parquet"])
@pytest.mark.parametrize("base", ["whole", "double", "decimal", "third"])
def test_no_stored_type_or_scale_changes_an_answer(base: str, way: str, tmp_path: Path) -> None:
    cells = [Decimal(spelt(cell) or "") for cell in BASES[base]] * 6
    kinds = [pa.decimal128(5, 3), pa.decimal128(38, 3), pa.decimal128(38, 30), pa.float64(), pa.string()]
    kinds += [pa.int8(), pa.int64(), pa.uint32()] if base == "whole" else []

    def stored(kind: pa.DataType) -> Any:
        made = table(cells, 12)
        as_kind = {pa.string(): spelt, pa.float64(): float}.get(kind, int if pa.types.is_integer(kind) else Decimal)
        columns = {
            **made,
            "c": pa.array(list(map(as_kind, cells)), kind),
            "c2": pa.array(list(map(as_kind, cells)), kind),
        }
        if way == "arrow":
            return pa.table(columns)
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.parquet"
        pa.parquet.write_table(pa.table(columns), path)
        return path

    for who in ("u", "c2"):
        first, *others = [seen(stored(kind), who, tmp_path / "desk") for kind in kinds]
        assert all(other == first for other in others)

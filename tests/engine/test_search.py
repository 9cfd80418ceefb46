"""A value's place among many edges is the one that plain comparison gives, however the engine is asked for it."""

from __future__ import annotations

import bisect
import datetime as dt
import math
import struct
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.sql import search
from dpcore.engine.sql.clean import day
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.literal import double, integer
from dpcore.table.table import Table

SIZES = [1, 2, search.FEW, search.FEW + 1, 127, 128, 129, 1000, 1023, 1025, 4000]
DAYS = (dt.date(9999, 12, 31) - dt.date(1, 1, 1)).days


def doubles(random: Random, count: int) -> list[float]:
    """Over the whole range, some of them next to each other, with both zeros' neighbours."""
    found = {0.0, 5e-324, -5e-324}
    while len(found) < count:
        (value,) = struct.unpack("d", random.randbytes(8))
        if math.isfinite(value):
            found |= {value, math.nextafter(value, math.inf)} if random.random() < 0.3 else {value}
    return sorted(value for value in random.sample(sorted(found), count) if math.isfinite(value))


def edges(random: Random, kind: str, count: int) -> list[Any]:
    if kind == "double":
        return doubles(random, count)
    if kind == "whole":
        reach = random.choice([count, 10**6, 2**62])
        return sorted(random.randint(-reach, reach) for _ in range(count))  # edges between the same whole numbers
    return [dt.date(1, 1, 1) + dt.timedelta(days) for days in sorted(random.sample(range(DAYS), count))]


def around(value: Any) -> list[Any]:
    if isinstance(value, float):
        return [math.nextafter(value, -math.inf), value, math.nextafter(value, math.inf)]
    step = 1 if isinstance(value, int) else dt.timedelta(1)
    return [value, value + step] if value != dt.date(9999, 12, 31) else [value]


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", ["double", "whole", "date"])
@pytest.mark.parametrize("size", SIZES)
def test_a_place_is_that_of_plain_comparison(kind: str, size: int) -> None:
    random = Random(f"{kind} {size}")
    firsts = edges(random, kind, size)
    sought = [x for first in random.sample(firsts, min(size, 700)) for x in around(first) if x >= firsts[0]]
    sought += [-0.0] * (kind == "double" and firsts[0] <= 0)
    spelt = {"double": double, "whole": integer, "date": lambda first: day(first.isoformat())}[kind]
    rows = pa.table({"x": pa.array(sought, {"double": pa.float64(), "whole": pa.int64(), "date": pa.date32()}[kind])})
    place = search.place([spelt(first) for first in firsts], exp.column("x"), DuckDBDialect())
    with duckdb.connect() as connection:
        connection.register("rows", rows)
        query = exp.select("x", place.as_("place")).from_("rows").sql(dialect="duckdb")
        found = connection.execute(query).fetchall()
    assert sorted(found) == sorted((x, bisect.bisect_right(firsts, x) - 1) for x in sought)


@pytest.mark.audit
def test_a_question_of_many_uneven_bins_counts_as_plain_comparison_does(tmp_path: Path) -> None:
    random = Random(5)
    cuts = sorted(random.sample(range(1, 10**6), 9_000))
    values = [random.choice([cuts[random.randrange(9_000)] / 1e6, random.random()]) for _ in range(5_000)]
    cells = pa.table({"x": [*values, math.nan, math.inf, None, -1.0], "n": [*range(5_000), None, 7, 10**6, -3]})
    columns = {"x": dp.Number(0, 1), "n": dp.Number(0, 10**6, integer=True), "d": dp.Date("0001-01-01", "9999-12-31")}
    table = Table(dp.Schema(columns))
    dates = [dt.date(random.randint(1, 9999), 1, 1) for _ in range(cells.num_rows - 1)]
    cells = cells.append_column("d", pa.array([*dates, None]))
    questions = [
        dp.Histogram("x", edges=[cut / 1e6 for cut in cuts]),
        dp.Histogram("n", edges=cuts),
        dp.Histogram("d", period="year"),
    ]
    asks = [question.bind(table.schema).aggregate(table) for question in questions]
    frozen = dp.read(cells).freeze(tmp_path, b"key")
    with DuckDB(frozen, table, b"key", tmp_path) as engine:
        by_x, by_n, by_year = (np.array(found[0]).ravel() for found in engine.aggregate(asks))
    clamped = np.clip([*values, -1.0], 0, 1)
    assert by_x.tolist() == np.histogram(clamped, [cut / 1e6 for cut in cuts])[0].tolist()
    assert by_n.tolist() == np.histogram(np.clip([*range(5_000), 7, 10**6, -3], 0, 10**6), cuts)[0].tolist()
    assert by_year.tolist() == np.histogram([date.year for date in dates], range(1, 10_001))[0].tolist()


def test_a_statement_holds_each_edge_once_and_no_tree_of_them() -> None:
    firsts = [double(float(cut)) for cut in range(10_000)]
    statement = search.place(firsts, exp.column("x"), DuckDBDialect()).sql(dialect="duckdb")
    assert statement.count("CASE") == 1 and statement.count("AS DOUBLE") == len(firsts)

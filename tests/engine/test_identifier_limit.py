"""What cannot be read of an identifier is said before a charge, by types alone; a frame that merged them is refused."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.postgres_address import Address
from dpcore.engine.postgres_rows import PostgresRows
from dpcore.engine.rows import Rows, limits_of
from dpcore.engine.spark_rows import SparkRows
from dpcore.table.table import Table
from tests.chance import seeds

SCHEMA = dp.Schema(who=dp.Identifier(), n=dp.Number(0, 5))
TABLE = Table(SCHEMA, dp.Unit("who", max_rows=3))
BUDGET = dp.Budget(mu=2.0, delta=1e-6)
PLAN = dp.Plan([dp.Count()], mu=0.3)
FLOATS, FORMS = "floating point", "forms of Unicode"


def said(rows: Rows, table: Table = TABLE) -> str:
    return " ".join(rows.limits(table))


@pytest.mark.parametrize(
    ("cells", "floats"),
    [
        (pa.array([1.0, 2.5, None]), True),
        (pa.array([1.0, 2.0], pa.float32()), True),
        (pa.array([2**60, 2]), False),
        (pa.array(["1.0", "9007199254740993.0"]), False),
        (pa.array([1, 2], pa.uint8()), False),
    ],
    ids=["double", "float", "bigint", "text", "byte"],
)
@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_floating_point_identifiers_are_said_in_every_quote(
    tmp_path: Path, cells: pa.Array, floats: bool, kind: str
) -> None:
    table: Any = pa.table({"who": cells, "n": [1] * len(cells)})
    if kind == "parquet":
        pq.write_table(table, tmp_path / "a.parquet")
        table = tmp_path / "a.parquet"
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset("a", dp.read(table), schema=SCHEMA, unit=TABLE.unit, budget=BUDGET)
        desk.add_dataset("rows", dp.read(table), schema=SCHEMA, budget=BUDGET, separate_budget=True)
        quote = desk.quote("a", PLAN)
        assert [FLOATS in limit and "who" in limit for limit in quote.limits] == [True] * floats
        assert desk.quote("rows", PLAN).limits == ()
        desk.release("a", PLAN)
        assert desk.quote("a", PLAN).limits == ()  # nothing would be charged
        desk.delete_rows("a")
        assert desk.quote("a", dp.Plan([dp.Count()], mu=0.4)).limits == ()


def test_rows_of_a_kind_that_only_another_version_knows_are_quoted_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset(
            "a", dp.read(pa.table({"who": [1.5], "n": [1]})), schema=SCHEMA, unit=TABLE.unit, budget=BUDGET
        )
        assert desk.quote("a", PLAN).limits
        rows = {"kind": "of another version", "path": "a.parquet"}
        monkeypatch.setattr("dpcore.ledger.ledger.Ledger.rows", lambda *_: rows)
        assert desk.quote("a", PLAN).limits == () and desk.quote("a", PLAN).fits


def test_a_table_in_place_says_it_by_its_types() -> None:
    spark = {kind: SparkRows("sc://host", ("c", "s", "t"), {"who": kind}) for kind in ("double", "bigint", "string")}
    assert [said(rows).count(FLOATS) for rows in spark.values()] == [1, 0, 0]
    assert [said(rows).count(FORMS) for rows in spark.values()] == [0, 0, 1]
    address = Address.parse("postgresql+psycopg://ada@host/base")
    for kind, limits in {"pg_catalog.float8": 1, "float8": 1, "int8": 0, "text": 0}.items():
        rows = PostgresRows(address, "public", "t", {"who": kind})
        if rows.kind_of(kind) != "other":
            assert (said(rows).count(FLOATS), FORMS in said(rows)) == (limits, False)
    old = Table(SCHEMA, TABLE.unit, rule=1)
    assert said(spark["double"], old) == said(spark["string"], old) == said(spark["string"], Table(SCHEMA)) == ""
    assert limits_of("who", "text") == limits_of("who", "date", "Spark") == ()


def written(draw: random.Random, large: bool) -> pd.Series:
    """Identifiers as pandas may store them: floats only, floats among objects, nullable floats."""
    cells = [float(draw.randrange(2**53)) for _ in range(draw.randint(1, 9))] + [math.nan, math.inf]
    if large:
        cells[draw.randrange(len(cells) - 2)] = draw.choice([1, -1]) * draw.choice([2.0**53, 2.0**60, 1e300])
    draw.shuffle(cells)
    match draw.randrange(4):
        case 0:
            return pd.Series(cells)
        case 1:
            return pd.Series([draw.choice([float, np.float64])(cell) for cell in cells] + ["x", None], dtype=object)
        case 2:
            return pd.Series(pd.array(cells, dtype="Float64"))
    return pd.Series(cells, dtype=pd.ArrowDtype(pa.float64()))


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", seeds(25))
@pytest.mark.parametrize("large", [False, True])
def test_a_frame_whose_identifiers_were_merged_is_refused(tmp_path: Path, seed: int, large: bool) -> None:
    series = written(random.Random(seed), large)
    frame = pd.DataFrame({"who": series, "n": 1})
    with dp.Desk(home=tmp_path / "home") as desk:

        def add(name: str, unit: dp.Unit) -> None:
            desk.add_dataset(name, dp.read(frame), schema=SCHEMA, unit=unit, budget=BUDGET, separate_budget=True)

        add("rows", dp.Unit())
        if not large:
            add("people", TABLE.unit)
            return
        with pytest.raises(dp.SourceError, match="Int64 or text") as caught:
            add("people", TABLE.unit)
        assert str(2**53) not in str(caught.value) and "e+" not in str(caught.value)
        assert [dataset.name for dataset in desk.datasets()] == ["rows"]
        frame["who"] = [f"p{place}" for place in range(len(frame))]
        add("people", TABLE.unit)
        frame["who"] = series
        with pytest.raises(dp.SourceError, match="Int64 or text"):
            desk.update("people", dp.read(frame), separate_budget=True)


@pytest.mark.parametrize("cells", [[2**60, 2**60 + 1], pd.array([2**60, None], dtype="Int64"), ["1e300", "2"]])
def test_whole_numbers_and_texts_of_a_frame_are_read(tmp_path: Path, cells: Any) -> None:
    frame = pd.DataFrame({"who": cells, "n": 1})
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset("people", dp.read(frame), schema=SCHEMA, unit=TABLE.unit, budget=BUDGET)
        assert desk.quote("people", PLAN).limits == ()

"""Cells read by a declared format in place: in PostgreSQL and Spark as the oracle, and thus DuckDB, reads them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.table.column import Column
from tests.chance import seeds
from tests.engine import format_oracle as oracle
from tests.engine.format_cells import LAST, REAL, cells, date_format, number_format, readings, spelt
from tests.engine.in_place.world import Kind, address, make
from tests.postgres import Cluster
from tests.spark import Server

pytestmark = pytest.mark.xdist_group("spark")
SIZE = 9_999
Cells = dict[str, list[str | None]]


def drawn(seed: int, columns: int, count: int) -> tuple[dict[str, dp.Format], Cells]:
    """Columns of texts: half numbers, half dates. PostgreSQL stores no NUL, and a copy has none."""
    chance = random.Random(seed)
    formats = {f"c{at}": (number_format if at % 2 else date_format)(chance) for at in range(columns)}
    some = {name: cells(chance, said, count) for name, said in formats.items()}
    plain = {name: [cell and cell.replace("\0", "") for cell in each] for name, each in some.items()}
    return formats, plain


def expected(formats: dict[str, dp.Format], some: Cells) -> dict[str, list[Any]]:
    return {
        name: spelt([oracle.day(cell, said) for cell in some[name]])
        if said.dates
        else [oracle.number(cell, said) for cell in some[name]]
        for name, said in formats.items()
    }


def schema(formats: dict[str, dp.Format]) -> dict[str, Column]:
    return {name: LAST if said.dates else REAL for name, said in formats.items()}


def compare(
    found: dict[str, list[Any]], there: dict[str, list[Any]], formats: dict[str, dp.Format], some: Cells
) -> None:
    for name, said in formats.items():
        assert len(found[name]) == len(there[name]), name
        rows = zip(some[name], found[name], there[name], strict=True)
        wrong = [row for row in rows if row[1] != row[2]]
        assert not wrong, (said, len(wrong), wrong[:8])
        assert sum(each is not None for each in there[name]) > 100, said


def placed(server: Any, some: Cells, type_name: str = "text") -> None:
    """The table in PostgreSQL: every other column in a collation that takes some different texts for equal."""
    text = [Kind(type_name, (), pa.string(), str), Kind(f'{type_name} COLLATE "blind"', (), pa.string(), str)]
    kinds = {"key": Kind("integer", (), pa.int32(), int), **{name: text[at // 2 % 2] for at, name in enumerate(some)}}
    rows = zip(*some.values(), strict=True)
    make(
        server, "visits", kinds, [{"key": str(at), **dict(zip(some, row, strict=True))} for at, row in enumerate(rows)]
    )


@pytest.mark.parametrize("unit", [None, "who"])
@pytest.mark.parametrize("seed", seeds(1, *range(1, 12)))
def test_postgres_reads_cells_as_the_oracle_does(
    seed: int, unit: str | None, server: Any, postgres: Cluster, tmp_path: Path
) -> None:
    formats, some = drawn(seed, 8, 400)
    there, declared = expected(formats, some), schema(formats)
    people = {"who": [str(at // 50) for at in range(len(some["c0"]))]}
    placed(server, some | people)
    source = dp.read(address(postgres), table="visits").with_formats(formats)
    identified: dict[str, Column] = {"who": dp.Identifier()} if unit else {}
    compare(readings(source, declared | identified, tmp_path, SIZE, unit), there, formats, some)


@pytest.mark.parametrize("unit", [None, "who"])
@pytest.mark.parametrize("seed", seeds(1, *range(1, 6)))
def test_spark_reads_cells_as_the_oracle_does(seed: int, unit: str | None, spark: Server, tmp_path: Path) -> None:
    formats, some = drawn(100 + seed, 6, 400)
    there, declared = expected(formats, some), schema(formats)
    people = {"who": [str(at // 50) for at in range(len(some["c0"]))]}
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"key": range(len(some["c0"])), **some, **people}), path)
    spark.table("visits", {"key": "bigint", **dict.fromkeys(some, "string"), "who": "string"}, path)
    source = dp.read(spark.address, table="visits").with_formats(formats)
    identified: dict[str, Column] = {"who": dp.Identifier()} if unit else {}
    compare(readings(source, declared | identified, tmp_path, SIZE, unit), there, formats, some)

"""Cells read by a declared format in place: in PostgreSQL and Spark as the oracle, and thus DuckDB, reads them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.table.aggregate import Aggregate, Rows, Total
from dpcore.table.column import Column
from dpcore.table.grid import Grid
from dpcore.table.table import Table
from tests.chance import seeds
from tests.engine import format_oracle as oracle
from tests.engine.format_cells import LAST, REAL, cells, date_format, number_format, readings, spelt
from tests.engine.in_place.world import KEY, KINDS, Kind, address, exported, make, spark_types
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


@pytest.mark.parametrize("unit", [None, pytest.param("who", marks=pytest.mark.audit)])
@pytest.mark.parametrize("seed", seeds(1, *range(1, 6)))
def test_spark_reads_cells_as_the_oracle_does(seed: int, unit: str | None, spark: Server, tmp_path: Path) -> None:
    formats, some = drawn(100 + seed, 4, 400)
    there, declared = expected(formats, some), schema(formats)
    people = {"who": [str(at // 50) for at in range(len(some["c0"]))]}
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"key": range(len(some["c0"])), **some, **people}), path)
    spark.table("visits", {"key": "bigint", **dict.fromkeys(some, "string"), "who": "string"}, path)
    source = dp.read(spark.address, table="visits").with_formats(formats)
    identified: dict[str, Column] = {"who": dp.Identifier()} if unit else {}
    compare(readings(source, declared | identified, tmp_path, SIZE, unit), there, formats, some)


WHOLE = ("31122013", "1012013", "-9", "99", "12", "20131231", "900131", "10203", "131", "0", None)
HALVES = ("9.5", "-9", "99.50", "0.7", "-0.25", "99", None)


def numbers(server: Any, folder: Path) -> tuple[dict[str, dp.Format], dict[str, Column], dict[str, str]]:
    """A table in PostgreSQL and a file of numbers in every type, in rows of the longer of both lists."""
    kinds = {"key": Kind("integer", (), pa.int32(), int)}
    rows = [{"key": str(at)} for at in range(len(WHOLE))]
    formats, columns, types = dict[str, dp.Format](), dict[str, Column](), {"key": "int"}
    day = dp.Format(dates="day first", years_from=1950, missing=["99", "-9.0"])
    half = dp.Format(decimal=",", missing=["9,5", "-9", "99,5"])
    for name in ("int", "double", "real", "decimal", "text", "date"):
        for sort, said, some in (("d", day, WHOLE), ("h", half, HALVES)):
            if (sort, name) in (("h", "int"), ("h", "date"), ("d", "real"), ("d", "decimal")):
                continue  # they hold no halves, or not all digits
            place = f"{sort}_{name}"
            dates = ["2013-12-31", "1900-01-01", None]
            cells = [*some] if name != "date" else dates
            kinds[place], formats[place] = KINDS[name], said
            if name == "date":
                formats[place] = dp.Format(missing=["1900-01-01"])
            columns[place] = LAST if sort == "d" or name == "date" else REAL
            if name == "text" and sort == "h":
                cells = [cell and cell.replace(".", ",") for cell in some]
            for row, cell in zip(rows, [*cells, *[None] * len(WHOLE)], strict=False):
                row[place] = cell  # type: ignore[assignment]
    make(server, "visits", kinds, rows)
    types |= spark_types(kinds)
    exported(server, "visits", kinds, folder / "rows.parquet")
    return formats, columns, types


def test_numbers_and_dates_of_every_type_have_equal_readings(
    server: Any, postgres: Cluster, spark: Server, tmp_path: Path
) -> None:
    formats, columns, types = numbers(server, tmp_path)
    spark.table("visits", types, tmp_path / "rows.parquet")
    places = (tmp_path / "rows.parquet", None), (address(postgres), "visits"), (spark.address, "visits")
    sources = [dp.read(where, table=table) if table else dp.read(where) for where, table in places]
    copy, *others = [readings(each.with_formats(formats), columns, tmp_path, SIZE) for each in sources]
    days = [oracle.day(cell, formats["d_text"]) for cell in WHOLE]
    for name in ("d_int", "d_double", "d_text"):
        assert copy[name] == spelt(days), name
    for name in ("h_double", "h_real", "h_decimal", "h_text"):
        assert copy[name][: len(HALVES)] == [None, None, None, 0.7, -0.25, 99.0, None], name
    assert copy["d_date"][:3] == ["2013-12-31", None, None]
    for other in others:
        assert other == copy


def test_a_new_version_keeps_its_formats_in_place(server: Any, postgres: Cluster, tmp_path: Path) -> None:
    kinds = {"x": KINDS["text"], "y": KINDS["int"]}
    make(server, "visits", kinds, [{"x": each, "y": "9"} for each in ("1.000,5", "2,5", "2.5", "-9")])
    said = {"x": dp.Format(decimal=",", thousands=".", missing=["-9"]), "y": dp.Format(missing=["9"])}
    source = dp.read(address(postgres), table="visits")
    budget, schema = dp.Budget(mu=2, delta=1e-6), dp.Schema(x=dp.Number(0, 2000))
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset("visits", source.with_formats(said), schema=schema, budget=budget)
        assert desk.update("visits").kept.formats == said
        assert desk.update("visits", dp.read(address(postgres), table="visits")).kept.formats == said
        rows = desk._catalog._versions.rows(desk.dataset("visits").id, 3)
        with rows.engine(Table(schema), KEY, tmp_path) as engine:
            (answer,) = engine.aggregate([Aggregate((Rows(), Total(Grid("x", 0, 4000, -1))), present=("x",))])
        assert answer.tolist() == [2, 2006]
        rows.check(KEY, Table(schema))
        server.execute("ALTER TABLE visits DROP COLUMN y")
        assert desk.update("visits").kept.formats == {"x": said["x"]}
        other = {"x": dp.Format(decimal=".")}
        assert desk.update("visits", formats=other).kept.formats == other
        assert desk.update("visits", formats={}).kept.formats == {}
        with pytest.raises(dp.SourceError, match="no column 'y'"):
            desk.update("visits", formats=said)
        server.execute("ALTER TABLE visits ALTER COLUMN x TYPE varchar(20)")
        with pytest.raises(dp.SourceError, match="has changed"):
            rows.check(KEY, Table(schema))
        desk.verify()

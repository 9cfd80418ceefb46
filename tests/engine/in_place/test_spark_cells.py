"""Cells that Spark, or Java, would read in a way of its own."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore as dp
from dpcore.engine.source.read import read
from dpcore.errors import SourceError
from dpcore.spelling import spelt as spelt_out
from dpcore.table import aggregate
from dpcore.table.table import Table
from tests.engine.in_place.world import KEY
from tests.spark import Server

pytestmark = pytest.mark.xdist_group("spark")


def test_doubles_that_java_spells_in_its_own_way(spark: Server, tmp_path: Path) -> None:
    """Long for DuckDB and not for Java; whole and beyond 64 bits, where Java's text has other digits.

    Before Java 19, floats of twelve smaller powers of two, from 2**-27 on, have texts that are not the shortest.
    """
    large = (9.3e18, 1e19, 2.0**64, 2.0**64 + 2**12, 2.401e21, 1e23, -1e23, 9.99e37, 1.1e38, 1.7e38)
    cells = [*(2.0**-power for power in range(9, 27)), 3 / 2**14, -5 / 2**14, *large]
    words = [word for word in map(spelt_out, cells) if word is not None]
    pq.write_table(pa.table({"x": cells}), tmp_path / "rows.parquet")
    spark.table("visits", {"x": "double"}, tmp_path / "rows.parquet")
    asks: list[tuple[dp.Category | dp.Number, aggregate.Aggregate]] = [
        (
            dp.Category(words),
            aggregate.Aggregate((aggregate.Rows(),), (aggregate.Categories("x", tuple(words), False),)),
        ),
        (dp.Number(0, 2**-9), aggregate.Aggregate((aggregate.Total(aggregate.Grid("x", 0, 2**51, -60)),))),
    ]
    for column, ask in asks:
        table, found = Table(dp.Schema(x=column)), []
        for source in (read(spark.address, table="visits"), read(tmp_path / "rows.parquet")):
            with source.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
                found.append(engine.aggregate([ask])[0].tolist())
        assert found[0] == found[1] and (isinstance(column, dp.Number) or found[0] == [[1] * len(cells)])


def test_columns_are_found_in_any_case_and_parsed_files_are_refused(spark: Server, tmp_path: Path) -> None:
    """A file of text may be read with an error for a bad cell; a file may spell a column otherwise than the table."""
    pq.write_table(pa.table({"Age": [1, 2, 3]}), tmp_path / "rows.parquet")
    spark.table("ages", {"age": "bigint"}, tmp_path / "rows.parquet")
    (tmp_path / "rows.csv").write_text("1\nc4nary\n")
    with spark.session() as session:
        session.sql("DROP TABLE IF EXISTS parsed").collect()
        made = f"CREATE TABLE parsed (age int) USING csv OPTIONS (mode 'FAILFAST') LOCATION '{tmp_path}/rows.csv'"
        session.sql(made).collect()
    table = Table(dp.Schema(age=dp.Number(0, 9)))
    rows = read(spark.address, table="AGES").load(tmp_path, KEY)
    assert rows == read(spark.address, table="ages").load(tmp_path, KEY)
    with rows.engine(table, KEY, tmp_path) as engine:
        (answer,) = engine.aggregate([aggregate.Aggregate((aggregate.Rows(),), present=("age",))])
    assert answer.tolist() == [3]
    with pytest.raises(SourceError, match="not a table with stored rows"):
        read(spark.address, table="parsed")

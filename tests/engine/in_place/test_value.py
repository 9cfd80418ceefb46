"""Numbers in texts have one value in every engine, and the same texts are one unit."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlglot import exp

from dpcore.engine.sql.dialect import Dialect
from dpcore.engine.sql.postgres_dialect import PostgresDialect
from dpcore.engine.sql.spark import SparkDialect
from dpcore.engine.sql.value import identifier_text, unit, value_text
from tests.engine.in_place.world import owner
from tests.engine.test_value import hostile, in_duckdb, meant
from tests.postgres import Cluster
from tests.spark import Server

pytestmark = pytest.mark.xdist_group("spark")

TEXTS = [*hostile(random.Random(3), 4_000), "x" * 1000, "x" * 1001, "é", " 17.0 ", "\u00a017\u2007", "NA"]


def query(dialect: Dialect) -> exp.Select:
    """The value of each text, and the unit."""
    who = unit(identifier_text(exp.column("x"), "text", dialect), "text", False, dialect)
    named = dialect.label(exp.column("x"))
    return exp.select("place", value_text(named, dialect).as_("y"), who.as_("who")).from_("texts").order_by("place")


def expected() -> list[str | None]:
    """The units by DuckDB, and values that are those of exact decimals."""
    from dpcore.engine.sql.dialect import DuckDBDialect

    dialect = DuckDBDialect()
    values = in_duckdb(TEXTS, value_text(dialect.label(exp.column("x")), dialect))
    trimmed = [text.strip(" \t\r\n\u00a0\u2007\u202f\ufeff") for text in TEXTS]
    assert values == [None if len(text) > 1000 else meant(text) for text in trimmed]
    return [
        *values,
        *in_duckdb(TEXTS, unit(identifier_text(exp.column("x"), "text", dialect), "text", False, dialect)),
    ]


def test_in_postgres(server: Any, postgres: Cluster) -> None:
    with owner(postgres) as connection:
        connection.execute("CREATE TEMPORARY TABLE texts (place int, x text)")
        with connection.cursor().copy("COPY texts FROM STDIN") as copy:
            for row in enumerate(TEXTS):
                copy.write_row(row)
        dialect = PostgresDialect()
        found = connection.execute(dialect.sql(query(dialect)).encode()).fetchall()
    assert [y for _, y, _ in found] + [who for _, _, who in found] == expected()


def test_in_spark(spark: Server, tmp_path: Path) -> None:
    pq.write_table(pa.table({"place": range(len(TEXTS)), "x": TEXTS}), tmp_path / "texts.parquet")
    spark.table("texts", {"place": "bigint", "x": "string"}, tmp_path / "texts.parquet")
    dialect = SparkDialect()
    with spark.session() as session:
        session.sql("SET spark.sql.ansi.enabled = true").collect()
        found = session.sql(dialect.sql(query(dialect))).collect()
    assert [row["y"] for row in found] + [row["who"] for row in found] == expected()

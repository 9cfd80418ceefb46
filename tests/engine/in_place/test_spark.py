"""Spark in place: which rows of a unit it keeps, what it is told and remembers, and what it makes of odd input.

That its integers are those of the other engines is in `test_equal.py`.
"""

from __future__ import annotations

import json
import logging
import random
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine import spark_session
from dpcore.engine.base import SqlEngine, derive
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.read import from_descriptor, read
from dpcore.engine.spark import Spark
from dpcore.engine.spark_rows import SparkTable
from dpcore.engine.sql import md5
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.engine.sql.literal import text
from dpcore.engine.sql.spark import SparkDialect
from dpcore.errors import SourceError
from dpcore.stop import Stopped, interruptible, obeying
from dpcore.table import aggregate
from dpcore.table.table import Table, Unit
from tests.engine.in_place.test_equal import compare, integers
from tests.engine.in_place.world import KEY
from tests.spark import Server

pytestmark = pytest.mark.xdist_group("spark")

TYPES = {"who": "string", "x": "double", "word": "string", "flag": "boolean", "day": "date"}
COLUMNS: dict[str, Any] = {
    "who": dp.Identifier(),
    "x": dp.Number(0, 9),
    "word": dp.Category(["A", "a", "é"], other=True),
    "flag": dp.Flag(),
    "day": dp.Date("2020-01-01", "2020-12-31"),
}


def rows_of(chance: random.Random, count: int, units: str = "abcd") -> list[dict[str, Any]]:
    """Rows of hostile cells of few units."""
    cells = {
        "who": [*units, *units, " a ", "NA", "", None],
        "x": [0.0, -0.0, 0.5, 3.0, 1e30, -5.0, float("nan"), float("inf"), None],
        "word": ["A", " a", "a", "é", "e\u0301", "${spark.app.name}", "'; --", "\\", "", None],
        "flag": [True, False, None],
        "day": [pa.scalar(day, pa.int32()).cast(pa.date32()).as_py() for day in (18262, 18300, 18627, 0)] + [None],
    }
    return [{name: chance.choice(values) for name, values in cells.items()} for _ in range(count)]


def saved(rows: list[dict[str, Any]], spark: Server, folder: Path) -> tuple[SparkTable, Any]:
    """The rows as a table of Spark, and as a file."""
    arrow = {"who": pa.string(), "x": pa.float64(), "word": pa.string(), "flag": pa.bool_(), "day": pa.date32()}
    pq.write_table(pa.Table.from_pylist(rows, pa.schema(arrow)), folder / "rows.parquet")
    spark.table("visits", TYPES, folder / "rows.parquet")
    found = read(spark.address, table="visits")
    assert isinstance(found, SparkTable)
    return found, read(folder / "rows.parquet")


def spelt(cells: list[exp.Expr]) -> list[exp.Expr]:
    """Texts that DuckDB and Spark share: a whole double has no .0, and 0 no sign."""
    plain = [
        exp.RegexpReplace(this=exp.cast(cell, "text"), expression=text(r"\.0$"), replacement=text("")) for cell in cells
    ]
    return [exp.RegexpReplace(this=each, expression=text("^-0$"), replacement=text("0")) for each in plain]


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_under_one_hash_the_same_rows_and_groups_are_kept(
    seed: int, spark: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for dialect in (DuckDBDialect, SparkDialect):
        monkeypatch.setattr(dialect, "order", lambda self, salt, cells: md5.of(salt, spelt(cells)))
    monkeypatch.setattr(DuckDB, "_salt", lambda self, purpose: text(derive(self._key, purpose).hex()))
    chance = random.Random(seed)
    rows = [row | {"x": None if row["x"] in (1e30, float("inf")) else row["x"]} for row in rows_of(chance, 150)]
    table = Table(dp.Schema(COLUMNS), Unit("who", chance.choice([1, 2, 5]), 2))
    source, file = saved(rows, spark, tmp_path)
    queries = [
        dp.Count(by=["word", "flag"]),
        dp.Sum("x", by=["word"]),
        dp.DistinctUnits(by=["flag"]),
        dp.Median("x"),
        dp.Histogram("x", bins=3),
    ]
    bound = [query.bind(table.schema) for query in queries]
    found = [each.load(tmp_path, KEY).engine(table, KEY, tmp_path) for each in (source, file)]
    assert all(isinstance(engine, SqlEngine) for engine in found)
    drawn: dict[Any, Any] = {}
    compare(*(integers(engine, table, bound, drawn) for engine in found))


def test_each_unit_counts_as_if_it_were_alone_and_never_more_than_its_bound(spark: Server, tmp_path: Path) -> None:
    chance = random.Random(3)
    rows, most, groups = rows_of(chance, 40, "abc"), 3, 2
    table = Table(dp.Schema(COLUMNS), Unit("who", most, groups))
    key = aggregate.Categories("word", ("A", "a", "é"), True)
    asks = [
        aggregate.Aggregate((aggregate.Rows(), aggregate.Units())),
        aggregate.Aggregate((aggregate.Rows(), aggregate.Units()), (key,), max_groups=groups),
    ]

    def answers(some: list[dict[str, Any]]) -> list[np.ndarray]:
        with saved(some, spark, tmp_path)[0].load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            return engine.aggregate(asks)

    whole = answers(rows)
    alone = [answers([row for row in rows if (row["who"] or "").strip() == name]) for name in "abc"]
    for place in range(len(asks)):
        assert (sum(each[place] for each in alone) == whole[place]).all()
    for each in alone:
        assert each[0][0] <= most and each[0][1] <= 1 and (each[1][0] > 0).sum() <= groups


def test_spark_is_told_neither_key_nor_rows_and_keeps_nothing(spark: Server, tmp_path: Path) -> None:
    """Of other rows, the same statements to the letter, and no secret in any log; no cached row is left on a disk."""
    table, said = Table(dp.Schema(COLUMNS), Unit("who", 2, 2)), []
    query = dp.Mean("x", by=["word"]).bind(table.schema)
    for count in (60, 9):
        source, _ = saved(rows_of(random.Random(count), count), spark, tmp_path)
        before = sum(len(lines) for lines in told(spark))
        with source.load(tmp_path, KEY).engine(table, KEY, tmp_path) as engine:
            engine.prepare()
            assert list((spark.folder / "local").rglob("rdd_*"))
            engine.aggregate([query.aggregate(table)])
        said.append([line for lines in told(spark) for line in lines][before:])
        assert not list((spark.folder / "local").rglob("rdd_*"))
    assert said[0] == said[1] and any("murmur_rows" in line for line in said[0])
    everything = "".join(path.read_text(errors="replace") for path in (spark.folder / "events").iterdir())
    everything += (spark.folder / "log").read_text(errors="replace")
    assert all(derive(KEY, purpose).hex() not in everything for purpose in ("rows", "cells", "blocks"))


QUERY = re.compile(r"plan_id: \d+")


def told(spark: Server) -> list[list[str]]:
    """The statements in Spark's log of events, in their order."""
    found: list[list[str]] = []
    for path in sorted((spark.folder / "events").iterdir()):
        events = [json.loads(line) for line in path.read_text(errors="replace").splitlines() if line.endswith("}")]
        sql = [event.get("statementText", "") for event in events if "OperationStarted" in event["Event"]]
        found.append([QUERY.sub("", line) for line in sql if "SELECT" in line and "murmur" in line])
    return found


def test_rows_that_one_release_has_cached_are_not_those_of_another(spark: Server, tmp_path: Path) -> None:
    """Spark's cache is for all sessions, by what a statement says; it knows nothing of files that others add."""
    pq.write_table(pa.table({"who": ["a", "b"], "x": [1.0, 2.0]}), tmp_path / "rows.parquet")
    folder = spark.table("grows", {"who": "string", "x": "double"}, tmp_path / "rows.parquet")
    table = Table(dp.Schema(who=dp.Identifier(), x=dp.Number(0, 9)), Unit("who", 1))
    rows, count = read(spark.address, table="grows").load(tmp_path, KEY), aggregate.Aggregate((aggregate.Rows(),))
    with rows.engine(table, KEY, tmp_path) as first, rows.engine(table, KEY, tmp_path) as second:
        assert first.aggregate([count])[0].tolist() == [2]
        pq.write_table(pa.table({"who": ["c"], "x": [1.0]}), folder / "more.parquet")
        assert second.aggregate([count])[0].tolist() == [3]
        second.close()
        assert first.aggregate([count])[0].tolist() == [2]


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0, 8.0])
def test_a_stop_ends_the_job(seconds: float, spark: Server, tmp_path: Path) -> None:
    """A statement of hours on both cores, which then are free, whether it runs or is prepared yet."""
    source, _ = saved(rows_of(random.Random(1), 5), spark, tmp_path)
    table, stop = Table(dp.Schema(COLUMNS)), threading.Event()
    engine = source.load(tmp_path, KEY).engine(table, KEY, tmp_path)
    assert isinstance(engine, Spark)
    slow = "SELECT count(*) FROM range(0, 1000000000000, 1, 2) WHERE hash(id) = 1"
    with engine:
        engine.prepare()
        asked = threading.Timer(seconds, stop.set)
        asked.start()
        with pytest.raises(Stopped), obeying(stop, "Stopped.", "Ask again."), interruptible(engine._cancel):
            engine._fetch(slow)
        asked.join()
        assert engine._fetch("SELECT count(*) FROM range(10)")[0].tolist() == [10]


def test_a_stop_is_obeyed_while_spark_does_not_answer(
    spark: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is slow, or the network is gone: nobody waits for it, neither at the check of a table nor at a statement."""
    monkeypatch.setattr(spark_session, "GRACE", 0.5)
    source, _ = saved(rows_of(random.Random(1), 5), spark, tmp_path)
    rows, table = source.load(tmp_path, KEY), Table(dp.Schema(COLUMNS))
    engine = rows.engine(table, KEY, tmp_path)
    count = aggregate.Aggregate((aggregate.Rows(),))
    engine.aggregate([count])
    for work in (lambda: rows.check(KEY, table), lambda: engine.aggregate([count])):
        stop = threading.Event()
        with pytest.raises(Stopped), obeying(stop, "Stopped.", "Ask again."), spark.suspended():
            threading.Timer(0.5, stop.set).start()
            work()
    monkeypatch.setattr(spark_session, "CLOSING", 0.5)
    with rows.engine(table, KEY, tmp_path) as held:
        held.aggregate([count])
        with spark.suspended():  # nor at the end of a release, which has its answers
            held.close()
    engine.close()
    with rows.engine(table, KEY, tmp_path) as again:
        assert again.aggregate([count])[0].tolist() == [5]


def test_a_table_that_changed_is_refused_before_a_charge(spark: Server, tmp_path: Path) -> None:
    source, _ = saved(rows_of(random.Random(1), 5), spark, tmp_path)
    rows, table = source.load(tmp_path, KEY), Table(dp.Schema(COLUMNS))
    rows.check(KEY, table)
    assert from_descriptor(json.loads(json.dumps(rows.to_dict()))) == rows
    changes = (
        ["ALTER TABLE visits RENAME TO moved"],
        ["CREATE VIEW visits AS SELECT * FROM moved"],
        ["DROP VIEW visits", "CREATE TABLE visits USING parquet AS SELECT * EXCEPT (x), '1' AS x FROM moved"],
    )
    for statements in changes:
        with spark.session() as session:
            for statement in statements:
                session.sql(statement).collect()
        with pytest.raises(SourceError, match="has changed since"):
            rows.check(KEY, table)
        with rows.engine(table, KEY, tmp_path) as engine, pytest.raises(SourceError, match="has changed since"):
            engine.aggregate([aggregate.Aggregate((aggregate.Rows(),))])
    with spark.session() as session:
        session.sql("DROP TABLE moved").collect()


def test_names_views_and_sessions(spark: Server, tmp_path: Path) -> None:
    with spark.session() as session:
        session.sql("DROP TABLE IF EXISTS odd").collect()
        session.sql("CREATE TABLE odd (`a``b c` bigint, `SELECT` int) USING parquet").collect()
        session.sql("INSERT INTO odd VALUES (1, 2), (3, 4)").collect()
        session.sql("CREATE OR REPLACE VIEW seen AS SELECT 1 AS one").collect()
    rows = read(spark.address, table="default.`odd`").load(tmp_path, KEY)
    table = Table(dp.Schema({"a`b c": dp.Number(0, 9, integer=True)}))
    with rows.engine(table, KEY, tmp_path) as engine:
        (answer,) = engine.aggregate([aggregate.Aggregate((aggregate.Total(aggregate.Grid("a`b c", 0, 9, 0)),))])
    assert answer.tolist() == [4]
    with spark.session() as session:  # the program's own, whose settings are left alone
        session.conf.set("spark.sql.caseSensitive", "true")
        own = read(session, table="odd").load(tmp_path, KEY)
        with own.engine(table, KEY, tmp_path) as engine:
            again = engine.aggregate([aggregate.Aggregate((aggregate.Total(aggregate.Grid("a`b c", 0, 9, 0)),))])
        assert again[0].tolist() == [4] and session.conf.get("spark.sql.caseSensitive") == "true"
        with pytest.raises(SourceError, match="computes its rows anew"):
            read(session.table("odd"))
    refused = {"seen": "not a table with stored rows"}
    refused |= dict.fromkeys(("nowhere", "parquet.`/etc`", "default.`o``dd`", "`default.odd`"), "cannot find")
    for name, sentence in refused.items():
        with pytest.raises(SourceError, match=sentence):
            read(spark.address, table=name)
    for name in ("", "a.b.c.d", "`a", "a..b", "a\nb"):
        with pytest.raises(SourceError, match="not a valid name"):
            read(spark.address, table=name)


def test_an_error_of_a_statement_is_in_no_log(
    spark: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PySpark logs errors of Spark, and they quote cells."""
    log = logging.getLogger("SQLQueryContextLogger")
    source, _ = saved([{"who": "a", "x": 1.0, "word": "c4nary", "flag": None, "day": None}], spark, tmp_path)
    engine = source.load(tmp_path, KEY).engine(Table(dp.Schema(COLUMNS)), KEY, tmp_path)
    assert isinstance(engine, Spark)
    with engine:
        engine.prepare()
        log.addHandler(caplog.handler)
        for silent in (True, False):
            if not silent:
                monkeypatch.setattr(log, "filters", [])
            with pytest.raises(SourceError, match="could not be read") as refused:
                engine._fetch("SELECT CAST(word AS INT) FROM visits")
            assert refused.value.__context__ is None
            assert ("c4nary" in caplog.text) is not silent
    log.removeHandler(caplog.handler)


CLASSIC = """
import sys, warnings
warnings.simplefilter("ignore")
from pathlib import Path
from pyspark.sql import SparkSession
import dpcore as dp
from dpcore.errors import SourceError
from dpcore.table.table import Table, Unit
from tests.engine.in_place.test_equal import integers
folder = Path(sys.argv[1])
settings = {"spark.ui.enabled": "false", "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
builder = SparkSession.builder.master("local[1]")
for name, value in settings.items():
    builder = builder.config(name, value)
session = builder.getOrCreate()
session.sql("CREATE TABLE visits USING parquet AS SELECT id % 3 AS who, id * 1.5D AS x FROM range(10)")
try:
    dp.read(session.table("visits"))
except SourceError as refused:
    print(refused)
rows = dp.read(session, table="visits").load(folder, bytes(32))
table = Table(dp.Schema(who=dp.Identifier(), x=dp.Number(0, 20)), Unit("who", 2))
with rows.engine(table, bytes(32), folder) as engine:
    for words, answer in integers(engine, table, [dp.Count().bind(table.schema)], {}):
        print(words, answer.tolist())
print(session.sql("SELECT count(*) FROM visits").collect()[0][0], session.conf.get("spark.sql.caseSensitive"))
"""


@pytest.mark.audit
def test_a_session_in_this_process_serves_too_and_is_left_as_it_was(spark: Server, tmp_path: Path) -> None:
    del spark  # where Spark cannot run, this is left out too
    command = [sys.executable, "-c", CLASSIC, str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = said.stdout.splitlines()
    assert "A Spark DataFrame computes its rows anew" in lines[0], said.stderr
    assert lines[1:] == ["Count [6]", "Count [6]", "10 false"], said.stderr

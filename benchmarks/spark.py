"""Eight asks on a table of Spark, against the same statements by hand, and against Tumult Analytics on its own Spark.

Tumult Analytics needs Spark 3; both run in local mode, a thread a core.
"""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import dpcore as dp
from benchmarks import data
from benchmarks.asks import QUERIES, SCHEMA
from benchmarks.child import Failed, script
from benchmarks.clock import middle, timed
from benchmarks.environment import NAMES, PEERS, interpreter
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds
from dpcore.engine.base import Columns
from dpcore.engine.spark import Spark
from dpcore.engine.spark_session import open_session
from dpcore.mechanisms import Mu
from dpcore.table.table import Table as Facts
from tests.spark import Server, server

RUNS = sized(5, 1)
TYPES = {"value": "double", "amount": "int", "grp": "string", "a": "string", "b": "string", "unit": "bigint"}
TIME_LIMIT = 100
TUNED = "-XX:+UseParallelGC"
"""Java compiles what runs often as well as it can, unlike in the tests."""


def table(rows: int) -> Table:
    """Releases and the statements by hand in turns on one Spark; then the asks of the peer on its own."""
    path = data.table(rows)
    out = Table(
        f"Release of {len(QUERIES)} asks on a table of Spark, {rows:,} rows, in place",
        ("what", "Murmur", "other", "ratio", "target"),
    )
    with server(TUNED) as spark:
        spark.table("bench", TYPES, path)
        ours, hand, count = _turns(spark)
    out.add(
        f"the same {count} statements by hand",
        seconds(ours),
        seconds(hand),
        ratio(ours / hand, at_most=1.3),
        "at most 1.3×",
    )
    try:
        theirs = _tumult(path, rows)
        many = ratio(sum(theirs.values()) / ours, at_least=5.0)
        out.add(f"{NAMES['tumult']}, {len(theirs)} asks", seconds(ours), seconds(sum(theirs.values())), many, "5×")
    except Failed as reason:
        out.add(NAMES["tumult"], f"skipped: {reason}")
    out.note("By hand: without checks of the catalogue, a session, noise and a ledger. Medians; the first is left out.")
    out.note("Tumult Analytics runs on a Spark 3.5 of its own, one run, its loading not counted.")
    return out


def _turns(spark: Server) -> tuple[float, float, int]:
    """Median seconds of a release and of its statements by hand, and how many these are."""
    source = dp.read(spark.address, table="bench")
    with (
        tempfile.TemporaryDirectory(dir=".bench") as home,
        dp.Desk(home=home) as desk,
        open_session(spark.address) as held,
    ):
        statements = _statements(source, Path(home))
        desk.add_dataset("t", source, schema=SCHEMA, budget=dp.Budget(mu=100.0))
        ours, hand = [], []
        for run in range(RUNS + 1):
            plan = dp.Plan(list(QUERIES.values()), mu=1 + run / 1000)  # at a price that no earlier run had
            ours.append(timed(lambda plan=plan: desk.release("t", plan)))  # type: ignore[misc]
            hand.append(timed(lambda: [held.session.sql(sql).toArrow() for sql in statements]))
    return middle(ours[1:])[0], middle(hand[1:])[0], len(statements)


def _statements(source: dp.Source, folder: Path) -> list[str]:
    """The statements of a release."""
    said: list[str] = []
    facts, price = Facts(SCHEMA), Mu(Fraction(1, 100))
    with source.load(folder, bytes(32)).engine(facts, bytes(32), folder) as engine:
        assert isinstance(engine, Spark)
        fetch = engine._fetch

        def noted(sql: str) -> Columns:
            said.append(sql)
            return fetch(sql)

        engine._fetch = noted  # type: ignore[method-assign]
        rounds = [next(query.bind(SCHEMA).run(facts, price)) for query in QUERIES.values()]
        engine.aggregate([step.aggregate for asked in rounds for step in asked.steps])
    return said


def _tumult(path: Path, rows: int) -> dict[str, float]:
    """Seconds of each ask of the peer."""
    python = interpreter("tumult")
    if isinstance(python, str):
        raise Failed(python)
    found = script(python, PEERS / "use_tumult.py", "time", path, rows, 1, TIME_LIMIT)
    return {name: took for name, took in found["run"].items() if name != "load"}

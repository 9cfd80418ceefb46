"""Murmur's own work, timed in a separate process.

python -m benchmarks.murmur release FILE RUNS            loading once, then releases of the eight asks
python -m benchmarks.murmur load FILE RUNS ASK,ASK,…     loading and one release of these asks, from nothing each time
python -m benchmarks.murmur truncate FILE RUNS           the truncated copy for 5 rows a unit, and releases on it
python -m benchmarks.murmur exact FILE                   the exact integers, to compare with hand-written SQL
python -m benchmarks.murmur errors FILE REPEATS ASK,… NEIGHBORS LANE   answers of repeated releases
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import dpcore as dp
from benchmarks.asks import QUERIES, SCHEMA, WHOLE_SCHEMA
from benchmarks.child import answer, peak
from benchmarks.clock import Pair, timed

BUDGET = dp.Budget(mu=100.0)
PURE = dp.Budget(epsilon=100.0)
MOST_ASKS = 90  # of epsilon 1, within the largest budget


@contextmanager
def desk() -> Iterator[dp.Desk]:
    """A desk in an empty home."""
    with tempfile.TemporaryDirectory(dir=".bench") as home, dp.Desk(home=home) as opened:
        yield opened


def plan(run: int, names: list[str]) -> dp.Plan:
    """The asks at a new price, since a repeated ask would return its stored answer."""
    return dp.Plan([QUERIES[name] for name in names], mu=1 + run / 1000)


def release(path: str, runs: str) -> dict[str, Any]:
    """Seconds of loading (freeze, fingerprint, open the ledger), of each release, and peak memory."""
    with desk() as opened:
        source = dp.read(path)
        load = timed(lambda: opened.add_dataset("t", source, schema=SCHEMA, budget=BUDGET))
        loaded = peak()
        seconds = [timed(lambda i=i: opened.release("t", plan(i, list(QUERIES)))) for i in range(int(runs))]
        return {"load": load, "seconds": seconds, "peak_of_loading": loaded, "peak": peak()}


def load(path: str, runs: str, names: str) -> dict[str, Any]:
    """Seconds of loading and of a release, from an empty home each time. Imports are not counted, as for the peers."""
    for lazy in (
        "duckdb",
        "pyarrow.parquet",
        "sqlalchemy",
        "sqlglot",
        "dpcore.engine.duckdb",
        "dpcore.engine.sql.statement",
    ):
        import_module(lazy)
    found, asked = [], names.split(",")
    for run in range(int(runs)):
        with desk() as opened:
            first = timed(lambda: opened.add_dataset("t", dp.read(path), schema=SCHEMA, budget=BUDGET))
            found.append({"load": first, "release": timed(lambda run=run: opened.release("t", plan(run, asked)))})
    return {"runs": found, "peak": peak()}


def truncate(path: str, runs: str) -> dict[str, Any]:
    """Seconds of making the truncated copy, from the engine itself; of loading in all; of releases that reuse it."""
    unit = dp.Unit("unit", max_rows=5, max_groups=5)
    with desk() as opened:
        whole = timed(
            lambda: opened.add_dataset("t", dp.read(path), schema=SCHEMA, unit=unit, budget=dp.Budget(mu=100.0))
        )
        seconds = [timed(lambda i=i: opened.release("t", plan(i, list(QUERIES)))) for i in range(int(runs))]
    return {
        "made": [_truncated(path, unit) for _ in range(int(runs))],
        "load": whole,
        "release": seconds,
        "peak": peak(),
    }


def _truncated(path: str, unit: dp.Unit) -> Pair:
    with tempfile.TemporaryDirectory(dir=".bench") as folder, _engine(path, folder, unit) as engine:
        return timed(engine.prepare)


def exact(path: str) -> dict[str, Any]:
    """The integers of each ask by measure, cells in order: of public rows, so they may be shown."""
    from dpcore.table.table import Table

    table = Table(SCHEMA)
    with tempfile.TemporaryDirectory(dir=".bench") as folder, _engine(path, folder, dp.Unit()) as engine:
        found = engine.aggregate([query.aggregate(table) for query in QUERIES.values()])
    measured = [[[int(cell) for cell in row] for row in rows.reshape(len(rows), -1)] for rows in found]
    return {"answers": dict(zip(QUERIES, measured, strict=True))}


def _engine(path: str, folder: str, unit: dp.Unit) -> Any:
    from dpcore.engine.duckdb import DuckDB
    from dpcore.table.table import Table

    frozen = dp.read(path).freeze(Path(folder), b"benchmark")
    return DuckDB(frozen, Table(SCHEMA, unit), b"benchmark", Path(folder))


def errors(path: str, repeats: str, names: str, neighbors: Any, lane: str) -> dict[str, Any]:
    """Answers of repeated releases at epsilon 1 (pure), or at what (1, 1e-6) allows in mu (Gaussian)."""
    price = {"pure": 1.0, "gaussian": dp.calibrate.mu(1.0, 1e-6)}[lane]
    budget, currency = (PURE, "epsilon") if lane == "pure" else (BUDGET, "mu")
    schema = WHOLE_SCHEMA if neighbors == "replace" else SCHEMA
    answers: dict[str, list[list[float]]] = {}
    for name in names.split(","):
        answers[name] = []
        while len(answers[name]) < int(repeats):
            few = min(MOST_ASKS, int(repeats) - len(answers[name]))
            # prices a billionth apart, so that each is an ask of its own
            asks = [dp.Ask(QUERIES[name], **{currency: price * (1 - i * 1e-9)}) for i in range(few)]
            with desk() as opened:
                opened.add_dataset("t", dp.read(path), schema=schema, neighbors=neighbors, budget=budget)
                for one in opened.release("t", dp.Plan(asks)):
                    answers[name].append([float(value) for value in one.table["estimate"]])
    return {"answers": answers}


if __name__ == "__main__":
    ways = {"release": release, "load": load, "truncate": truncate, "exact": exact, "errors": errors}
    answer(ways[sys.argv[1]](*sys.argv[2:]))

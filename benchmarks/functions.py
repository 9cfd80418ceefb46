"""Releases of smooth functions against the same counts by hand in DuckDB, and their memory.

python -m benchmarks.functions turns FILE ASK RUNS    seconds of each run by Murmur and by hand, in turns
python -m benchmarks.functions load FILE HOME         a home with the rows
python -m benchmarks.functions peak HOME ASK          peak memory of one release from it
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import dpcore as dp
from benchmarks import data
from benchmarks.child import answer, module, peak
from benchmarks.clock import Pair, less, middle, now, timed, total
from benchmarks.release import Different
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

HIGH = 1000.0
CELLS, SIDE = 4096, 256
RUNS, CHECKED_ROWS = sized((5, 10_000), (1, 500))
TARGET, EQUAL = 1.3, 1.1
SCHEMA = dp.Schema(x=dp.Number(0, HIGH), y=dp.Number(0, HIGH))


def _clamped(name: str) -> str:
    return f"least(greatest({name}, 0), {HIGH:g})"


def _cell(name: str, cells: int) -> str:
    return f"least(floor({_clamped(name)} * {cells} / {HIGH:g}), {cells - 1})::INTEGER"


ASKS: dict[str, tuple[dp.Density | dp.JointDensity | dp.Trend, str]] = {
    "density of x": (
        dp.Density("x"),
        f"SELECT {_cell('x', CELLS)} AS bin, count(*) FROM t WHERE isfinite(x) GROUP BY bin",
    ),
    "density of x and y": (
        dp.JointDensity("x", "y"),
        f"SELECT {_cell('x', SIDE)} AS bin, {_cell('y', SIDE)} AS other, count(*) FROM t "
        "WHERE isfinite(x) AND isfinite(y) GROUP BY bin, other",
    ),
    "trend of y along x": (
        dp.Trend("y", "x"),
        f"SELECT {_cell('x', CELLS)} AS bin, count(*), sum({_clamped('y')}) FROM t "
        "WHERE isfinite(x) AND isfinite(y) GROUP BY bin",
    ),
}
"""Each question, and its counts and sums by hand."""


def table(rows: int) -> Table:
    """Whole releases in turn with the statement by hand, and the parts of a release."""
    _check()
    path = file(rows)
    out = Table(
        f"Releases of smooth functions of {rows:,} rows, against counts of the same cells by hand in DuckDB",
        ("what", "Murmur", "by hand", "ratio", "target"),
    )
    for name in ASKS:
        found = module("functions", "turns", path, name, RUNS)
        ours, engine, hand = (middle(found[side]) for side in ("murmur", "engine", "hand"))
        rest = middle(less(whole, part) for whole, part in zip(found["murmur"], found["engine"], strict=True))
        limit = f"at most {TARGET}×"
        out.add(name, seconds(ours[0]), seconds(hand[0]), ratio(ours[0] / hand[0], at_most=TARGET), limit)
        out.add("… in processor time", seconds(ours[1]), seconds(hand[1]), ratio(ours[1] / hand[1]))
        out.add("… the engine's statements", seconds(engine[0]), seconds(hand[0]), ratio(engine[0] / hand[0]))
        out.add("… coordinates, noise and record", seconds(rest[0]), "–")
    out.note(f"Medians of {RUNS} runs. By hand: counts in {CELLS:,} cells, in {SIDE} × {SIDE}, and counts and sums.")
    return out


def memory(rows: int) -> Table:
    """Of a process that opens a loaded table and answers one question, on a tenth of the rows and on all."""
    out = Table(
        "Peak memory of a process with one release of a smooth function",
        ("what", f"{rows // 10:,} rows", f"{rows:,} rows", "ratio", "target"),
    )
    found: dict[str, list[int]] = {name: [] for name in ("count", *ASKS)}
    for size in (rows // 10, rows):
        with tempfile.TemporaryDirectory(dir=".bench") as home:
            module("functions", "load", file(size), home)
            for name, peaks in found.items():
                peaks.append(module("functions", "peak", home, name))
    for name, (few, many) in found.items():
        limit = f"at most {EQUAL}×" if name in ASKS else ""
        megabytes = (f"{size / 1e6:.0f} MB" for size in (few, many))
        out.add(name, *megabytes, ratio(many / few, at_most=EQUAL if limit else None), limit)
    out.note("The rows were loaded by another process before.")
    return out


def file(rows: int) -> Path:
    """A Parquet file of numbers that follow from the row's number, some of them outside the bounds, some missing."""
    import duckdb

    path = data.FOLDER / f"functions_{rows}.parquet"
    if not path.exists():
        columns = ", ".join(
            f"CASE WHEN hash(i, {place}) % 1000 = 0 THEN NULL ELSE (hash(i, {place + 10}) % 1050001) / 1000.0 END "
            f"AS {name}"
            for place, name in enumerate("xy")
        )
        with data.made(path) as part, duckdb.connect() as connection:
            connection.sql(f"SELECT {columns} FROM range({rows}) AS r(i)").write_parquet(str(part))
    path.read_bytes()  # into the file cache
    return path


def _turns(path: str, name: str, runs: str) -> dict[str, list[Pair]]:
    """Whole releases, the engine's statements in them, and the statement by hand. The first of each is not counted."""
    import duckdb

    query, statement = ASKS[name]
    spent, found = _watched(), dict[str, list[Pair]](murmur=[], engine=[], hand=[])
    with tempfile.TemporaryDirectory(dir=".bench") as home, dp.Desk(home=home) as desk, duckdb.connect() as connection:
        desk.add_dataset("t", dp.read(path), schema=SCHEMA, budget=dp.Budget(mu=100.0))
        _view(connection, path)
        for run in range(int(runs) + 1):
            plan = dp.Plan([query], mu=1 + run / 1000)  # at a price that no earlier run had
            spent.clear()
            found["murmur"].append(timed(partial(desk.release, "t", plan)))
            found["engine"].append(total(spent))
            found["hand"].append(timed(lambda: connection.execute(statement).fetchall()))
    return {side: pairs[1:] for side, pairs in found.items()}


def _watched() -> list[Pair]:
    """The times of the engine's statements from now on."""
    from dpcore.engine.duckdb import DuckDB

    spent: list[Pair] = []
    inner = DuckDB._fetch

    def watched(self: DuckDB, sql: str) -> Any:
        start = now()
        try:
            return inner(self, sql)
        finally:
            spent.append(less(now(), start))

    DuckDB._fetch = watched  # type: ignore[method-assign]
    return spent


def _view(connection: Any, path: str | Path) -> None:
    connection.execute("SET enable_progress_bar = false")
    connection.execute(f"CREATE VIEW t AS FROM read_parquet('{path}')")


def _load(path: str, home: str) -> int:
    with dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(path), schema=SCHEMA, budget=dp.Budget(mu=100.0))
    return peak()


def _peak(home: str, name: str) -> int:
    with dp.Desk(home=home) as desk:
        desk.release("t", dp.Plan([dp.Count() if name == "count" else ASKS[name][0]], mu=1.0))
    return peak()


def _check() -> None:
    """Raises Different unless both count the same rows in each cell."""
    import duckdb
    import numpy as np

    from dpcore.engine.duckdb import DuckDB
    from dpcore.table.table import Table as Facts

    path, facts = file(CHECKED_ROWS), Facts(SCHEMA, dp.Unit())
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        _view(connection, path)
        source: Any = dp.read(str(path))
        frozen = source.freeze(Path(folder), b"benchmark")
        with DuckDB(frozen, facts, b"benchmark", Path(folder)) as engine:
            for name, sides in {"density of x": (CELLS,), "density of x and y": (SIDE, SIDE)}.items():
                query, statement = ASKS[name]
                (ours,) = engine.aggregate([query.bind(SCHEMA).aggregate(facts)])
                hand = np.zeros(sides, dtype=np.int64)
                for *cell, count in connection.execute(statement).fetchall():
                    hand[tuple(cell)] = count
                if (np.asarray(ours, dtype=np.int64).ravel() != hand.ravel()).any():
                    raise Different(f"{name}: other counts than by hand")


if __name__ == "__main__":
    _ways: dict[str, Callable[..., Any]] = {"turns": _turns, "load": _load, "peak": _peak}
    answer(_ways[sys.argv[1]](*sys.argv[2:]))

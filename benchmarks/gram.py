"""A covariance and a regression against the same sums by hand in DuckDB, one statement of the same exact integers.

python -m benchmarks.gram murmur|hand|without covariance|regression FILE RUNS    seconds of each run, and the integers
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dpcore as dp
from benchmarks import data
from benchmarks.child import answer, module
from benchmarks.clock import Pair, middle, timed
from benchmarks.release import Different
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

if TYPE_CHECKING:
    import duckdb

COLUMNS = tuple(f"x{place}" for place in range(10))
HIGH, STEPS = 1024.0, 4096  # Murmur's grid for products: 2**12 steps
ROUNDS, RUNS, CHECKED_ROWS = sized((3, 3, 10_000), (1, 1, 500))
TARGET = 1.3
WITHOUT_STATISTICS = "by hand, without use of the file's minima and maxima"
"""These are unverified and ignore NaN, and with them the optimizer may leave out a clamp; Murmur never uses them."""
QUERIES: dict[str, dp.Query] = {
    "covariance": dp.Covariance(COLUMNS),
    "regression": dp.LinearRegression(COLUMNS[6], COLUMNS[:6]),
}
USED = {"covariance": COLUMNS, "regression": COLUMNS[:7]}
SCHEMA = dp.Schema(**{name: dp.Number(0.0, HIGH) for name in COLUMNS})


def table(rows: int) -> Table:
    """Both sides in turns, each in a new process; the integers are compared on fewer rows."""
    ours, hand, without = times("covariance", rows)
    out = Table(
        f"Covariance of {len(COLUMNS)} columns of {rows:,} rows, against the same {sums('covariance')} sums by hand in "
        "DuckDB",
        ("what", "Murmur", "by hand", "ratio", "target"),
    )
    limit = f"at most {TARGET}×"
    out.add("release", seconds(ours[0]), seconds(hand[0]), ratio(ours[0] / hand[0], at_most=TARGET), limit)
    out.add("… in processor time", seconds(ours[1]), seconds(hand[1]), ratio(ours[1] / hand[1]))
    out.add(f"… {WITHOUT_STATISTICS}", seconds(ours[1]), seconds(without[1]), ratio(ours[1] / without[1]))
    out.note("Processor time is of all threads; on a machine with other work it says more than the elapsed time.")
    return out


def times(name: str, rows: int) -> tuple[Pair, Pair, Pair]:
    """Seconds of Murmur, by hand, and `WITHOUT_STATISTICS`: elapsed and of processor time. Raises Different."""
    _check(name)
    path = _file(rows)
    turns = [[module("gram", way, name, path, RUNS) for way in ("hand", "murmur", "without")] for _ in range(ROUNDS)]
    hand, ours, without = (middle(tuple(pair) for turn in turns for pair in turn[side]["seconds"]) for side in range(3))
    return ours, hand, without


@contextlib.contextmanager
def opened(path: Path, statistics: bool) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection for statements by hand, with the rows of a file as the view t."""
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SET enable_progress_bar = false")
        if not statistics:
            connection.execute("SET disabled_optimizers = 'statistics_propagation'")
        connection.execute(f"CREATE VIEW t AS FROM read_parquet('{path}')")
        yield connection


def sums(name: str) -> int:
    """How many sums a question needs."""
    size = len(USED[name])
    return 1 + 2 * size + size * (size - 1) // 2


def _file(rows: int) -> Path:
    """A Parquet file of numbers that follow from the row's number, some of them outside the bounds, some missing."""
    import duckdb

    path = data.FOLDER / f"gram_{rows}.parquet"
    if not path.exists():
        values = (
            f"CASE WHEN hash(i, {place}) % 1000 = 0 THEN NULL ELSE (hash(i, {place + 100}) % 1050001) / 1000.0 END"
            for place in range(len(COLUMNS))
        )
        columns = ", ".join(f"{value} AS {name}" for value, name in zip(values, COLUMNS, strict=True))
        with data.made(path) as part, duckdb.connect() as connection:
            connection.sql(f"SELECT {columns} FROM range({rows}) AS r(i)").write_parquet(str(part))
    path.read_bytes()  # into the file cache
    return path


def by_hand(columns: tuple[str, ...]) -> str:
    """The statement that an expert would write: rows without a missing number, clamped and rounded to the grid."""
    found = [f"sum({name})" for name in columns] + [f"sum({name} * {name})" for name in columns]
    found += [f"sum({one} * {other})" for one, other in combinations(columns, 2)]
    return f"SELECT count(*), {', '.join(found)} FROM {rounded(columns)}"


def rounded(columns: tuple[str, ...], flags: tuple[str, ...] = ()) -> str:
    """The rows of these statements by hand, in the fastest way that we know.

    Missing cells are left out before anything is computed; the table has no NaN, as its owner knows. The clamp is a
    CASE, which is faster than least and greatest, and those would move a missing number to a bound.
    """
    grid = STEPS / HIGH
    steps = ", ".join(
        f"floor(CASE WHEN {name} < 0 THEN 0 WHEN {name} > {HIGH} THEN {HIGH} ELSE {name} END * {grid}::DOUBLE "
        f"+ 0.5::DOUBLE)::BIGINT AS {name}"
        for name in columns
    )
    present = " AND ".join(f"{name} IS NOT NULL" for name in (*columns, *flags))
    return f"(SELECT {', '.join((steps, *flags))} FROM t WHERE {present})"


def _hand(name: str, path: Path, runs: int, statistics: bool = True) -> dict[str, Any]:
    statement, found = by_hand(USED[name]), []
    times: list[Pair] = []
    with opened(path, statistics) as connection:
        for _ in range(runs + 1):
            times.append(timed(lambda: found.append(connection.execute(statement).fetchone())))
    return {"seconds": times[1:], "integers": [int(value) for value in found[-1] or ()]}


def _murmur(name: str, path: Path, runs: int) -> dict[str, Any]:
    """The first run, which is not counted, opens what later ones use again, on both sides."""
    times: list[Pair] = []
    with tempfile.TemporaryDirectory(dir=".bench") as home, dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(str(path)), schema=SCHEMA, budget=dp.Budget(mu=100.0))
        for run in range(runs + 1):
            plan = dp.Plan([QUERIES[name]], mu=1 + run / 1000)  # at a price that no earlier run had
            times.append(timed(lambda plan=plan: desk.release("t", plan)))
    return {"seconds": times[1:]}


def exact(name: str, path: Path) -> list[int]:
    """Murmur's integers, of a covariance in the order of the statement by hand; the rows are public."""
    from dpcore.engine.duckdb import DuckDB
    from dpcore.table.table import Table as Facts

    facts = Facts(SCHEMA, dp.Unit())
    with tempfile.TemporaryDirectory() as folder:
        frozen = dp.read(str(path)).freeze(Path(folder), b"benchmark")
        with DuckDB(frozen, facts, b"benchmark", Path(folder)) as engine:
            (found,) = engine.aggregate([QUERIES[name].bind(SCHEMA).aggregate(facts)])
    return [int(value) for value in found.ravel()]


def _check(name: str) -> None:
    """Raises Different unless both give the same integers."""
    path = _file(CHECKED_ROWS)
    ours, hand = exact(name, path), _hand(name, path, 0)["integers"]
    if sorted(ours) != sorted(hand):
        raise Different(f"Murmur {ours[:12]}, by hand {hand[:12]}")


if __name__ == "__main__":
    _way, _name, _path, _runs = sys.argv[1:]
    ways = {"hand": _hand, "murmur": _murmur, "without": partial(_hand, statistics=False)}
    answer(ways[_way](_name, Path(_path), int(_runs)))

"""A step of a logistic regression beside the same grouped sums by hand in DuckDB, one statement of the same integers.

python -m benchmarks.logistic_step FILE RUNS    seconds of each run of both, in turns, and whether they agree

A step counts the rows of each cell of the score and of each label, and sums the grid integers of six numbers over them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import dpcore as dp
from benchmarks import data, gram
from benchmarks.child import answer, module
from benchmarks.clock import Pair, middle, timed
from benchmarks.release import Different
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds
from dpcore.mechanisms import Mu
from dpcore.table.aggregate import Score

FEATURES, FLAG = gram.COLUMNS[:6], "y"
SCHEMA = dp.Schema(**{name: dp.Number(0.0, gram.HIGH) for name in FEATURES}, y=dp.Flag())
WEIGHTS = (-0.5, 0.3, -0.4, 0.5, 1.0, -1.0, 0.2)
TARGET, RUNS = 1.3, sized(5, 1)


def add(out: Table, rows: int) -> None:
    """The rows of the table of results. Raises Different."""
    found = module("logistic_step", file(rows), RUNS)
    if not found["agree"]:
        raise Different("the sums of a logistic step")
    ours, hand, without = (middle(tuple(map(tuple, found[way]))) for way in ("murmur", "hand", "without"))
    what, against = f"step of a logistic regression on {len(FEATURES)} features", "the same grouped sums by hand"
    limit = ratio(ours[0] / hand[0], at_most=TARGET)
    out.add(what, "", f"{rows:,}", seconds(ours[0]), against, seconds(hand[0]), limit, f"at most {TARGET}×")
    out.add("… in processor time", "", "", seconds(ours[1]), "", seconds(hand[1]), ratio(ours[1] / hand[1]))
    out.add("", "", "", seconds(ours[1]), gram.WITHOUT_STATISTICS, seconds(without[1]), ratio(ours[1] / without[1]))


def file(rows: int) -> Path:
    """A Parquet file of numbers and a flag that follow from the row's number, some beyond a bound, some missing."""
    import duckdb

    path = data.FOLDER / f"logistic_{rows}.parquet"
    if not path.exists():
        numbers = (
            f"CASE WHEN hash(i, {place}) % 1000 > 0 THEN (hash(i, {place + 100}) % 1074001) / 1000.0 - 25 END AS {name}"
            for place, name in enumerate(FEATURES)
        )
        with data.made(path) as part, duckdb.connect() as connection:
            query = f"SELECT {', '.join(numbers)}, hash(i, 50) % 3 = 0 AS {FLAG} FROM range({rows}) AS r(i)"
            connection.sql(query).write_parquet(str(part))
    path.read_bytes()  # into the file cache
    return path


def by_hand(score: Score) -> str:
    """The statement that an expert would write: the score in whole numbers, its cell by a division, and GROUP BY."""
    first, last, step = score.edges[0], score.edges[-1], score.step
    terms = " + ".join(f"{name} * ({weight})" for name, weight in zip(FEATURES, score.weights, strict=True))
    cell = (
        f"CASE WHEN score < {first} THEN 0 WHEN score >= {last} THEN {len(score.edges)} "
        f"ELSE (score - ({first})) // {step} + 1 END AS cell"
    )
    sums = ", ".join(f"sum({name})" for name in FEATURES)
    inner = f"SELECT {score.constant} + {terms} AS score, * FROM {gram.rounded(FEATURES, (FLAG,))}"
    return f"SELECT {cell}, {FLAG}, count(*), {sums} FROM ({inner}) GROUP BY ALL"


def measured(path: Path, runs: int) -> dict[str, Any]:
    """The first run, which is not counted, opens what later ones use again, on both sides."""
    from dpcore.engine.duckdb import DuckDB
    from dpcore.table.table import Table as Facts

    facts = Facts(SCHEMA, dp.Unit())
    design = dp.LogisticRegression(FLAG, FEATURES).bind(SCHEMA).design(facts)
    aggregate = design.gradient(Mu(Fraction(1)), 0, np.array(WEIGHTS)).aggregate
    score = aggregate.keys[0]
    assert isinstance(score, Score)
    statement, times = by_hand(score), {way: list[Pair]() for way in ("murmur", "hand", "without")}
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, gram.opened(path, True) as usual, gram.opened(path, False) as bare:
        frozen = dp.read(str(path)).freeze(Path(folder), b"benchmark")
        with DuckDB(frozen, facts, b"benchmark", Path(folder)) as engine:

            def murmur() -> None:
                (found["murmur"],) = engine.aggregate([aggregate])

            def hand() -> None:
                found["hand"] = usual.execute(statement).fetchall()

            for _ in range(runs + 1):
                times["murmur"].append(timed(murmur))
                times["hand"].append(timed(hand))
                times["without"].append(timed(lambda: bare.execute(statement).fetchall()))
    agree = bool(np.array_equal(found["murmur"], _array(found["hand"], found["murmur"].shape)))
    return {**{way: pairs[1:] for way, pairs in times.items()}, "agree": agree}


def _array(groups: Sequence[Sequence[int]], shape: tuple[int, ...]) -> Any:
    """Rows of cell, label and sums in the shape of an aggregate."""
    found = np.zeros(shape, dtype=object)
    for cell, label, *sums in groups:
        found[:, cell, int(label)] = [int(value) for value in sums]
    return found


if __name__ == "__main__":
    _path, _runs = sys.argv[1:]
    answer(measured(Path(_path), int(_runs)))

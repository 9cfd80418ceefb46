"""Clusters in rounds: their inertia beside a grid and plain noisy Lloyd iterations, and their time beside SQL by hand.

python -m benchmarks.lloyd_rounds murmur|hand|without FILE RUNS    seconds of each run

Plain iterations are those of the literature (SuLQ, DP-Lloyd): five rounds of counts and sums from a public start, with
the best split of the noise, all of the price in equal parts.
"""

from __future__ import annotations

import math
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import dpcore as dp
from benchmarks import clusters, gram
from benchmarks.child import answer, module
from benchmarks.clock import Pair, middle, timed
from benchmarks.fitted import GAUSSIAN, Case, Doubles, desks, grouped, mean, released
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

COLUMNS, ROUNDS, COUNT = sized((4, 8), (4,)), 5, 5
NAMES = gram.COLUMNS[:4]
TARGET, TURNS, RUNS = 1.3, sized(3, 1), sized(2, 1)
PLACES = 49  # cells of the first round


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: tables of each kind."""
    cases = [case for size in COLUMNS for number in clusters.ROWS for case in clusters.synthetic(size, number, runs)]
    cases += [case for number in clusters.ROWS for case in clusters.flown(4, number, runs)]
    least = [clusters.without_noise(case) for case in cases]
    with desks() as desk:
        found = [clusters.centres(released(desk, case, query(case), [GAUSSIAN])[0], case) for case in cases]
    ours = grouped(cases, lambda place: clusters.inertia(cases[place].values, found[place]) / least[place])
    theirs = grouped(cases, lambda place: clusters.inertia(cases[place].values, plain(cases[place])) / least[place])
    for (kind, number), values in ours.items():
        mine, other = mean(values), mean(theirs[kind, number])
        what = f"k-means in {ROUNDS} rounds: inertia over that without noise"
        cells = f"{mine[0]:.3f}", "plain noisy Lloyd", f"{other[0]:.3f}", ratio(mine[0] / other[0])
        out.add(what, kind, f"{number:,}", *cells)


def add_times(out: Table, rows: int) -> None:
    """The rows of the table of results about time."""
    pace, hand, without = times(rows)
    limit = ratio(pace[0] / hand[0], at_most=TARGET)
    what = f"release of {COUNT} clusters of {len(NAMES)} columns in {ROUNDS} rounds"
    against = "the same grouped sums by hand in DuckDB"
    out.add(what, "", f"{rows:,}", seconds(pace[0]), against, seconds(hand[0]), limit, f"at most {TARGET}×")
    out.add("… in processor time", "", "", seconds(pace[1]), "", seconds(hand[1]), ratio(pace[1] / hand[1]))
    out.add("", "", "", seconds(pace[1]), gram.WITHOUT_STATISTICS, seconds(without[1]), ratio(pace[1] / without[1]))


def query(case: Case) -> dp.KMeans:
    """The question."""
    return dp.KMeans(case.names, case.count, method="rounds", rounds=ROUNDS)


def plain(case: Case) -> Doubles:
    """The centres of plain noisy iterations, from places by chance around the middle."""
    chance = np.random.default_rng(len(case.values))
    size, mu = case.values.shape[1], GAUSSIAN["mu"] / math.sqrt(ROUNDS)
    guess = math.sqrt(size) / 2
    counts = math.sqrt(1 + size / guess) / mu
    found = chance.uniform(-0.8, 0.8, (case.count, size))
    for _ in range(ROUNDS):
        owner = clusters.distances(case.values, found).argmin(axis=1)
        rows = np.bincount(owner, minlength=case.count) + counts * chance.normal(size=case.count)
        sums = np.stack([np.bincount(owner, column, case.count) for column in case.values.T], axis=1)
        sums = sums + counts * math.sqrt(guess) * chance.normal(size=sums.shape)
        kept = rows > 2 * counts
        found = np.where(kept[:, None], np.clip(sums / np.maximum(rows, 1)[:, None], -1, 1), found)
    return found


def times(rows: int) -> tuple[Pair, Pair, Pair]:
    """Murmur's seconds and those by hand (as in `gram.times`), in turns: elapsed and of processor time."""
    path = gram._file(rows)
    turns = [[module("lloyd_rounds", way, path, RUNS) for way in ("hand", "murmur", "without")] for _ in range(TURNS)]
    hand, ours, without = (middle(tuple(pair) for turn in turns for pair in turn[side]["seconds"]) for side in range(3))
    return ours, hand, without


def by_hand(*parts: tuple[Doubles, tuple[str, ...]]) -> str:
    """Counts and sums of the rows nearest to each place along these columns: the statement that an expert would write.

    By comparisons of all pairs of distances, which is faster than a CASE of the least of them. A cell of several parts
    is a place of each.
    """
    named, cells = list[str](), list[str]()
    for part, (places, columns) in enumerate(parts):
        far = [f"d{part}_{number}" for number in range(len(places))]
        for name, place in zip(far, places, strict=True):
            squares = (
                f"({column} - {int(at)}) * ({column} - {int(at)})" for column, at in zip(columns, place, strict=True)
            )
            named.append(f"{' + '.join(squares)} AS {name}")
        nearest = " ".join(
            f"WHEN {' AND '.join(f'{name} <= {other}' for other in far[number + 1 :])} THEN {number}"
            for number, name in enumerate(far[:-1])
        )
        cells.append(f"CASE {nearest} ELSE {len(far) - 1} END AS cell{part}")
    sums = ", ".join(f"sum({name})" for name in NAMES)
    keys = ", ".join(f"cell{part}" for part in range(len(parts)))
    inner = f"SELECT *, {', '.join(named)} FROM {gram.rounded(NAMES)}"
    return f"SELECT {', '.join(cells)}, count(*), {sums} FROM ({inner}) GROUP BY {keys}"


def _hand(path: Path, runs: int, statistics: bool = True) -> dict[str, Any]:
    chance, times_ = np.random.default_rng(0), list[Pair]()
    half = len(NAMES) // 2
    grid = by_hand(*((chance.uniform(0, gram.STEPS, (7, half)), columns) for columns in (NAMES[:half], NAMES[half:])))
    centres = [by_hand((chance.uniform(0, gram.STEPS, (COUNT, len(NAMES))), NAMES)) for _ in range(ROUNDS)]
    with gram.opened(path, statistics) as connection:

        def all_rounds() -> None:
            for statement in (grid, *centres):
                connection.execute(statement).fetchall()

        for _ in range(runs + 1):
            times_.append(timed(all_rounds))
    return {"seconds": times_[1:]}


def _murmur(path: Path, runs: int) -> dict[str, Any]:
    """The first run, which is not counted, opens what later ones use again, on both sides."""
    times_: list[Pair] = []
    question = dp.KMeans(list(NAMES), COUNT, method="rounds", rounds=ROUNDS)
    with tempfile.TemporaryDirectory(dir=".bench") as home, dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(str(path)), schema=gram.SCHEMA, budget=dp.Budget(mu=100.0))
        for run in range(runs + 1):
            plan = dp.Plan([question], mu=1 + run / 1000)  # at a price that no earlier run had
            times_.append(timed(lambda plan=plan: desk.release("t", plan)))
    return {"seconds": times_[1:]}


if __name__ == "__main__":
    _way, _path, _runs = sys.argv[1:]
    ways = {"hand": _hand, "murmur": _murmur, "without": partial(_hand, statistics=False)}
    answer(ways[_way](Path(_path), int(_runs)))

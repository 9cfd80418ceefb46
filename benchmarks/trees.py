"""Decision trees: labels of other rows beside diffprivlib's, and a release beside the same counts by hand in DuckDB.

python -m benchmarks.trees murmur|hand FILE RUNS    seconds of each run; by hand, of each of two ways
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import dpcore as dp
from benchmarks import data
from benchmarks.child import Failed, answer, module
from benchmarks.clock import Pair, middle, timed, total
from benchmarks.error import compared
from benchmarks.fitted import GAUSSIAN, PURE, Case, Doubles, mean, theirs
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds
from dpcore.table.aggregate import Edges, Flags, Leaf
from dpcore.table.leaf import Branch

ROWS, HELD, FEATURES, DEPTH = sized((2_000, 20_000), (500,)), sized(20_000, 500), 5, sized(4, 2)
TARGETS = {"tree": 0.9, "forest": 0.9}
PACE, BINS = 1.3, 16
NUMBERS = ("x0", "x1", "x2", "x3")
SCHEMA = dp.Schema(**{name: dp.Number(0.0, 1024.0) for name in NUMBERS}, f=dp.Flag(), y=dp.Flag())
QUERY = dp.DecisionTree("y", [*NUMBERS, "f"], DEPTH, BINS)


def add(out: Table, runs: int) -> None:
    """The shares of other rows with a wrong label. runs: tables of each size."""
    cases = [case(rows, seed) for rows in ROWS for seed in range(runs)]
    found: dict[str, list[Doubles]] = {}
    try:
        for part in TARGETS:
            version, found[part] = theirs(part, cases)
    except Failed as reason:
        out.note(f"diffprivlib: skipped, {reason}.")
    for name, price in (("(1, 1e-06)", GAUSSIAN), ("epsilon 1", PURE)):
        what = f"tree of depth {DEPTH} at {name}: share of other rows with a wrong label"
        mine = [wrong(each, labels(each, price)) for each in cases]
        for rows in ROWS:
            own = [place for place, each in enumerate(cases) if each.count == rows]
            ours = mean([mine[place] for place in own])
            for part, answers in found.items():
                their = mean([wrong(cases[place], answers[place]) for place in own])
                against = compared(ours, their, TARGETS[part])
                cells = f"{ours[0]:.3g}", f"diffprivlib {version}, {part}", f"{their[0]:.3g}", against
                out.add(what, "", f"{rows:,}", *cells, f"at most {TARGETS[part]}×")
    least = mean([wrong(each, labels(each, {"mu": 99.0})) for each in cases])
    out.note(f"A tree of the same rows without noise mislabels {least[0]:.3g} of the other rows.")


def case(rows: int, seed: int) -> Case:
    """Numbers in [-1, 1] whose label, the last column, follows from a few steps; then other rows of the same kind."""
    chance = np.random.default_rng(seed)
    x = chance.uniform(-1, 1, (rows + HELD, FEATURES))
    weights = chance.normal(size=FEATURES)
    score = np.sign(x) @ weights + 1.5 * (x[:, 0] > 0.3) * (x[:, 1] < 0)
    y = chance.random(len(x)) < 1 / (1 + np.exp(-1.5 * score))
    return Case("steps", rows, np.column_stack([x, y]))


def labels(each: Case, price: dict[str, float]) -> Doubles:
    """The labels that a released tree gives to the other rows."""
    names = [f"x{place}" for place in range(FEATURES)]
    frame = pd.DataFrame(each.values, columns=[*names, "y"])
    schema = dp.Schema(**{name: dp.Number(-1, 1) for name in names}, y=dp.Flag())
    budget = dp.Budget(mu=100.0) if price.get("mu", 0) > 9 else dp.Budget(10.0, 1e-6)
    rows = frame[: each.count].assign(y=frame["y"][: each.count] > 0)
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=Path(home)) as desk:
        desk.add_dataset("t", dp.read(rows), schema=schema, budget=budget)
        (release,) = desk.release("t", dp.Plan([dp.Ask(dp.DecisionTree("y", names, DEPTH), **price)]))
    found: Doubles = (release.evaluate(frame[names][each.count :])["estimate"] > 0.5).to_numpy(dtype=float)
    return found


def wrong(each: Case, found: Doubles) -> float:
    """The share of the other rows with another label."""
    return float((each.values[each.count :, -1] != found).mean())


def times(rows: int) -> tuple[Pair, Pair, Pair]:
    """Seconds of a release, of a statement for each table by hand, and of one for each round: elapsed, processor."""
    path = file(rows)
    ours = module("trees", "murmur", path, 2)
    hand = module("trees", "hand", path, 2)
    each, together = (middle(tuple(map(tuple, hand["seconds"][way]))) for way in ("each", "together"))
    return middle(tuple(map(tuple, ours["seconds"]))), each, together


def file(rows: int) -> Path:
    """A Parquet file of numbers and flags that follow from the row's number, some of them missing."""
    import duckdb

    path = data.FOLDER / f"trees_{rows}.parquet"
    if not path.exists():
        numbers = (f"(hash(i, {place} + 100) % 1050001) / 1000.0" for place in range(len(NUMBERS)))
        values = [
            f"CASE WHEN hash(i, {place}) % 1000 = 0 THEN NULL ELSE {number} END AS {NUMBERS[place]}"
            for place, number in enumerate(numbers)
        ]
        flag = "hash(i, 50) % 3 = 0 AS f"
        label = "hash(i, 51) % 100 < 20 + 40 * (x0 > 512)::INT + 30 * (x1 > 300 AND f)::INT"
        source = f"SELECT {', '.join(values)}, {flag}, i FROM range({rows}) AS r(i)"
        with data.made(path) as part, duckdb.connect() as connection:
            connection.sql(f"SELECT * EXCLUDE (i), {label} AS y FROM ({source})").write_parquet(str(part))
    return path


def by_hand(tree: Branch) -> tuple[list[str], str]:
    """A statement for each table of a round, and one for all of them, as an expert would write them.

    Missing cells are left out before anything is computed; the table has no NaN, as its owner knows.
    """
    clamped = "CASE WHEN {0} < 0 THEN 0 WHEN {0} > 1024 THEN 1024 ELSE {0} END"
    bins = ", ".join(
        f"CASE WHEN {name} < 1024 THEN floor({clamped.format(name)} / 64)::INT ELSE {BINS - 1} END AS {name}"
        for name in NUMBERS
    )
    present = " AND ".join(f"{name} IS NOT NULL" for name in SCHEMA)
    rows = f"(SELECT {leaf(tree)} AS leaf, * FROM (SELECT {bins}, f, y FROM t WHERE {present}))"
    columns = [*NUMBERS, "f"]
    each = [f"SELECT leaf, {name}, y, count(*) FROM {rows} GROUP BY ALL" for name in columns]
    sets = ", ".join(f"(leaf, {name}, y)" for name in columns)
    return each, f"SELECT leaf, {', '.join(columns)}, y, count(*) FROM {rows} GROUP BY GROUPING SETS ({sets})"


def leaf(node: Branch | int) -> str:
    """The number of a leaf as nested CASEs."""
    if not isinstance(node, Branch):
        return str(node)
    if len(node.children) == 1:
        return leaf(node.children[0])
    first, last = map(leaf, node.children)
    match node.key:
        case Edges(column):
            return f"CASE WHEN {column} < {node.places.index(1)} THEN {first} ELSE {last} END"
        case Flags(column):
            return f"CASE WHEN {'NOT ' * (not node.places[0])}{column} THEN {first} ELSE {last} END"
    raise ValueError("a tree of numbers and flags splits by nothing else")


def trees(path: Path) -> list[Branch]:
    """The trees of the rounds of a release without much noise."""
    asked: list[Branch] = []
    from dpcore.engine.base import SqlEngine

    honest = SqlEngine.aggregate

    def seen(self: SqlEngine, asks: Any) -> Any:
        asked.extend(key.tree for key in asks[0].keys if isinstance(key, Leaf))
        return honest(self, asks)

    SqlEngine.aggregate = seen  # type: ignore[method-assign]
    _murmur(path, 0)
    SqlEngine.aggregate = honest  # type: ignore[method-assign]
    return asked


def _murmur(path: Path, runs: int) -> dict[str, Any]:
    """The first run, which is not counted, opens what later ones use again."""
    found: list[Pair] = []
    with tempfile.TemporaryDirectory(dir=".bench") as home, dp.Desk(home=home) as desk:
        desk.add_dataset("t", dp.read(str(path)), schema=SCHEMA, budget=dp.Budget(mu=100.0))
        for run in range(runs + 1):
            plan = dp.Plan([QUERY], mu=1 + run / 1000)
            found.append(timed(lambda plan=plan: desk.release("t", plan)))
    return {"seconds": found[1:]}


def _hand(path: Path, runs: int) -> dict[str, Any]:
    import duckdb

    statements = [by_hand(tree) for tree in trees(path)]
    found: dict[str, list[Pair]] = {"each": [], "together": []}
    with duckdb.connect() as connection:
        connection.execute("SET enable_progress_bar = false")
        connection.execute(f"CREATE VIEW t AS FROM read_parquet('{path}')")

        def ask(sql: str) -> Pair:
            return timed(lambda: connection.execute(sql).fetchall())

        for _ in range(runs + 1):
            found["each"].append(total([ask(sql) for each, _ in statements for sql in each]))
            found["together"].append(total([ask(sql) for _, sql in statements]))
    return {"seconds": {way: pairs[1:] for way, pairs in found.items()}}


def add_times(out: Table, rows: int) -> None:
    """The rows of the table of results about time."""
    ours, *hands = times(rows)
    said = f"the same counts by hand, {DEPTH * FEATURES} statements", f"by hand, {DEPTH} statements with grouping sets"
    for hand, words in zip(hands, said, strict=True):
        pace = ratio(ours[0] / hand[0], at_most=PACE)
        what = f"release of a tree of depth {DEPTH} on {FEATURES} columns"
        out.add(what, "", f"{rows:,}", seconds(ours[0]), words, seconds(hand[0]), pace, f"at most {PACE}×")
        out.add("… in processor time", "", "", seconds(ours[1]), "", seconds(hand[1]), ratio(ours[1] / hand[1]))


if __name__ == "__main__":
    _way, _path, _runs = sys.argv[1:]
    answer({"hand": _hand, "murmur": _murmur}[_way](Path(_path), int(_runs)))

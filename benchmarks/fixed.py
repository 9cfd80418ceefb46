"""Costs that do not grow with the rows: importing, quoting, and a release around the engine's scan.

python -m benchmarks.fixed quote|release FILE RUNS        one of them, as JSON
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from typing import Any

import dpcore as dp
from benchmarks import data
from benchmarks.asks import QUERIES, SCHEMA
from benchmarks.child import answer, module
from benchmarks.clock import Pair, less, middle, now, timed, total
from benchmarks.murmur import BUDGET, desk, plan
from benchmarks.size import sized
from benchmarks.table import Table, seconds

ROWS = 1_000
QUOTED, RUNS, STARTS = sized((50, 9, 5), (2, 1, 1))


def table() -> Table:
    """One row per cost, with its target."""
    path = data.table(ROWS)
    out = Table(f"Fixed costs, on {ROWS:,} rows", ("what", "elapsed", "processor time", "target"))
    costs = {"`import dpcore`": ([_import() for _ in range(STARTS)], 0.4)}
    costs[f"`quote` of {QUOTED} asks"] = (module("fixed", "quote", path, RUNS), 0.02)
    release = module("fixed", "release", path, RUNS)
    costs["release of 8 asks beyond the engine's statements"] = (release["beyond"], 0.02)
    costs["release of 1 ask beyond the engine's statements"] = (release["beyond_one"], 0.02)
    costs["release of 8 asks in all"] = (release["whole"], None)
    costs["first release of a process, in all"] = (release["first"], None)
    for name, (found, target) in costs.items():
        elapsed, worked = middle(found)
        goal = "" if target is None else f"{seconds(target)}" + (" (missed)" if elapsed > target else "")
        out.add(name, seconds(elapsed), seconds(worked), goal)
    out.note("Processor time is of all threads; on a machine with other work it says more than the elapsed time.")
    return out


def _import() -> Pair:
    """Time that importing dpcore adds to starting Python."""
    found = []
    for code in ("pass", "import dpcore"):
        start, before = time.perf_counter(), _children()
        subprocess.run([sys.executable, "-c", code], check=True)
        found.append((time.perf_counter() - start, _children() - before))
    return less(found[1], found[0])


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _quotes(path: str, runs: int) -> list[Pair]:
    """Quotes of different plans, so that no cache helps."""
    with desk() as opened:
        opened.add_dataset("t", dp.read(path), schema=SCHEMA, budget=BUDGET, expected_rows=ROWS)
        queries = list(QUERIES.values())
        found = []
        for run in range(runs + 1):
            asks = [dp.Ask(queries[i % len(queries)], mu=0.1 + 0.001 * i + run / 10_000) for i in range(QUOTED)]
            found.append(timed(lambda asks=asks: opened.quote("t", dp.Plan(asks))))
        return found[1:]


def _releases(path: str, runs: int) -> dict[str, list[Pair]]:
    """Whole releases, and their time without the engine's statements."""
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
    found: dict[str, list[Pair]] = {"first": [], "whole": [], "beyond": [], "beyond_one": []}
    with desk() as opened:
        opened.add_dataset("t", dp.read(path), schema=SCHEMA, budget=BUDGET)
        found["first"].append(timed(lambda: opened.release("t", plan(0, list(QUERIES)))))
        for run in range(1, runs + 1):
            for key, names in (("beyond", list(QUERIES)), ("beyond_one", ["count"])):
                spent.clear()
                whole = timed(lambda run=run, names=names: opened.release("t", plan(run, names)))
                found[key].append(less(whole, total(spent)))
                if key == "beyond":
                    found["whole"].append(whole)
    return found


if __name__ == "__main__":
    answer({"quote": _quotes, "release": _releases}[sys.argv[1]](sys.argv[2], int(sys.argv[3])))

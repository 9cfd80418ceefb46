"""The eight asks against other libraries: seconds from the same Parquet file, and errors at the same guarantee."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.child import Failed, module, script
from benchmarks.data import table
from benchmarks.environment import NAMES, PEERS, interpreter
from benchmarks.error import error
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

ERROR_ROWS = sized(10_000, 500)
REPEATS = 200
TIME_RUNS, TIME_LIMIT, ERROR_LIMIT = 5, 100, 100
OUR_REPEATS = 5  # ours are quick: so many times as many releases
ASKS = ("count", "sum", "mean", "variance", "histogram", "count_by", "mean_by", "cross")


@dataclass(frozen=True)
class Promise:
    """The relation and noise under which a peer is comparable, for which asks, and why not for the rest."""

    label: str
    neighbors: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(ASKS, "add_remove"))
    lane: str = "pure"
    environment: Mapping[str, str] = field(default_factory=dict)
    left_out: str = ""


_REPLACE = dict.fromkeys(("sum", "mean", "variance"), "replace")
PROMISES = {
    "opendp": (
        Promise("OpenDP, pure"),
        Promise("OpenDP, Gaussian", lane="gaussian", environment={"OPENDP_LOSS": "gaussian"}),
    ),
    "diffprivlib": (
        Promise(
            "diffprivlib, pure",
            {**_REPLACE, **dict.fromkeys(("histogram", "count_by", "cross"), "add_remove")},
            left_out="its count is cut at the exact number of rows; its means by group take exact sizes as public",
        ),
    ),
    "smartnoise": (Promise("SmartNoise SQL, pure", left_out="it takes the groups themselves from the rows"),),
    "tumult": (Promise("Tumult, pure"),),
}


def times(rows: int, peers: Sequence[str]) -> Table:
    """Seconds of all asks that a peer can do, its loading counted; imports and the start of Spark are not.

    Peer and Murmur take turns, each time in a new process.
    """
    path = table(rows)
    out = Table(
        f"The same asks from the same Parquet file of {rows:,} rows, loading counted",
        ("tool", "asks", "loading", "asks", "in all", "Murmur", "times as long"),
    )
    for peer in peers:
        try:
            version, theirs, ours = _turns(peer, path, rows)
        except Failed as reason:
            out.add(NAMES[peer], f"skipped: {reason}")
            continue
        load, whole = median(run["load"] for run in theirs), median(sum(run.values()) for run in theirs)
        mine = median(ours)
        out.add(
            f"{NAMES[peer]} {version}",
            str(len(theirs[0]) - 1),
            seconds(load),
            seconds(whole - load),
            f"{seconds(whole)} ({len(theirs)} runs)",
            seconds(mine),
            ratio(whole / mine, at_least=3.0),
        )
        if left := [name for name in ASKS if name not in theirs[0]]:
            out.note(f"{NAMES[peer]} cannot do, or was not asked any more after {TIME_LIMIT} s: {', '.join(left)}.")
    return out


def _turns(peer: str, path: Path, rows: int) -> tuple[str, list[dict[str, float]], list[float]]:
    """The peer's version, its runs, and Murmur's seconds for the same asks."""
    python = interpreter(peer)
    if isinstance(python, str):
        raise Failed(python)
    theirs: list[dict[str, float]] = []
    ours: list[float] = []
    while not theirs or (len(theirs) < TIME_RUNS and sum(sum(run.values()) for run in theirs) < TIME_LIMIT):
        found = _peer(python, peer, "time", path, rows, 1, TIME_LIMIT)
        theirs.append(found["run"])
        names = [name for name in found["run"] if name != "load"]
        for run in module("murmur", "load", path, 1, ",".join(names))["runs"]:
            ours.append(run["load"][0] + run["release"][0])
    return found["version"], theirs, ours


def errors(peers: Sequence[str], repeats: int = REPEATS) -> Table:
    """Root-mean-square error of repeated releases: of the peer / of Murmur at the same guarantee."""
    path = table(ERROR_ROWS)
    out = Table(
        f"Root-mean-square error on {ERROR_ROWS:,} rows, peer / Murmur at the same guarantee (pure: epsilon 1; "
        "Gaussian: (1, 1e-6)); ± is one standard error of the ratio",
        ("peer", *ASKS),
    )
    truth = _truth(path)
    for peer in peers:
        python = interpreter(peer)
        for promise in PROMISES[peer]:
            try:
                if isinstance(python, str):
                    raise Failed(python)
                found = _peer(
                    python, peer, "error", path, ERROR_ROWS, repeats, ERROR_LIMIT, environment=promise.environment
                )
            except Failed as reason:
                out.add(promise.label, f"skipped: {reason}")
                continue
            out.add(promise.label, *_ratios(path, truth, promise, found["answers"], repeats))
            if promise.left_out:
                out.note(f"{promise.label}: {promise.left_out}.")
    return out


def _peer(python: Path, peer: str, *arguments: object, environment: Mapping[str, str] | None = None) -> Any:
    return script(python, PEERS / f"use_{peer}.py", *arguments, environment=environment)


def _ratios(
    path: Path, truth: dict[str, list[float]], promise: Promise, answers: dict[str, list[list[float]]], repeats: int
) -> list[str]:
    cells = []
    for name in ASKS:
        if name not in answers or name not in promise.neighbors:
            cells.append("–")
            continue
        arguments = ("errors", path, OUR_REPEATS * repeats, name, promise.neighbors[name], promise.lane)
        ours = module("murmur", *arguments)["answers"][name]
        theirs, mine = error(answers[name], truth[name]), error(ours, truth[name])
        value = theirs[0] / mine[0]
        spread = value * math.hypot(theirs[1], mine[1])
        cells.append(ratio(value, at_least=1.0, give=3 * spread) + f" ± {spread:.2f}")
    return cells


def _truth(path: Path) -> dict[str, list[float]]:
    """The exact answers of the public table, in doubles."""
    import duckdb

    values = {
        "count": "count(*)",
        "sum": "sum(value)",
        "mean": "avg(value)",
        "variance": "var_pop(value)",
    }
    found: dict[str, list[float]] = {}
    with duckdb.connect() as connection:
        t = f"read_parquet('{path}')"
        for name, what in values.items():
            found[name] = [float(connection.execute(f"SELECT {what} FROM {t}").fetchall()[0][0])]
        by = {
            "histogram": ("count(*)", "least(floor(value / 10), 99)"),
            "count_by": ("count(*)", "grp"),
            "mean_by": ("avg(value)", "grp"),
            "cross": ("count(*)", "a, b"),
        }
        for name, (what, keys) in by.items():
            query = f"SELECT {what} FROM {t} GROUP BY {keys} ORDER BY {keys}"
            found[name] = [float(row[0]) for row in connection.execute(query).fetchall()]
    return found

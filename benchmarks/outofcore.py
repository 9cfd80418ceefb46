"""A table larger than memory, in a process of at most 2 GB: loading, eight asks, and at most 5 rows of each unit.

python -m benchmarks.outofcore FOLDER RUNS    all of it, in this process; the same sums by hand in processes between
"""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import dpcore as dp
from benchmarks import data
from benchmarks.asks import QUERIES, SCHEMA
from benchmarks.child import Failed, answer, module, peak, run
from benchmarks.clock import Pair, middle, timed
from benchmarks.murmur import BUDGET, desk, plan
from benchmarks.release import Different
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.fingerprint import Fingerprint
from dpcore.engine.source.frozen import Frozen
from dpcore.table.table import Table as Facts

WHOLE = dp.Schema(
    **SCHEMA.columns,
    amount=dp.Number(0, 10_000, integer=True),
    smoker=dp.Flag(),
    day=dp.Date("2020-01-01", "2023-12-31"),
)
RUNS = sized(3, 1)
LIMIT, SPILL = "2GB", "6GB"
MOST = 2_000_000_000
_WATCHED, _TEMPORARY = 0.2, (".part", ".tmp", ".block")


def table(rows: int) -> Table:
    """Time, memory and temporary files. The files of rows are removed at the end."""
    folder = data.folder(rows)
    try:
        out = Table(
            f"{rows:,} rows of 8 columns in {len(list(folder.iterdir()))} Parquet files, `MURMUR_MEMORY={LIMIT}`",
            ("what", "Murmur", "DuckDB by hand", "ratio", "target", "peak memory", "temporary files"),
        )
        _add(out, folder, rows)
    finally:
        shutil.rmtree(folder)
    return out


def _add(out: Table, folder: Path, rows: int) -> None:
    environment = {"MURMUR_MEMORY": LIMIT, "MURMUR_SPILL": SPILL}
    found = run(sys.executable, "-m", "benchmarks.outofcore", str(folder), str(RUNS), environment=environment)
    load, cut, units, groups = (found[name] for name in ("load", "truncation", "units", "groups"))
    hand, times = [turn["seconds"][0] for turn in found["hand"]], [each["time"] for each in found["release"]]
    ours, theirs = middle(times), middle(hand)
    shares = middle([(mine[0] / other[0], mine[1] / other[1]) for mine, other in zip(times, hand, strict=True)])
    out.add("loading once: freeze, fingerprint, ledger", seconds(load["time"][0]), "–", "", "", *_memory([load]))
    pair = seconds(ours[0]), seconds(theirs[0]), ratio(shares[0], at_most=1.2)
    out.add("release of 8 asks, a row a unit", *pair, "at most 1.2×", *_memory(found["release"]))
    out.add("… in processor time", seconds(ours[1]), seconds(theirs[1]), ratio(shares[1]))
    what = f"at most 5 rows of each of {rows // 10:,} units, once"
    out.add(what, seconds(cut["time"][0]), *_by_hand(folder, environment, cut["time"][0]), *_memory([cut]))
    out.add("the sums of the 8 asks on these rows", seconds(units["time"][0]), "–", "", "", *_memory([units]))
    out.add("… with at most 2 groups of each unit", seconds(groups["time"][0]), "–", "", "", *_memory([groups]))
    most = max(each["peak"] for each in [load, *found["release"], cut, units, groups])
    other = max(turn["peak"] for turn in found["hand"])
    share = ratio(most / MOST, at_most=1)
    out.add("peak memory of all", f"{most / 1e6:.0f} MB", f"{other / 1e6:.0f} MB", share + " of 2 GB", "at most 2 GB")
    out.note("Ratios are medians of pairs: the sums by hand run between the releases, in a process of their own.")


def _by_hand(folder: Path, environment: dict[str, str], ours: float) -> tuple[str, str, str]:
    """A window under the same limits. It is stopped after twice our time."""
    way = [sys.executable, "-m", "benchmarks.handwritten", "window", str(folder / "*.parquet"), "1"]
    try:
        found = run(*way, environment=environment, timeout=2 * ours)
    except Failed as reason:
        spilled = "max_temp_directory_size" in reason.said or "offload" in reason.said
        return f"needs more than {SPILL} of temporary files" if spilled else str(reason), "", ""
    hand = found["seconds"]["window"][0][0]
    return seconds(hand), ratio(ours / hand, at_most=1.2), "at most 1.2×"


def _memory(phases: list[dict[str, Any]]) -> tuple[str, str]:
    size, files = (max(each[name] for each in phases) for name in ("peak", "files"))
    return f"{size / 1e6:.0f} MB", f"{files / 1e9:.1f} GB"


def measured(folder: str, runs: str) -> dict[str, Any]:
    """Everything for one folder of files. Raises Different if the sums by hand are others."""
    pattern = f"{folder}/*.parquet"
    with desk() as opened:
        home, source = opened.home.path, dp.read(folder)
        load = partial(opened.add_dataset, "t", source, schema=WHOLE, budget=BUDGET)
        found: dict[str, Any] = {"load": _phase(home, load), "hand": [], "release": []}
        for number in range(int(runs)):
            found["hand"].append(module("handwritten", "asks", pattern, 1))
            found["release"].append(_phase(home, partial(opened.release, "t", plan(number, list(QUERIES)))))
        (path,) = (home / "data").glob("*/*.parquet")
        stat = path.stat()
        copy = Frozen(path, source.columns, Fingerprint("", "", ()), stat.st_size, stat.st_mtime_ns)
        for name, unit in (("rows", dp.Unit()), ("units", _unit(5)), ("groups", _unit(2))):
            facts = Facts(WHOLE, unit)
            asks = [query.aggregate(facts) for query in QUERIES.values()]
            with DuckDB(copy, facts, b"benchmark", home) as engine:
                if name == "rows":
                    _check(engine.aggregate(asks), list(QUERIES), found["hand"][0]["answers"])
                    continue
                cut = _phase(home, engine.prepare)
                found.setdefault("truncation", cut)  # later units have the same rows
                found[name] = _phase(home, partial(engine.aggregate, asks))
    for turn in found["hand"]:
        del turn["answers"]
    return found


def _unit(groups: int) -> dp.Unit:
    return dp.Unit("unit", max_rows=5, max_groups=groups)


def _check(ours: list[Any], names: list[str], hand: dict[str, Any]) -> None:
    for name, cells in zip(names, ours, strict=True):
        if [[int(cell) for cell in row] for row in cells.reshape(len(cells), -1)] != hand[name]:
            raise Different(name)


def _phase(home: Path, act: Callable[[], object]) -> dict[str, Any]:
    """Time, peak memory, and the most bytes of temporary files."""
    Path("/proc/self/clear_refs").write_text("5")
    ended, most = threading.Event(), 0

    def watch() -> None:
        nonlocal most
        while not ended.wait(_WATCHED):
            most = max(most, sum(_size(path) for path in home.rglob("*") if path.suffix in _TEMPORARY))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        time_taken: Pair = timed(act)
    finally:
        ended.set()
        watcher.join()
    return {"time": time_taken, "peak": peak(), "files": most}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


if __name__ == "__main__":
    answer(measured(*sys.argv[1:]))

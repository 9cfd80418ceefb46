"""A release against hand-written DuckDB: the same exact integers, with and without truncation to 5 rows a unit."""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks import data
from benchmarks.child import module
from benchmarks.table import Table, ratio, seconds

RUNS = 5
CHECKED_ROWS = 10_000


class Different(Exception):
    """Both sides were not computing the same."""


def table(rows: int) -> Table:
    """Time and memory, freezing and fingerprinting apart."""
    _check()
    path = data.table(rows)
    hand, ours = module("handwritten", "asks", path, RUNS), module("murmur", "release", path, RUNS)
    out = Table(
        f"Release of 8 asks on {rows:,} rows, a row a unit, against DuckDB by hand (one statement an ask)",
        ("what", "Murmur", "DuckDB by hand", "ratio", "target"),
    )
    alone, ask = median(hand["seconds"]), median(ours["seconds"])
    first, load = ours["seconds"][0], ours["load"]
    out.add("release", seconds(ask), seconds(alone), ratio(ask / alone, at_most=1.2), "at most 1.2×")
    out.add(
        "release, first of the process", seconds(first), seconds(hand["seconds"][0]), ratio(first / hand["seconds"][0])
    )
    out.add("loading once: freeze, fingerprint, ledger", seconds(load), "–")
    out.add("loading and one release", seconds(load + ask), seconds(alone), ratio((load + ask) / alone))
    memory = ours["peak"] / hand["peak"]
    out.add(
        "peak memory", _megabytes(ours["peak"]), _megabytes(hand["peak"]), ratio(memory, at_most=1.5), "at most 1.5×"
    )
    return out


def truncation(rows: int) -> Table:
    """Making the truncated copy, and using it again."""
    path = data.table(rows)
    hand, ours = module("handwritten", "truncate", path, 3), module("murmur", "truncate", path, 3)
    best = min(hand["seconds"], key=lambda name: median(hand["seconds"][name]))
    alone, made = median(hand["seconds"][best]), median(ours["made"])
    out = Table(
        f"At most 5 rows of each of {data.UNITS:,} units, by keyed hash, written to Parquet; {rows:,} rows",
        ("what", "Murmur", f"DuckDB by hand ({best})", "ratio", "target"),
    )
    out.add(
        "making the truncated copy, once",
        seconds(made),
        seconds(alone),
        ratio(made / alone, at_most=1.2),
        "at most 1.2×",
    )
    out.add("loading in all, once", seconds(ours["load"]), "–")
    out.add("each release of 8 asks after that", seconds(median(ours["release"])), "–")
    out.add("peak memory", _megabytes(ours["peak"]), _megabytes(hand["peak"]), ratio(ours["peak"] / hand["peak"]))
    ways = ", ".join(f"{name} {seconds(median(times))}" for name, times in hand["seconds"].items())
    out.note(f"By hand: {ways}.")
    return out


def _check() -> None:
    """Raises Different unless both give the same integers for every ask."""
    path = data.table(CHECKED_ROWS)
    ours: dict[str, Any] = module("murmur", "exact", path)["answers"]
    hand: dict[str, Any] = module("handwritten", "asks", path, 1)["answers"]
    for name, integers in ours.items():
        if integers != hand[name]:
            raise Different(f"{name}: Murmur {integers[:3]}, by hand {hand[name][:3]}")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"

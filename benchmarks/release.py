"""A release against hand-written DuckDB: the same exact integers, with and without truncation to 5 rows a unit."""

from __future__ import annotations

from typing import Any

from benchmarks import data
from benchmarks.child import module
from benchmarks.clock import middle
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

ROUNDS, RUNS = sized((3, 3), (1, 1))
CHECKED_ROWS = sized(10_000, 2_000)  # by hand a histogram has no empty bin, and there must be none


class Different(Exception):
    """The two sides computed different results."""


def table(rows: int) -> Table:
    """Time and memory, with freezing and fingerprinting listed apart. Both sides alternate, each in a new process."""
    _check()
    path = data.table(rows)
    turns = [
        (module("handwritten", "asks", path, RUNS), module("murmur", "release", path, RUNS)) for _ in range(ROUNDS)
    ]
    out = Table(
        f"Release of 8 asks on {rows:,} rows, a row a unit, against DuckDB by hand (one statement an ask)",
        ("what", "Murmur", "DuckDB by hand", "ratio", "target"),
    )
    hand, ours = (middle(time for turn in turns for time in turn[side]["seconds"]) for side in (0, 1))
    first_hand, first = (middle(turn[side]["seconds"][0] for turn in turns) for side in (0, 1))
    load = middle(turn[1]["load"] for turn in turns)
    out.add("release", seconds(ours[0]), seconds(hand[0]), ratio(ours[0] / hand[0], at_most=1.2), "at most 1.2×")
    out.add("… in processor time", seconds(ours[1]), seconds(hand[1]), ratio(ours[1] / hand[1]))
    out.add("release, first of its process", seconds(first[0]), seconds(first_hand[0]), ratio(first[0] / first_hand[0]))
    out.add("loading once: freeze, fingerprint, ledger", seconds(load[0]), "–")
    out.add(
        "loading and one release", seconds(load[0] + ours[0]), seconds(hand[0]), ratio((load[0] + ours[0]) / hand[0])
    )
    _memory(out, turns)
    return out


def truncation(rows: int) -> Table:
    """Time to make the truncated copy, and to reuse it."""
    path = data.table(rows)
    turns = [(module("handwritten", "truncate", path, 1), module("murmur", "truncate", path, 1)) for _ in range(ROUNDS)]
    by_way = {name: middle(turn[0]["seconds"][name][0] for turn in turns) for name in turns[0][0]["seconds"]}
    best = min(by_way, key=lambda name: by_way[name])
    hand, made = by_way[best], middle(turn[1]["made"][0] for turn in turns)
    out = Table(
        f"At most 5 rows of each of {data.UNITS:,} units, by keyed hash, written to Parquet; {rows:,} rows",
        ("what", "Murmur", f"DuckDB by hand ({best})", "ratio", "target"),
    )
    out.add(
        "making the truncated copy, once",
        seconds(made[0]),
        seconds(hand[0]),
        ratio(made[0] / hand[0], at_most=1.2),
        "at most 1.2×",
    )
    out.add("… in processor time", seconds(made[1]), seconds(hand[1]), ratio(made[1] / hand[1]))
    out.add("loading in all, once", seconds(middle(turn[1]["load"] for turn in turns)[0]), "–")
    out.add("a release of 8 asks after that", seconds(middle(turn[1]["release"][0] for turn in turns)[0]), "–")
    _memory(out, turns)
    ways = ", ".join(f"{name} {seconds(pair[0])}" for name, pair in by_way.items())
    out.note(f"By hand: {ways}.")
    return out


def _memory(out: Table, turns: list[tuple[Any, Any]]) -> None:
    hand, ours = (max(turn[side]["peak"] for turn in turns) for side in (0, 1))
    out.add("peak memory", _megabytes(ours), _megabytes(hand), ratio(ours / hand, at_most=1.5), "at most 1.5×")


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

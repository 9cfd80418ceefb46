"""Benchmarks run to their end at their smallest size, without peers and without a network: no name in them can rot."""

from __future__ import annotations

import os

import pytest

from benchmarks.__main__ import parser, parts
from tests.child import run

PARTS = list(parts(parser().parse_args([])))
# several dashboards each, a Spark, or an older version that compiles itself: no size makes these take less than ten
# seconds, so they are left to `make audit`
LONG = ("spark", "busy", "soak", "versions")
# a process each for these, since they start servers; all others take turns in a few, as importing takes a second
ALONE = ("screens", "workbench", "explore", "share", "uploads", "ledger", "postgres", "outofcore")
TOGETHER = [part for part in PARTS if part not in LONG + ALONE]
TURNS = 4
SIZES = ("--rows", "2000", "--large", "2000", "--repeats", "1", "--turns", "1", "--minutes", "0.2")


def tables(*names: str) -> None:
    """Each part prints a table with rows in it; the last line of a failure names its part."""
    small = os.environ | {"MURMUR_BENCH": "small"}
    found = run(("-m", "benchmarks"), *names, *SIZES, env=small, timeout=900)
    assert found.returncode == 0, found.stderr.decode()[-2_000:]
    printed = found.stdout.decode().split("\n### ")[1:]
    assert len(printed) == len(names)
    assert all(table.count("\n| ") >= 3 for table in printed), printed


def test_the_long_ones_are_parts() -> None:
    assert set(LONG + ALONE) < set(PARTS)


@pytest.mark.parametrize("names", [TOGETHER[turn::TURNS] for turn in range(TURNS)], ids=" ".join)
def test_parts_run_to_their_end(names: list[str]) -> None:
    tables(*names)


@pytest.mark.parametrize("part", ALONE)
def test_a_part_with_servers_runs_to_its_end(part: str) -> None:
    tables(part)


@pytest.mark.audit
@pytest.mark.parametrize("part", LONG)
def test_a_long_part_runs_to_its_end(part: str) -> None:
    tables(part)

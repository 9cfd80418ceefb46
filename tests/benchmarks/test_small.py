"""Benchmarks run to their end at their smallest size, without peers and without a network: no name in them can rot."""

from __future__ import annotations

import os

import pytest

from benchmarks.__main__ import parser, parts
from tests.child import run

PARTS = list(parts(parser().parse_args([])))
# these take a few seconds; the others are left to `make audit` until they do
SHORT = ("blocks", "bounds", "fixed", "ledger", "noise", "screens", "share", "slicing", "smooth", "uploads")
SIZES = ("--rows", "2000", "--large", "2000", "--repeats", "1", "--turns", "1", "--minutes", "0.2")


def test_the_short_ones_are_parts() -> None:
    assert set(SHORT) < set(PARTS)


@pytest.mark.parametrize(
    "part", [part if part in SHORT else pytest.param(part, marks=pytest.mark.audit) for part in PARTS]
)
def test_it_runs_to_its_end(part: str) -> None:
    """One table, with rows in it."""
    small = os.environ | {"MURMUR_BENCH": "small"}
    found = run(("-m", "benchmarks"), part, *SIZES, env=small, timeout=900)
    assert found.returncode == 0, found.stderr.decode()[-2_000:]
    assert found.stdout.decode().count("\n### ") == 1 and found.stdout.decode().count("\n| ") >= 3

"""Ranks are counted among values rounded to a public grid: said wherever that moves a value, and true with it."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present.text import margin, rounding
from dpcore.queries import QUERIES
from dpcore.release.measurement import in_ranks
from dpcore.table.table import Table
from dpcore.text import Text, joined

KINDS = [kind for kind in QUERIES if kind.name in ("median", "quantile", "quantiles")]
RAISED = "rounded to the nearest multiple"


def skewed(chance: random.Random, whole: bool) -> list[float]:
    """Values of which most are far below the largest."""
    rows = chance.choice([200, 900, 2_000])
    values = [chance.lognormvariate(chance.uniform(0, 4), chance.uniform(1, 3)) for _ in range(rows)]
    return [float(round(value)) if whole else value for value in values]


def said(release: dp.Release) -> str:
    """All that is said of its error."""
    return str(joined([margin.meaning(release), *margin.caveats(release)]))


@pytest.mark.parametrize("seed", range(6))
def test_the_stated_ranks_hold_up_to_the_stated_rounding(seed, tmp_path):
    """On skewed tables whose bounds are far above every row; without the half step they would not hold."""
    chance = random.Random(seed)
    whole = seed % 2 == 0
    values = skewed(chance, whole)
    high = float(round(max(values) * 10 ** (chance.choice([3, 5]) if seed else 6)))
    table = np.sort(values)
    with dp.Desk(home=tmp_path) as desk:
        schema = dp.Schema(x=dp.Number(0, high, integer=whole), k=dp.Number(0, 1_000, integer=True))
        source = dp.read(pd.DataFrame({"x": values, "k": 0}))
        desk.add_dataset("t", source, schema=schema, budget=dp.Budget(mu=50))
        asks = [dp.Ask(dp.Median("x", where=[dp.Condition("k", "<", 1_000 - place)]), mu=1) for place in range(12)]
        found = desk.release("t", dp.Plan(asks))
    missed = without = 0
    for release in found:
        answer, error = float(release.figures["estimate"][0]), in_ranks(release)
        assert error is not None
        if np.isnan(answer):
            continue
        half = rounding.step(release.query, release.facts_table) / 2
        assert half > 0 and RAISED in said(release)
        missed += between(table, answer - half, answer + half) > error.largest
        without += between(table, answer, answer) > error.largest
    assert missed <= 6, "of 12 at 95 %: by chance once in a hundred million"
    if seed == 0:
        assert without == len(found), "rounding is what the ranks leave out"


def between(table: np.ndarray, low: float, high: float) -> float:
    """The rows that lie between all numbers of a range and the median."""
    most = float(np.searchsorted(table, high, "right"))
    least = float(np.searchsorted(table, low, "left"))
    half = len(table) / 2
    return max(least - half, half - most, 0.0)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(("column", "moved"), [
    (dp.Number(0, 1_000, integer=True), False),
    (dp.Number(-(2**19), 2**19, integer=True), False),
    (dp.Number(0, 2**21, integer=True), True),
    (dp.Number(0, 1), True),
    (dp.Number(-1e9, 1e9), True),
])  # fmt: skip
def test_it_is_said_where_values_move_and_only_there(kind, column, moved):
    table = Table(dp.Schema(x=column))
    query = kind("x", 0.5) if kind.name == "quantile" else kind("x")
    grid = query.bind(table.schema).lattice(table)
    size = rounding.step(query, table)
    assert (size > 0) == moved and (not moved or size == float(grid.step))
    quoted = str(rounding.foreseen(query, table, Text("said")))
    assert ("rounded" in quoted) == (moved and column.integer)

"""Observed shares of a calibration chart: their margins hold the chance of rows of a bin, also near 0 and 1."""

from __future__ import annotations

import numpy as np
import pytest

from dpcore.queries.models.logistic.check import GROUPS, Check
from dpcore.queries.models.surrogate import expit

MIDDLES = (np.arange(-33, 33) + 0.5) / 4
PLACES = np.searchsorted(GROUPS, MIDDLES)
FACTOR = 1.959964


def check(counts: np.ndarray, std: float) -> Check:
    return Check(counts, std, FACTOR, FACTOR, MIDDLES, 3)


@pytest.mark.parametrize("label", [0, 1])
@pytest.mark.parametrize("below", [-9.0, 0.0, 3.0])
def test_a_share_at_an_end_has_the_margin_of_its_noise(label: int, below: float) -> None:
    """1,200 rows of a bin, of whose one label noise left nothing: 40 of them may have it, which is a share of 0.03."""
    counts = np.full((len(MIDDLES), 2), 2_000.0)
    inside = PLACES == 1
    counts[inside, label], counts[inside, 1 - label] = 300.0, below
    value, std, low, high = check(counts, 20.0).observed()[1]
    assert value == pytest.approx(float(label) + (1 - 2 * label) * max(below, 0) / (300 + max(below, 0)))
    far = high if label == 0 else 1 - low
    assert std > 0.02 and low <= value <= high and 0.03 < far < 0.1


@pytest.mark.parametrize(("std", "rows"), [(0.03, 1.0), (0.03, 3.0), (2.0, 30.0)])
def test_few_rows_of_one_label_leave_other_shares_possible(std: float, rows: float) -> None:
    """All `rows` rows are true: with a share that is lower so many are true in one table of forty."""
    counts = np.full((len(MIDDLES), 2), 2_000.0)
    counts[PLACES == 4] = 0.0
    counts[np.flatnonzero(PLACES == 4)[0]] = 0.0, rows
    value, _, low, high = check(counts, std).observed()[4]
    assert value == high == 1.0 and low < 0.025 ** (1 / rows) + 0.05


def test_no_margin_where_every_share_is_possible() -> None:
    counts = np.full((len(MIDDLES), 2), 2_000.0)
    counts[PLACES == 4] = 0.0
    counts[np.flatnonzero(PLACES == 4)[0]] = 1.0, 1.0
    value, *others = check(counts, 0.1).observed()[4]
    assert value == 0.5 and np.isnan(others).all()


def missed(std: float, rows: int, tables: int, chance: np.random.Generator) -> tuple[int, int]:
    """How many intervals there are, and how many do not hold the mean chance of the bin's rows."""
    told = wrong = 0
    for table in range(tables):
        scores = chance.normal(*((0, 1.2) if table % 2 else (-2.5, 0.8)), rows)
        bins, chances = np.clip(np.floor(scores * 4).astype(int) + 33, 0, len(MIDDLES) - 1), expit(scores)
        counts = np.zeros((len(MIDDLES), 2))
        np.add.at(counts, (bins, (chance.random(rows) < chances).astype(int)), 1)
        noisy = counts + np.rint(std * chance.standard_normal(counts.shape))
        for group, (_, _, low, high) in enumerate(check(noisy, std).observed()):
            inside = PLACES[bins] == group
            if np.isfinite(high) and inside.any():
                told += 1
                wrong += not low <= chances[inside].mean() <= high
    return told, wrong


@pytest.mark.sample(3)
@pytest.mark.parametrize(("std", "rows"), [(0.05, 50), (0.5, 1_000), (4.0, 1_000), (4.0, 20_000), (20.0, 20_000)])
def test_margins_hold_the_chance_of_a_label(std: float, rows: int) -> None:
    """At level 0.95, of rows that are few, noise that is large, and chances near 0 and 1."""
    told, wrong = missed(std, rows, 150, np.random.default_rng(8))
    assert told > 300 and wrong / told < 0.06, (told, wrong)

"""A curve is drawn at steps of at most half its bandwidth; its record and its table keep their points."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.chart.picture import Along, Picture
from dpcore.present.shape import adjust
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.present import made


def _released(width: float | None, groups: int, seed: int, mu: float = 1.0) -> Release:
    """Rows in two narrow clusters of values from 0 to 1,000, for each group."""
    draw = random.Random(seed)
    facts = Table(dp.Schema(x=dp.Number(0, 999, integer=True), town=dp.Category(["a", "b"])))
    places = draw.sample(range(50, 950), 2)
    cells = np.where(np.isin(np.arange(1_000), places), 5_000, 1)
    query = dp.Density("x", width, by=["town"] if groups else [])
    counts: Any = np.tile(cells, (1, 2, 1)) if groups else np.tile(cells, (1, 1))
    return made.release(query, counts, facts, mu=mu)


def _at(picture: Picture | None) -> tuple[float, ...]:
    assert picture is not None and isinstance(picture.across, Along)
    return picture.across.at


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("groups", [0, 2])
@pytest.mark.parametrize("width", [3.0, 4.0, 9.0, 40.0])
def test_the_step_is_at_most_half_the_bandwidth(width: float, groups: int, seed: int) -> None:
    release = _released(width, groups, seed)
    picture = shape.picture(release)
    at = _at(picture)
    assert picture is not None and np.diff(at).max() <= max(width / 2, 1_000 / (POINTS - 1) / 5) + 1e-9
    assert all(len(line.value) == len(at) for line in picture.series)
    assert len(at) == POINTS or width < 10, "no more points than are needed"
    assert len(release.result.figures["estimate"]) == max(groups, 1) * POINTS
    known = release.evaluate(list(at))["estimate"].to_numpy()[: len(at)]
    line = np.array(picture.series[0].value)
    assert np.allclose(line, known, rtol=1e-9, atol=1e-9 * known.max(), equal_nan=True)
    figure = plotly.chart(release)
    assert len(figure.data[2].x) == len(at)
    drawn = str(svg.chart(picture, "x"))
    longest = max(drawn.split("<polyline")[1:], key=len)
    assert longest.split('points="')[1].split('"')[0].count(",") == len(at)


def test_a_bandwidth_that_follows_from_the_numbers_counts_too() -> None:
    release = _released(None, 0, 1)
    least = release.query.reading.resolution(release.facts_table, release.rounds, release.level)
    assert np.diff(_at(shape.picture(release))).max() <= max(least, 1.0) + 1e-9


def test_the_line_has_the_views_of_the_table() -> None:
    release = _released(3.0, 0, 2, mu=0.1)
    lowered = adjust.usual(release)
    assert min(lowered.result.figures["estimate"]) == 0 > min(release.figures["estimate"])
    picture = shape.picture(lowered.release, lowered.result)
    assert picture is not None and len(_at(picture)) > POINTS and min(picture.first.value) == 0
    times = (len(_at(picture)) - 1) // (POINTS - 1)
    assert picture.first.value[::times] == pytest.approx(tuple(lowered.result.figures["estimate"]), abs=1e-6)


def test_another_bandwidth_that_is_chosen_keeps_the_points_of_its_table() -> None:
    release = _released(None, 0, 3)
    (setting,) = (one for one in adjust.settings(release) if one.name == "bandwidth")
    wide = adjust.adjust(release, [], {"bandwidth": setting.choices[-1][0]})
    picture = shape.picture(wide.release, wide.result)
    assert picture is not None and len(_at(picture)) == POINTS
    assert picture.first.value == tuple(wide.result.figures["estimate"])

"""Medians and quantiles are dots on an axis that need not begin at zero; means, sums and counts are bars from zero."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.chart.drawing import WIDTH
from dpcore.present.chart.picture import Picture
from dpcore.present.text import ranks
from dpcore.present.text.usable import usable
from dpcore.release.measurement import in_ranks
from dpcore.release.record import Release
from tests.present import made

LOW = 500


def _released(query: Any, seed: int) -> Release:
    """An answer about costs from 500 to 1,000, far from zero, in three wards of a few thousand rows."""
    draw = np.random.default_rng(seed)
    rows = pd.DataFrame({"ward": draw.choice([*"ABC"], 6_000), "cost": draw.uniform(LOW, 1_000, 6_000)})
    schema = dp.Schema(ward=dp.Category([*"ABC"]), cost=dp.Number(0, 1_000))
    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=10))
        (release,) = desk.release("visits", dp.Plan([query], epsilon=random.Random(seed).choice([1, 2, 4])))
    return release


def _picture(release: Release) -> Picture:
    picture = shape.picture(release)
    assert picture is not None
    return picture


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "query",
    [dp.Median("cost", by=["ward"]), dp.Quantile("cost", 0.3, by=["ward"]), dp.Quantiles("cost", [0.25, 0.5, 0.75])],
    ids=["median", "quantile", "quantiles"],
)
def test_a_place_among_the_rows_is_a_dot(query: Any, seed: int) -> None:
    release = _released(query, seed)
    picture = _picture(release)
    assert usable(release).all() and picture.dots
    drawn, figure = str(svg.chart(picture, "places")), plotly.chart(release)
    assert 'class="bar' not in drawn and drawn.count('class="dot"') == release.cells
    assert figure.data[0].type == "scatter" and figure.data[0].mode == "markers"
    places = sorted(float(x) for x in re.findall(r'<circle class="dot" cx="([\d.]+)"', drawn))
    assert places[-1] - places[0] > WIDTH / 6, "the axis does not begin at zero, so that dots differ"
    error = in_ranks(release)
    assert error is not None
    said = f"±{ranks.counted(error.largest)}"
    assert drawn.count(said) == release.cells and said in figure.data[0].hovertemplate
    assert sum(said in note.text for note in figure.layout.annotations) == release.cells
    assert 'class="interval"' not in drawn


@pytest.mark.parametrize("query", [dp.Mean("cost", by=["ward"]), dp.Sum("cost", by=["ward"]), dp.Count(by=["ward"])])
def test_an_amount_is_a_bar_from_zero(query: Any) -> None:
    release = _released(query, 0)
    picture = _picture(release)
    drawn, figure = str(svg.chart(picture, "amounts")), plotly.chart(release)
    assert not picture.dots and drawn.count('class="bar"') == 3 and figure.data[0].type == "bar"
    assert drawn.count('class="interval"') == 9 and "ranks" not in drawn


def test_a_range_between_quartiles_is_an_amount() -> None:
    release = _released(dp.InterquartileRange("cost", by=["ward"]), 0)
    assert not _picture(release).dots and 'class="bar"' in str(svg.chart(_picture(release), "ranges"))


def test_numbers_of_counts_have_the_digits_of_their_error() -> None:
    release = made.release(dp.Count(by=["ward"]), [[20_040, 336_780, 5_000]], mu=0.05, drawn=[[3, -1, 2]])
    drawn = str(svg.chart(_picture(release), "counts"))
    assert all(f">{number}<" in drawn for number in ("20,043", "336,779", "5,002"))
    assert [note.text for note in plotly.chart(release).layout.annotations] == ["20,043", "336,779", "5,002"]

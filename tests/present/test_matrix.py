"""The square of coloured cells: every answer twice, what is not usable hatched, and a scale, in both drawings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg, tiles
from dpcore.present.chart.picture import Series
from dpcore.present.page.answer import answer
from dpcore.present.text.usable import HATCHED, PALE, usable
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.oracle import evaluate
from tests.present.made import release

NAMES = ("age", "<b>cost</b>", "visits")
TABLE = Table(dp.Schema({**{name: dp.Number(0, 9, integer=True) for name in NAMES}, "g": dp.Flag()}))


def made(query: Any, rows: int, **paid: float) -> Release:
    random = np.random.default_rng(2)
    first = random.integers(0, 10, rows)
    found = [
        {NAMES[0]: int(a), NAMES[1]: int((a + b) // 2), NAMES[2]: int(c), "g": bool(c % 2)}
        for a, b, c in zip(first, random.integers(0, 10, rows), random.integers(0, 10, rows), strict=True)
    ]
    bound = query.bind(TABLE.schema)
    return release(bound, evaluate(bound.aggregate(TABLE), found), TABLE, **paid)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [dp.Covariance, dp.Correlation])
def test_every_pair_is_drawn_with_its_mirror_image(kind: Any) -> None:
    good = made(kind(NAMES), 20_000, mu=1)
    assert usable(good).all()
    figure = plotly.chart(good)
    assert figure is not None
    (heat,) = figure.data
    shades = np.array(heat.z, dtype=float)
    assert np.array_equal(shades, shades.T, equal_nan=True)
    assert np.isnan(np.diag(shades)).all() == (kind is dp.Correlation)
    assert heat.zmax == -heat.zmin > 0 and heat.colorbar.title.text and figure.layout.meta["alt"]
    assert "<b>" not in "".join(figure.layout.xaxis.ticktext)
    drawn = str(svg.chart(shape.picture(good), "a chart"))
    cells = 9 if kind is dp.Covariance else 6
    assert drawn.count('class="inside"') == cells and drawn.count("<rect") == cells + 9
    assert "hatch" not in drawn and "<b>" not in drawn and not svg.has_pale(shape.picture(good))


def test_cells_that_are_not_usable_are_hatched_and_said() -> None:
    bad = made(dp.Correlation(NAMES), 40, mu=0.05)
    assert not usable(bad).any()
    figure = plotly.chart(bad)
    assert figure is not None and [trace.type for trace in figure.data] == ["heatmap", "scatter"]
    assert str(svg.chart(shape.picture(bad), "a chart")).count('class="hatch"') == 6 * len(tiles.strokes())
    assert HATCHED in answer(bad, 30).caveats and PALE not in answer(bad, 30).caveats


def test_groups_have_bars() -> None:
    figure = plotly.chart(made(dp.Covariance(NAMES, by=["g"]), 2_000, mu=1))
    assert figure is not None and figure.data[0].type == "bar" and len(figure.data[0].y) == 12


@pytest.mark.parametrize("share", [-1.0, -0.4, 0.0, 0.3, 1.0])
def test_dark_text_is_legible_on_every_colour(share: float) -> None:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))

    assert (light(tiles.colour(share)) + 0.05) / (light(tiles.INK) + 0.05) > 6


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.2463, "0.246"),
        (28.41, "28.4"),
        (999.4, "999"),
        (999.6, "1k"),
        (-6943.0, "−6.94k"),
        (15_812.0, "15.8k"),
        (5_321_000.0, "5.32M"),
        (2e9, "2B"),
        (1e12, "1.0e+12"),
        (0.00042, "4.2e−04"),
    ],
)
def test_numbers_in_cells_have_three_digits(value: float, text: str) -> None:
    assert tiles.brief(value) == text


@pytest.mark.parametrize(
    ("value", "margin", "text"),
    [(-0.00957, 0.66, "−0.01"), (0.0837, 0.0012, "0.0837"), (595.2, 31.0, "595"), (0.2, 0.0, "0.2")],
)
def test_a_cell_has_no_more_digits_than_its_margin_supports(value: float, margin: float, text: str) -> None:
    picture = shape.picture(made(dp.Correlation(NAMES), 2_000, mu=1))
    assert picture is not None
    line = Series("", *((end,) for end in (value, value - margin, value + margin)))
    assert tiles.supported(replace(picture, series=(line,)), 0) == text

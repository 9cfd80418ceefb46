"""The heat map of an answer by two keys, in both drawings, on tables drawn at random."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import heat_map, plotly, svg
from dpcore.present.chart.levels import COLOUR
from dpcore.present.chart.picture import HeatMap, Named
from dpcore.present.chart.tiles import LEAST
from dpcore.present.text.usable import COLOURS
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.present.made import release

STRANGE = ("a", "<b>DL</b> & co", "한국항공", "שלום עולם", "x" * 60)


def made(rows: tuple[str, ...], columns: tuple[str, ...], seed: int = 0, mu: float = 0.1) -> Release:
    """Counts by two keys, many of them too small for the noise."""
    exact = np.random.default_rng(seed).gamma(0.6, 400, len(rows) * len(columns)).astype(int).tolist()
    facts = Table(dp.Schema(carrier=dp.Category(rows), origin=dp.Category(columns)))
    return release(dp.Count(by=("carrier", "origin")), [exact], facts, mu=mu)


def names(count: int, before: str) -> tuple[str, ...]:
    return tuple(f"{before}{number}" for number in range(count))


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_has_its_cell_in_both_drawings(seed: int) -> None:
    random = np.random.default_rng(seed)
    found = made(names(int(random.integers(2, 9)), "r"), names(int(random.integers(2, 9)), "c"), seed)
    picture = shape.picture(found)
    assert picture is not None and isinstance(picture.across, HeatMap)
    across = picture.across
    assert len(across.names) >= len(across.columns) and {across.title, across.upward} == {"carrier", "origin"}
    figure = plotly.chart(found)
    assert figure is not None and figure.layout.meta["alt"]
    keys = (found.result.columns[across.upward], found.result.columns[across.title])
    drawn = str(svg.chart(picture, "a chart"))
    ElementTree.fromstring(drawn)
    for place, (row, column) in enumerate(zip(*keys, strict=True)):
        assert across.places[place] == (across.names.index(row), across.columns.index(column))
        shades = [trace for trace in figure.data if trace.type == "heatmap" and trace.customdata[across.places[place]]]
        (only,) = shades  # either coloured or grey
        assert (only.showscale is False) == (not picture.good[place])
        low, high = (f"{ends[place]:,.4g}" for ends in (picture.first.low, picture.first.high))
        assert f"{low} to {high}" in only.customdata[across.places[place]]
    assert drawn.count(f'fill="{heat_map.GREY}"') == picture.good.count(False)
    assert svg.has_pale(picture) == (not all(picture.good))


def test_only_usable_answers_make_the_scale() -> None:
    found = shape.picture(made(names(8, "r"), names(8, "c")))
    assert found is not None and not all(found.good)
    usable = [value for value, good in zip(found.first.value, found.good, strict=True) if good]
    assert max(usable) <= heat_map.far(found) <= 2 * max(usable)
    assert isinstance(found.across, HeatMap)
    shares = np.array(heat_map.shares(found, found.across))
    assert np.array_equal(np.isnan(shares), ~np.array(found.good))


def test_strange_labels_are_escaped_and_shortened() -> None:
    found = made(STRANGE, ("JFK", "<i>EWR</i>"))
    drawn, figure = str(svg.chart(shape.picture(found), "a chart")), plotly.chart(found)
    assert figure is not None
    words = [text.text for text in ElementTree.fromstring(drawn).iter("text")]
    assert {"a", "<b>DL</b> & co", "한국항공"} <= set(words) and "x" * 21 + "…" in words
    shown = [*figure.layout.xaxis.ticktext, *figure.layout.yaxis.ticktext, *figure.data[0].customdata.ravel()]
    assert not any("<" in label for label in shown)


def test_a_large_square_stays_small_and_says_where_its_numbers_are() -> None:
    found = made(names(200, "r"), names(200, "c"))
    presenter = shape.presenter(found)
    drawn, figure = str(svg.chart(presenter.picture, "a chart")), plotly.chart(found)
    assert len(drawn) < 1_000_000 and 'class="name cell"' not in drawn and figure is not None
    assert all(trace.type == "heatmap" or not trace.x for trace in figure.data)
    assert COLOURS in presenter.notes(pale=False) and COLOURS in presenter.notes(pale=True)


def test_a_single_column_has_bars_with_intervals_as_before() -> None:
    found = shape.picture(made(names(4, "r"), ("only",)))
    assert found is not None and isinstance(found.across, Named)


def test_negative_answers_have_a_colour_of_their_own() -> None:
    facts = Table(dp.Schema(g=dp.Category(("a", "b")), h=dp.Category(("c", "d")), cost=dp.Number(-100, 100)))
    found = shape.picture(release(dp.Sum("cost", by=("g", "h")), [[-9000, 4000, 0, 9000], [200] * 4], facts, mu=5))
    assert found is not None and isinstance(found.across, HeatMap) and found.across.signed
    drawn = str(svg.chart(found, "a chart"))
    assert all(drawn.count(f'fill="{colour}"') >= 7 for colour in (LEAST, COLOUR))


def test_a_combination_without_an_answer_is_left_empty() -> None:
    whole = shape.picture(made(names(3, "r"), names(3, "c")))
    assert whole is not None and isinstance(whole.across, HeatMap)
    line = whole.first
    cut = replace(
        whole,
        across=replace(whole.across, places=whole.across.places[:-1]),
        series=(replace(line, value=line.value[:-1], low=line.low[:-1], high=line.high[:-1]),),
        good=whole.good[:-1],
    )
    counts = [str(svg.chart(each, "a chart")).count("<rect") for each in (whole, cut)]
    assert counts[0] - counts[1] == 1

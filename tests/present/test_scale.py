"""Shares are percent wherever they are shown: axis, hover, caption, table, input; bins are named by their ends."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.over_time import change, course
from dpcore.present.over_time.compare import compare
from dpcore.present.over_time.series import series
from dpcore.present.page.answer import answer
from dpcore.present.text import scale, tidy, unit, words
from dpcore.present.text.usable import PALE_SMALL, usable
from dpcore.queries.question.prediction import linear
from dpcore.table.table import Table
from tests.present import made

DEAR = dp.Condition("cost", ">=", 500)
SHARES = [(100, 20), (10_000, 1), (50, 50), (10**6, 999_999), (300, 1), (400, 130)]


def share(rows: int, met: int, groups: bool = False, **options: object) -> object:
    cells = 3 if groups else 1
    query = dp.Fraction(DEAR, by=["ward"] if groups else [])
    exact = [[rows] * cells, [met] * cells]
    return made.release(query, exact, mu=0.5, **options)


@pytest.mark.parametrize(("rows", "met"), SHARES)
def test_no_caption_number_or_table_shows_a_fraction(rows: int, met: int) -> None:
    one, three = share(rows, met), share(rows, met, groups=True)
    shown = answer(one, 10)
    assert shown.number.endswith(" %") and shown.error.endswith(" percentage points")
    assert "percentage points" in words.meaning(one) and "percentage points" in words.meaning(three)
    assert float(shown.number[:-2].replace(",", "")) == pytest.approx(100 * one.estimates["estimate"][0], abs=60)
    table = tidy.readable(three, three.table)
    assert {"answer (%)", "low (%)", "high (%)"} <= set(table.columns)
    assert np.allclose(table["high (%)"], 100 * three.table["high"], atol=10)
    assert answer(three, 10).grid.numbers == ("answer (%)", "low (%)", "high (%)")


@pytest.mark.parametrize(("rows", "met"), SHARES)
def test_every_axis_of_shares_is_percent(rows: int, met: int) -> None:
    first, second = share(rows, met, groups=True), share(rows, rows - met, groups=True, version=2)
    found = compare(first, second)
    for drawn in (plotly.chart(first), change.chart(found), course.chart(series([first, second]))):
        assert "%" in drawn.layout.yaxis.tickformat
        assert all("~%" in trace.hovertemplate for trace in drawn.data)
    ticks = re.findall(r'class="tick"[^>]*>([^<]+)<', answer(first, 10).chart)
    assert ticks and all(tick.endswith(" %") for tick in ticks)
    assert all("percentage points" in words_ for words_ in found.table["words"] if " by " in words_)


@pytest.mark.parametrize("largest", [0, 1e-9, 0.2, 1, 999])
def test_small_numbers_carry_no_prefix(largest: float) -> None:
    assert scale.axis_format(dp.Mean("cost").error, largest) == ",.6~g"
    assert scale.axis_format(dp.Mean("cost").error, 1_000) == "~s"


@pytest.mark.parametrize("points", [0.342, 1, 12.5, 100 / 3, 1e-6])
def test_what_is_typed_is_what_is_shown(points: float) -> None:
    query, table = dp.Fraction(DEAR), Table(dp.Schema(cost=dp.Number(0, 1000)))
    error = scale.read(query, points)
    assert scale.typed(query, error) == pytest.approx(points, rel=1e-11)
    assert words.error_text(points) in unit.predicted(query, table, linear(error / 1.96, error))
    assert scale.read(dp.Count(), 20.0) == scale.typed(dp.Count(), 20.0) == 20.0


def test_the_hover_names_the_bin_and_what_is_counted() -> None:
    facts = Table(dp.Schema(age=dp.Number(0, 120, integer=True), cost=dp.Number(0, 1)))
    ages = made.release(dp.Histogram("age", bins=24), [[100] * 25], facts, mu=0.5)
    costs = made.release(dp.Histogram("cost", bins=4), [[100] * 4], facts, mu=0.5)
    drawn = plotly.chart(ages).data[0]
    assert list(drawn.text[:2]) == ["0 to 4", "5 to 9"] and drawn.text[-1] == "120"
    assert "last bin is shorter: 120" in plotly.chart(ages).layout.xaxis.title.text
    assert "last bin is shorter: 120" in answer(ages, 30).chart
    assert "%{text}" in drawn.hovertemplate and " rows " in drawn.hovertemplate
    assert list(plotly.chart(costs).data[0].text) == [
        "0 to below 0.25",
        "0.25 to below 0.5",
        "0.5 to below 0.75",
        "0.75 to 1",
    ]


def test_cells_that_are_not_usable_are_marked_wherever_they_are_shown() -> None:
    facts = Table(dp.Schema(age=dp.Number(0, 120, integer=True)))
    ages = made.release(dp.Histogram("age", bins=24), [[1000] * 23 + [-150, -300]], facts, mu=0.05)
    good = usable(ages)
    assert list(good) == [True] * 23 + [False] * 2
    notes = [""] * 23 + ["too small to distinguish from zero"] * 2
    assert list(tidy.readable(ages, ages.table)["note"]) == notes
    assert list(tidy.readable(ages, ages.table.head(24))["note"]) == notes[:24]
    shown = answer(ages, 30)
    assert [note for *_, note in shown.grid.rows] == notes and shown.grid.noted and PALE_SMALL in shown.caveats
    assert shown.chart.count('class="bar"') == 23 and shown.chart.count('<polygon class="faint"') >= 1
    drawn, grey = plotly.chart(ages).data
    assert [value is None for value in drawn.y] == [False] * 23 + [True] * 2
    assert [text.rpartition(", ")[2] for text in grey.text] == notes[-1:] * 6
    assert [point[2] for point in drawn.customdata] == [note and f", {note}" for note in notes]
    fine = made.release(dp.Histogram("age", bins=24), [[1000] * 25], facts, mu=0.05)
    assert "note" not in tidy.readable(fine, fine.table) and not answer(fine, 30).grid.noted
    assert not svg.has_pale(shape.picture(fine)) and PALE_SMALL not in answer(fine, 30).caveats

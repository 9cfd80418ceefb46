"""A trend as it is drawn and told where it has no rows: a gap, words, no number; and what smoothing changes."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Mu
from dpcore.present import shape
from dpcore.present.chart import plotly
from dpcore.present.chart.svg import chart
from dpcore.present.text.margin import alt, meaning
from dpcore.queries import query_from_dict
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.present import made

HOURS = dp.Number(0, 23, integer=True)


def hours(counts: np.ndarray, mu: float = 1.0, old: bool = False, drawn: int | None = 0) -> Release:
    """A trend along hours, of which the last is unlike the others; by default its noise happens to be 0."""
    table = Table(dp.Schema(h=HOURS, y=dp.Number(-60, 240)))
    query = dp.Trend("y", "h").bind(table.schema)
    steps = query.statistic(table, Mu(Fraction(1))).steps
    means = np.where(np.arange(24) < 23, steps // 4, steps // 8)
    if old:
        query = query_from_dict({name: value for name, value in query.to_dict().items() if name != "by_value"})
    return made.release(query, np.array([counts, counts * means]), table, mu=mu, drawn=drawn)


NIGHT = np.where((np.arange(24) < 5) | (np.arange(24) == 12), 0, 4000)


@pytest.mark.parametrize("old", [False, True])
def test_where_there_are_no_rows_there_is_no_line_and_no_number(old: bool) -> None:
    found = hours(NIGHT, old=old)
    few = found.query.reading.few(found.facts_table, found.rounds, 0.95)
    picture = shape.picture(found)
    assert picture is not None
    assert np.isnan(picture.series[0].value).tolist() == few.tolist() and few.any() and not few.all()
    said, words = str(meaning(found)), str(alt(found))
    assert "There are no rows to speak of at h " in said and said in words
    assert "Highest point" in words and "nan" not in words.lower()
    typed = shape.presenter(found).values("3, 8, 12")
    assert [value.answer == "no rows to speak of here" for value in typed] == [True, False, True]
    assert typed[0].low == typed[0].high == "" and typed[1].low != ""
    line = plotly.chart(found).data[-1]
    assert [value is None for value in line.y] == few.tolist()
    root = ElementTree.fromstring(str(chart(shape.picture(found), "x")))
    assert "nan" not in str(chart(shape.picture(found), "x"))
    assert len(root.findall("polygon")) == 2 and len(root.findall("polyline")) == 2, "two stretches"


@pytest.mark.usefixtures("seeded")
def test_the_headline_is_of_the_values_that_have_rows() -> None:
    found = hours(np.where(np.arange(24) < 14, 0, 4000))
    said = str(meaning(found))
    assert "±300" not in said and "not usable" not in said.split("There are no rows")[0]
    assert "±3" in said or "±2" in said or "±1" in said or "±0." in said
    assert "no {cell}" not in said and "There are no rows to speak of at h 0 to 13" in said


def test_a_value_alone_between_gaps_is_seen() -> None:
    found = hours(np.where(np.arange(24) == 9, 40_000, 0))
    root = ElementTree.fromstring(str(chart(shape.picture(found), "x")))
    assert len(root.findall("circle")) >= 1
    assert "markers" in plotly.chart(found).data[-1].mode


@pytest.mark.usefixtures("seeded")
def test_without_any_rows_no_point_is_usable_and_everything_can_be_drawn() -> None:
    for _ in range(10):
        found = hours(np.zeros(24, dtype=int), mu=0.1, drawn=None)
        assert "no rows to speak of" in str(meaning(found)).lower() or "not usable" in str(meaning(found)).lower()
        assert str(alt(found)) and plotly.chart(found) is not None
        assert "nan" not in str(chart(shape.picture(found), "x"))


def test_what_smoothing_changes_is_said_beside_the_margin() -> None:
    """One hour differs from its neighbours, by more than the margin of a smoothed answer."""
    counts = np.where(np.arange(24) == 23, 60, 4000)
    found = hours(counts, old=True)
    said = str(meaning(found))
    assert "Smoothing may change answers by more: compared with each value by itself" in said
    assert said.index("margin of error") < said.index("Smoothing may")
    alone = hours(NIGHT, mu=3.0)
    assert "each value by itself) was chosen" in str(alone.query.reading.found(alone.facts_table, alone.rounds, 0.95))
    assert "Smoothing may" not in str(meaning(alone)), "nothing was smoothed"


def test_along_fractions_it_is_compared_with_a_kernel_of_half_the_width() -> None:
    table = Table(dp.Schema(x=dp.Number(0, 1), y=dp.Number(0, 1)))
    query = dp.Trend("y", "x").bind(table.schema)
    cells = np.where(np.arange(4096) < 2000, 20, 0)
    steps = query.statistic(table, Mu(Fraction(1))).steps
    sums = cells * (np.arange(4096) * steps // 4096)
    found = made.release(query, np.array([cells, sums]), table, mu=0.5, drawn=0)
    said = str(meaning(found))
    assert "compared with a kernel of half the width" in said
    assert "There are no rows to speak of at x 0." in said
    fixed = made.release(
        dp.Trend("y", "x", bandwidth=0.05), np.array([cells, cells * (steps // 2)]), table, mu=0.5, drawn=0
    )
    assert "Smoothing may" not in str(meaning(fixed)), "its noise is for one bandwidth"
    assert "no rows to speak of at x 0." in str(meaning(fixed))

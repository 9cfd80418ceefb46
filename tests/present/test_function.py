"""A function as it is drawn: its line from zero, its band, its groups; the same by Plotly and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly
from dpcore.present.chart.picture import Along
from dpcore.present.chart.svg import chart, has_pale
from dpcore.present.page import answer as answers
from dpcore.present.shape import adjust
from dpcore.present.text.usable import usable
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.present import made


def release(groups: int = 0, bins: int = 20, mu: float = 0.5, drawn: int | None = None) -> Release:
    names = [f"g{at}" for at in range(groups)] or ["only"]
    facts = Table(dp.Schema(x=dp.Number(0, 10), town=dp.Category(names)))
    query = dp.Cumulative("x", bins, by=["town"] if groups else [])
    counts = np.full((1, max(1, groups), bins), 50)
    return made.release(query, counts if groups else counts[:, 0], facts, drawn=drawn, mu=mu)


@pytest.mark.parametrize("groups", [0, 1, 2, 5, 9])
def test_each_group_has_its_line_and_its_band(groups: int) -> None:
    found = release(groups)
    picture = shape.picture(found)
    assert isinstance(picture.across, Along) and picture.across.at[0] == 0 and len(picture.across.at) == 21
    lines = min(max(groups, 1), 5)
    assert len(picture.series) == lines and all(series.value[0] == 0 for series in picture.series)
    drawn = plotly.chart(found)
    assert len(drawn.data) == 3 * lines and drawn.layout.yaxis.title.text == "rows below it"
    assert ("the first 5 of 9 groups" in drawn.layout.xaxis.title.text) == (groups == 9)
    assert drawn.layout.showlegend == (groups > 1)
    svg = ElementTree.fromstring(str(chart(shape.picture(found), "a & <b>")))
    assert svg[0].text == "a & <b>"
    assert [len(svg.findall(kind)) for kind in ("polygon", "polyline")] == [lines, lines]
    words = [word.text for word in svg.findall("text")]
    assert ("g0" in words) == (groups > 0), "a line that has a group is named"


def test_very_many_points_are_thinned_and_the_last_one_stays() -> None:
    found = release(bins=5_000)
    svg = ElementTree.fromstring(str(chart(shape.picture(found), "x")))
    (line,) = svg.findall("polyline")
    points = line.attrib["points"].split()
    assert len(points) <= 1_001 and points[-1].startswith("406.0,")


def test_pages_and_cards_show_the_line_that_never_decreases() -> None:
    found = release(bins=400, mu=0.01)
    seen = adjust.usual(found)
    line = np.array(seen.result.figures["estimate"])
    assert (np.diff(line) >= 0).all() and not (np.diff(found.table["estimate"]) >= 0).all()
    assert seen.result.figures["low"] == found.estimates["low"], "intervals stay the released ones"
    shown = answers.answer(found, 1_000)
    assert any("never decreases" in sentence for sentence in shown.caveats)
    assert [float(row[2][0].replace(",", "")) for row in shown.grid.rows] == pytest.approx(list(line), abs=51)
    assert adjust.adjust(found, []).result.figures["estimate"] == found.estimates["estimate"]
    assert shape.presenter(found).values("10")[0].answer == shown.grid.rows[-1][2][0]


def test_a_curve_is_judged_as_a_whole() -> None:
    """Its first points are below any margin, and say something all the same."""
    assert usable(release(mu=0.5, drawn=0)).all() and not has_pale(shape.picture(release(mu=0.5)))
    assert not usable(release(mu=0.002, drawn=0)).any()


def test_a_function_of_one_point_is_a_number() -> None:
    found = release(bins=1)
    assert shape.picture(found) is None and plotly.chart(found) is None
    assert found.at([0, 5, 10])["high"].tolist()[0] == 0

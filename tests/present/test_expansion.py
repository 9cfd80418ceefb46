"""A density as it is drawn: its line, its band, its groups; what is said of it; the same by Plotly and as SVG."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly
from dpcore.present.chart.picture import Along
from dpcore.present.chart.svg import chart
from dpcore.present.page import answer as answers
from dpcore.present.shape import adjust
from dpcore.present.text import tidy
from dpcore.present.text.margin import alt, caveats, meaning
from dpcore.present.text.usable import usable
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.release.record import Release, step
from dpcore.table.table import Table
from tests.present import made


def release(groups: int = 0, rows: int = 20, mu: float = 0.5) -> Release:
    names = [f"g{at}" for at in range(groups)] or ["only"]
    facts = Table(dp.Schema(x=dp.Number(0, 99, integer=True), town=dp.Category(names)))
    cells = np.where(abs(np.arange(100) - 30) < 10, rows, 0)
    counts = np.tile(cells, (1, max(1, groups), 1))
    query = dp.Density("x", by=["town"] if groups else [])
    return made.release(query, counts if groups else counts[:, 0], facts, mu=mu)


def below_zero(found: Release) -> Release:
    """The same curve, lowered until its lowest point is as far below zero as a tenth of its height."""
    line = np.array(found.estimates["estimate"])
    down = line.min() + (line.max() - line.min()) / 10
    moved = ("estimate", "low", "high")
    lowered = {
        name: tuple(np.array(value) - down) if name in moved else value for name, value in found.estimates.items()
    }
    return replace(found, estimates=lowered)


@pytest.mark.parametrize("groups", [0, 1, 3, 9])
def test_each_group_has_its_line_and_its_band(groups: int) -> None:
    found = release(groups)
    picture, lines = shape.picture(found), min(max(groups, 1), 5)
    assert picture is not None and isinstance(picture.across, Along)
    assert len(picture.across.at) == POINTS and picture.across.at[0] == -0.5
    assert len(picture.series) == lines
    drawn = plotly.chart(found)
    assert len(drawn.data) == 3 * lines and drawn.layout.yaxis.title.text == "rows per unit of x"
    svg = ElementTree.fromstring(str(chart(shape.picture(found), "x")))
    assert [len(svg.findall(kind)) for kind in ("polygon", "polyline")] == [lines, lines]
    names = [text for text in svg.findall("text") if text.get("class", "").startswith("name")]
    inside = [float(at.split(",")[1]) for band in svg.findall("polygon") for at in band.get("points", "").split()]
    assert len(names) == (lines if groups else 0), "a name for each line"
    assert all(float(name.get("y", "")) < min(inside) for name in names), "above the lines, not under them"
    said = str(alt(found))
    assert "Highest point:" in said and ("town g0: " in said) == (groups > 0)
    assert ("bandwidths were chosen" if groups > 1 else "was chosen") in str(shape.presenter(found).notes(False)[0])


@pytest.mark.usefixtures("seeded")
def test_a_line_is_judged_as_a_whole() -> None:
    assert usable(release(rows=500)).all()
    assert "too small" not in str(meaning(release(rows=500)))
    nothing = [bool(usable(release(rows=0, mu=0.001)).any()) for _ in range(30)]
    assert sum(nothing) <= 10, "one in forty, if the bandwidth is the widest"


@pytest.mark.usefixtures("seeded")
def test_a_score_far_below_zero_is_usable() -> None:
    facts = Table(dp.Schema(late=dp.Flag(), x=dp.Number(0, 99)))
    rows = np.array([np.full(512, 40), np.zeros(512)])  # none is late
    found = made.release(dp.KernelMachine("late", ["x"], loss="hinge"), rows, facts, mu=2)
    assert max(found.estimates["estimate"]) < 0
    assert usable(found).all()
    assert "usable" not in str(meaning(found))


def test_the_last_tick_lies_inside_the_picture() -> None:
    facts = Table(dp.Schema(x=dp.Number(0, 5_000)))
    wide = made.release(dp.Density("x"), np.full((1, 4096), 1), facts, mu=0.5)
    svg = ElementTree.fromstring(str(chart(shape.picture(wide), "x")))
    (last,) = [float(text.get("x", "")) for text in svg.findall("text") if text.text == "5,000"]
    assert last + 5 * 7 / 2 <= float(svg.get("viewBox", "").split()[2])


def test_a_point_is_told_by_its_column_and_a_peak_of_noise_is_not_told() -> None:
    facts = Table(dp.Schema(y=dp.Number(0, 1), x=dp.Number(0, 99), town=dp.Category(["g0"])))
    made_up = made.release(dp.Trend("y", "x", bandwidth=5, by=["town"]), np.full((2, 1, 4096), 20), facts, mu=0.5)
    far = np.where(np.arange(POINTS) < 2, 0.6, 0.01)
    line = np.where(np.arange(POINTS) < 2, 0.9, 0.5)
    figures = {"estimate": line, "std_error": far / 2, "low": line - far, "high": line + far}
    found = replace(made_up, estimates={name: tuple(values.tolist()) for name, values in figures.items()})
    assert str(meaning(found)).endswith("largest ±0.60 (g0 · x 0: not usable). Also not usable: g0 · x 0.495.")
    assert "Highest point: town g0: 0.5 at 0.99." in str(alt(found))
    picture = shape.picture(found)
    assert picture is not None
    assert picture.within == pytest.approx((0.49, 0.51)), "noise where there are no rows does not flatten the rest"
    assert "the curve may leave the picture" in " ".join(map(str, caveats(found)))
    assert "leave the picture" not in " ".join(map(str, caveats(release())))
    assert plotly.chart(found).layout.yaxis.range == pytest.approx((0.4892, 0.5108))
    (drawn,) = ElementTree.fromstring(str(chart(shape.picture(found), "x"))).findall("polyline")
    assert len(drawn.get("points", "").split()) == POINTS - 2
    assert shape.picture(release()).within == ()  # type: ignore[union-attr]
    assert list(tidy.readable(found, found.table).columns[:2]) == ["town", "x"]


def test_noise_where_there_are_no_rows_does_not_flatten_the_groups_that_are_drawn() -> None:
    facts = Table(dp.Schema(y=dp.Number(0, 1), x=dp.Number(0, 99), town=dp.Category([f"g{at}" for at in range(9)])))
    cells = np.where(np.arange(4096) < 3000, 20, 0)
    counts = np.tile(cells, (2, 9, 1)) * np.array([1, 2**15])[:, None, None]
    found = made.release(dp.Trend("y", "x", bandwidth=5, by=["town"]), counts, facts, mu=2)
    picture = shape.picture(found)
    assert picture is not None and len(picture.series) == 5
    low, high = picture.within
    assert 0 <= low < 0.5 < high < 1
    figure = plotly.chart(found)
    ends = figure.layout.yaxis.range
    for line, series in zip(figure.data[2::3], picture.series, strict=True):
        seen = [value if ends[0] <= value <= ends[1] else None for value in series.value]
        assert list(line.y) == seen, "gaps where a line leaves the picture, as in the other renderer"
    assert any(None in line.y for line in figure.data[2::3])


def test_pages_show_it_above_zero_with_its_area() -> None:
    found = below_zero(release())
    seen = adjust.usual(found)
    line, raw = np.array(seen.result.figures["estimate"]), np.array(found.estimates["estimate"])
    x = np.array(found.result.keys["x"])
    assert raw.min() < 0 <= line.min()
    assert np.trapezoid(line, x) == pytest.approx(np.trapezoid(raw, x), rel=1e-9)
    assert "keeps the total of the released one" in str(seen.sentences[0])
    for end in ("low", "high"):
        assert (seen.result.figures[end] == np.maximum(found.estimates[end], 0)).all(), "intervals are those released"
    assert np.abs(line - raw).max() <= max(-raw.min(), float(np.abs(line - raw)[raw > 0].max()))
    page = answers.answer(found, 1_000)
    assert page.function is not None and page.function.domain == "−0.5 to 99.5"


def test_a_curve_that_is_negative_everywhere_says_so() -> None:
    found = release()
    low = tuple(-1.0 for _ in range(POINTS))
    seen = adjust.usual(replace(found, estimates={name: low for name in found.estimates}))
    assert set(seen.result.figures["estimate"]) == {0.0}
    assert "it is not kept" in str(seen.sentences[0])


def test_numbers_of_other_tables_are_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    ((drawn,),) = release().rounds
    tables = release().query.statistic(release().facts_table, release().paid).tables
    found = replace(release(), rounds=((replace(drawn, tables=tables),),))
    assert len(found.evaluate([1.0])) == 1
    monkeypatch.setattr("dpcore.statistic.waves.fourier._digest", lambda factor: "another")
    with pytest.raises(step.OtherTables, match="version"):
        found.evaluate([1.0])
    assert "version" in str(shape.presenter(found).notes(False)[0])
    assert len(found.table) == POINTS

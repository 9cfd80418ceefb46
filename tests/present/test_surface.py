"""A density of two columns as it is drawn: a map for each group, contours at round numbers; what is said of it."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly
from dpcore.present.chart.levels import colours, levels, shade
from dpcore.present.chart.picture import Field
from dpcore.present.chart.svg import chart, has_pale
from dpcore.present.page import answer as answers
from dpcore.present.shape import adjust
from dpcore.present.text.margin import alt
from dpcore.present.text.usable import usable
from dpcore.queries.curves.smooth_surface import SIDE
from dpcore.release.record import Release
from dpcore.result import Surface
from dpcore.table.table import Table
from tests.present import made


def release(groups: int = 0, rows: int = 40, mu: float = 0.5, bandwidths: object = None) -> Release:
    """Rows around x = 10 and y = 30, in each group."""
    names = [f"g{at}" for at in range(groups)] or ["only"]
    facts = Table(
        dp.Schema(x=dp.Number(0, 39, integer=True), y=dp.Number(0, 59, integer=True), town=dp.Category(names))
    )
    near = np.outer(abs(np.arange(40) - 10) < 4, abs(np.arange(60) - 30) < 6).astype(int) * rows
    counts = np.tile(near, (1, max(1, groups), 1, 1))
    query = dp.Density(["x", "y"], bandwidth=bandwidths, by=["town"] if groups else [])  # type: ignore[arg-type]
    return made.release(query, counts if groups else counts[:, 0], facts, mu=mu)


@pytest.mark.parametrize("groups", [0, 1, 2, 4])
def test_each_group_has_its_map(groups: int) -> None:
    found = release(groups)
    picture, maps = shape.picture(found), min(max(groups, 1), 2)
    assert picture is not None
    assert isinstance(picture.across, Field)
    assert isinstance(found.result, Surface)
    assert (picture.across.at[0], picture.across.at[-1]) == (-0.5, 39.5)
    assert (picture.across.up[0], picture.across.up[-1]) == (-0.5, 59.5)
    assert len(picture.series) == maps
    drawn = plotly.chart(found)
    assert len(drawn.data) == maps
    assert drawn.layout.yaxis.title.text == "y"
    assert np.array(drawn.data[0].z).shape == (SIDE, SIDE)
    row, column = np.unravel_index(int(np.argmax(drawn.data[0].z)), (SIDE, SIDE))
    assert abs(picture.across.at[column] - 10) < 4, "x is across"
    assert abs(picture.across.up[row] - 30) < 6, "y is upward"
    assert "Highest point:" in str(alt(found))
    assert ("g0: " in str(alt(found))) == (groups > 0)
    assert ("of 4 groups" in str(picture.across.title)) == (groups == 4)
    assert "Bandwidths were chosen" in str(shape.presenter(found).notes(False)[0])
    assert not has_pale(shape.picture(found))


def test_its_svg_has_the_same_place_and_few_parts() -> None:
    found = release()
    text = str(chart(shape.picture(found), "x"))
    svg = ElementTree.fromstring(text)
    boxes = [part.attrib for part in svg.iter("rect")]
    dark = [box for box in boxes if float(box["fill-opacity"]) == 1 and float(box["y"]) < 260]
    assert dark, "the highest band is drawn"
    assert all(62 + 344 * 0.1 < float(box["x"]) < 62 + 344 * 0.42 for box in dark)
    assert len(text) < 90_000


def test_levels_are_round_and_hold_every_answer() -> None:
    picture = shape.picture(release())
    assert picture is not None
    found = levels(picture)
    assert found[0] == 0
    assert found[-1] >= max(picture.first.value)
    steps = np.diff(found)
    assert steps == pytest.approx(steps[0])
    assert 3 <= len(found) <= 12
    nothing = shape.picture(made_of(-1.0))
    assert nothing is not None
    assert levels(nothing) == [0.0, 1.0]


def test_zero_is_the_page_itself_which_may_be_dark() -> None:
    assert [shade(share) for share in (-0.1, 0.0, 0.37, 1.0, 2.0)] == [0, 0, 0.37, 1, 1]
    assert colours()[0] == (0.0, "rgba(52,120,224,0)") and colours()[-1] == (1.0, "rgba(52,120,224,1)")


def made_of(value: float) -> Release:
    """The release with this answer at each point."""
    from dataclasses import replace

    found = release()
    return replace(found, estimates={name: (value,) * SIDE**2 for name in found.estimates})


def test_views_keep_the_number_of_rows_and_hide_the_noise() -> None:
    found = release(mu=0.02)
    seen = adjust.usual(found)
    raw, shown = (np.array(each["estimate"]) for each in (found.estimates, seen.result.figures))
    x, y = found.result.at  # type: ignore[union-attr]

    def total(values: np.ndarray) -> float:
        return float(np.trapezoid(np.trapezoid(values.reshape(SIDE, SIDE), y, axis=1), x))

    assert shown.min() >= 0
    if total(raw) > 0:
        assert total(shown) == pytest.approx(total(raw), rel=1e-9)
    clear = adjust.adjust(found, ["clear"])
    hidden = np.array(clear.result.figures["estimate"]) == 0
    assert (hidden == (np.array(found.estimates["low"]) <= 0)).all()
    assert f"{int(hidden.sum()):,} of {SIDE**2:,} points" in str(clear.sentences[0])
    assert usable(release(rows=500)).all()


def test_a_bandwidth_is_a_share_of_both_ranges() -> None:
    found = release()
    (setting, fold, _) = adjust.settings(found)
    (width, said) = setting.choices[-1]
    assert (setting.name, fold.name) == ("bandwidth", "fold")
    assert str(said) == "100 % of both ranges"
    assert width == (40, 60)
    seen = adjust.adjust(found, [], {"bandwidth": width, "fold": True})
    assert np.ptp(seen.result.figures["estimate"]) < 0.3 * np.ptp(found.estimates["estimate"])
    fixed = release(bandwidths=[4, 6])
    first = adjust.settings(fixed)[0].choices
    assert str(first[0][1]) == "as asked"
    assert all(4 <= h <= 4.1 or g >= 6 for (h, g), _ in first[1:])


def test_a_band_for_the_whole_surface_is_a_switch() -> None:
    found = release()
    (*_, setting) = adjust.settings(found)
    assert (setting.name, str(setting.title)) == ("whole_curve", "Band for the whole surface")
    seen = adjust.adjust(found, [], {"bandwidth": None, "fold": True, "whole_curve": True})
    assert [str(said) for said in seen.sentences] == [
        "Band for the whole surface: on. The released answer itself is unchanged."
    ]
    assert (np.subtract(found.estimates["low"], seen.result.figures["low"]) > 0).all()
    assert np.array_equal(found.estimates["estimate"], seen.result.figures["estimate"])


def test_points_are_pairs() -> None:
    found = release(2)
    assert isinstance(found.result, Surface)
    values = shape.presenter(found).values("10, 30; 35, 5")
    assert [(value.group, value.x) for value in values] == [
        ("g0", "10, 30"),
        ("g0", "35, 5"),
        ("g1", "10, 30"),
        ("g1", "35, 5"),
    ]
    assert shape.presenter(found).field.domain == "−0.5 to 39.5, −0.5 to 59.5"
    assert "pairs" in str(shape.presenter(found).field.typed)
    assert "coefficients" in str(shape.presenter(found).field.method)
    for text, words in (("10", "pairs"), ("10, 30, 3", "pairs"), ("10, 99", "y from"), ("nan, 1", "number")):
        with pytest.raises(dp.QueryError, match=words):
            shape.presenter(found).values(text)
    page = answers.answer(found, 1_000)
    assert page.function is not None
    assert "pairs" in page.function.help

"""Answers that are noise alone are drawn in grey and do not stretch the axis of the others, in both renderers."""

from __future__ import annotations

import math
import random
import re
from typing import Any

import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.chart.picture import Faint, Named, Picture, cut
from dpcore.present.text.usable import usable
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.present import made


def _picture(release: Release) -> Picture:
    picture = shape.picture(release)
    assert picture is not None
    return picture


def _names(picture: Picture) -> tuple[str, ...]:
    assert isinstance(picture.across, Named)
    return picture.across.names


def _bars(drawn: Any) -> list[tuple[float, float]]:
    found = re.findall(r'<rect class="bar" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', str(drawn))
    return [(float(x), float(width)) for x, width in found]


def test_one_cell_of_noise_leaves_the_bars_of_the_others_as_long_as_they_were() -> None:
    facts = Table(dp.Schema(age=dp.Number(0, 120, integer=True)))
    shown = made.release(dp.Histogram("age", bins=24), [[1000] * 25], facts, mu=1.0, drawn=[[0] * 25])
    noisy = made.release(dp.Histogram("age", bins=24), [[1000] * 24 + [0]], facts, mu=1.0, drawn=[[0] * 24 + [-60_000]])
    assert list(usable(noisy)) == [True] * 24 + [False]
    most = max(_picture(shown).first.high)
    assert max(_picture(noisy).ends) == pytest.approx(most) and min(_picture(noisy).ends) > 0
    low, high = plotly.chart(noisy).layout.yaxis.range
    assert -0.1 * most < low <= 0 and most <= high < 1.2 * most
    assert min(value for value in plotly.chart(noisy).data[1].y if value is not None) >= 0


@pytest.mark.parametrize("seed", range(12))
def test_the_axis_follows_from_usable_answers_alone(seed: int) -> None:
    draw = random.Random(seed)
    cells = draw.randint(2, 40)
    bad = {place: 0 for place in range(cells) if draw.random() < 0.4}
    facts = made.table(cells)
    counts = [bad.get(place, draw.randint(500, 5_000)) for place in range(cells)]
    noise = [draw.choice([-1, 1]) * draw.randint(0, 3) if place in bad else 0 for place in range(cells)]
    release = made.release(dp.Count(by=["ward"]), [counts], facts, mu=0.1, drawn=[noise])
    picture, good = _picture(release), usable(release)
    assert [not usable_ for usable_ in good] == [place in bad for place in range(cells)]
    drawn = svg.chart(picture, "counts")
    assert len(_bars(drawn)) == good.sum() and (str(drawn).count('class="faint"') > 0) == (not good.all())
    figure = plotly.chart(release)
    assert [value is None for value in figure.data[0].y] == [not usable_ for usable_ in good]
    names = re.findall(r'<text class="(?:name|tick)"[^>]*text-anchor="end">([^<]*)', str(drawn))
    assert [name for name in names if name.startswith(("w", "A", "B", "C"))] == list(_names(picture))
    if good.any():
        clear = [high for high, usable_ in zip(picture.first.high, good, strict=True) if usable_]
        assert max(picture.ends) == max(clear)
    else:
        assert tuple(picture.ends) == picture.declared and math.isfinite(sum(picture.declared))


def test_where_nothing_is_usable_the_axis_is_public() -> None:
    sets = []
    for noise in ([1, -1, 2], [-3, 3, 1]):
        release = made.release(dp.Count(by=["ward"]), [[0, 0, 0]], mu=0.05, drawn=[noise])
        assert not usable(release).any()
        sets.append(tuple(_picture(release).ends))
    assert sets[0] == sets[1] and sets[0][0] == 0 < sets[0][1]


def test_an_interval_is_cut_at_the_ends_of_the_axis() -> None:
    assert cut((-5.0, 12.0), 0.0, 10.0) == Faint(0.0, 10.0, True, True)
    assert cut((20.0, 30.0), 0.0, 10.0) == Faint(10.0, 10.0, False, True)
    assert cut((2.0, 3.0), 0.0, 10.0) == Faint(2.0, 3.0, False, False)
    assert not cut((math.nan, math.nan), 0.0, 10.0).stated

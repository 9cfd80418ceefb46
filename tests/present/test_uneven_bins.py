"""Counts of bins of unequal widths are areas, in both renderers; what is said of them stays counts."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import numeral, plotly, svg
from dpcore.present.text import tidy
from dpcore.table.table import Table
from tests.present import made


@pytest.mark.parametrize("seed", range(8))
def test_areas_are_in_proportion_to_counts(seed: int) -> None:
    draw = random.Random(seed)
    inner = sorted(draw.sample(range(1, 1_000), draw.randint(3, 12)))
    edges = [0, *inner, 1_000]
    facts = Table(dp.Schema(cost=dp.Number(0, 1_000)))
    counts = [draw.randint(2_000, 20_000) for _ in edges[1:]]
    query = dp.Histogram("cost", edges=edges)
    release = made.release(query, [counts], facts, mu=1.0, drawn=[[0] * len(counts)])
    picture = shape.picture(release)
    assert picture is not None
    widths = [after - before for before, after in pairwise(edges)]
    assert picture.title == "rows per unit of cost"
    drawn = str(svg.chart(picture, "costs"))
    found = re.findall(r'class="bar".*?width="([\d.]+)" height="([\d.]+)"', drawn)
    sizes = [(float(width), float(height)) for width, height in found]
    per = sum(counts) / sum(width * height for width, height in sizes)
    for (width, height), count, whole in zip(sizes, counts, widths, strict=True):
        assert per * width * height == pytest.approx(count, rel=0.02, abs=per * (0.1 * height + 0.1 * width))
        assert width == pytest.approx(whole * sizes[0][0] / widths[0], abs=0.06 * (1 + whole / widths[0]))
    bars = plotly.chart(release).data[0]
    assert [high * wide for high, wide in zip(bars.y, bars.width, strict=True)] == pytest.approx(counts)
    assert [row[3] for row in bars.customdata] == pytest.approx(counts) and "customdata[3]" in bars.hovertemplate
    assert list(tidy.readable(release, release.table)["answer"]) == counts
    assert numeral.answer(picture, 0) == f"{counts[0]:,}"


def test_equal_bins_and_periods_stay_counts() -> None:
    numbers, days = Table(dp.Schema(cost=dp.Number(0, 1))), Table(dp.Schema(day=dp.Date("2024-01-01", "2024-03-31")))
    for query, facts in ((dp.Histogram("cost", bins=3), numbers), (dp.Histogram("day", period="month"), days)):
        release = made.release(query, [[100, 200, 300]], facts, mu=1.0, drawn=[[0, 0, 0]])
        picture = shape.picture(release)
        assert picture is not None and picture.title == "rows" and picture.spoken.series is None
        assert list(plotly.chart(release).data[0].y) == [100, 200, 300]

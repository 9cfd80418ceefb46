"""The ticks of an axis of days are round dates, few enough for their labels, in both renderers."""

from __future__ import annotations

import datetime as dt
import random
import re
from itertools import pairwise

import pytest

import dpcore as dp
from dpcore.present import shape
from dpcore.present.chart import plotly, svg
from dpcore.present.chart.date_tick import dates
from dpcore.table.table import Table
from tests.present import made


@pytest.mark.parametrize("seed", range(200))
def test_ticks_are_round_dates_with_room_for_their_labels(seed: int) -> None:
    draw = random.Random(seed)
    low = draw.randint(1, 900_000)
    high = low + round(10 ** draw.uniform(0.1, 5.9))
    room = draw.uniform(250, 700)
    ticks = dates(low, high, room)
    days = [dt.date.fromordinal(round(tick)) for tick, _ in ticks]
    assert all(low <= tick <= high for tick, _ in ticks)
    assert all(before < after for (before, _), (after, _) in pairwise(ticks))
    assert all(day.isoformat().startswith(label) for day, (_, label) in zip(days, ticks, strict=True))
    assert all(day.day == 1 for day, (_, label) in zip(days, ticks, strict=True) if len(label) == 7)
    assert all((day.day, day.month) == (1, 1) for day, (_, label) in zip(days, ticks, strict=True) if len(label) == 4)
    for (before, label), (after, _) in pairwise(ticks):
        assert (after - before) / (high - low) * room >= 7 * len(label)
    assert len(ticks) >= 1


@pytest.mark.parametrize(
    ("ends", "period", "labels"),
    [
        (("2022-01-01", "2024-06-30"), "month", ["2022-01", "2022-07", "2023-01", "2023-07", "2024-01"]),
        (("1990-03-05", "2024-12-31"), "quarter", ["1995", "2000", "2005", "2010", "2015", "2020"]),
        (("2024-01-10", "2024-02-20"), "day", ["2024-01-22", "2024-02-05", "2024-02-19"]),
    ],
)
def test_both_renderers_have_them(ends: tuple[str, str], period: str, labels: list[str]) -> None:
    facts = Table(dp.Schema(day=dp.Date(*ends)))
    query = dp.Histogram("day", period=period)
    bins = query.bind(facts.schema).axes(facts.schema)[0].size
    release = made.release(query, [[500] * bins], facts, mu=1.0)
    drawn = re.findall(r">(\d{4}(?:-\d\d)*)</text>", str(svg.chart(shape.picture(release), "days")))
    assert drawn[: len(labels)] == labels
    axis = plotly.chart(release).layout.xaxis
    assert len(axis.tickvals) == len(axis.ticktext) > 0
    assert all(str(moment).startswith(text) for moment, text in zip(axis.tickvals, axis.ticktext, strict=True))

"""Periods of pandas: days and hours are dates; longer ones are never read as a day, whatever else is there."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp
from dpcore.table import aggregate
from dpcore.table.table import Table
from tests.chance import seeds

KEY = b"key"
STARTS = tuple(dt.date(2024, month, 1) for month in range(1, 13))
MONTHS = aggregate.Periods("d", STARTS, dt.date(2024, 12, 31))


def counted(frame: pd.DataFrame, folder: Path) -> tuple[list[int], int]:
    """The rows of each month, and those with a date."""
    table = Table(dp.Schema(d=dp.Date("2024-01-01", "2024-12-31")))
    folder.mkdir()
    with dp.read(frame).load(folder, KEY).engine(table, KEY, folder) as engine:
        months, rows = engine.aggregate(
            [
                aggregate.Aggregate((aggregate.Rows(),), (MONTHS,)),
                aggregate.Aggregate((aggregate.Rows(),), (), (), ("d",)),
            ]
        )
    return [int(count) for count in months[0]], int(rows.ravel()[0])


@pytest.mark.parametrize("seed", seeds(4))
@pytest.mark.parametrize("frequency", ["D", "h", "min", "s"])
def test_periods_within_a_day_are_dates(seed: int, frequency: str, tmp_path: Path) -> None:
    draw = random.Random(seed)
    times = [pd.Timestamp("2024-01-01") + pd.Timedelta(minutes=draw.randrange(366 * 24 * 60)) for _ in range(30)]
    periods = pd.PeriodIndex([time.to_period(frequency) for time in times], freq=frequency)
    days = [period.start_time.date() for period in periods]
    inside = [day for day in days if day.year == 2024]
    expected = [sum(day.month == month for day in inside) for month in range(1, 13)], len(inside)
    series = pd.Series(periods)
    assert counted(pd.DataFrame({"d": series}), tmp_path / "own") == expected
    mixed = pd.DataFrame({"d": [*series.astype(object), None, pd.NaT, "x", 2024]}, dtype=object)
    assert counted(mixed, tmp_path / "mixed") == expected


@pytest.mark.parametrize(("frequency", "texts"), [("M", ["2024-01", "2024-02"]), ("Q", ["2024Q1"]), ("Y", ["2024"])])
def test_longer_periods_are_no_days_but_categories_by_their_names(
    frequency: str, texts: list[str], tmp_path: Path
) -> None:
    frame = pd.DataFrame({"d": pd.Series(pd.PeriodIndex(texts, freq=frequency))})
    assert counted(frame, tmp_path / "days") == ([0] * 12, 0)
    table, folder = Table(dp.Schema(d=dp.Category(texts))), tmp_path / "names"
    folder.mkdir()
    with dp.read(frame).load(folder, KEY).engine(table, KEY, folder) as engine:
        (found,) = engine.aggregate(
            [aggregate.Aggregate((aggregate.Rows(),), (aggregate.Categories("d", tuple(texts), False),))]
        )
    assert [int(count) for count in found[0]] == [1] * len(texts)

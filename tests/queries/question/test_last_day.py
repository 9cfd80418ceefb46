"""Periods of every kind up to the last day there is, 9999-12-31."""

from __future__ import annotations

import datetime as dt
import itertools
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.read import read
from dpcore.queries.question.key import PERIODS, periods_of
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Date
from dpcore.table.schema import Schema
from dpcore.table.table import Table

LAST = dt.date.max
LONGEST = {"day": 300, "week": 2_000, "month": 9_000, "quarter": 25_000, "year": 90_000}


def holder(day: dt.date, period: str) -> tuple[int, ...]:
    """What the days of one period have in common."""
    match period:
        case "day":
            return (day.toordinal(),)
        case "week":
            return ((day.toordinal() - 1) // 7,)
        case "month":
            return (day.year, day.month)
        case "quarter":
            return (day.year, (day.month - 1) // 3)
    return (day.year,)


@pytest.mark.sample(2)
@pytest.mark.parametrize("period", PERIODS)
def test_periods_reach_the_last_day(period: str, tmp_path: Path) -> None:
    random = Random(period)
    for _ in range(20):
        low = LAST - dt.timedelta(days=random.randint(1, LONGEST[period]))
        axis = periods_of("c", Date(low, LAST), period)
        days = [low + dt.timedelta(days=i) for i in range((LAST - low).days + 1)]
        assert axis.labels[0][0] == low and axis.labels[-1][1] == LAST
        assert [start for start, _ in axis.labels[1:]] == [
            b for a, b in itertools.pairwise(days) if holder(a, period) != holder(b, period)
        ]
    cells = [random.choice(days) for _ in range(500)] + [LAST] * 7
    frozen = read(pa.table({"c": cells})).freeze(tmp_path, bytes(32))
    with DuckDB(frozen, Table(Schema(c=Date(low, LAST))), bytes(32), tmp_path) as engine:
        [found] = engine.aggregate([Aggregate((Rows(),), (axis.key,))])
    expected = [sum(start <= day <= end for day in cells) for start, end in axis.labels]
    assert found[0].tolist() == expected and expected[-1] >= 7

"""Groups declared with a question: bins of a number and periods of a date, against pandas, and every refusal."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.present.file.source import source
from dpcore.queries import query_from_dict
from dpcore.queries.question.key import axis_of

SCHEMA = dp.Schema(
    age=dp.Number(0, 120, integer=True),
    cost=dp.Number(0, 100),
    day=dp.Date("2023-11-20", "2024-05-10"),
    ward=dp.Category(["A", "B"]),
    who=dp.Identifier(),
)
AGES = dp.Bins("age", [0, 18, 65, 120])
PARTITIONS = [
    AGES,
    dp.Bins("cost", [10, 20.5, 100]),
    *(dp.Period("day", every) for every in ("day", "week", "month", "quarter", "year")),
]


def rows(count: int) -> pd.DataFrame:
    chance = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "age": chance.choice([0, 17, 18, 64, 65, 119, 120, 121, -3], count),
            "cost": chance.choice([0, 9.99, 10, 20.49, 20.5, 99, 100], count),
            "day": chance.choice(["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-31", "2024-04-01", None], count),
            "ward": chance.choice(["A", "B"], count),
            "who": np.arange(count) // 3,
        }
    )


def test_counts_are_those_of_pandas(tmp_path: Path) -> None:
    frame = rows(4_000)
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(frame), schema=SCHEMA, budget=dp.Budget(mu=90, delta=1e-6))
        plan = dp.Plan(
            [
                dp.Ask(dp.Count(by=[AGES, dp.Period("day", "month")]), mu=40),
                dp.Ask(dp.Mean("cost", by=[dp.Bins("cost", [10, 20.5, 100])]), mu=40),
            ]
        )
        count, mean = desk.release("t", plan)
    ages = pd.cut(frame["age"].clip(0, 120), [0, 18, 65, 121], right=False, labels=["[0, 18)", "[18, 65)", "[65, 120]"])
    truth = frame.groupby([ages, frame["day"].str[:7]], observed=True).size()
    table = count.table.set_index(["age", "day"])["estimate"]
    assert list(dict.fromkeys(table.index.get_level_values(1))) == [
        "2023-11",
        "2023-12",
        "2024-01",
        "2024-02",
        "2024-03",
        "2024-04",
        "2024-05",
    ]
    assert len(table) == 3 * 7
    for key, answer in table.items():
        assert abs(answer - truth.get(key, 0)) <= 1, key
    groups = pd.cut(frame["cost"], [10, 20.5, 100.5], right=False, labels=["[10, 20.5)", "[20.5, 100]"])
    assert mean.table["cost"].tolist() == ["[10, 20.5)", "[20.5, 100]"]
    assert mean.table["estimate"].tolist() == pytest.approx(
        frame["cost"].groupby(groups, observed=True).mean().tolist(), abs=0.5
    )


@pytest.mark.parametrize("part", PARTITIONS, ids=str)
def test_every_row_is_in_the_group_with_its_label(part: dp.Bins | dp.Period) -> None:
    axis = axis_of(SCHEMA, part)
    assert axis.columns == (part.column,) and axis.key is not None and axis.size == axis.key.size
    labels = [label for (label,) in axis.labels]
    assert len(set(labels)) == len(labels)
    if isinstance(part, dp.Period):
        stamps = pd.Series(pd.to_datetime(axis.key.starts))
        iso = stamps.dt.isocalendar()
        wanted = {
            "day": stamps.dt.strftime("%Y-%m-%d"),
            "week": iso["year"].astype(str) + "-W" + iso["week"].astype(str).str.zfill(2),
            "month": stamps.dt.strftime("%Y-%m"),
            "quarter": stamps.dt.year.astype(str) + "-Q" + stamps.dt.quarter.astype(str),
            "year": stamps.dt.strftime("%Y"),
        }[part.every]
        assert labels == wanted.tolist()


@pytest.mark.parametrize("part", PARTITIONS, ids=str)
def test_a_question_is_read_back_and_written_as_a_script(part: dp.Bins | dp.Period) -> None:
    query = dp.Sum("cost", by=[part, "ward"])
    assert query_from_dict(query.to_dict()) == query
    assert eval(source(query), {"dp": dp, "datetime": dt}) == query
    assert query.columns() == (("cost", "ward") if part.column == "cost" else ("cost", part.column, "ward"))
    assert part.column in str(query.sentence)


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ([AGES, "age"], "more than once"),
        ([dp.Bins("ward", [0, 1])], "no bins, because it is not a number"),
        ([dp.Period("age", "month")], "no periods, because it is not a date"),
        ([dp.Period("day", "fortnight")], "must be one of day, week"),
        ([dp.Bins("age", [3])], "2 to 10001 increasing"),
        ([dp.Bins("age", [3, 3])], "increasing"),
        ([dp.Bins("who", [3, 4])], "identifier"),
        ([dp.Bins("height", [3, 4])], "not declared"),
        (["cost"], "too many values to group by"),
        (["day"], "cannot be grouped by single days"),
        ([3], "must be column names"),
    ],
)
def test_bad_groups_are_refused_in_words(by: list[object], said: str) -> None:
    with pytest.raises(dp.QueryError, match=said):
        dp.Count(by=by).bind(SCHEMA)


@pytest.mark.parametrize("edges", [float("nan"), "1, 2", None, ["a", 1], [float("inf"), 1], [True, 2]], ids=str)
def test_bad_edges_are_refused_in_words(edges: object) -> None:
    with pytest.raises(dp.QueryError, match=r"`Bins` needs|An edge must be"):
        dp.Bins("age", edges)


@pytest.mark.parametrize(
    "stored", [{"bins": "age"}, {"period": "day", "every": "month", "more": 1}, {}, {"bins": 3, "edges": [1, 2]}]
)
def test_what_is_no_partition_is_refused(stored: dict[str, object]) -> None:
    with pytest.raises(dp.QueryError):
        query_from_dict({"query": "count", "by": [stored], "where": []})

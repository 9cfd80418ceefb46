"""The same rows, as people's programs write them: the same people, categories and flags, whatever wrote the file."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import dpcore as dp
from dpcore.table import aggregate
from dpcore.table.table import Table, Unit
from tests.chance import seeds

KEY = bytes(range(32))
CODES, TOWNS = [1, 2, 3, 10], ["Zoë", "B", "C d"]
SCHEMA = dp.Schema(
    who=dp.Identifier(), code=dp.Category(CODES), smoker=dp.Flag(), town=dp.Category(TOWNS), x=dp.Number(0, 100)
)
ASKS = [
    aggregate.Aggregate((aggregate.Rows(),), (aggregate.Categories("code", ("1", "2", "3", "10"), False),)),
    aggregate.Aggregate((aggregate.Rows(),), (aggregate.Flags("smoker"),)),
    aggregate.Aggregate((aggregate.Rows(),), (aggregate.Categories("town", tuple(TOWNS), False),)),
    aggregate.Aggregate((aggregate.Rows(), aggregate.Total(aggregate.Grid("x", 0, 10_000, 0)))),
    aggregate.Aggregate((aggregate.Units(),)),
]


def drawn(chance: random.Random) -> pd.DataFrame:
    """Rows of a few people, some of whose cells are missing."""

    def cells(values: list[Any], missing: float) -> list[Any]:
        return [None if chance.random() < missing else chance.choice(values) for _ in range(60)]

    people, some = [*range(1, 9), 10, 100, 20_000_000_001], chance.choice([0.0, 0.1])
    return pd.DataFrame(
        {
            "who": pd.array(cells(people, some), "Int64"),
            "code": pd.array(cells(CODES, some), "Int64"),
            "smoker": pd.array(cells([0, 1], some), "Int64"),
            "town": cells(TOWNS, some),
            "x": cells([0.5, 1.25, 7.0], 0.0),
        }
    )


def typed(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """The frame with the types that programs give to numbers of which one is missing."""
    names = ["who", "code", "smoker"]
    yield "Int64", frame
    yield "float", frame.astype(dict.fromkeys(names, "float64"))
    yield "object", frame.astype(dict.fromkeys(names, "object"))
    yield "string", frame.astype(dict.fromkeys(names, "string"))
    yield "category", frame.astype(dict.fromkeys([*names, "town"], "category"))
    yield "flags", frame.assign(smoker=frame["smoker"].astype("boolean"))
    floats = frame["who"].map(lambda who: pd.NA if pd.isna(who) else f"{who}.00", na_action=None)
    yield "decimals", frame.assign(who=floats, code=frame["code"].astype("string") + ".0")
    padded = frame["who"].map(lambda who: pd.NA if pd.isna(who) else f"{who:014d}", na_action=None)
    yield "padded", frame.assign(who=padded)


def written(frame: pd.DataFrame, folder: Path) -> Iterator[tuple[str, Any]]:
    """What can be read, for every way of writing it."""
    for kind, rows in typed(frame):
        yield f"frame {kind}", rows
        rows.to_parquet(folder / f"{kind}.parquet", index=False)
        yield f"parquet {kind}", folder / f"{kind}.parquet"
        for number, (quoting, missing, end, encoding, separator) in enumerate(
            [
                (csv.QUOTE_MINIMAL, "", "\n", "utf-8", ","),
                (csv.QUOTE_ALL, "NA", "\r\n", "utf-8", ","),
                (csv.QUOTE_MINIMAL, "NaN", "\n", "utf-8-sig", "\t"),
            ]
        ):
            path = folder / f"{kind}{number}.{'tsv' if separator == chr(9) else 'csv'}"
            options = {"quoting": quoting, "na_rep": missing, "lineterminator": end, "sep": separator}
            rows.to_csv(path, index=False, encoding=encoding, **options)
            yield f"{path.name} {kind}", path
    months = folder / "months"
    months.mkdir()
    halves = dict(typed(frame))
    for name, kind, part in (
        ("a", "Int64", slice(0, 20)),
        ("b", "float", slice(20, 40)),
        ("c", "padded", slice(40, 99)),
    ):
        halves[kind].iloc[part].to_csv(months / f"{name}.csv", index=False)
    yield "folder", months


def read(source: Any, folder: Path) -> dict[Unit, list[Any]]:
    """What an engine says of the rows: of each row, of each person, and of one row of each person."""
    folder.mkdir()
    rows, found = dp.read(source).load(folder, KEY), {}
    for unit in (Unit(), Unit("who", 60), Unit("who", 1)):
        with rows.engine(Table(SCHEMA, unit), KEY, folder) as engine:
            found[unit] = [answer.tolist() for answer in engine.aggregate(ASKS)]
    return found


@pytest.mark.parametrize("seed", seeds(1, *range(1, 12)))
def test_every_way_of_writing_has_the_same_answers(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    frame = drawn(chance)
    ways = [*written(frame, tmp_path)]
    first = read(frame, tmp_path / "first")
    rows, people, one = first.values()
    assert rows[0] == [[int((frame["code"] == code).sum()) for code in CODES]]
    assert rows[1] == [[int((frame["smoker"] == value).sum()) for value in (0, 1)]]
    assert rows[2] == [[int((frame["town"] == town).sum()) for town in TOWNS]]
    assert people[4] == [frame["who"].nunique()] and one[3][0] == frame["who"].nunique()
    for place, (name, source) in enumerate([*chance.sample(ways[:-1], 4), ways[-1]]):
        found = read(source, tmp_path / f"home{place}")
        for unit in (Unit(), Unit("who", 60)):
            assert found[unit] == first[unit], (name, unit)
        assert found[Unit("who", 1)][3][0] == one[3][0], name

"""What a new description changes, in words: nothing is unsaid, and nothing that stays is named."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from typing import Any

import pytest

import dpcore as dp
from dpcore.present.dataset.redescription import differences
from dpcore.table.column import Column
from dpcore.table.table import Table, Unit

SCHEMA = {
    "age": dp.Number(0, 90, integer=True),
    "cost": dp.Number(0, 5_000, missing=3),
    "ward": dp.Category([f"ward {number}" for number in range(100)]),
    "day": dp.Date(dt.date(2024, 1, 1), dt.date(2024, 12, 31)),
    "smoker": dp.Flag(),
    "who": dp.Identifier(),
}
TABLE = Table(dp.Schema(SCHEMA), Unit("who", 3), expected_rows=900)


def said(**columns: Column) -> list[str]:
    return [str(one) for one in differences(TABLE, replace(TABLE, schema=dp.Schema({**SCHEMA, **columns})))]


def changed(chance: random.Random, column: Column) -> Column:
    match column:
        case dp.Number(low, high, integer, missing):
            return chance.choice(
                [
                    replace(column, high=high + 1),
                    replace(column, low=low - 1, missing="drop" if missing != "drop" else low),
                    replace(column, integer=not integer),
                    dp.Flag(),
                ]
            )
        case dp.Category(values, other):
            return chance.choice(
                [
                    dp.Category([*values[:-1], "another"], other),
                    dp.Category(list(reversed(values)), other),
                    dp.Category(values[1:], not other),
                    dp.Category(values, not other),
                ]
            )
        case dp.Date(low, high):
            return dp.Date(low, high + dt.timedelta(1))
        case _:
            return dp.Text()


@pytest.mark.parametrize("seed", range(30))
def test_exactly_what_differs_is_named(seed: int) -> None:
    chance = random.Random(seed)
    names = chance.sample(["age", "cost", "ward", "day", "smoker"], chance.randint(0, 3))
    columns: dict[str, Any] = {name: changed(chance, SCHEMA[name]) for name in names}
    sentences = said(**columns)
    assert {sentence.split(":")[0] for sentence in sentences} == set(names)
    assert len(sentences) == len(set(sentences)) and not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("columns", "sentences"),
    [
        (
            {"ward": dp.Category(["a, b", *SCHEMA["ward"].values[1:]])},
            ["new values “a, b”.", "no longer listed “ward 0”."],
        ),  # type: ignore[union-attr]
        (
            {"cost": dp.Number(0, 1_700_000_000_001, missing=3)},
            ["from 0 to 1,700,000,000,001 (before: from 0 to 5,000)."],
        ),
        (
            {"cost": dp.Number(0, 0.1)},
            ["from 0 to 0.1 (before: from 0 to 5,000).", "a missing value left out (before: counts as 3)."],
        ),
        ({"age": dp.Number(0, 90)}, ["no longer only whole numbers."]),
    ],
)
def test_what_is_said(columns: dict[str, Column], sentences: list[str]) -> None:
    (name,) = columns
    assert said(**columns) == [f"{name}: {sentence}" for sentence in sentences]


def test_what_is_kept_of_a_unit() -> None:
    other = replace(TABLE, unit=Unit("who", 5, 2), expected_rows=None)
    assert [str(one) for one in differences(TABLE, other)] == [
        "Rows of a unit: at most 5 (before: 3).",
        "Groups of a unit: at most 2 (before: not stated).",
        "Expected rows: not stated (before: 900).",
    ]
    assert differences(TABLE, TABLE) == []

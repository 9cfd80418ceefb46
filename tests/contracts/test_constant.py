"""Columns with one public value, and numbers whose bounds are not known yet: kept with the rows, refused by name."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

import dpcore as dp
from dpcore.queries import Query
from dpcore.table.column import Column, Unbounded, column_from_dict, column_to_dict, is_constant
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.contracts.example import KINDS
from tests.contracts.test_own_facts import drawn


def instead(table: Table, name: str, column: Column) -> Table:
    return replace(table, schema=Schema({**table.schema.columns, name: column}))


def one_value(column: Column, chance: random.Random) -> Column | None:
    """The column if all rows have one of its values."""
    match column:
        case dp.Number(low, high, integer):
            value = chance.choice([low, high])
            return dp.Number(value, value, integer, chance.choice(["drop", value]))
        case dp.Date(low, high):
            return dp.Date(low, low) if chance.random() < 0.5 else dp.Date(high, high)
    return None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_question_refuses_by_name(kind: type[Query]) -> None:
    """Before any price, with the sentence that says why; conditions may use a constant."""
    found = 0
    for query, table, chance in drawn(kind, 12):
        conditions = {condition.column for condition in query.where} | {
            name
            for parameter in query.parameters
            if parameter.kind in ("condition", "conditions")
            for name in parameter.columns(getattr(query, parameter.name))
        }
        for name in query.columns():
            column = table.schema[name]
            if isinstance(column, dp.Number):
                with pytest.raises(dp.QueryError, match="not known yet"):
                    query.bind(instead(table, name, dp.Number()).schema)
                found += 1
            constant = one_value(column, chance)
            if constant is not None and name not in conditions:
                with pytest.raises(dp.QueryError, match="one value only"):
                    query.bind(instead(table, name, constant).schema)
                found += 1
    assert found or not any(dp.Number in parameter.accepts for parameter in kind.parameters)


@pytest.mark.parametrize("bounds", [{}, {"integer": True}])
def test_a_number_without_bounds_is_a_declaration(bounds: dict[str, Any]) -> None:
    column: Any = dp.Number(**bounds)
    assert column == Unbounded(bool(bounds)) and not isinstance(column, dp.Number)
    assert column_from_dict(column_to_dict(column)) == column
    assert pickle.loads(pickle.dumps(column)) == copy.deepcopy(column) == column
    schema = dp.Schema(income=column)
    assert Schema.from_dict(schema.to_dict()) == schema


def test_a_number_with_bounds_is_copied_whole() -> None:
    column = dp.Number(-1, 2.5, missing=0)
    assert pickle.loads(pickle.dumps(column)) == copy.copy(column) == copy.deepcopy(column) == column
    assert replace(column, high=3) == dp.Number(-1, 3, missing=0)


@pytest.mark.parametrize("given", [{"low": 0}, {"high": 5}, {"missing": 3}, {"integer": 1}])
def test_half_of_the_bounds_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(dp.SchemaError):
        dp.Number(**given)


def test_constants() -> None:
    assert is_constant(dp.Number(2013, 2013, integer=True)) and is_constant(dp.Date("2013-01-01", "2013-01-01"))
    assert not any(map(is_constant, [dp.Number(0, 1), dp.Number(), dp.Flag(), dp.Category(["A"])]))
    with pytest.raises(dp.SchemaError, match="must not be above"):
        dp.Number(1, 0)


def test_a_constant_is_kept_and_can_be_a_condition(tmp_path: Any) -> None:
    frame = {"year": [2013, 2013, 2012, None, "x"], "cost": [1, 2, 3, 4, 5], "income": ["7", "x", None, 1e300, 2]}
    desk = dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}")
    schema = dp.Schema(year=dp.Number(2013, 2013), cost=dp.Number(0, 9), income=dp.Number())
    desk.add_dataset("visits", dp.read(pd.DataFrame(frame)), schema=schema, budget=dp.Budget(mu=30, delta=1e-6))
    asked = dp.Ask(dp.Count(where=[dp.Condition("year", "==", 2013)]), mu=25)
    (release,) = desk.release("visits", dp.Plan([asked]))
    assert abs(release.estimates["estimate"][0] - 3) < 1  # 2012 is set to the nearest bound; the missing are left out
    with pytest.raises(dp.QueryError, match="not known yet"):
        desk.plan("visits", [dp.Count(where=[dp.Condition("income", ">", 3)])])

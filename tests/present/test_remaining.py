"""One yardstick a dataset, fixed at opening; figures that stand side by side add up; spent is one figure everywhere."""

from __future__ import annotations

import random
import re

import pandas as pd
import pytest

import dpcore as dp
from dpcore.present.text import remaining, team, words
from dpcore.present.text.amount import Gauge, charged, left
from dpcore.present.text.digits import upward
from dpcore.table.table import Table

SCHEMA = dp.Schema(age=dp.Number(0, 120), who=dp.Identifier())
BUDGETS = [
    dp.Budget(epsilon=1.0, delta=1e-6),
    dp.Budget(epsilon=0.1, delta=1e-9),
    dp.Budget(epsilon=8.0, delta=1e-5, portfolio=dp.Portfolio(renyi=0.1)),
    dp.Budget(mu=0.5, delta=1e-6),
    dp.Budget(mu=0.01),
    dp.Budget(mu=9.0),
    dp.Budget(epsilon=0.3),
    dp.Budget(epsilon=5.0),
]


@pytest.fixture
def desk():
    with dp.Desk() as found:
        yield found


def opened(desk: dp.Desk, budget: dp.Budget, rows: int = 1) -> dp.Dataset:
    unit = dp.Unit("who", max_rows=rows) if rows > 1 else dp.Unit()
    frame = pd.DataFrame({"age": [1.0, 2.0], "who": ["a", "b"]})
    return desk.add_dataset("visits", dp.read(frame), schema=SCHEMA, unit=unit, budget=budget)


def width_of(text: str) -> str:
    (found,) = re.findall(r"at ±([\d,]+)", text)
    return found


def count_of(text: str) -> int:
    found = re.search(r"about ([\d,]+) count", text)
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows", [1, 40])
@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_the_meter_never_changes_its_yardstick_and_never_gains(desk, budget, rows) -> None:
    table = opened(desk, budget, rows).table
    standing, draw = desk.standing("visits"), random.Random(str(budget))
    first, last, spent = words.meter(standing, table), 10**15, 0
    assert first.startswith(left(Gauge(standing.meter))) and count_of(first) >= 10
    for place in range(8):
        live = "mu" if budget.delta else "epsilon"
        price = {live: standing.meter.read(standing.meter.left, live) * draw.choice([0.1, 0.3, 0.6])}
        desk.release("visits", dp.Plan([dp.Count(where=[dp.Condition("age", ">", place)])], **price))
        standing = desk.standing("visits")
        said = words.meter(standing, table)
        assert width_of(said) == width_of(first)
        assert count_of(said) <= last and standing.meter.spent > spent
        last, spent = count_of(said), standing.meter.spent
    desk.raise_budget("visits", bigger(budget))
    assert width_of(words.meter(desk.standing("visits"), table)) == width_of(first)


@pytest.mark.sample(2)
@pytest.mark.parametrize("most", [{"mu": 0.01}, {"mu": 9.0}, {"epsilon": 0.3}, {"epsilon": 5.0}])
def test_a_little_that_is_left_is_less_than_one_count(desk, most) -> None:
    table = opened(desk, dp.Budget(**most)).table
    desk.release("visits", dp.Plan([dp.Count()], **{name: 0.999999 * value for name, value in most.items()}))
    said = words.meter(desk.standing("visits"), table)
    assert said.endswith(" · less than one count at ±" + width_of(said))


def bigger(budget: dp.Budget) -> dp.Budget:
    grown = {name: 10 * value for name in ("epsilon", "mu") if (value := getattr(budget, name)) is not None}
    return dp.Budget(**grown, delta=budget.delta, portfolio=budget.portfolio)


def test_epsilon_charged_is_one_figure_everywhere_rounded_up(desk) -> None:
    opened(desk, dp.Budget(epsilon=1.0, delta=1e-6))
    desk.release("visits", dp.Plan([dp.Count()], mu=0.1))
    standing = desk.standing("visits")
    shown = float(re.match(r"epsilon ([\d.]+) of 1 charged", charged(Gauge(standing.meter)))[1])
    exactly = standing.meter.read(standing.meter.spent, "epsilon")
    assert 0 <= shown - exactly < 0.01 * shown
    assert next(row for row in standing.comparison() if row.label == "filter").epsilon == exactly


def test_the_pure_account_is_said_while_it_lives(desk) -> None:
    opened(desk, dp.Budget(epsilon=1.0, delta=1e-6))
    assert remaining.second(desk.standing("visits")) == ""
    for place in range(3):
        desk.release("visits", dp.Plan([dp.Count(where=[dp.Condition("age", ">", place)])], epsilon=0.02))
    said = remaining.second(desk.standing("visits"))
    assert said == "As pure: epsilon 0.060 of 1 charged; ends with the first Gaussian answer."
    assert " % of the budget" in remaining.second(desk.standing("visits"), "share")
    desk.release("visits", dp.Plan([dp.Count()], mu=0.02))
    assert remaining.second(desk.standing("visits")) == ""


def test_slices_are_measured_in_the_datasets_yardstick(desk) -> None:
    table = opened(desk, dp.Budget(epsilon=1.0, delta=1e-6)).table
    width = remaining.yardstick(desk.standing("visits"), table)
    people = desk.team("visits")
    people.add("ada", "analyst")
    people.grant("ada", mu=0.01)
    (one,) = people.slices
    said = team.meter(one.left, one, table, team.gauge(desk.standing("visits"), "epsilon"), width)
    assert f"±{width:,}" in said and said.startswith("one more plan of up to epsilon 0.0")


@pytest.mark.parametrize("value", [0.4741, 1e-7, 123.456, 0.999999, 1.0])
def test_a_bound_is_never_rounded_down(value: float) -> None:
    assert value <= float(upward(value)) <= 1.01 * value


def test_nothing_is_used_at_first_and_all_of_it_at_last(desk) -> None:
    opened(desk, dp.Budget(epsilon=1.0))
    assert charged(Gauge(desk.standing("visits").meter)) == "epsilon 0.000 of 1 charged"
    desk.release("visits", dp.Plan([dp.Count()], epsilon=1.0))
    assert charged(Gauge(desk.standing("visits").meter)) == "epsilon 1.000 of 1 charged"
    assert words.meter(desk.standing("visits"), Table(SCHEMA)) == "nothing"

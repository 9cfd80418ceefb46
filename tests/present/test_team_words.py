"""A team in words: parts of what is left, and what they are good for."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import dpcore as dp
from dpcore.budget.standing import Standing
from dpcore.desk.team import SliceView
from dpcore.mechanisms import Mu
from dpcore.present.text import team, words
from dpcore.present.text.amount import Gauge
from dpcore.table.table import Table

BUDGET = dp.Budget(mu=1.0)
TABLE = dp.Schema(age=dp.Number(0, 120))


@pytest.fixture
def desk():
    with dp.Desk() as found:
        yield found


def opened(desk, budget):
    desk.add_dataset("visits", dp.read(pd.DataFrame({"age": [1.0, 2.0]})), schema=TABLE, budget=budget)
    return desk.team("visits")


def slice_of(**changes) -> SliceView:
    given = dict(id="1", user="a", by="o", currency="mu", amount=0.2, spent=0.0, left=0.2, until=None, state="open")
    return SliceView(**(given | changes))


@pytest.mark.parametrize("kind", ["mu", "epsilon"])
@pytest.mark.parametrize("fraction", [0.05, 0.25, 0.5, 1.0])
def test_a_part_is_never_more_than_its_share(kind, fraction):
    whole = 0.7123456789
    power = 2 if kind == "mu" else 1
    part = team.part(whole, fraction, kind)
    assert 0.998 * fraction < (part / whole) ** power <= fraction


def test_a_part_of_nothing_is_nothing():
    assert team.part(0.0, 0.5, "mu") == team.part(0.5, 0.0, "epsilon") == 0.0


@pytest.mark.parametrize(
    ("budget", "kind", "whole"),
    [
        (dp.Budget(epsilon=1.0), "epsilon", 1.0),
        (dp.Budget(mu=0.5, delta=1e-6), "mu", 0.5),
        (dp.Budget(epsilon=1.0, delta=1e-6), "mu", None),
    ],
)
def test_all_that_is_free_can_be_set_aside_and_then_nothing_is(desk, budget, kind, whole):
    people = opened(desk, budget)
    standing = desk.standing("visits")
    assert team.currency(standing) == kind
    room = team.room(standing)
    assert whole is None or room == pytest.approx(whole)
    people.add("ada", "analyst")
    people.grant("ada", **{kind: team.part(room, 1.0, kind)})
    assert team.room(desk.standing("visits")) < 0.05 * room
    with dp.Desk(user="ada", home=desk.home.path) as ada:
        assert team.room(ada.standing("visits")) == pytest.approx(room, rel=1e-3)


def test_a_slice_says_its_share_in_the_squares_of_mu():
    table = Table(TABLE, dp.Unit())
    half = slice_of(left=0.2 * 0.5**0.5)
    assert team.share(half.left, half) == pytest.approx(0.5)
    scale = Gauge(Standing(BUDGET, BUDGET.account()).meter, "share")
    counts = words.worth(half.left, Mu, table)
    assert team.meter(half.left, half, table, scale) == f"2.0 % of the budget · {counts}"
    assert team.share(0.1, slice_of(currency="epsilon")) == pytest.approx(0.5)
    own = replace(scale, unit="epsilon")
    assert team.meter(0.001, slice_of(), table, own).startswith("one more plan of up to epsilon 0.00")


@pytest.mark.parametrize("state", ["expired", "taken back", "used up"])
def test_of_a_closed_slice_nothing_is_left(state):
    table = Table(TABLE, dp.Unit())
    assert team.meter(0.1, slice_of(state=state), table, Gauge(Standing(BUDGET, BUDGET.account()).meter)) == "nothing"

"""Answers back into a plan: the very plan on the same rows, and what cannot be one."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dpcore as dp
from dpcore.present.file import again
from tests.release.conftest import SCHEMA, visits

ASKS = [dp.Ask(dp.Count(), weight=1), dp.Ask(dp.Histogram("age", bins=8), weight=2), dp.Ask(dp.Count(by=["ward"]))]


@pytest.fixture
def desk():
    with dp.Desk() as desk:
        desk.add_dataset("visits", dp.read(visits(400)), schema=SCHEMA, budget=dp.Budget(epsilon=2.0, delta=1e-6))
        yield desk


@pytest.mark.parametrize("total", [{"mu": 0.1}, {"mu": 0.37}, {"epsilon": 0.3}])
def test_a_whole_plan_is_the_very_plan_again(desk, total):
    released = desk.release("visits", dp.Plan(ASKS, **total))
    plan = again.plan(released)
    assert [ask.query for ask in plan.asks] == [release.query for release in released]
    quote = desk.quote("visits", plan)
    assert all(quote.stored)
    assert quote.price == 0


def test_own_prices_are_kept(desk):
    asks = [dp.Ask(dp.Count(), mu=0.05), dp.Ask(dp.Histogram("age", bins=8), mu=0.1, level=0.9)]
    plan = again.plan(desk.release("visits", dp.Plan(asks)))
    paid = [float(ask.price.total) for ask in desk.quote("visits", plan).asks]
    assert paid == pytest.approx([0.0025, 0.01], rel=1e-12)
    assert [ask.level for ask in plan.asks] == [0.95, 0.9]


def test_measurements_pay_together_and_of_versions_only_the_newest(desk):
    first = desk.release("visits", dp.Plan([dp.Count()], mu=0.03))[0]
    desk.remeasure(first, mu=0.04)
    assert again.plan(desk.releases("visits")).mu == pytest.approx(0.05)
    desk.update("visits", dp.read(visits(300)))
    desk.release("visits", dp.Plan([dp.Count()], mu=0.02))
    plan = again.plan(desk.releases("visits"))
    assert (len(plan.asks), plan.mu) == (1, pytest.approx(0.02))


def test_two_currencies_are_two_plans(desk):
    found = desk.release("visits", dp.Plan([dp.Count()], mu=0.1))
    found += desk.release("visits", dp.Plan([dp.Count()], epsilon=0.1))
    with pytest.raises(dp.QueryError, match="only one of the two"):
        again.plan(found)


def test_what_is_public_costs_nothing(desk):
    desk.add_dataset(
        "fixed", dp.read(visits(50)), schema=SCHEMA, budget=dp.Budget(mu=1.0), neighbors="replace", separate_budget=True
    )
    found = desk.release("fixed", dp.Plan([dp.Count()], mu=0.1))
    assert Fraction(found[0].price) == 0
    assert desk.quote("fixed", again.plan(found)).price == 0

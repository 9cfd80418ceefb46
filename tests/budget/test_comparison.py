"""What others would say of the recorded prices: the figures of the literature, and which of them may be believed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcore as dp
from dpcore import tradeoff
from dpcore.budget.account import ATTO
from dpcore.budget.comparison import Row, losses, rows
from dpcore.budget.loss import BoundedRange, Gaussian, Laplace, Pure
from tests.release.conftest import SCHEMA, visits

DELTA = 1e-6


@dataclass
class Charged:
    """A charge entry as the ledger would give it."""

    payload: dict[str, Any]
    kind: str = "charge"


def charged(*curves: tradeoff.Curve) -> Charged:
    booked = {"epsilon": None, "mu_squared": 1, "delta": 0}
    return Charged({"asks": [{"charge": booked, "curve": curve.to_dict()} for curve in curves]})


def table(*entries: Charged) -> dict[str, Row]:
    found = rows(entries, "epsilon 5 at delta 10⁻⁶", DELTA, 5.0, None)
    return {row.name.split(",")[0].split(" (")[0]: row for row in found}


@pytest.fixture(scope="module")
def hundred() -> dict[str, Row]:
    """A hundred plans of one Laplace answer of 0.05 each."""
    return table(*[charged(tradeoff.laplace(0.05))] * 100)


@pytest.mark.parametrize(
    ("name", "epsilon"),
    [
        ("tight composition", 2.19328),
        ("Rényi differential privacy", 2.3413),
        ("zero-concentrated differential privacy", 2.4191),
        ("advanced composition", 2.6865),
        ("basic composition", 5.0),
        ("the whole budget", 5.0),
    ],
)
def test_the_figures_of_a_hundred_laplace_answers(hundred: dict[str, Row], name: str, epsilon: float) -> None:
    found = hundred[name].epsilon
    assert epsilon - 5e-5 <= found <= epsilon * 1.002


def test_only_the_budget_and_the_sum_of_pure_epsilons_are_bounds(hundred: dict[str, Row]) -> None:
    assert {name for name, row in hundred.items() if row.label == "bound"} == {"the whole budget", "basic composition"}
    assert all(row.reason for row in hundred.values())
    assert hundred["tight composition"].label == "not valid here"
    mixed = table(charged(tradeoff.laplace(0.05)), charged(tradeoff.gaussian(0.1)))
    assert mixed["basic composition"].label == "not valid here"


def test_the_prices_of_one_plan_were_fixed_in_advance() -> None:
    found = table(charged(*[tradeoff.laplace(0.05)] * 100))
    assert {row.label for row in found.values()} == {"bound"}


def test_gaussian_noise_alone() -> None:
    """zCDP and RDP are the same there; the tight figure is that of the sum of mu squared."""
    found = table(*[charged(tradeoff.gaussian(0.1))] * 9)
    assert found["tight composition"].epsilon == pytest.approx(tradeoff.gaussian(0.3).epsilon(DELTA), rel=1e-9)
    renyi, zcdp = found["Rényi differential privacy"].epsilon, found["zero-concentrated differential privacy"].epsilon
    assert renyi == pytest.approx(zcdp, rel=1e-9)
    assert found["tight composition"].epsilon < renyi < found["advanced composition"].epsilon
    each = tradeoff.gaussian(0.1).epsilon(DELTA / 9)
    assert found["basic composition"].epsilon == pytest.approx(9 * each, rel=1e-12)


def test_nothing_asked_is_the_budget_alone() -> None:
    assert list(table()) == ["the whole budget"]


def test_where_a_loss_is_not_known_only_the_promise_is_said() -> None:
    """Left out, it would make every other figure kinder than the truth."""
    newer = Charged({"asks": [{"charge": {}, "loss": {"loss": "another", "size": "1"}}]})
    assert list(table(charged(tradeoff.gaussian(0.1)), newer)) == ["the whole budget"]


def test_an_answer_without_a_curve_is_rebuilt_from_lane_and_price() -> None:
    laplace, pure = (math.ceil(curve.mu() ** 2 * ATTO) for curve in (tradeoff.laplace(0.5), tradeoff.pure(0.5)))
    asks = [
        {"charge": {"epsilon": ATTO // 2, "mu_squared": laplace, "delta": 0}},
        {"charge": {"epsilon": ATTO // 2, "mu_squared": pure, "delta": 0}},
        {"charge": {"epsilon": None, "mu_squared": ATTO // 100, "delta": 0}},
        {"charge": {"epsilon": 0, "mu_squared": 0, "delta": 0}},
    ]
    half = Fraction(1, 2)
    assert losses([Charged({"asks": asks})]) == [Laplace(half), Pure(half), Gaussian(Fraction(1, 100))]


@settings(deadline=None, max_examples=90)
@given(st.sampled_from([Laplace, Pure, BoundedRange]), st.floats(1e-6, 60.0), st.floats(1.02, 5000.0))
def test_losses_in_doubles_are_those_of_the_account_rounded_up(kind: type[Pure], epsilon: float, order: float) -> None:
    loss = kind(Fraction(epsilon))
    found = float(loss.divergences(np.array([order]))[0])
    exact_loss = float(loss.renyi(order))
    assert found >= exact_loss
    assert found <= epsilon * (1 + 1e-8)
    if 1e-3 < order * epsilon < 700 and kind is not BoundedRange:
        assert found <= exact_loss * (1 + 1e-6)


# At the desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    with dp.Desk(f"sqlite:///{tmp_path / 'm.db'}", home=tmp_path / "home") as desk:
        budget = dp.Budget(epsilon=3.0, delta=DELTA, portfolio=dp.Portfolio(renyi=0.1))
        desk.add_dataset("visits", dp.read(visits(30)), schema=SCHEMA, budget=budget)
        yield desk


def test_the_curves_of_real_answers_are_in_the_ledger(desk: dp.Desk) -> None:
    desk.release("visits", dp.Plan([dp.Ask(dp.Count(), epsilon=0.1), dp.Ask(dp.Sum("cost"), epsilon=0.2)]))
    desk.release("visits", dp.Plan([dp.Mean("cost")], mu=0.25))
    history = desk.standing("visits").history
    assert losses(history) == [Pure(Fraction(1, 10)), Laplace(Fraction(1, 5)), Gaussian(Fraction(1, 16))]
    curves = [one.curve for one in losses(history)]
    stored = [release.curve for release in desk.releases("visits")]
    assert curves == stored
    named = {row.name: row for row in desk.standing("visits").comparison()}
    assert named["the whole budget"].epsilon == 3.0
    tight = next(row for name, row in named.items() if name.startswith("tight"))
    assert tight.epsilon == pytest.approx(tradeoff.compose(curves).epsilon(DELTA), rel=1e-9)
    account = [row for row in named.values() if row.label == "filter"]
    assert len(account) == 1 and "filter" in account[0].name


def test_power_and_posterior_are_those_of_the_account(desk: dp.Desk) -> None:
    desk.release("visits", dp.Plan([dp.Count()], mu=0.3))
    spent = desk.standing("visits").left("gaussian")
    assert spent is not None and spent.mu is not None
    curve = tradeoff.gaussian(spent.mu)
    assert (spent.power, spent.posterior) == (curve.power(0.05), (1 + curve.advantage()) / 2)
    order = desk.standing("visits").left("renyi")
    assert order is not None and 0.05 < order.power < 1 and 0.5 < order.posterior < 1


@pytest.mark.parametrize(
    ("budget", "curve"),
    [
        (dp.Budget(epsilon=0.8), tradeoff.pure(0.8)),
        (dp.Budget(mu=0.5), tradeoff.gaussian(0.5)),
    ],
)
def test_the_whole_of_a_budget_has_the_power_of_its_curve(budget: dp.Budget, curve: tradeoff.Curve) -> None:
    total = dp.Standing(budget, budget.account()).total
    assert total.power == pytest.approx(curve.power(0.05), rel=1e-12)
    assert total.posterior == pytest.approx((1 + curve.advantage()) / 2, rel=1e-12)
    spent = dp.Standing(budget, budget.account()).spent
    assert (spent.power, spent.posterior) == pytest.approx((0.05, 0.5), abs=1e-12)

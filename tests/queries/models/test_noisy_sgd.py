"""Noisy gradient descent: it finds the model, is charged as one composition, and refuses samples where it must."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.budget.account import ATTO
from dpcore.budget.loss import Gaussian, Laplace, Subsampled
from dpcore.desk import versions
from dpcore.errors import BudgetError, QueryError
from dpcore.mechanisms import Epsilon, Mu
from dpcore.number import exact
from dpcore.plan.pricing import guesses, price
from dpcore.plan.request import charge_of
from dpcore.present.text.margin import meaning
from dpcore.present.text.usable import usable
from dpcore.queries.models.sgd import noise_multiplier
from dpcore.release.dataset import KeptRows
from dpcore.release.record import Release
from dpcore.table.table import Table

SCHEMA = dp.Schema(x=dp.Number(0, 10), z=dp.Number(-5, 5), f=dp.Flag(), late=dp.Flag(), y=dp.Number(-10, 50))
LATE = dp.NoisySGD("late", ["x", "z", "f"], steps=40)
SAMPLED = dp.NoisySGD("late", ["x", "f"], steps=20, rate=0.2)
ROWS = 4000


def frame() -> pd.DataFrame:
    chance = np.random.default_rng(3)
    x, z, f = chance.uniform(0, 10, ROWS), chance.uniform(-5, 5, ROWS), chance.random(ROWS) < 0.3
    late = chance.random(ROWS) < 1 / (1 + np.exp(-(0.4 * (x - 5) - 0.3 * z + 1.2 * f - 0.5)))
    y = 10 + 2 * x - z + 3 * f + chance.normal(0, 2, ROWS)
    return pd.DataFrame({"x": x, "z": z, "f": f, "late": late, "y": y.clip(-10, 50)})


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dp.Desk]:
    """Tables under both relations, one of them with a large part of delta for failures, and one with none."""
    with dp.Desk(home=tmp_path_factory.mktemp("sgd")) as desk:
        failing = dp.Budget(epsilon=100, delta=1e-5, portfolio=dp.Portfolio(failure=0.5))
        plain = dp.Budget(epsilon=100, delta=1e-5, portfolio=dp.Portfolio(failure=0))
        tables = (("t", "add_remove", failing), ("r", "replace", plain), ("p", "add_remove", plain))
        for name, neighbors, budget in tables:
            facts: dict[str, Any] = {"budget": budget, "neighbors": neighbors, "separate_budget": True}
            desk.add_dataset(name, dp.read(frame()), schema=SCHEMA, **facts)
        yield desk


def asked(desk: dp.Desk, query: Any, name: str = "t", **price: float) -> Release:
    (release,) = desk.release(name, dp.Plan([dp.Ask(query, **price)]), confirm=True)
    return release


def fitted() -> np.ndarray:
    """The logistic regression without noise, by Newton's method."""
    rows = frame()
    inputs = np.column_stack([np.ones(ROWS), rows["x"], rows["z"], rows["f"]])
    weights = np.zeros(4)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        curved = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        weights -= np.linalg.solve(curved, inputs.T @ (chance - rows["late"].to_numpy()))
    return weights


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["t", "r"])
def test_at_a_huge_price_it_is_logistic_regression(desk: dp.Desk, name: str) -> None:
    query = dp.NoisySGD("late", ["x", "z", "f"], steps=150, clip=10, speed=1.5)
    release = asked(desk, query, name, mu=7)
    assert release.table["variable"].tolist() == ["(intercept)", "x", "z", "f"]
    assert np.allclose(release.table["estimate"], fitted(), atol=0.06, rtol=0.05)
    assert release.table[["std_error", "low", "high"]].isna().all(axis=None)
    predicted = release.evaluate(pd.DataFrame({"x": [1.0, 9.0], "z": [0.0, math.nan], "f": [False, True]}))
    score = float(np.dot(release.table["estimate"], [1, 1.0, 0.0, 0]))
    assert predicted["estimate"][0] == pytest.approx(1 / (1 + math.exp(-score))) and math.isnan(
        predicted["estimate"][1]
    )


def test_numbers_are_explained_by_a_linear_model(desk: dp.Desk) -> None:
    release = asked(desk, dp.NoisySGD("y", ["x", "z", "f"], steps=80, clip=10), mu=7)
    assert np.allclose(release.table["estimate"], [10, 2, -1, 3], atol=0.4)
    assert release.evaluate(pd.DataFrame({"x": [5.0], "z": [0.0], "f": [False]}))["estimate"][0] == pytest.approx(
        20, abs=0.5
    )


def test_random_samples_are_charged_as_one_composition(desk: dp.Desk) -> None:
    before = desk.standing("t").account.spent
    release = asked(desk, SAMPLED, mu=0.5)
    spent = desk.standing("t").account.spent
    squared = Fraction(spent.mu_squared - before.mu_squared, ATTO)  # type: ignore[operator]
    assert Fraction(1, 4) * Fraction(998, 1000) < squared <= Fraction(1, 4)
    assert spent.delta - before.delta == 5 * ATTO // 10**8, "a hundredth of half of delta"
    losses = release.losses
    assert isinstance(losses[0], Gaussian) and len(losses) == 21
    assert all(isinstance(loss, Subsampled) and loss.steps == 1 for loss in losses[1:])
    unsampled = math.sqrt(sum(float(loss.size) for loss in losses[1:]))
    assert unsampled > 1.5 * math.sqrt(squared), "samples allow less noise"
    again = asked(desk, SAMPLED, mu=0.5)
    assert again.key == release.key and desk.standing("t").account.spent == spent


def test_without_samples_every_step_is_gaussian_or_laplace_noise(desk: dp.Desk) -> None:
    losses = asked(desk, LATE, mu=0.3).losses
    assert {type(loss) for loss in losses} == {Gaussian}
    assert sum(loss.mu_squared or 0 for loss in losses) == Fraction(9, 100)
    losses = asked(desk, LATE, "r", epsilon=2).losses
    assert {type(loss) for loss in losses[1:]} == {Laplace} and sum(loss.pure or 0 for loss in losses) == 2


def test_samples_are_refused_where_they_are_not_accounted_for(desk: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(QueryError, match="added or removed unit"):
        asked(desk, SAMPLED, "r", mu=0.5)
    with pytest.raises(QueryError, match="only answered in a plan in mu"):
        asked(desk, SAMPLED, epsilon=0.5)
    with pytest.raises(BudgetError, match="failure probability"):
        asked(desk, SAMPLED, "p", mu=0.5)
    monkeypatch.setattr(versions.Versions, "kept", lambda self, dataset, version: KeptRows(in_place=True))
    with pytest.raises(QueryError, match="stay in a database"):
        asked(desk, SAMPLED, mu=0.6)
    assert asked(desk, LATE, mu=0.31).table["estimate"].notna().all()


@pytest.mark.parametrize("rate", [0.01, 0.3, 1.0])
@pytest.mark.parametrize("steps", [1, 60, 500])
@pytest.mark.parametrize("mu", [0.01, 0.2367, 2.0])
def test_the_noise_multiplier_is_the_smallest_that_the_price_allows(rate: float, steps: int, mu: float) -> None:
    failing, squared = Fraction(1, 10**10), Fraction(mu) ** 2
    found = noise_multiplier(squared, Fraction(rate), steps, failing)
    assert (Subsampled(1 / found**2, Fraction(rate), steps, failing).mu_squared or 0) <= squared
    less = found * Fraction(998, 1000)
    loss = Subsampled(1 / less**2, Fraction(rate), steps, failing)
    assert not loss.quick or (loss.mu_squared or 0) > squared


def test_where_the_probability_of_failure_alone_pays_a_price_is_found() -> None:
    """Tiny prices and large probabilities of failure, whose certified mu is 0."""
    chance = random.Random(5)
    table = Table(dp.Schema(x=dp.Number(0, 1), late=dp.Flag()))
    for _ in range(40):
        steps, rate = chance.randint(1, 20), chance.uniform(0.005, 0.05)
        failing, mu = 10 ** -chance.uniform(3, 5), 10 ** -chance.uniform(2, 4)
        query = dp.NoisySGD("late", ["x"], steps=steps, rate=rate, failing=failing).bind(table.schema)
        plan = dp.Plan([dp.Ask(query, mu=mu)])
        (ask,) = price(plan, table, Mu, guesses(table))
        charge = charge_of([ask])
        assert charge.delta == exact(failing)
        assert charge.mu_squared is not None and charge.mu_squared <= exact(mu) ** 2
        assert ask.losses[-1].mu_squared <= Fraction(98, 100) * exact(mu) ** 2


def test_it_says_what_it_charged_and_what_is_better(desk: dp.Desk) -> None:
    release = asked(desk, SAMPLED, mu=0.5)
    said = str(release.query.reading.remark(release.facts_table, release.paid, None))
    assert "which is an estimate and not a bound" in said and "more accurate" in said
    assert str(release.query) == "Noisy gradient descent for late on x, f, in 20 steps at sampling rate 0.2"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"features": []}, "one or more columns"),
        ({"features": ["late"]}, "one or more columns"),
        ({"steps": 0}, "steps"),
        ({"steps": 501}, "steps"),
        ({"rate": 0.0}, "rate"),
        ({"rate": 1.5}, "rate"),
        ({"rate": 0.1, "failing": 0.0}, "failing"),
        ({"clip": 0.0}, "clip"),
        ({"speed": math.nan}, "speed"),
    ],
    ids=str,
)
def test_other_parameters_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(QueryError, match=said):
        dp.NoisySGD(**{"target": "late", "features": ["x"], **given})


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("price", [Mu(Fraction(1, 10**8)), Epsilon(Fraction(5))], ids=str)
def test_few_rows_and_much_noise_give_numbers(tmp_path: Any, rows: int, price: Mu | Epsilon) -> None:
    with dp.Desk(home=tmp_path) as own:
        own.add_dataset("t", dp.read(frame().head(rows)), schema=SCHEMA, budget=dp.Budget(epsilon=9, delta=1e-6))
        amount = {price.currency: price.amount}
        release = asked(own, dp.NoisySGD("late", ["x", "f"], steps=3), **amount)
        assert np.isfinite(release.table["estimate"]).all()


def test_its_words_say_that_margins_are_unknown_and_its_coefficients_are_shown(desk: dp.Desk) -> None:
    release = asked(desk, LATE, mu=0.3)
    assert "best model is not known" in str(meaning(release)) and "private" not in str(meaning(release))
    assert usable(release).all()


def test_steps_whose_charge_takes_long_to_find_are_paid_without_samples() -> None:
    """Quoted at once; the noise is what the steps would need on all rows."""
    table = Table(dp.Schema(x=dp.Number(0, 1), late=dp.Flag()))
    course = dp.NoisySGD("late", ["x"], steps=30, rate=0.99).bind(table.schema).course(table)
    loss = course.loss(Mu(Fraction(400)))
    assert isinstance(loss, Subsampled) and loss.quick and not loss.failing
    assert loss.size * 30 == loss.mu_squared <= 400

"""Regressions on categories of which some values have few rows: margins cover wherever they are stated."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price, additive
from dpcore.queries.models import regression
from dpcore.queries.models.features import Features
from dpcore.queries.models.terms import Terms
from dpcore.table.table import Table

VALUES = "klmnop"


def table(count: int) -> Table:
    columns = {"c": dp.Category(list(VALUES[:count])), "u": dp.Number(-1, 1), "f": dp.Flag(), "y": dp.Number(-1, 1)}
    return Table(dp.Schema(columns))


def shares(chance: np.random.Generator, count: int) -> np.ndarray:
    """Of each value; of some a thousandth, or a third, of what they would be."""
    found = chance.dirichlet(np.full(count, 2.0))
    few = chance.choice(count, chance.integers(1, count), replace=False)
    found[few] *= 10 ** chance.uniform(-3, -0.5, len(few))
    return np.asarray(found / found.sum())


def read(
    chance: np.random.Generator,
    table: Table,
    features: tuple[str, ...],
    columns: dict[str, np.ndarray],
    price: Price,
    leave: bool = True,
) -> tuple[regression.Fit, float, Terms]:
    """The fit of noisy products of the entries of rows, and the width of its intervals. columns: by name or value."""
    products: Features = dp.LinearRegression("y", features).products(table.schema)
    terms = Terms(products, features)
    named = (variable.key if variable.key is not None else variable.column for variable in products.variables)
    entries = [columns[str(name)] for name in named]
    whole = np.column_stack([np.ones(len(entries[0])), *entries]).astype(float)
    exact = np.array([(whole.T @ whole)[entry] for entry in products.entries])
    spread = additive(products.statistic(table, price, True), price).error(0.95)
    assert spread is not None and products.weighted is not None
    variances = np.square(np.array(spread.std) / products.units(type(price)))
    noisy, used = exact + np.sqrt(variances) * chance.normal(size=len(exact)), [0, *terms.places]
    common = regression.common(noisy, variances, products, used)
    if not leave:
        common = replace(common, rare=common.rare[:0])
    fit = regression.fit(noisy, variances, products.places, common, 1 + products.weighted).widened(used, common)
    return fit, spread.whole, terms


def fitted(chance: np.random.Generator, leave: bool = True) -> tuple[regression.Fit, float, np.ndarray, Terms]:
    """A fit of a random table, the width of its intervals, the coefficients in the columns' units, and the terms.

    leave: False for a fit that counts rows with a rare value as those of the value that others are compared with.
    """
    count, rows = int(chance.integers(2, 7)), int(10 ** chance.uniform(3.3, 4.7))
    price: Price = chance.choice(
        [Mu(Fraction(10 ** chance.uniform(-2, 1))), Epsilon(Fraction(10 ** chance.uniform(-0.5, 1)))]
    )
    value = chance.choice(count, rows, p=shares(chance, count))
    middle = chance.uniform(-0.9, 0.9, count) * chance.choice([0, 1])
    u = np.clip(middle[value] + chance.uniform(-0.5, 0.5, rows) * chance.choice([0.2, 1]), -1, 1)
    flag = np.where(chance.random(rows) < chance.choice([0.5, 0.02, 0.002, 0.98]), 1.0, -1.0)
    effect, beta = chance.uniform(-0.3, 0.3, count), chance.uniform(-0.1, 0.1, 2)
    y = np.clip(u * beta[0] + flag * beta[1] + effect[value] + 0.07 * chance.normal(size=rows), -1, 1)
    columns = {"u": u, "f": flag, "y": y} | {VALUES[place]: value == place for place in range(count)}
    fit, width, terms = read(chance, table(count), ("c", "u", "f"), columns, price, leave)
    truth = np.array([effect[0] - beta[1], *(effect[1:] - effect[0]), beta[0], 2 * beta[1]])
    return fit, width, truth, terms


def covered(leave: bool, times: int) -> tuple[float, float]:
    """The shares of coefficients and of predictions within their margins, in tables where some value is rare."""
    chance, inside, all_of = np.random.default_rng(3), Counter[str](), Counter[str]()
    for _ in range(times):
        fit, width, truth, terms = fitted(chance, leave)
        if not fit.told or not (any(fit.few) or fit.firsts):
            continue
        scaled, _ = terms.scaled
        count = len(truth) - 2
        entries = terms.entries(
            np.array([[place, 0.3, sign] for place in range(count) for sign in (0, 1)], dtype=float)
        )
        truth = np.linalg.solve(scaled, truth)
        for name, linear, untold in (
            ("coefficient", scaled, fit.untold),
            ("prediction", entries, fit.unknown(entries)),
        ):
            std = np.sqrt(np.einsum("ij,jk,ik->i", linear, fit.covariance, linear))
            near = np.abs(linear @ (fit.beta - truth)) <= width * std + np.abs(linear) @ fit.pull + 1e-9
            inside[name] += int((near & ~untold).sum())
            all_of[name] += int((~untold).sum())
    assert min(all_of.values()) > times
    return inside["coefficient"] / all_of["coefficient"], inside["prediction"] / all_of["prediction"]


def test_margins_cover_beside_values_that_few_rows_have_and_not_if_these_count_as_others() -> None:
    coefficients, predictions = covered(True, 200)
    assert 0.93 <= coefficients <= 0.99 and 0.93 <= predictions <= 0.99
    assert min(covered(False, 80)) < 0.9


@pytest.mark.usefixtures("seeded")
def test_the_value_with_few_rows_is_named_and_the_others_are_predicted(tmp_path) -> None:
    """Also the first one, with which the others are compared."""
    chance = np.random.default_rng(4)
    value = np.repeat(["a", "b", "c"], [100, 10_000, 9_900])
    means = pd.Series({"a": 1.5, "b": 0.5, "c": 0.6})
    rows = pd.DataFrame({"c": value, "y": means[value].to_numpy() + 0.1 * chance.normal(size=20_000)})
    schema = dp.Schema(c=dp.Category(["a", "b", "c"]), y=dp.Number(-1, 2))
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=5.0))
        (release,) = desk.release("t", dp.Plan([dp.LinearRegression("y", ["c"])], mu=0.3))
        assert "Too few rows have c = a" in str(release.query.reading.found(release.facts_table, release.rounds, 0.95))
        found = release.evaluate(pd.DataFrame({"c": ["a", "b", "c"]}))
        assert release.table["estimate"][:3].tolist() == pytest.approx([1.5, -1.0, -0.9], abs=0.5)  # roughly
        assert release.table["low"].isna()[:3].all() and found["low"].isna().tolist() == [True, False, False]
        assert found["estimate"][1:].tolist() == pytest.approx([0.5, 0.6], abs=0.02)


@pytest.mark.usefixtures("seeded")
def test_nothing_is_told_beside_a_category_of_rare_values_alone(tmp_path) -> None:
    """Without it, the other coefficients would be those of another relation."""
    chance = np.random.default_rng(5)
    place = chance.integers(0, 12, 3_000)
    rows = pd.DataFrame({"c": np.array([f"v{number}" for number in range(12)])[place]})
    rows["u"] = np.clip((place - 5.5) / 9 + chance.uniform(-0.4, 0.4, 3_000), -1, 1)
    rows["y"] = -0.4 + 0.8 * place / 11 + 0.2 * rows.u + 0.1 * chance.normal(size=3_000)
    schema = dp.Schema(c=dp.Category([f"v{number}" for number in range(12)]), u=dp.Number(-1, 1), y=dp.Number(-1, 1))
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=5.0))
        (release,) = desk.release("t", dp.Plan([dp.LinearRegression("y", ["c", "u"])], mu=0.3))
        assert release.table["low"][:13].isna().all()
        assert "The coefficients cannot be estimated" in str(
            release.query.reading.found(release.facts_table, release.rounds, 0.95)
        )


def test_the_rare_state_of_a_flag_is_named() -> None:
    products = dp.LinearRegression("y", ["c", "f"]).products(table(3).schema)
    (said,) = Terms(products, ("c", "f")).without((0, 1, 0, -1), ())
    assert "Too few rows for a coefficient of their own: c = l, f = false." in str(said)


def test_rows_with_two_rare_values_are_left_out_once() -> None:
    """A rare value of one column that occurs with a rare value of another, always or half of the time."""
    chance, inside, all_of = np.random.default_rng(6), 0, 0
    declared = {"c": dp.Category(list("klm")), "d": dp.Category(list("pqr")), "y": dp.Number(-1, 1)}
    for _ in range(150):
        rows, price = int(10 ** chance.uniform(3.5, 4.7)), Mu(Fraction(10 ** chance.uniform(-2, 0)))
        c = chance.choice(3, rows, p=[0.5, 0.49, 0.01])
        d = np.where((c == 2) & (chance.random(rows) < chance.choice([0.5, 1])), 2, chance.choice(2, rows))
        one, two = chance.uniform(-0.4, 0.4, (2, 3))
        y = one[c] + two[d] + 0.07 * chance.normal(size=rows)
        columns = {"y": y} | {"klm"[k]: c == k for k in range(3)} | {"pqr"[k]: d == k for k in range(3)}
        fit, width, _ = read(chance, Table(dp.Schema(declared)), ("c", "d"), columns, price)
        truth = np.array([one[0] + two[0], one[1] - one[0], 0, two[1] - two[0], 0])
        if fit.told and fit.few == (0, 0, 1, 0, 1):
            near = np.abs(fit.beta - truth) <= width * np.sqrt(np.diag(fit.covariance)) + fit.pull
            inside, all_of = inside + int(near[~fit.untold].sum()), all_of + 3
    assert all_of > 150 and 0.92 <= inside / all_of <= 0.99

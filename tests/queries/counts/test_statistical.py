"""Statistical queries: the joint sensitivity, simultaneous margins, the rows that a tolerance needs."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as Exact
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.counts.centred import Centred
from dpcore.queries.counts.statistical import MOST, StatisticalQueries, spelling
from dpcore.queries.question.prediction import even
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table

FLAGS = dp.Schema({f"f{place}": dp.Flag() for place in range(MOST)})
AGES = dp.Schema(age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B", "C"]))
LEVEL = 0.95


def free(size: int) -> StatisticalQueries:
    """Conditions on columns of their own: a row can meet any of them together."""
    return StatisticalQueries([dp.Condition(f"f{place}", "==", True) for place in range(size)]).bind(FLAGS)


def prices(chance: random.Random) -> list[Price]:
    amount = Exact(10 ** chance.uniform(-2, 1)).limit_denominator(10**6)
    return [Mu(amount**2), Epsilon(amount)]


@pytest.mark.parametrize("seed", range(30))
def test_the_rows_for_a_tolerance_by_the_published_formulas(seed: int) -> None:
    """n public: sqrt(q) / (mu tau) times a normal quantile, and q ln(q / beta) / (tau epsilon); no row fewer."""
    chance = random.Random(seed)
    size, level, tolerance = chance.randint(1, MOST), chance.choice([0.5, 0.9, 0.95, 0.999]), chance.uniform(0.001, 0.3)
    query, table, beta = free(size), Table(FLAGS, dp.Unit(), "replace"), 1 - level
    for price in prices(chance):
        if isinstance(price, Mu):
            least = math.sqrt(size / price.squared) / tolerance * stats.norm.isf(beta / (2 * size))
        else:
            factor = max(math.log(size / beta), math.sqrt(2) * stats.norm.isf(beta / (2 * size)))
            least = size / (tolerance * float(price.amount)) * factor
        assert query.rows_needed(table, price, tolerance, level) == pytest.approx(max(1, least), rel=1e-6, abs=1.0)


@pytest.mark.sample(4)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("seed", range(10))
def test_the_price_of_a_tolerance_gives_it_and_no_more(neighbors: Neighbors, seed: int) -> None:
    chance = random.Random(seed)
    query, table = free(chance.randint(1, MOST)), Table(FLAGS, dp.Unit(), neighbors)
    tolerance, level, rows = chance.uniform(0.002, 0.1), chance.choice([0.8, 0.95]), chance.choice([500, 20_000])
    guess = even(rows, 1, False)
    for kind in (Mu, Epsilon):
        price = query.price_of(table, kind, tolerance, level, guess)
        assert query.predict(table, price, level, guess).half_width == pytest.approx(tolerance, rel=1e-6)
        assert query.rows_needed(table, price, tolerance, level) in (rows - 1, rows, rows + 1)


def joint(query: StatisticalQueries, table: Table, price: Price, level: float, seed: int, met: np.ndarray) -> float:
    """How often all intervals hold at once, over many draws of the noise. met: which row meets which condition."""
    numbers, draws = np.random.default_rng(seed), 20_000
    mechanism, statistic = query.mechanism(table, price), query.statistic(table, price)
    exact = statistic.exact(np.array([[len(met)], *met.sum(axis=0)[:, None]])).astype(float)

    drawn = numbers.normal if isinstance(price, Mu) else numbers.laplace
    noises = [np.rint(drawn(0, float(scale), draws)) if scale else np.zeros(draws) for scale in mechanism.scales]
    noisy = exact + np.array(noises)
    answer = query.estimate(table, price, noisy, mechanism.error(query._each(level)))
    low, high = (end.reshape(draws, -1) for end in (answer.low, answer.high))
    shares = met.mean(axis=0)
    return float(((low <= shares + 1e-12) & (shares - 1e-12 <= high)).all(axis=1).mean())


@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("size", [1, 3, MOST])
def test_all_shares_are_within_their_margins_at_once(
    neighbors: Neighbors, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    query, table = free(size), Table(FLAGS, dp.Unit(), neighbors)
    met = np.random.default_rng(size).random((3_000, size)) < np.linspace(0.02, 0.9, size)
    for price in (Mu(Exact(1)), Epsilon(Exact(1))):
        assert joint(query, table, price, LEVEL, 5, met) >= LEVEL - 0.006
    if size == MOST:  # each interval for itself: not enough
        monkeypatch.setattr(StatisticalQueries, "_each", lambda self, level: level)
        assert all(joint(query, table, price, LEVEL, 5, met) < 0.8 for price in (Mu(Exact(1)), Epsilon(Exact(1))))


def test_the_margin_beside_a_vector_of_raw_counts_and_separate_questions() -> None:
    """At add/remove, error of 20 shares near one half: centred counts beat counts of n + q, and 20 fractions."""
    size, rows = MOST, 10_000
    query, table = free(size), Table(FLAGS, dp.Unit())
    mine = {kind: query.predict(table, kind(Exact(1)), LEVEL, even(rows, 1, False)).std_error for kind in (Mu, Epsilon)}
    raw = {Mu: math.sqrt((1 + size) * (1 + 0.25)) / rows, Epsilon: math.sqrt(2 * 1.25) * (1 + size) / rows}
    share = {Mu: Exact(1, size), Epsilon: Exact(1, size)}
    alone = {
        kind: dp.Fraction(dp.Condition("f0", "==", True))
        .bind(FLAGS)
        .predict(table, kind(share[kind]), LEVEL, even(rows, 1, False))
        .std_error
        for kind in (Mu, Epsilon)
    }
    assert mine[Mu] < 0.56 * raw[Mu] and mine[Epsilon] < 0.6 * raw[Epsilon]
    assert mine[Mu] < 0.85 * alone[Mu] and mine[Epsilon] < 0.65 * alone[Epsilon]


@pytest.mark.sample(4)
@pytest.mark.parametrize("size", [1, 2, 5, MOST])
@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_no_other_centre_or_split_is_clearly_better(size: int, kind: type[Price]) -> None:
    """Of vectors W n, c - a n: the noise of a share on average over all shares, by numerical search."""
    query, table, unit = free(size), Table(FLAGS, dp.Unit()), kind(Exact(1))

    def error(weight: float, centre: float) -> float:
        """The mean variance of a share times n squared, of noise at the price of one."""
        away = 1 / 12 + (0.5 - centre) ** 2
        if kind is Mu:
            norm = 1 + max(met * (1 - 2 * centre) + size * centre**2 for met in (0, size)) * weight
            return norm * (away + 1 / weight)
        norm = weight + max(met * (1 - centre) + (size - met) * centre for met in (0, size))
        return 2 * norm**2 * (1 + away / weight**2)

    best = min(
        optimize.minimize(lambda x, at=at: error(math.exp(x[0]), at), [0.0], method="Nelder-Mead").fun
        for at in np.linspace(0, 1, 101)
    )
    layout: Centred = query._centred(table, unit)
    std = query.mechanism(table, unit).error(LEVEL).std
    covariance = layout.moments @ np.diag(np.square(std[:2])) @ layout.moments.T
    shares = np.linspace(0, 1, 2001)
    slope = np.stack([1 / 2 - shares, np.full_like(shares, 1 / 2)])  # of (n + t) / 2 - p n by n and t
    mine = np.einsum("ic,ij,jc->c", slope, covariance, slope).mean()
    assert best * (1 - 1e-3) <= mine <= best * 1.02


def test_conditions_that_exclude_each_other_cost_less() -> None:
    apart = StatisticalQueries([dp.Condition("ward", "==", ward) for ward in "ABC"]).bind(AGES)
    nested = StatisticalQueries([dp.Condition("age", ">=", age) for age in (20, 40, 60)]).bind(AGES)
    for neighbors, factor in (("add_remove", 1.0), ("replace", math.sqrt(2 / 3))):
        table = Table(AGES, dp.Unit(), neighbors)
        stds = [query.mechanism(table, Mu(Exact(1))).error(LEVEL).std[1] for query in (apart, nested)]
        units = [query._centred(table, Mu(Exact(1))).unit for query in (apart, nested)]
        ratio = stds[0] / units[0] / (stds[1] / units[1])
        assert ratio < 1.0 if neighbors == "add_remove" else ratio == pytest.approx(factor, rel=1e-9)


def test_the_number_of_rows_is_public_by_the_rule_alone() -> None:
    query, over = free(3), dp.Condition("f9", "==", True)
    for neighbors, rows, where in itertools.product(("add_remove", "replace"), (1, 2), ((), (over,))):
        unit = dp.Unit("who", rows) if rows > 1 else dp.Unit()
        schema = dp.Schema({**FLAGS.columns, "who": dp.Identifier()})
        asked = StatisticalQueries(query.conditions, where=where).bind(schema)
        for price in (Mu(Exact(1)), Epsilon(Exact(1))):
            scales = asked.mechanism(Table(schema, unit, neighbors), price).scales
            assert (scales[0] == 0) is (neighbors == "replace" and rows == 1 and not where)
            assert all(scales[1:])


def test_a_released_answer_end_to_end(tmp_path: Path) -> None:
    table = pd.DataFrame({"age": np.arange(900) % 90, "ward": [*"ABC"] * 300})
    conditions = [dp.Condition("age", ">=", 45), dp.Condition("ward", "in", ["A", "B"]), dp.Condition("age", "<", 9)]
    desk = dp.Desk(home=tmp_path)
    desk.add_dataset("x", dp.read(table), schema=AGES, neighbors="replace", budget=dp.Budget(mu=40))
    (release,) = desk.release("x", dp.Plan([dp.Ask(StatisticalQueries(conditions), mu=30)]))
    assert list(release.result.keys["condition"]) == ["age >= 45", "ward in A, B", "age < 9"]
    assert release.result.figures["estimate"] == pytest.approx([0.5, 2 / 3, 0.1], abs=0.01)


def test_a_label_is_the_condition_as_it_is_written() -> None:
    for value, written in ((65.0, "65"), (0.1, "0.1"), (True, "True")):
        assert spelling(dp.Condition("a", "==", value)) == f"a == {written}"

"""Trends: what is read is the ratio of kernel sums, with the stated noise; the criterion finds the right bandwidth."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon, Mu
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.queries.curves.trend import criteria
from dpcore.queries.question.prediction import even
from dpcore.result import Expansion
from dpcore.table.table import Table
from tests.queries.curves.test_density import kernels

SCHEMA = dp.Schema(
    x=dp.Number(-20, 60),
    k=dp.Number(0, 11, integer=True),
    y=dp.Number(-3, 10),
    n=dp.Number(0, 4, integer=True),
    late=dp.Flag(),
    sex=dp.Category(["f", "m"]),
    some=dp.Category([f"v{place}" for place in range(40)]),
)
ROWS = 4_000


def columns(seed: int) -> dict[str, Any]:
    """Values that move along x; some are missing."""
    random = np.random.default_rng(seed)
    x = np.clip(random.normal(20, 15, ROWS), -20, 60)
    y = np.clip(4 + 4 * np.sin(x / 12) + random.normal(0, 1, ROWS), -3, 10)
    late = np.where(random.random(ROWS) < 0.1, None, random.random(ROWS) < 0.2 + 0.01 * np.maximum(x, 0))
    return {
        "x": x.tolist(),
        "k": random.binomial(11, 0.3, ROWS).tolist(),
        "y": y.tolist(),
        "n": random.binomial(4, 0.3, ROWS).tolist(),
        "late": late.tolist(),
        "sex": random.choice(["f", "m"], ROWS, p=[0.7, 0.3]).tolist(),
    }


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import pandas as pd

    schema = dp.Schema({name: SCHEMA[name] for name in ("x", "k", "y", "n", "late", "sex")})
    with dp.Desk(home=tmp_path_factory.mktemp("trend")) as desk:
        for relation in ("add_remove", "replace"):
            desk.add_dataset(
                relation,
                dp.read(pd.DataFrame(columns(1))),
                schema=schema,
                budget=dp.Budget(mu=100, delta=1e-6),
                neighbors=relation,
                separate_budget=True,
                expected_rows=ROWS,
            )
        yield desk


def released(desk: dp.Desk, query: dp.Query, mu: float = 20.0, relation: str = "add_remove") -> dp.Release:
    (release,) = desk.release(relation, dp.Plan([dp.Ask(query)], mu=mu))
    return release


def ratio(y: np.ndarray, x: np.ndarray, at: np.ndarray, h: float, low: float, high: float) -> np.ndarray:
    """The mean of y with kernels around x, folded at both bounds; `kernels` sums them one by one."""
    sums = np.zeros(len(at))
    for value in np.unique(y):
        sums += value * kernels(x[y == value], at, h, low, high)
    return sums / kernels(x, at, h, low, high)


@pytest.mark.sample(7)
@pytest.mark.parametrize("relation", ["add_remove", "replace"])
@pytest.mark.parametrize("bandwidth", [3.0, 40.0, None])
@pytest.mark.parametrize(("column", "grid"), [("y", 13 / 2**16), ("n", 0), ("late", 0)])
def test_a_release_at_a_high_price_is_the_ratio_of_kernel_sums(
    desk: dp.Desk, relation: str, bandwidth: float | None, column: str, grid: float
) -> None:
    release = released(desk, dp.Trend(column, "x", bandwidth=bandwidth), relation=relation)
    at = np.array([-20, -3, 11.5, 15, 22, 45])
    read = release.evaluate(at, **({} if bandwidth else {"bandwidth": 3.0}))
    rows = columns(1)
    kept = np.array([value is not None for value in rows[column]])
    y = np.array(rows[column], dtype=object)[kept].astype(float)
    if column == "y":
        y = np.round(y, 3)  # few different values
    cells = np.floor((np.array(rows["x"])[kept] + 20) / 80 * 4096).clip(0, 4095)
    expected = ratio(y, -20 + (cells + 0.5) / 4096 * 80, at, bandwidth or 3.0, -20, 60)
    assert (np.abs(read.estimate - expected) <= 7 * read.std_error + grid + 1e-3 * (column == "y") + 1e-4).all()
    assert isinstance(release.result, Expansion)
    assert (read.low <= read.estimate).all()
    assert (read.estimate <= read.high).all()


def test_groups_and_filters_are_trends_of_their_rows(desk: dp.Desk) -> None:
    both = released(desk, dp.Trend("n", "k", bandwidth=1.5, by=["sex"]))
    at = np.array([-0.5, 3, 7.25])
    read, rows = both.evaluate(at), columns(1)
    for place, sex in enumerate(("f", "m")):
        kept = np.array(rows["sex"]) == sex
        n, k = (np.array(rows[name], dtype=float)[kept] for name in ("n", "k"))
        some = read[3 * place : 3 * place + 3]
        assert (some.sex == sex).all()
        assert (np.abs(some.estimate - ratio(n, k, at, 1.5, -0.5, 11.5)) <= 7 * some.std_error + 1e-4).all()
    alone = released(desk, dp.Trend("n", "k", bandwidth=1.5, where=[dp.Condition("sex", "==", "m")])).evaluate(at)
    gap = np.abs(alone.estimate.to_numpy() - read.estimate[3:].to_numpy())
    assert (gap <= 6 * alone.std_error.to_numpy() + 6 * read.std_error[3:].to_numpy()).all()


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("query", [dp.Trend("y", "x", 4.0), dp.Trend("late", "k", 1.0)], ids=str)
def test_intervals_cover_the_noise_as_often_as_they_say(query: dp.Trend) -> None:
    """Fresh noise on the same coordinates, many times; where there are few rows too."""
    table, price = Table(SCHEMA), Mu(Fraction(1, 4))
    bound = query.bind(SCHEMA)
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    random = np.random.default_rng(2)
    size = statistic.factor.cells
    counts = random.poisson(np.linspace(0, 8000 / size, size))
    sums = random.binomial(counts * statistic.steps, 0.4)
    exact = statistic.exact(np.array([counts, sums]))
    spread = mechanism.error(0.9)
    sure = bound.estimate(table, price, exact.astype(float), mechanism.error(0.9)).estimate
    inside = []
    for _ in range(400):
        read = bound.estimate(table, price, mechanism.draw(exact).astype(float), spread)
        inside.append((read.low[::32] <= sure[::32] + 1e-9) & (sure[::32] <= read.high[::32] + 1e-9))
    assert np.mean(inside) >= 0.875
    assert np.mean([one[2:] for one in inside]) <= 0.96


def test_where_there_are_no_rows_the_interval_is_the_whole_range() -> None:
    table, price = Table(SCHEMA), Mu(Fraction(1, 4))
    bound = dp.Trend("y", "x").bind(SCHEMA)
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    exact = statistic.exact(np.zeros((2, statistic.factor.cells), dtype=np.int64))
    whole = 0
    for _ in range(20):
        read = bound.estimate(table, price, mechanism.draw(exact).astype(float), mechanism.error(0.95))
        assert ((read.low >= -3.001) & (read.high <= 10.001)).all()
        whole += int(np.median(read.high - read.low) > 12.9)
    assert whole >= 10, "of 20, each with a chance of about .98: once in 10^10 runs not"


def test_values_stay_within_the_bounds_at_any_noise(desk: dp.Desk) -> None:
    release = released(desk, dp.Trend("y", "x"), mu=0.01)
    table = release.table
    assert ((table.low >= -3.001) & (table.high <= 10.001)).all()
    assert ((table.estimate >= -3.001) & (table.estimate <= 10.001)).all()


@pytest.mark.parametrize("scale", [1.0, 4.0, 12.0])
def test_the_criterion_follows_the_squared_error(scale: float) -> None:
    """Of the noiseless sums of many rows: its least value is near the bandwidth of the least squared error."""
    random, n, schema = np.random.default_rng(int(scale)), 200_000, dp.Schema(x=dp.Number(0, 1), y=dp.Number(-1, 1))
    x = random.random(n)
    y = np.clip(0.6 * np.sin(2 * math.pi * scale * x) + random.normal(0, 0.2, n), -1, 1)
    bound, table = dp.Trend("y", "x").bind(schema), Table(schema)
    statistic, price = bound.statistic(table, Mu(Fraction(1))), Mu(Fraction(1))
    cells, steps = (x * statistic.factor.cells).astype(int), statistic.steps
    grid = np.round((y + 1) / 2 * steps).astype(np.int64)
    table_ = np.array([np.bincount(cells, minlength=4096), np.bincount(cells, grid, minlength=4096).astype(np.int64)])
    mechanism = bound.mechanism(table, price)
    exact = statistic.exact(table_).astype(float)
    ((count, total),) = bound.spectra(table, exact, mechanism.error(0.95).std[0])
    widths = np.geomspace(0.002, 0.3, 40)
    at = np.linspace(0, 1, 500)
    errors = []
    for width in widths:
        found = bound.curve(table, (count, total), width, True, at, 2.0).estimate
        errors.append(np.mean((found - 0.6 * np.sin(2 * math.pi * scale * at)) ** 2))
    least = errors[int(np.argmin(criteria(count, total, widths)))]
    assert least <= 2.5 * min(errors)


def test_one_release_is_read_at_many_bandwidths_and_costs_nothing(desk: dp.Desk) -> None:
    release = released(desk, dp.Trend("y", "x"), mu=2.0)
    before = desk.standing("add_remove").spent
    errors = [release.evaluate(15.0, bandwidth=width).std_error[0] for width in (1.0, 4.0, 30.0)]
    assert errors == sorted(errors, reverse=True)
    assert desk.standing("add_remove").spent == before
    read = release.evaluate(release.result.keys["x"])
    assert np.abs(read.estimate - release.table.estimate).max() < 1e-9
    assert len(release.table) == POINTS
    assert "was chosen" in str(release.query.reading.found(release.facts_table, release.rounds, 0.95))


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: dp.Trend("x", "x"), "along itself"),
        (lambda: dp.Trend("sex", "x"), "not a number"),
        (lambda: dp.Trend("y", "sex"), "not a number"),
        (lambda: dp.Trend("y", "late"), "not a number"),
        (lambda: dp.Trend("y", "gone"), "not declared"),
        (lambda: dp.Trend("y", "x", by=[dp.Bins("x", [0, 5])]), "grouped by x itself"),
        (lambda: dp.Trend("y", "x", bandwidth=0.1), "bandwidth"),
        (lambda: dp.Trend("y", "x", bandwidth=801), "800"),
        (lambda: dp.Trend("y", "x", bandwidth=True), "bandwidth"),
        (lambda: dp.Trend("y", "x", by=["some"]), "coefficients"),
    ],
)
def test_refusals(made: Any, words: str) -> None:
    with pytest.raises(dp.QueryError, match=words):
        made().bind(SCHEMA)


@pytest.mark.parametrize("kind", [Mu, Epsilon])
def test_a_prediction_is_a_range_around_the_error_of_even_rows(kind: Any) -> None:
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Number(0, 50))
    table, price = Table(schema), kind(Fraction(1))
    bound = dp.Trend("y", "x", bandwidth=0.05).bind(schema)
    found = bound.predict(table, price, 0.95, even(20_000, 1, False))
    assert 0 < found.low <= found.half_width <= found.high <= found.largest == 50
    statistic, mechanism = bound.statistic(table, price), bound.mechanism(table, price)
    counts = np.full(4096, 5)
    exact = statistic.exact(np.array([counts, counts * (statistic.steps // 2)]))
    read = bound.estimate(table, price, mechanism.draw(exact).astype(float), mechanism.error(0.95))
    half = np.median(read.high - read.low) / 2
    assert half == pytest.approx(found.half_width, rel=0.45)
    assert bound.price_of(table, kind, found.half_width, 0.95, even(20_000, 1, False)).total == pytest.approx(
        1, rel=1e-3
    )

"""Means of several columns: sensitivity by formula and brute force, textbook answers, intervals, and their price."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as Exact

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price, Spread, additive
from dpcore.queries.question.prediction import even
from dpcore.queries.sums import vector
from dpcore.table.table import Table, Unit
from tests.chance import least
from tests.oracle import Row, evaluate

WIDE = dp.Schema(
    x=dp.Number(-60, 300),
    y=dp.Number(0, 1),
    z=dp.Number(0, 40, integer=True),
    w=dp.Number(-3, 3, missing=0),
    g=dp.Category(["u", "v"]),
)
NUMBERS = ["x", "y", "z", "w"]
PRICES: list[Price] = [Mu(Exact(1)), Epsilon(Exact(1))]


def schema(size: int, missing: float | None, chance: random.Random) -> dp.Schema:
    rule = {"missing": missing} if missing is not None else {}
    columns = {f"x{place}": dp.Number(0, chance.randint(1, 10**6), **rule) for place in range(size)}
    return dp.Schema({**columns, "g": dp.Category(["u", "v"]), "unit": dp.Identifier()})


def vectors(query: dp.VectorMean, table: Table, price: Price) -> np.ndarray:
    """The exact coordinates of a row at each end of its columns' bounds, in units of the noise; 0 without noise."""
    columns = [table.schema[name] for name in query.columns]
    corners = itertools.product((0, 1), repeat=len(columns))
    rows = [
        {
            name: column.high if top else column.low
            for name, column, top in zip(query.columns, columns, corner, strict=True)
        }
        for corner in corners
    ]
    mechanism = additive(query.statistic(table, price), price)
    inverse = np.array([1 / float(scale) if scale else 0.0 for scale in mechanism.scales])
    ask, statistic = query.aggregate(table), query.statistic(table, price)
    found = [statistic.exact(evaluate(ask, [{**row, "g": "u", "unit": 1}]))[:, :1] for row in rows]
    return np.array(found, dtype=float)[:, :, 0] * inverse


@pytest.mark.sample(25)
@pytest.mark.parametrize("seed", range(200))
def test_the_loss_is_attained_at_corners_and_never_exceeded(seed: int) -> None:
    """mu and epsilon against i rows of one corner in place of j rows of another, for random columns and units."""
    chance = random.Random(seed)
    size, most = chance.randint(2, 6), chance.choice([1, 1, 2, 5])
    missing, neighbors = chance.choice([None, 0.0]), chance.choice(["add_remove", "replace"])
    table = Table(schema(size, missing, chance), Unit("unit", most), neighbors)
    query = dp.VectorMean([f"x{place}" for place in range(size)]).bind(table.schema)
    for price in PRICES:
        order = 2 if isinstance(price, Mu) else 1
        points = vectors(query, table, price)
        fewest = 0 if missing is None else 1
        if neighbors == "add_remove":
            gaps = [most * points]
        else:
            times = itertools.product(range(fewest, most + 1), repeat=2)
            gaps = [i * points[:, None, :] - j * points[None, :, :] for i, j in times]
        worst = max(float(np.linalg.norm(gap, order, axis=-1).max()) for gap in gaps)
        assert 1 - 1e-3 <= worst <= 1 + 1e-9


@pytest.mark.parametrize("size", [2, 3, 4, 5, 9, 50])
def test_the_noise_is_that_of_the_formulas(size: int) -> None:
    """Standard deviations of n and of each T_j at price 1, by relation."""
    chance = random.Random(size)
    for missing, grouped, neighbors in itertools.product([None, 0.0], [False, True], ["add_remove", "replace"]):
        table = Table(schema(size, missing, chance), Unit(), neighbors)
        query = dp.VectorMean([f"x{place}" for place in range(size)], by=["g"] if grouped else []).bind(table.schema)
        public = neighbors == "replace" and missing is not None and not grouped
        for price in PRICES:
            spread = additive(query.statistic(table, price), price).error(0.95)
            _, covariance = query.design(table, price).moments(np.zeros((len(spread.std), 1)), np.square(spread.std))
            rows, *sums = np.diag(covariance)
            assert (rows == 0) == public
            assert np.allclose(sums, sums[0], rtol=1e-3)
            if isinstance(price, Mu):
                added = (0 if public else 1 / rows) + sum(1 / part for part in sums)
                factor = 1 if neighbors == "add_remove" else 2 if grouped else 0
                assert max(
                    factor * added, 4 * sum(1 / part for part in sums) * (neighbors == "replace")
                ) == pytest.approx(1)
                continue
            if neighbors == "replace" and not grouped:
                expected = (0.0 if public else 8.0), 8.0 * size**2
            else:
                a, times = (size / 4) ** (1 / 3), 4 if neighbors == "replace" else 1
                two_sided, apart = (4 * size, 4 * size**2), (2 * (a + size) ** 2 / a**2, 2 * (a + size) ** 2)
                expected = tuple(times * part for part in (two_sided if size < 4 else apart))
            assert (rows, sums[0]) == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("size", range(2, 13))
def test_the_better_vector_is_chosen_for_a_price_in_epsilon(size: int) -> None:
    """By the error of a mean at the reference answer, which both have in closed form."""
    steps, errors = (1000,) * size, []
    for design in (vector._two_sided(steps), vector._apart(steps, 2**32)):
        norm = sum(map(abs, design.vertices[0]))
        _, covariance = design.moments(np.zeros((len(design.matrix), 1)), np.full(len(design.matrix), 2.0 * norm**2))
        errors.append(covariance[1, 1] + 0.25 * covariance[0, 0])
    chosen = vector.for_epsilon(steps, False, False)
    assert (len(chosen.matrix) == 2 * size) == (errors[0] <= errors[1])


def drawn(size: int, seed: int = 3) -> list[Row]:
    generator = np.random.default_rng(seed)
    x, w = generator.normal(100, 60, size), generator.normal(1, 2, size)
    y, z, missing = generator.random(size), generator.integers(0, 41, size), generator.random(size) < 0.1
    return [
        {
            "x": float(np.clip(a, -60, 300)),
            "y": None if gone else float(b),
            "z": int(c),
            "w": float(np.clip(d, -3, 3)),
            "g": "uv"[int(c) % 2],
        }
        for a, b, c, d, gone in zip(x, y, z, w, missing, strict=True)
    ]


def exact(query: dp.VectorMean, table: Table, found: list[Row], price: Price) -> np.ndarray:
    answer = query.statistic(table, price).exact(evaluate(query.aggregate(table), found))
    return answer.reshape(len(answer), -1)


@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("by", [(), ("g",)], ids=str)
@pytest.mark.parametrize("columns", [NUMBERS, ["w", "x"], ["y", "z", "x"]], ids=str)
def test_without_noise_the_answers_are_those_of_a_textbook(
    columns: list[str], by: tuple[str, ...], neighbors: str, price: Price
) -> None:
    found = drawn(400)
    query, table = dp.VectorMean(columns, by=by).bind(WIDE), Table(WIDE, Unit(), neighbors)  # type: ignore[arg-type]
    numbers = exact(query, table, found, price).astype(float)
    answer = query.estimate(table, price, numbers, Spread((1e-9,) * len(numbers), (1e-9,) * len(numbers), 2.0))
    truths = []
    for group in "uv" if by else ["uv"]:
        rows = [row for row in found if row["g"] in group and None not in (row[name] for name in columns)]
        truths += [np.mean([row[name] for row in rows]) for name in columns]
    assert answer.estimate == pytest.approx(np.array(truths), abs=400 * 2.0**-19)
    low, high = query.quantity(table).cell_bounds(1)
    assert (low - 1e-3 <= answer.low).all() and (answer.high <= high + 1e-3).all()


@pytest.mark.parametrize("paid", [Mu(Exact(1, 25)), Epsilon(Exact(1, 2))], ids=repr)
@pytest.mark.parametrize("columns", [NUMBERS, ["x", "w"]], ids=str)
def test_intervals_hold_as_often_as_they_say_and_as_wide_as_predicted(columns: list[str], paid: Price) -> None:
    query, table = dp.VectorMean(columns).bind(WIDE), Table(WIDE)
    found = drawn(2_000)
    counted = exact(query, table, found, paid)
    silent = Spread((1e-9,) * len(counted), (1e-9,) * len(counted), 2.0)
    truth = query.estimate(table, paid, counted.astype(float), silent).estimate
    mechanism = additive(query.statistic(table, paid), paid)
    spread = mechanism.error(0.95)
    answer = query.estimate(table, paid, mechanism.draw(np.repeat(counted, 2000, axis=1)).astype(float), spread)
    estimate, low, high, std = (
        getattr(answer, name).reshape(2000, -1) for name in ("estimate", "low", "high", "std_error")
    )
    assert (np.mean((low <= truth) & (truth <= high), axis=0) >= least(2000, 0.95)).all()
    assert std.mean(axis=0) == pytest.approx(estimate.std(axis=0), rel=0.15)
    ranges = np.array([WIDE[name].high - WIDE[name].low for name in columns])  # type: ignore[union-attr]
    far = np.maximum(high - estimate, estimate - low) / ranges * sorted(ranges)[(len(ranges) - 1) // 2]
    rows = sum(None not in (row[name] for name in columns) for row in found)
    error = query.expect(table, paid, spread, even(rows, 1, False))
    assert error.low <= error.half_width <= error.high <= error.largest
    assert np.mean((error.low * (1 - 1e-6) <= far) & (far <= error.high * (1 + 5e-3))) >= 0.99


def test_it_costs_less_than_the_means_apart() -> None:
    """Of d columns at one price in mu the error is below that of d questions that share it; in epsilon from four on."""
    for size, price in itertools.product((2, 4, 10), (Mu(Exact(1, 100)), Epsilon(Exact(1, 10)))):
        table = Table(dp.Schema({f"x{place}": dp.Number(0, 100) for place in range(size)}))
        together = dp.VectorMean([f"x{place}" for place in range(size)]).bind(table.schema)
        share = type(price)(price.total / size)
        rows = even(10_000, 1, False)
        joint, apart = (
            query.predict(table, paid, 0.95, rows).std_error
            for query, paid in ((together, price), (dp.Mean("x0"), share))
        )
        assert joint < apart * (1 + 1e-9)
        if isinstance(price, Mu):
            assert joint < apart * math.sqrt(0.9)


def test_a_target_error_has_a_price() -> None:
    table = Table(WIDE, expected_rows=5_000)
    query = dp.VectorMean(NUMBERS).bind(WIDE)
    for kind in (Mu, Epsilon):
        price = query.price_of(table, kind, 2.0, 0.95, even(5_000, 1, False))
        assert query.predict(table, price, 0.95, even(5_000, 1, False)).half_width == pytest.approx(2.0, rel=1e-6)
    with pytest.raises(QueryError, match="not known"):
        query.price_of(table, Mu, 2.0, 0.95, None)


@pytest.mark.parametrize("price", PRICES, ids=repr)
def test_no_rows_and_one_row_have_an_answer_within_the_bounds(price: Price) -> None:
    query, table = dp.VectorMean(NUMBERS, by=["g"]).bind(WIDE), Table(WIDE)
    low, high = query.quantity(table).cell_bounds(1)
    for found in ([], drawn(1), [{**row, "y": None} for row in drawn(20)]):
        mechanism = additive(query.statistic(table, price), price)
        noisy = mechanism.draw(exact(query, table, found, price)).astype(float)
        answer = query.estimate(table, price, noisy, mechanism.error(0.95))
        for figures in (answer.estimate, answer.low, answer.high):
            assert np.isfinite(figures).all() and (low - 1e-3 <= figures).all() and (figures <= high + 1e-3).all()


@pytest.mark.parametrize("columns", [[], ["x"], "x", ["x", "x"], ["x", "g"], ["x", "nowhere"], 3, ["x"] * 51])
def test_other_columns_are_refused(columns: object) -> None:
    with pytest.raises(QueryError):
        dp.VectorMean(columns).bind(WIDE)  # type: ignore[arg-type]

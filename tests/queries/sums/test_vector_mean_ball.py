"""Means of vectors in a ball: the loss is attained and never exceeded, the noise shrinks with the radius."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterator
from fractions import Fraction as Exact

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price, Spread, additive
from dpcore.present.record.methods import methods
from dpcore.present.text import words
from dpcore.queries import query_from_dict
from dpcore.queries.question.key import group_count
from dpcore.queries.question.prediction import even
from dpcore.queries.sums import ball, vector
from dpcore.table.ball import UNIT, Ball
from dpcore.table.table import Table, Unit
from tests.chance import least
from tests.oracle import Row, evaluate

WIDE = dp.Schema(x=dp.Number(-60, 300), y=dp.Number(0, 1), z=dp.Number(0, 40, integer=True), g=dp.Category(["u", "v"]))
PRICES: list[Price] = [Mu(Exact(1)), Epsilon(Exact(1))]


def schema(size: int, missing: float | None, chance: random.Random) -> dp.Schema:
    rule = {"missing": missing} if missing is not None else {}
    columns = {f"x{place}": dp.Number(0, chance.randint(2, 10**6), **rule) for place in range(size)}
    return dp.Schema({**columns, "g": dp.Category(["u", "v"]), "unit": dp.Identifier()})


def rows(table: Table, names: list[str], chance: random.Random) -> list[Row]:
    """Corners, ends of axes, the middle, and rows in any direction."""
    columns = [table.schema[name] for name in names]
    middle = [(column.low + column.high) / 2 for column in columns]
    places = [[chance.choice([column.low, column.high]) for column in columns] for _ in range(6)]
    places += [[chance.uniform(column.low, column.high) for column in columns] for _ in range(6)]
    places += [[column.low + column.high - x for column, x in zip(columns, row, strict=True)] for row in places]
    for place, column in enumerate(columns):
        places += [[*middle[:place], end, *middle[place + 1 :]] for end in (column.low, column.high)]
    return [{**dict(zip(names, row, strict=True)), "g": "u", "unit": 1} for row in [middle, *places]]


def worst(query: dp.VectorMean, table: Table, price: Price, chance: random.Random, share: float = 1.0) -> float:
    """The largest mu or epsilon of i rows in place of j rows, of all rows above, in both cells if there are groups."""
    statistic, mechanism = query.statistic(table, price), additive(query.statistic(table, price), price)
    inverse = np.array([1 / (share * float(scale)) if scale else 0.0 for scale in mechanism.scales])
    ask, order = query.aggregate(table), 2 if isinstance(price, Mu) else 1
    exact = [statistic.exact(evaluate(ask, [row]))[:, 0] for row in rows(table, list(query.columns), chance)]
    points = np.array(exact, dtype=float) * inverse
    most, added = table.unit.max_rows, np.linalg.norm(points, order, axis=1).max()
    if table.neighbors == "add_remove":
        return float(most * added)
    if group_count(table.schema, query.by) > 1:
        twice = np.sqrt(2) if isinstance(price, Mu) else 2
        same = np.linalg.norm(points[:, None] - points[None, :], order, axis=-1).max()
        return float(most * max(twice * added, same))
    fewest = 0 if query.optional(table) else 1
    times = itertools.product(range(fewest, most + 1), repeat=2)
    return max(float(np.linalg.norm(i * points[:, None] - j * points[None, :], order, axis=-1).max()) for i, j in times)


def drawn(seed: int) -> tuple[dp.VectorMean, Table, random.Random]:
    """Any question with a radius, on tables of any unit, in both relations."""
    chance = random.Random(seed)
    size, radius = chance.randint(2, 6), round(10 ** chance.uniform(-2, 0.9), 3)
    facts = schema(size, chance.choice([None, 0.0]), chance)
    table = Table(facts, Unit("unit", chance.choice([1, 1, 2, 5])), chance.choice(["add_remove", "replace"]))
    by = chance.choice([(), ("g",)])
    return dp.VectorMean([f"x{place}" for place in range(size)], by, radius=radius).bind(facts), table, chance


@pytest.mark.sample(15)
@pytest.mark.parametrize("seed", range(200))
def test_the_loss_is_attained_and_never_exceeded(seed: int) -> None:
    query, table, chance = drawn(seed)
    for price in PRICES:
        found = worst(query, table, price, chance)
        assert 0.999 <= found <= 1 + 1e-9, (seed, price, found)


def test_nine_tenths_of_the_noise_and_a_longer_vector_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rows that are not clipped, some are farther."""
    over = [worst(*drawn(seed)[:2], price, drawn(seed)[2], 0.9) for seed in range(10) for price in PRICES]
    assert min(over) > 1.1
    monkeypatch.setattr("tests.oracle.vector", lambda region, steps: list(Ball(region.grids, 14 * UNIT).clipped(steps)))
    far = [worst(*drawn(seed)[:2], price, drawn(seed)[2]) for seed in range(10) for price in PRICES]
    assert sum(found > 1.01 for found in far) > 8


@pytest.mark.parametrize("size", [2, 3, 5, 9, 50])
@pytest.mark.parametrize("radius", [0.05, 1.0, 8.0])
def test_the_noise_is_that_of_the_formulas(size: int, radius: float) -> None:
    """Add/remove: mu^2 = 1/s_n^2 + r^2/s^2, replace 4 r^2/s^2; epsilon: b = c + sqrt(d) r."""
    chance = random.Random(size)
    facts = schema(size, 0.0, chance)
    query = dp.VectorMean([f"x{place}" for place in range(size)], radius=radius).bind(facts)
    r = min(radius, math.sqrt(size))
    for neighbors, price in itertools.product(("add_remove", "replace"), PRICES):
        table = Table(facts, Unit(), neighbors)  # type: ignore[arg-type]
        spread = additive(query.statistic(table, price), price).error(0.95)
        _, covariance = query.design(table, price).moments(np.zeros((size + 1, 1)), np.square(spread.std))
        count, *sums = np.diag(covariance)
        assert np.allclose(sums, sums[0]) and (count == 0) == (neighbors == "replace")
        if neighbors == "replace":
            factor = 2 * r if isinstance(price, Mu) else 2 * math.sqrt(2 * size) * r
            assert math.sqrt(sums[0]) == pytest.approx(factor, rel=1e-5)
        elif isinstance(price, Mu):
            assert 1 / count + r**2 / sums[0] == pytest.approx(1)
        else:
            c = math.sqrt(sums[0] / count)
            assert math.sqrt(sums[0] / 2) == pytest.approx(c + math.sqrt(size) * r, rel=1e-5)


@pytest.mark.parametrize("size", [2, 4, 25])
def test_the_split_is_the_best_for_the_reference_answer(size: int) -> None:
    """By the sum of the squared errors of means whose vector is half as long as the radius."""
    region = Ball(tuple(vector_grids(size)), UNIT // 2)

    def error(price: Price, times: float) -> float:
        design = ball.for_mu(region) if isinstance(price, Mu) else ball.for_epsilon(region, False, False)
        radius, reference = 0.5, 0.25 * 0.5**2
        if isinstance(price, Mu):
            ratio = times * radius * math.sqrt(design.weights[0] / (design.weights[1] * UNIT**2))  # s^2 / s_n^2
            return (1 + radius**2 / ratio) * (size * ratio + reference)
        c = times * design.vertices[0][0] / UNIT
        bound = math.sqrt(size) * radius
        return (c + bound) ** 2 * (size + reference / c**2)

    for price in PRICES:
        assert all(error(price, 1) <= error(price, times) * (1 + 1e-4) for times in (0.5, 0.9, 1.1, 2))


def vector_grids(size: int) -> Iterator[object]:
    for place in range(size):
        yield dp.VectorMean([f"x{place}", "y"]).grids(
            Table(dp.Schema({f"x{place}": dp.Number(0, 1), "y": dp.Number(0, 1)}))
        )[0]


def test_it_is_more_precise_than_the_box_where_rows_are_near_the_middle() -> None:
    """By the square root of the number of columns, at a radius of 1."""
    table = Table(dp.Schema({f"x{place}": dp.Number(0, 100) for place in range(25)}))
    names, guess = list(table.schema), even(10_000, 1, False)
    for price in (Mu(Exact(1, 100)), Epsilon(Exact(1, 10))):
        box, round_ = (
            dp.VectorMean(names, radius=radius).bind(table.schema).predict(table, price, 0.95, guess).half_width
            for radius in (None, 1.0)
        )
        assert 3.5 <= box / round_ <= 6.5


def table_of(size: int, seed: int) -> list[Row]:
    chance = random.Random(seed)
    return [
        {
            "x": chance.gauss(120, 40) if chance.random() < 0.95 else None,
            "y": chance.random() ** 3,
            "z": chance.randint(0, 40),
            "g": chance.choice("uv"),
        }
        for _ in range(size)
    ]


def clamped(found: list[Row]) -> list[Row]:
    return [{**row, "x": None if row["x"] is None else min(max(row["x"], -60.0), 300.0)} for row in found]


def textbook(found: list[Row], radius: float) -> np.ndarray:
    """The means of the clipped rows, in doubles."""
    middle, half = np.array([120.0, 0.5, 20.0]), np.array([180.0, 0.5, 20.0])
    points = (np.array([[row["x"], row["y"], row["z"]] for row in found if row["x"] is not None]) - middle) / half
    norms = np.linalg.norm(points, axis=1, keepdims=True)
    return middle + half * (points * np.minimum(1.0, radius / np.maximum(norms, 1e-300))).mean(axis=0)


@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize("radius", [0.2, 0.9, 5.0])
def test_without_noise_it_is_the_mean_of_clipped_rows(radius: float, price: Price) -> None:
    query, table, found = (
        dp.VectorMean(["x", "y", "z"], radius=radius).bind(WIDE),
        Table(WIDE),
        clamped(table_of(400, 3)),
    )
    counted = query.statistic(table, price).exact(evaluate(query.aggregate(table), found))
    silent = Spread((1e-9,) * len(counted), (1e-9,) * len(counted), 2.0)
    answer = query.estimate(table, price, counted.astype(float), silent)
    assert answer.estimate == pytest.approx(textbook(found, radius), rel=1e-5)


@pytest.mark.sample(2)
@pytest.mark.parametrize("paid", [Mu(Exact(1, 25)), Epsilon(Exact(1, 2))], ids=repr)
@pytest.mark.parametrize("radius", [0.3, 1.0])
def test_intervals_hold_and_are_those_predicted(radius: float, paid: Price) -> None:
    query, table, draws = dp.VectorMean(["x", "y", "z"], radius=radius).bind(WIDE), Table(WIDE), 1_500
    found = clamped(table_of(2_000, 4))
    counted = query.statistic(table, paid).exact(evaluate(query.aggregate(table), found))
    mechanism = query.mechanism(table, paid)
    spread = mechanism.error(0.95)
    noisy = mechanism.draw(np.repeat(counted, draws, axis=1)).astype(float)
    answer = query.estimate(table, paid, noisy, spread)
    low, high, middle = (getattr(answer, name).reshape(draws, -1) for name in ("low", "high", "estimate"))
    truth = textbook(found, radius)
    assert (((low <= truth) & (truth <= high)).mean(axis=0) >= least(draws, 0.95)).all()
    size = sum(row["x"] is not None for row in found)
    error = query.expect(table, paid, spread, even(size, 1, False))
    far = np.maximum(high - middle, middle - low) / np.array([360, 1, 40]) * 40
    assert np.mean((error.low * (1 - 1e-6) <= far) & (far <= error.high * (1 + 5e-3))) >= 0.99


@pytest.mark.parametrize("radius", [0, -1, 0.009, 8.1, float("nan"), float("inf"), "1", True, [1]])
def test_other_radii_are_refused(radius: object) -> None:
    with pytest.raises(QueryError, match="`radius` must be"):
        dp.VectorMean(["x", "y"], radius=radius)  # type: ignore[arg-type]


def test_without_a_radius_it_is_the_question_it_was() -> None:
    query = dp.VectorMean(["x", "y"])
    assert "radius" not in query.to_dict() and query == query_from_dict(query.to_dict())
    round_ = dp.VectorMean(["x", "y"], radius=1)
    assert round_.to_dict()["radius"] == 1.0 and query_from_dict(json.loads(json.dumps(round_.to_dict()))) == round_
    assert str(round_) == "Means of x, y within the radius 1" != str(query) and round_.columns() == ("x", "y")
    steps = tuple(grid.steps for grid in query.grids(Table(WIDE)))
    assert query.design(Table(WIDE), PRICES[0]).vertices == vector.for_mu(steps).vertices


def test_a_desk_answers_it_and_the_card_says_what_was_moved(tmp_path_factory: pytest.TempPathFactory) -> None:
    found = table_of(3_000, 5)
    with dp.Desk(home=tmp_path_factory.mktemp("desk")) as desk:
        desk.add_dataset("t", dp.read(pd.DataFrame(found)), schema=WIDE, budget=dp.Budget(mu=100, delta=1e-6))
        (answer,) = desk.release("t", dp.Plan([dp.Ask(dp.VectorMean(["x", "y", "z"], radius=0.5), mu=10)]))
        truth, std = textbook(clamped(found), 0.5), answer.table["std_error"].to_numpy()
        assert (np.abs(answer.table["estimate"].to_numpy() - truth) <= 6 * std).all()
        said = " ".join(words.caveats(answer))
        assert "Rows farther than 0.5 from the middle of the bounds were moved to this distance" in said
        assert "were moved to this distance" in methods(desk.dossier("t", [answer]))

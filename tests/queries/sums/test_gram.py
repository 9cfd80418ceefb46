"""Covariances and correlations: the closed forms of their sensitivity, textbook answers, and intervals that hold."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction as Exact

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price, Spread, additive
from dpcore.mechanisms.additive import gaussian
from dpcore.queries.question.prediction import even
from dpcore.queries.sums import gram
from dpcore.queries.sums.pairs import Pairs
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table, Unit
from tests.chance import least
from tests.oracle import Row, evaluate

NAMES = ("a", "b", "c")
SMALL = dp.Schema(
    a=dp.Number(0, 3, integer=True, missing=0),
    b=dp.Number(-1, 1, integer=True, missing=0),
    c=dp.Number(0, 1, integer=True, missing=0),
    g=dp.Category(["u", "v"]),
    unit=dp.Identifier(),
)
WIDE = dp.Schema(x=dp.Number(-60, 300), y=dp.Number(0, 1), z=dp.Number(0, 40, integer=True), g=dp.Category(["u", "v"]))
PRICES: list[Price] = [Mu(Exact(1)), Epsilon(Exact(1))]
KINDS = [dp.Covariance, dp.Correlation]


def rows() -> list[Row]:
    return [dict(zip(NAMES, values, strict=True)) for values in itertools.product(range(4), range(-1, 2), range(2))]


def apart(query: Pairs, table: Table, price: Price) -> tuple[float, float]:
    """The largest distance of one row more or less, and of one row in place of another, by brute force."""
    statistic, ask = query.statistic(table, price), query.aggregate(table)
    scales = np.array([float(scale) for scale in additive(statistic, price).scales])
    inverse = np.divide(1.0, scales, out=np.zeros(len(scales)), where=scales > 0)
    points = np.array([statistic.exact(evaluate(ask, [row]))[:, 0] for row in rows()], dtype=float) * inverse
    order = 2 if isinstance(price, Mu) else 1
    swapped = (points[:, None, :] - points[None, :, :]).reshape(-1, points.shape[1])
    return tuple(float(np.linalg.norm(part, order, axis=1).max()) for part in (points, swapped))  # type: ignore[return-value]


@pytest.mark.parametrize("columns", [NAMES, NAMES[:2], NAMES[1:]], ids=str)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_closed_form_is_the_supremum(
    kind: type[Pairs], price: Price, neighbors: Neighbors, columns: tuple[str, ...]
) -> None:
    table = Table(SMALL, Unit(), neighbors)
    one, swap = apart(kind(columns), table, price)
    found = one if neighbors == "add_remove" else swap
    assert 0.93 <= found <= 1 + 1e-9


@pytest.mark.parametrize("size", range(2, 11))
def test_the_norms_are_those_of_the_formulas(size: int) -> None:
    """d^2 - 3d/4 for one row, 4h/s^2 + 8h(d - h)/g^2 for two: with the scales that the noise really has."""
    schema = dp.Schema({f"x{place}": dp.Number(0, 5 + place, integer=True, missing=0) for place in range(size)})
    query = dp.Covariance(list(schema.columns))
    for neighbors in ("add_remove", "replace"):
        table = Table(schema, Unit(), neighbors)
        statistic = query.statistic(table, Mu(Exact(1)))
        steps = [lattice.steps for lattice in query.grids(table)]
        scales = [float(scale) for scale in gaussian(statistic, Exact(1)).scales]
        s, g = scales[1] / steps[0], scales[1 + size] / (2 * steps[0] ** 2)
        for place, (j, k) in enumerate(gram.pairs(size)):
            assert scales[1 + 2 * size + place] == pytest.approx(g * steps[j] * steps[k] / math.sqrt(2))
        if neighbors == "add_remove":
            mu = 1 / scales[0] ** 2 + size / s**2 + (size**2 - 0.75 * size) / g**2
        else:
            assert not scales[0], "the number of rows is public"
            mu = max(4 * h / s**2 + 8 * h * (size - h) / g**2 for h in range(1, size + 1))
        assert mu == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("size", [2, 3, 5, 10])
def test_replacing_a_row_moves_the_blocks_by_at_most_half_of_a_square(size: int) -> None:
    """L1: 2 L S (d + 1 - S), by random pairs of rows and by corners."""
    random = np.random.default_rng(size)
    steps = tuple(int(step) for step in random.integers(1, 2**12, size))
    design = gram.for_epsilon(steps, False)
    (bound,) = (sum(map(abs, difference)) for difference in design.differences)
    matrix = np.array(design.matrix, dtype=object)

    def vector(y: list[int]) -> np.ndarray:
        products = [y[j] * y[k] for j, k in gram.pairs(size)]
        return matrix @ np.array([1, *y, *(v * v for v in y), *products], dtype=object)

    for _ in range(300):
        one = [int(random.choice([0, u, u // 2, random.integers(0, u + 1)])) for u in steps]
        other = [int(random.choice([0, u, u // 2, u - v])) for u, v in zip(steps, one, strict=True)]
        assert np.abs(vector(one)).sum() <= sum(design.vertex)
        assert np.abs(vector(one) - vector(other)).sum() <= bound
    flipped = (size + 1) // 2
    corner = [0] * flipped + list(steps[flipped:])
    assert np.abs(vector(list(steps)) - vector(corner)).sum() >= 0.85 * bound


def exact(query: Pairs, table: Table, table_rows: list[Row], price: Price) -> np.ndarray:
    answer = query.statistic(table, price).exact(evaluate(query.aggregate(table), table_rows))
    return answer.reshape(len(answer), -1)


def drawn(size: int, seed: int = 3) -> list[Row]:
    random = np.random.default_rng(seed)
    x = random.normal(100, 60, size)
    y = np.clip(0.5 + 0.002 * (x - 100) + random.normal(0, 0.15, size), 0, 1)
    z = random.integers(0, 41, size)
    missing = random.random(size) < 0.1
    return [
        {"x": float(np.clip(a, -60, 300)), "y": None if gone else float(b), "z": int(c), "g": "uv"[int(c) % 2]}
        for a, b, c, gone in zip(x, y, z, missing, strict=True)
    ]


@pytest.mark.parametrize("price", PRICES, ids=repr)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_without_noise_the_answers_are_those_of_a_textbook(
    kind: type[Pairs], neighbors: Neighbors, price: Price
) -> None:
    found = drawn(500)
    for columns, by in ((["x", "y", "z"], []), (["z", "x"], ["g"])):
        query, table = kind(columns, by=by).bind(WIDE), Table(WIDE, Unit(), neighbors)
        numbers = exact(query, table, found, price).astype(float)
        silent = Spread(tuple(1e-9 for _ in numbers), tuple(1e-9 for _ in numbers), 2.0)
        answer = query.estimate(table, price, numbers, silent)
        groups = [[row for row in found if not by or row["g"] == group] for group in ("uv" if by else "u")]
        truths = []
        for group in groups:
            inside = [[row[name] for name in columns] for row in group if None not in (row[name] for name in columns)]
            values = np.array(inside).T
            matrix = np.cov(values, bias=True) if kind is dp.Covariance else np.corrcoef(values)
            truths += [matrix[j, k] for j, k in query.pairs]
        scales = np.tile(query.scales(table), len(groups))
        assert answer.estimate / scales == pytest.approx(truths / scales, abs=1e-3 if kind is dp.Correlation else 1e-4)
        assert (answer.low <= answer.estimate).all() and (answer.estimate <= answer.high).all()


@pytest.mark.sample(4)
@pytest.mark.parametrize("paid", [Mu(Exact(1, 25)), Epsilon(Exact(1, 2))], ids=repr)
@pytest.mark.parametrize("size", [400, 5_000])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_intervals_hold_as_often_as_they_say_and_as_wide_as_predicted(
    kind: type[Pairs], size: int, paid: Price
) -> None:
    query, table = kind(["x", "y", "z"]).bind(WIDE), Table(WIDE)
    counted = exact(query, table, drawn(size), paid)
    silent = Spread((1e-9,) * len(counted), (1e-9,) * len(counted), 2.0)
    truth = query.estimate(table, paid, counted.astype(float), silent).estimate
    mechanism = additive(query.statistic(table, paid), paid)
    noisy = mechanism.draw(np.repeat(counted, 1000, axis=1)).astype(float)
    spread = mechanism.error(0.95)
    answer = query.estimate(table, paid, noisy, spread)
    figures = {name: getattr(answer, name).reshape(1000, -1) for name in ("estimate", "low", "high", "std_error")}
    assert all(np.isfinite(values).all() for values in figures.values())
    inside = (figures["low"] <= truth) & (truth <= figures["high"])
    assert (inside.mean(axis=0) >= least(1000, 0.95)).all(), inside.mean(axis=0)
    far = np.maximum(figures["high"] - figures["estimate"], figures["estimate"] - figures["low"])
    error = query.expect(table, paid, spread, even(int(counted[0, 0]) if isinstance(paid, Mu) else size, 1, False))
    assert error.low <= error.half_width <= error.high <= error.largest
    assert np.mean((error.low * (1 - 1e-6) <= far) & (far <= error.high * (1 + 5e-3))) >= 0.9


@pytest.mark.parametrize("level", [0.5, 0.95])
@pytest.mark.parametrize("amount", [Exact(1, 4), Exact(4)], ids=str)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_intervals_hold_where_every_value_is_at_a_bound(
    kind: type[Pairs], neighbors: Neighbors, amount: Exact, level: float
) -> None:
    """Mean squares are at their bound then, and noise may lie beyond it."""
    schema = dp.Schema(x=dp.Number(0, 1, integer=True), y=dp.Number(0, 1, integer=True))
    query, table, paid = kind(["x", "y"]).bind(schema), Table(schema, Unit(), neighbors), Mu(amount)
    rows = [{"x": place % 2, "y": place % 2 if place % 4 < 3 else 0} for place in range(400)]
    counted = exact(query, table, rows, paid)
    truth = query.estimate(table, paid, counted.astype(float), Spread((1e-9,) * 6, (1e-9,) * 6, 2.0)).estimate
    mechanism = additive(query.statistic(table, paid), paid)
    answer = query.estimate(
        table, paid, mechanism.draw(np.repeat(counted, 2000, axis=1)).astype(float), mechanism.error(level)
    )
    inside = (answer.low.reshape(2000, -1) <= truth) & (truth <= answer.high.reshape(2000, -1))
    assert (inside.mean(axis=0) >= least(2000, level) - 0.01).all(), inside.mean(axis=0)


@pytest.mark.parametrize("price", PRICES, ids=repr)
def test_a_constant_column_has_no_correlation(price: Price) -> None:
    """Its interval is everything, and no figure is NaN."""
    query, table = dp.Correlation(["x", "z"]).bind(WIDE), Table(WIDE)
    found = [{**row, "z": 7} for row in drawn(2_000)]
    mechanism = additive(query.statistic(table, price), price)
    noisy = mechanism.draw(np.repeat(exact(query, table, found, price), 200, axis=1)).astype(float)
    answer = query.estimate(table, price, noisy, mechanism.error(0.95))
    assert np.isfinite(answer.estimate).all() and np.isfinite(answer.std_error).all()
    assert np.mean((answer.low == -1) & (answer.high == 1)) >= 0.8


def test_the_number_of_rows_is_public_only_where_no_row_can_be_left_out() -> None:
    schema = dp.Schema(a=dp.Number(0, 9, missing=1), b=dp.Number(0, 9, missing=1), c=dp.Number(0, 9), p=dp.Identifier())
    replace, several = Table(schema, Unit(), "replace"), Table(schema, Unit("p", 2), "replace")
    for price in PRICES:
        for query, table, public in (
            (dp.Covariance(["a", "b"]), replace, True),
            (dp.Covariance(["a", "c"]), replace, False),
            (dp.Covariance(["a", "b"], where=[dp.Condition("a", ">", 1)]), replace, False),
            (dp.Covariance(["a", "b"]), several, False),
            (dp.Covariance(["a", "b"]), Table(schema), False),
        ):
            bound = query.bind(schema)
            scales = additive(bound.statistic(table, price), price).scales
            assert (not all(scales)) == public == bound.rows_public(table)


@pytest.mark.parametrize(
    "columns", [[], ["a"], "a", ["a", "a"], ["a", "g"], list("abcdefghijk"), 3, [dp.Bins("a", [0, 1])]]
)
def test_other_columns_are_refused(columns: object) -> None:
    with pytest.raises(QueryError):
        dp.Covariance(columns).bind(SMALL)  # type: ignore[arg-type]

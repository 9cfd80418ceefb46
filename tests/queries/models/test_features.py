"""Products of numbers, flags and categories: their sensitivity by formula and by chance, their noise, their sums."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as Exact

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.mechanisms.additive import additive
from dpcore.queries.models.features import Features, features
from dpcore.queries.question.variable import MOST
from dpcore.table.aggregate import Aggregate
from dpcore.table.category import Category
from dpcore.table.column import Flag
from dpcore.table.table import Table, Unit
from tests.oracle import Row, evaluate

SCHEMA = dp.Schema(
    x=dp.Number(0, 10, integer=True),
    y=dp.Number(-1, 1, integer=True, missing=0),
    z=dp.Number(-50, 1e6, missing=0),
    w=dp.Number(0, 1),
    g=dp.Category(["a", "b"], other=True),
    k=dp.Category(["b", "c", "d"]),
    h=dp.Category(["q"]),
    f=dp.Flag(),
    e=dp.Flag(),
    d=dp.Date("2024-01-01", "2024-12-31"),
    unit=dp.Identifier(),
)
NUMBERS = ("x", "y", "z", "w")
USABLE = [name for name in SCHEMA if name not in ("d", "unit")]
PRICES: list[Price] = [Mu(Exact(1)), Epsilon(Exact(1))]


def drawn(chance: random.Random) -> Features:
    names = chance.sample(USABLE, chance.randint(2, 6))
    target = chance.choice(["", *(name for name in names if name in NUMBERS)])
    return features(SCHEMA, tuple(name for name in names if name != target) or ("f",), target)


def row(chance: random.Random) -> Row:
    """One of the ends of every number, or a value between them."""
    cells: Row = {"unit": 1}
    for name in USABLE:
        column = SCHEMA[name]
        if isinstance(column, Flag):
            cells[name] = chance.random() < 0.5
        elif isinstance(column, Category):
            cells[name] = chance.choice(column.keys)
        else:
            value = chance.choice([column.low, column.high, chance.uniform(column.low, column.high)])  # type: ignore[union-attr]
            cells[name] = round(value) if column.integer else value  # type: ignore[union-attr]
    return cells


def coordinates(products: Features, price: Price, rows: list[Row]) -> np.ndarray:
    """What the statistic makes of rows: exact integers."""
    statistic = products.statistic(Table(SCHEMA), price, True)
    return statistic.exact(evaluate(Aggregate(products.measures), rows))[:, 0]


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(200))
def test_no_row_moves_the_products_further_than_the_price_says(seed: int) -> None:
    """Rows come, go, or replace each other, several at once; both kinds of prices."""
    chance = random.Random(seed)
    products, most = drawn(chance), chance.choice([1, 1, 3])
    for price, neighbors in itertools.product(PRICES, ("add_remove", "replace")):
        unit = Unit() if most == 1 else Unit("unit", most)
        optional = chance.random() < 0.5
        statistic = products.statistic(Table(SCHEMA, unit, neighbors), price, optional)  # type: ignore[arg-type]
        scales = np.array([float(scale) for scale in additive(statistic, price).scales])
        inverse = np.array([1 / scale if scale else math.inf for scale in scales])
        largest = 0.0
        for _ in range(40):
            left = coordinates(products, price, [row(chance)] * most).astype(float)
            fewest = 0 if optional or most > 1 or neighbors == "add_remove" else most
            count = 0 if neighbors == "add_remove" else chance.choice([fewest, most])
            away = left - coordinates(products, price, [row(chance)] * count).astype(float)
            with np.errstate(invalid="ignore"):
                far = np.where(away == 0, 0.0, np.abs(away) * inverse)
            loss = np.sqrt(np.square(far).sum()) if isinstance(price, Mu) else far.sum()
            largest = max(largest, float(loss))
        assert largest <= 1 + 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_the_loss_is_the_formula(seed: int) -> None:
    """R^2 for a row more, sqrt(2 (R^4 - (v u)^2)) for one in place of another, over all numbers that differ."""
    products = drawn(random.Random(1_000 + seed))
    weights = products.squared_weights
    plain, own = products.spans - (products.weighted is not None), float(max(weights))
    squared = 1 + plain + len(products.categories) + (own if products.weighted is not None else 0)
    changes = [len(places) > 1 for places in products.categories]
    inner = [
        squared - 2 * flipped - 2 * own * turned - moved
        for flipped in range(plain + 1)
        for turned in ((0, 1) if products.weighted is not None else (0,))
        for moved in range(sum(changes) + 1)
    ]
    farthest = math.sqrt(2 * (squared**2 - min(value**2 for value in inner)))
    scales = np.sqrt(products.variances) * np.array(products.largest)  # a diagonal entry has the noise 1
    for neighbors, optional, expected in (
        ("add_remove", True, squared),
        ("replace", False, farthest),
        ("replace", True, max(squared, farthest)),
    ):
        reach = products.statistic(Table(SCHEMA, Unit(), neighbors), PRICES[0], optional).reach  # type: ignore[arg-type]
        assert reach.norm(tuple(scales)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("price", PRICES, ids=["mu", "epsilon"])
@pytest.mark.parametrize("seed", range(20))
def test_all_products_have_noise_but_what_no_row_changes(seed: int, price: Price) -> None:
    """The number of rows where rows are replaced and none left out; and that of a category's only value."""
    products = drawn(random.Random(2_000 + seed))
    for neighbors, optional in itertools.product(("add_remove", "replace"), (True, False)):
        statistic = products.statistic(Table(SCHEMA, Unit(), neighbors), price, optional)  # type: ignore[arg-type]
        scales = additive(statistic, price).scales
        exact = [entry for entry, scale in zip(products.entries, scales, strict=True) if not scale]
        same = {(0, 0)} | {(0, places[0]) for places in products.categories if len(places) == 1}
        if neighbors == "replace" and not optional:
            assert (0, 0) in exact and set(exact) <= same
        else:
            assert not exact


def test_a_value_of_a_category_without_a_corner_would_have_no_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    products = features(SCHEMA, ("g", "k", "x"))
    monkeypatch.setattr(Features, "_choices", lambda self: [tuple(places[0] for places in self.categories)])
    bare = Features(products.variables)
    with pytest.raises(AssertionError):
        assert all(additive(bare.statistic(Table(SCHEMA), PRICES[0], True), PRICES[0]).scales)
    monkeypatch.undo()
    assert all(additive(products.statistic(Table(SCHEMA), PRICES[0], True), PRICES[0]).scales)


@pytest.mark.parametrize("price", PRICES, ids=["mu", "epsilon"])
def test_moments_are_the_sums_of_products(price: Price) -> None:
    chance = random.Random(7)
    products = features(SCHEMA, ("x", "f", "g", "k", "e"), "w")
    rows = [row(chance) for _ in range(50)]
    vectors = []
    for cells in rows:
        vector = [1.0]
        for variable in products.variables:
            value = cells[variable.column]
            if variable.key is not None:
                vector.append(float(value == variable.key))
            else:
                vector.append((float(value) - variable.middle) / variable.half)
        vectors.append(vector)
    whole = np.array(vectors).T @ np.array(vectors)
    moments = coordinates(products, price, rows).astype(float) / products.units(type(price))
    read = np.where(products.places >= 0, moments[products.places], 0.0)
    assert read == pytest.approx(whole, abs=0.02)  # numbers are rounded to their grids
    assert len(products.entries) == len(products.measures) == len(moments)


def test_what_cannot_be_a_feature_is_refused() -> None:
    with pytest.raises(QueryError, match="not a number, a category or true or false"):
        features(SCHEMA, ("x", "d"))
    with pytest.raises(QueryError, match="identifier"):
        features(SCHEMA, ("x", "unit"))
    many = dp.Schema(c=dp.Category([str(value) for value in range(MOST + 1)]), x=dp.Number(0, 1))
    with pytest.raises(QueryError, match=f"at most {MOST} are allowed"):
        features(many, ("c",), "x")


def test_the_sensitivity_in_epsilon_is_what_two_rows_can_differ_by() -> None:
    """Of nine numbers and the constant, five change their signs: 2 L for each of 25 products; L for each square."""
    names = tuple(f"x{place}" for place in range(9))
    products = features(dp.Schema({name: dp.Number(-1, 1, missing=0) for name in names}), names)
    reach = products.statistic(Table(SCHEMA, Unit(), "replace"), PRICES[1], False).reach
    assert reach.l1_sensitivity() == 2**31 * (2 * 25 + 9)
    assert products.statistic(Table(SCHEMA), PRICES[1], True).reach.l1_sensitivity() == 2**31 * (1 + 9 + 45)

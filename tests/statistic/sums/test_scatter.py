"""Sensitivity of both rounds of a recommender by brute force: every user of a few items, at any middles."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
import tests.oracle as oracle
from dpcore.mechanisms import Epsilon, Kind, Mu
from dpcore.queries.models.ratings.rated import Design
from dpcore.queries.models.ratings.ratings import BOUND, PARTS, SHRINK
from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic.sums.scatter import Scatter
from dpcore.table.aggregate import Aggregate, Categories, PerUnit, Residual, WithinUnit
from dpcore.table.category import Category
from dpcore.table.table import Table, Unit
from tests.oracle import evaluate

RELATIONS: tuple[Neighbors, ...] = ("add_remove", "replace")
KINDS: tuple[Kind, ...] = (Mu, Epsilon)
HIGH = 2
QUERY = dp.Recommender("user", "item", "stars")


def world(items: int, most: int, neighbors: Neighbors, kind: Kind) -> tuple[Table, Design]:
    """Facts of a table with so many items and rows of a user, and the rounds of the question."""
    names = [f"i{place}" for place in range(items)]
    schema = dp.Schema(user=dp.Identifier(), item=Category(names), stars=dp.Number(0, HIGH, integer=True))
    table = Table(schema, Unit("user", most), neighbors)
    return table, QUERY._design(table, kind)


def users(items: int, most: int) -> Iterator[list[dict[str, Any]]]:
    """Every user with at most so many rows, doubled ones too; the first without any."""
    rows = [{"unit": 0, "item": f"i{place}", "stars": stars} for place in range(items) for stars in range(HIGH + 1)]
    for size in range(most + 1):
        yield from (list(some) for some in itertools.combinations_with_replacement(rows, size))


def asked(table: Table, design: Design, middles: tuple[int, ...]) -> tuple[Aggregate, Aggregate]:
    """What both rounds ask for, with these middles."""
    key = Categories("item", tuple(table.schema["item"].values))  # type: ignore[union-attr]
    sums = tuple(PerUnit("user", values, design.of_items) for values in (None, design.scores))
    residual = Residual(design.scores, PARTS, middles, SHRINK, BOUND)
    pairs = tuple(WithinUnit("user", values, design.of_pairs) for values in (residual, None))
    return Aggregate(sums, (key,), (), ("stars",)), Aggregate(pairs, (key, key), (), ("stars",))


def vectors(
    table: Table, design: Design, middles: tuple[int, ...], every: Sequence[list[dict[str, Any]]]
) -> tuple[np.ndarray, np.ndarray]:
    """What each user adds in round 1, shape (users, 2, items), and in round 2, shape (users, entries)."""
    first, second = asked(table, design, middles)
    ones = [design.linear.exact(evaluate(first, rows)) for rows in every]
    return np.array(ones), np.array([design.scatter.exact(evaluate(second, rows))[0] for rows in every])


def differences(found: np.ndarray, neighbors: Neighbors) -> np.ndarray:
    """Of every pair of neighbouring tables: with and without a user, or with one or the other."""
    flat = found.reshape(len(found), -1)
    if neighbors == "add_remove":
        return flat
    return (flat[:, None] - flat[None]).reshape(-1, flat.shape[1])


def check(table: Table, design: Design, middles: tuple[int, ...], every: Sequence[list[dict[str, Any]]]) -> list[float]:
    """The shares of the claims that are reached in both rounds. Fails if one is exceeded, in exact arithmetic."""
    ones, twos = vectors(table, design, middles, every)
    price = design.kind(Fraction(1))
    shares = []
    firsts, seconds = (differences(found, table.neighbors) for found in (ones, twos))
    if design.kind is Mu:
        scales = np.repeat(np.array(design.first(price).scales, dtype=object), design.items)
        loss = max((np.square(firsts) / np.square(scales)).sum(axis=1)) / (price.total * Fraction(3, 20))
        squared, most = max(np.square(seconds).sum(axis=1)), design.scatter.squared_l2_sensitivity()
        shares = [float(loss), squared / most]
        assert loss <= 1 and squared <= most
    else:
        for found, statistic in ((firsts, design.linear), (seconds, design.scatter)):
            size, most = max(np.abs(found).sum(axis=1)), statistic.l1_sensitivity()
            assert size <= most
            shares.append(size / most)
    return shares


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("neighbors", RELATIONS)
@pytest.mark.parametrize(("items", "most"), [(2, 1), (2, 3), (3, 2), (3, 3)])
def test_no_user_moves_a_round_further_than_claimed(items: int, most: int, neighbors: Neighbors, kind: Kind) -> None:
    chance = random.Random(f"{items} {most} {neighbors}")
    table, design = world(items, most, neighbors, kind)
    every = list(users(items, most))
    every = every if len(every) < 150 else [[], *chance.sample(every, 150)]
    reached = []
    for _ in range(3):
        middles = tuple(chance.choice([-PARTS, PARTS, 0, chance.randint(-PARTS, PARTS)]) for _ in range(items))
        reached.append(check(table, design, middles, every))
    assert max(first for first, _ in reached) > 0.99, "the claim of round 1 is reached"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_the_claim_of_round_2_is_reached_by_residuals_at_their_bound(neighbors: Neighbors, kind: Kind) -> None:
    """Far from all middles; another user rates other items."""
    table, design = world(4, 2, neighbors, kind)
    rows = [{"unit": 0, "item": f"i{place}", "stars": HIGH * (place % 2)} for place in range(4)]
    every = [[], rows[:1], rows[:2], rows[2:], rows[3:]]
    *_, reached = check(table, design, (PARTS, -PARTS, PARTS, -PARTS), every)
    assert reached > 0.99


def test_a_user_who_rates_an_item_twice_and_counts_twice_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the mean of doubled rows, a user with many rows about one item moves more than claimed."""
    table, design = world(2, 3, "add_remove", Mu)
    every = list(users(2, 3))
    check(table, design, (0, 0), every)
    monkeypatch.setattr(
        oracle,
        "means",
        lambda cells, grid: {
            place: sum(oracle.step(row["stars"], grid) for row in rows) for place, rows in cells.items()
        },
    )
    with pytest.raises(AssertionError):
        check(table, design, (0, 0), every)


@pytest.mark.parametrize("neighbors", RELATIONS)
def test_weights_that_are_rounded_up_are_seen(neighbors: Neighbors, monkeypatch: pytest.MonkeyPatch) -> None:
    table, design = world(3, 3, neighbors, Mu)
    every = list(users(3, 3))[:120]
    check(table, design, (0, 0, 0), every)
    honest = Design.of_items.fget
    assert honest is not None
    monkeypatch.setattr(Design, "of_items", property(lambda self: tuple(w + 1 for w in honest(self))))
    with pytest.raises(AssertionError):
        check(table, design, (0, 0, 0), every)


def test_random_weights_and_multiples_are_within_the_norms() -> None:
    """Any residuals: the proof does not ask where they come from."""
    chance = np.random.default_rng(5)
    for _ in range(200):
        items, bound = int(chance.integers(2, 6)), int(chance.integers(1, 9))
        weights = tuple(int(w) for w in chance.integers(0, 50, items))
        diagonal = int(chance.integers(1, 30))
        beside = int(chance.integers(1, int(diagonal * 2**0.5) + 1))
        for neighbors in RELATIONS:
            statistic = Scatter(items, bound, weights, int(chance.integers(1, 20)), neighbors, diagonal, beside)
            found = []
            for _ in range(2):
                rated = chance.random(items) < chance.random()
                r = np.where(rated, chance.choice([-bound, bound, 0, 1], items), 0).astype(object)
                weight = weights[rated.sum() - 1] if rated.any() else 0
                e = rated.astype(int).astype(object)
                found.append(statistic.exact(np.array([weight * np.outer(r, r), weight * np.outer(e, e)])))
            apart = found[0] - (found[1] if neighbors == "replace" else 0)
            assert (apart**2).sum() <= statistic.squared_l2_sensitivity()
            assert np.abs(apart).sum() <= statistic.l1_sensitivity()


def test_the_matrices_come_back() -> None:
    chance = np.random.default_rng(2)
    statistic = Scatter(4, 9, (8, 4, 2, 2), 5, "add_remove")
    products, pairs = (np.triu(chance.integers(-99, 99, (4, 4))) for _ in range(2))
    both = [part + np.triu(part, 1).T for part in (products, pairs)]
    released = statistic.exact(np.array(both).astype(object))
    assert released.shape == (1, 20) and not statistic.public
    for found, expected in zip(statistic.matrices(released), both, strict=True):
        assert found == pytest.approx(expected)
    of_products, of_pairs = statistic.stds(29.0)
    assert of_products[0, 0] == 1 and of_products[0, 1] == pytest.approx(29 / 41) and of_pairs[0, 0] == 0.2

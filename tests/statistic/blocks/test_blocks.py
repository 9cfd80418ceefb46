"""Block values against plain Python, and the band of their ranks by brute force over replaced blocks."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpcore.statistic import Blocks
from dpcore.statistic.blocks.block_distance import band
from dpcore.statistic.blocks.value import BlockStatistic, BlockValues
from dpcore.statistic.sums.ranges import Range
from dpcore.table.aggregate import Grid
from dpcore.table.ordering import Order
from tests.statistic.reading import read

KINDS: tuple[BlockStatistic, ...] = ("median", "mean", "standard_deviation")
HALF = Fraction(1, 2)


def made(value: BlockStatistic, count: int, top: int, scale: Fraction = Fraction(1), groups: int = 1) -> Blocks:
    return Blocks(BlockValues(value, count, groups, top, top // 2, scale))


def integers(statistic: Blocks, blocks: list[list[int]], top: int) -> np.ndarray:
    """What an engine answers for blocks of grid integers."""
    if statistic.of.value == "median":
        order = Order(Grid("x", 0, top, 0), ((Range(0, top, HALF),),) * len(blocks), 0)
        return read(order, blocks).reshape(order.numbers, len(blocks), 1)
    sums = [[len(block), sum(block), sum(y * y for y in block)] for block in blocks]
    wanted = sums if statistic.of.value == "standard_deviation" else [line[:2] for line in sums]
    return np.array(wanted, dtype=object).T


def expected(value: BlockStatistic, block: list[int], top: int, scale: Fraction) -> int:
    """The same in exact fractions; of a root, by squaring."""
    if not block:
        return top // 2
    if value == "median":
        return statistics.median_low(block)
    mean = Fraction(sum(block), len(block))
    if value == "mean":
        return min(math.floor(mean * scale + HALF), top)
    variance = sum((y - mean) ** 2 for y in block) / len(block) * scale**2
    return min(max(v for v in range(top + 2) if v == 0 or (v - HALF) ** 2 <= variance), top)


@pytest.mark.sample(30)
@pytest.mark.parametrize("value", KINDS)
@pytest.mark.parametrize("seed", range(20))
def test_block_values_are_those_of_plain_python(value: BlockStatistic, seed: int) -> None:
    chance = random.Random(seed)
    top, count = chance.choice([1, 7, 100]), chance.randint(2, 9)
    scale = Fraction(1) if value == "median" else chance.choice([Fraction(1), Fraction(4), Fraction(1, 4)])
    most = math.ceil(top / scale) if value != "standard_deviation" else math.ceil(2 * top / scale)
    blocks = [[chance.randint(0, most) for _ in range(chance.choice([0, 1, 2, 3, 8]))] for _ in range(count)]
    statistic = made(value, count, top, scale)
    found = np.clip(statistic.of.values(integers(statistic, blocks, most if value == "median" else top)), 0, top)
    wanted = [expected(value, block, top, scale) for block in blocks]
    assert found.ravel().tolist() == [min(v, top) for v in wanted]


def scores(values: list[int], top: int, value: BlockStatistic = "mean") -> list[int]:
    """The score of each grid integer, from the runs, in halves of a block: with one row a block's mean is its row."""
    statistic = made(value, len(values), top)
    runs = statistic.exact(integers(statistic, [[v] for v in values], top))
    assert runs.shape == (3, 2 * len(values) + 1, 1, 1)
    lines = zip(*(part[:, 0, 0].tolist() for part in runs), strict=True)
    spread = {first + k: score for score, first, points in lines for k in range(points)}
    assert sorted(spread) == list(range(top + 1))
    return [spread[v] for v in range(top + 1)]


@pytest.mark.parametrize("value", ["median", "mean"])
def test_scores_are_distances_from_the_median_of_block_values(value: BlockStatistic) -> None:
    for values in itertools.product(range(4), repeat=3):
        below = [sum(z < v for z in values) for v in range(4)]
        upto = [sum(z <= v for z in values) for v in range(4)]
        wanted = [max(2 * b - 3, 3 - 2 * u, 0) for b, u in zip(below, upto, strict=True)]
        assert scores(list(values), 3, value) == wanted


def width(one: list[int], other: list[int]) -> Fraction:
    changes = [a - b for a, b in zip(one, other, strict=True)]
    return Fraction(max(changes) - min(changes), 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("neighbors", "replaced"), [("add_remove", 1), ("replace", 2)])
def test_the_band_is_reached_and_never_exceeded(neighbors: Any, replaced: int) -> None:
    """Over all block values, of which that many are replaced. No smaller band would do."""
    widest, largest = Fraction(0), Fraction(0)
    for count, top in ((2, 3), (3, 3), (4, 2)):
        for values in itertools.product(range(top + 1), repeat=count):
            one = scores(list(values), top)
            for fresh in itertools.product(range(top + 1), repeat=replaced):
                other = scores([*fresh, *values[replaced:]], top)
                widest = max(widest, width(one, other))
                largest = max(largest, *(Fraction(abs(a - b), 2) for a, b in zip(one, other, strict=True)))
    assert widest == band(neighbors, 1) == 2 * replaced
    assert 2 * largest == band(neighbors, 1), "permute-and-flip needs twice the largest change"
    assert band(neighbors, 5) == 5 * band(neighbors, 1)


@pytest.mark.parametrize("value", KINDS)
def test_any_integers_have_an_answer(value: BlockStatistic) -> None:
    """Total, whatever the integers: an engine that answers nonsense raises no error here."""
    chance = random.Random(value)
    for _ in range(50):
        count, top, groups = chance.randint(2, 5), chance.choice([1, 9]), chance.randint(1, 2)
        statistic = made(value, count, top, groups=groups)
        numbers = {"median": 8, "mean": 2, "standard_deviation": 3}[value]
        shape = (numbers, count, groups, *([1] if value == "median" else []))
        strange = np.array([chance.choice([-(2**62), -1, 0, 1, 5, 2**62]) for _ in range(math.prod(shape))])
        runs = statistic.exact(strange.reshape(shape).astype(np.int64 if value == "median" else object))
        assert runs.shape == (3, 2 * count + 1, groups, 1)
        assert (runs[2].sum(axis=0) == top + 1).all()


def test_groups_are_apart() -> None:
    """Each group has the runs that it has alone."""
    statistic = made("mean", 3, 9, groups=2)
    values = np.array([[0, 9], [5, 9], [7, 1]], dtype=object)
    together = statistic.exact(np.stack([np.ones_like(values), values]))
    for group in range(2):
        alone = made("mean", 3, 9).exact(np.stack([np.ones(3, dtype=object), values[:, group]]))
        assert together[:, :, group].tolist() == alone[:, :, 0].tolist()

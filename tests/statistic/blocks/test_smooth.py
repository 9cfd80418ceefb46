"""Medians and centres of attention of block values: their scales by brute force over replaced blocks."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.errors import QueryError
from dpcore.sensitivity.smooth import Ladder
from dpcore.sensitivity.smooth import level as levels
from dpcore.statistic import BlockCenter, BlockSum, SmoothBlockMedian
from dpcore.statistic.blocks.value import BlockValues

TOP = 100
PLACES = (0, 1, 40, 100)
KINDS: dict[type, int] = {SmoothBlockMedian: 1, BlockCenter: 2}
"""The parts of a step in which answers are counted."""
Pair = tuple[int, int]


def values(count: int, groups: int = 1, top: int = TOP) -> BlockValues:
    return BlockValues("mean", count, groups, top, top // 2)


def made(kind: type, count: int, changes: int, beta: Fraction = Fraction(1, 5), top: int = TOP) -> Any:
    return kind(values(count, top=top), Ladder(1, KINDS[kind] * top, beta), changes)


def found(statistic: Any, blocks: tuple[int, ...]) -> Pair:
    """The answer and the number of its scale, of blocks of one row each."""
    exact = statistic.exact(np.array([[1] * len(blocks), blocks], dtype=object))
    assert exact.shape == (2, 1, 1)
    return int(exact[0, 0, 0]), int(exact[1, 0, 0])


def broken(statistic: Any, count: int, replaced: int) -> bool:
    """Whether `replaced` blocks change an answer by more than its scale, or the scale by more than a step."""
    every = {blocks: found(statistic, blocks) for blocks in itertools.product(PLACES, repeat=count)}
    for blocks, (one, j) in every.items():
        for places in itertools.combinations(range(count), replaced):
            for fresh in itertools.product(PLACES, repeat=replaced):
                moved = list(blocks)
                for place, value in zip(places, fresh, strict=True):
                    moved[place] = value
                other, j_other = every[tuple(moved)]
                if abs(j - j_other) > 1 or abs(one - other) > statistic.ladder.scale(j):
                    return True
    return False


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(("count", "replaced"), [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1)])
def test_replaced_blocks_stay_within_the_scale(kind: type, count: int, replaced: int) -> None:
    assert not broken(made(kind, count, replaced), count, replaced)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_one_block_counted_where_two_change_is_found(kind: type) -> None:
    assert broken(made(kind, 4, 1), 4, 2)


def test_the_profile_of_rows_that_come_and_go_is_too_small_for_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scale is that of the median of a number of values that changes by one."""

    def of_rows(lower: np.ndarray, upper: np.ndarray) -> Callable[[int], Any]:
        ordered = np.concatenate([lower[::-1], upper[1:]])
        return levels.quantile(ordered, 0, len(ordered) - 2, Fraction(1, 2))

    monkeypatch.setattr("dpcore.statistic.blocks.block_median.levels.sides", of_rows)
    assert any(broken(made(SmoothBlockMedian, count, 1), count, 1) for count in (3, 4, 5))


@pytest.mark.parametrize("seed", range(20))
def test_scales_are_the_smooth_sensitivities_in_doubles_rounded_up(seed: int) -> None:
    chance = random.Random(seed)
    count, changes, top = chance.randint(3, 60), chance.choice([1, 2]), chance.choice([50, 10**4, 2**20])
    beta = Fraction(chance.choice([1, 2, 8]), 20)
    center = chance.randint(0, top)
    blocks = tuple(min(max(round(chance.gauss(center, top / 20)), 0), top) for _ in range(count))
    attention = dp.sensitivity.center_of_attention(blocks, float(beta), top, changes)
    pairs = [(BlockCenter, changes, 2 * attention.smooth)]
    rank = (count + 1) // 2
    pairs += [(SmoothBlockMedian, 1, dp.sensitivity.order_statistic(blocks, rank, 0, top, float(beta)).smooth)]
    for kind, times, smooth in pairs:
        statistic = made(kind, count, times, beta, top)
        answer, j = found(statistic, blocks)
        scale, least = float(statistic.ladder.scale(j)), max(1.0, smooth)
        assert least * (1 - 1e-6) <= scale <= least * math.exp(beta) * (1 + 1e-6)
        if kind is SmoothBlockMedian:
            assert answer == sorted(blocks)[rank - 1]
        else:
            first = -(-(count + changes + 1) // 2)
            ends = [(hi - lo, lo + hi) for lo, hi in zip(sorted(blocks), sorted(blocks)[first - 1 :], strict=False)]
            assert answer == (min(ends, key=lambda end: end[0])[1] if first <= count else top)


@pytest.mark.sample(1)
@pytest.mark.parametrize("replaced", [1, 2])
@pytest.mark.parametrize("groups", [1, 3])
def test_the_norms_of_sums_are_reached_and_never_exceeded(replaced: int, groups: int) -> None:
    """Of a unit in up to two of three groups, which changes as many blocks of each."""
    chance, count, top = random.Random(groups), 3, 2
    statistic = BlockSum(values(count, groups, top), replaced, min(2, groups))
    farthest = [0.0, 0.0]
    for _ in range(6_000):
        blocks = np.array([[chance.randint(0, top) for _ in range(groups)] for _ in range(count)], dtype=object)
        other = blocks.copy()
        for block in chance.sample(range(count), replaced):
            for group in chance.sample(range(groups), min(2, groups)):
                other[block, group] = chance.choice([0, top])
        one, two = (statistic.exact(np.stack([np.ones_like(each), each]))[0] for each in (blocks, other))
        assert one.tolist() == blocks.sum(axis=0).tolist()
        apart = (one - two).astype(float)
        farthest = [max(farthest[0], np.abs(apart).sum()), max(farthest[1], float(np.linalg.norm(apart)))]
    assert farthest[0] == statistic.linear.l1_sensitivity()
    assert farthest[1] == pytest.approx(statistic.linear.reach.norm((1.0,)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_scales_that_end_too_early_are_refused(kind: type) -> None:
    with pytest.raises(QueryError, match="must reach the width"):
        kind(values(3), Ladder(1, KINDS[kind] * TOP - 1, Fraction(1, 5)), 1)
    assert made(kind, 3, 1).public is False and made(kind, 3, 1).seconds > 0

"""The score of a rank: by its runs it is what its definition says, and no neighbour moves it out of its band."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from dpcore.errors import QueryError
from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic import Rank
from dpcore.statistic.order.rank import band, denominator
from dpcore.statistic.sums.ranges import Range
from dpcore.table.aggregate import Grid
from dpcore.table.ordering import Order
from tests.statistic.reading import read, score, scores

RELATIONS: list[Neighbors] = ["add_remove", "replace"]
HALF = Fraction(1, 2)
RANKS = [Fraction(0), Fraction(1, 10), Fraction(1, 3), HALF, Fraction(3, 4), Fraction(1)]
Cells = tuple[tuple[int, ...], ...]
Ranges = tuple[tuple[Range, ...], ...]


def drawn(random: np.random.Generator) -> tuple[Order, list[list[int]]]:
    steps = int(random.integers(1, 40))
    count, cells = int(random.integers(1, min(3, steps) + 1)), int(random.integers(1, 3))
    grid, ranges = Grid("x", 0, steps, 0), []
    for _ in range(cells):
        ends = [-1, *sorted(random.choice(steps, count - 1, replace=False).tolist()), steps]
        parts = [int(part) for part in random.choice([1, 2, 3, 7, 100, 999_983], count)]
        ranks = [Fraction(int(random.integers(0, part + 1)), part) for part in parts]
        ranges.append(tuple(Range(a + 1, b, q) for a, b, q in zip(ends, ends[1:], ranks, strict=False)))
    order = Order(grid, tuple(ranges), int(random.choice([1, 2, 5, 60])))
    rows = [random.integers(0, steps + 1, random.integers(0, 30)).tolist() for _ in range(cells)]
    return order, rows


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(20))
def test_runs_hold_the_score_of_every_grid_integer(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(50):
        order, rows = drawn(random)
        rank = Rank(order.ranges, order.reach)
        runs = rank.exact(read(order, rows))
        assert runs.shape == (3, 2 * order.size + 1, len(rows), len(order.ranges[0]))
        for cell, ranges in enumerate(order.ranges):
            for place, inside in enumerate(ranges):
                points = range(inside.low, inside.high + 1)
                expected = [score(inside, rows[cell], v, order.reach) for v in points]
                assert scores(runs, cell, place, inside, rank.denominator) == expected


def test_a_window_that_is_one_short_is_another_score() -> None:
    order = Order(Grid("x", 0, 40, 0), ((Range(0, 40, HALF),),), 4)
    rows = [list(range(1, 40, 2))[:19]]
    found = [Rank(order.ranges, order.reach).exact(read(order, rows, reach)).tolist() for reach in (4, 3)]
    assert found[0] != found[1]


def test_many_rows_and_fine_ranks_stay_exact() -> None:
    """Ten thousand million rows; ranks whose common denominator fits in no machine word."""
    primes = (999_983, 999_979, 999_961, 999_959)
    ranges = tuple(Range(10 * i, 10 * i + 9, Fraction(prime // 3, prime)) for i, prime in enumerate(primes))
    order, many = Order(Grid("x", 0, 100, 0), (ranges,), 3), 10**10
    answer = np.zeros((order.numbers, 1, 4), dtype=np.int64)
    for place, inside in enumerate(ranges):
        middle = int(inside.rank * many)
        answer[0, 0, place], answer[1, 0, place] = many, middle - 1
        answer[2:4, 0, place], answer[2 + order.size : 4 + order.size, 0, place] = (inside.low + 2, inside.low + 5), 1
        answer[3 + order.size, 0, place] = many - middle
    rank = Rank(order.ranges, order.reach)
    assert rank.denominator == np.prod([int(prime) for prime in primes], dtype=object)
    runs = rank.exact(answer)
    assert runs.dtype == object
    for place, inside in enumerate(ranges):
        rest = inside.rank * many - int(inside.rank * many)
        found = scores(runs, 0, place, inside, rank.denominator)
        assert found == [Fraction(min(3, 1 + rest))] * 2 + [rest] * 3 + [Fraction(0)] + [Fraction(3)] * 4


@pytest.mark.parametrize("kind", ["nothing", "negative", "huge", "disordered"])
def test_no_integers_make_it_raise(kind: str) -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        order, rows = drawn(random)
        shape = read(order, rows).shape
        integers = {
            "nothing": np.zeros(shape, dtype=np.int64),
            "negative": random.integers(-100, 0, shape),
            "huge": random.integers(-(2**63), 2**63 - 1, shape),
            "disordered": random.integers(0, 50, shape),
        }[kind]
        runs = Rank(order.ranges, order.reach).exact(integers)
        assert runs.shape[:2] == (3, 2 * order.size + 1) and (runs[0] >= 0).all() and (runs[2] >= 0).all()


def test_an_empty_range_ends_at_its_end() -> None:
    order = Order(Grid("x", 0, 9, 0), ((Range(0, 9, HALF), Range(10, 9, HALF)),), 2)
    runs = Rank(order.ranges, order.reach).exact(read(order, [[3, 4]]))
    assert runs[2, :, 0, 1].tolist() == [0] * 15 and set(runs[1, :, 0, 1].tolist()) == {9}


def tables(units: int, kinds: Sequence[Cells]) -> Iterator[tuple[Cells, ...]]:
    """Every table of up to so many units of these kinds."""
    for count in range(units + 1):
        yield from itertools.combinations_with_replacement(kinds, count)


def kinds(cells: int, grid: int, most: int, optional: bool) -> list[Cells]:
    """Every unit of one to `most` rows over all cells and grid integers; one whose rows are all left out too."""
    places = list(itertools.product(range(cells), range(grid)))
    made = []
    for count in range(0 if optional else 1, most + 1):
        for rows in itertools.combinations_with_replacement(places, count):
            made.append(tuple(tuple(y for cell, y in rows if cell == c) for c in range(cells)))
    return made


def joined(table: Sequence[Cells], cells: int) -> list[list[int]]:
    return [[y for unit in table for y in unit[cell]] for cell in range(cells)]


@cache
def curve(inside: Range, rows: tuple[int, ...], window: int) -> tuple[Fraction, ...]:
    return tuple(score(inside, rows, v, window) for v in range(inside.low, inside.high + 1))


def widths(ranges: Ranges, table: Sequence[Cells], other: Sequence[Cells], window: int) -> Fraction:
    """The sum over ranges of the band in which scores differ."""
    total = Fraction(0)
    for cell, left, right in zip(ranges, joined(table, len(ranges)), joined(other, len(ranges)), strict=True):
        for inside in cell:
            both = (tuple(sorted(y for y in rows if inside.low <= y <= inside.high)) for rows in (left, right))
            before, after = (curve(inside, rows, window) for rows in both)
            changes = [x - y for x, y in zip(before, after, strict=True)]
            total += max(changes) - min(changes)
    return total


def worst(
    ranges: Ranges, neighbors: Neighbors, most: int, units: int, grid: int, window: int, optional: bool
) -> Fraction:
    every = kinds(len(ranges), grid, most, optional)
    found = Fraction(0)
    for table in tables(units, every):
        for unit in every:
            if neighbors == "add_remove":
                found = max(found, widths(ranges, table, (*table, unit), window))
            else:
                for other in every:
                    found = max(found, widths(ranges, (*table, unit), (*table, other), window))
    return found


ATTAINED = [Fraction(1, 3), HALF, Fraction(3, 4)]
"""Ranks whose band is reached by few rows; for others there are not rows enough, and at the ends half is the truth."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_one_range_keeps_its_band(neighbors: Neighbors, rank: Fraction, optional: bool) -> None:
    ranges = ((Range(0, 2, rank),),)
    reached = worst(ranges, neighbors, 1, 5, 3, 9, optional)
    assert reached <= band(ranges, neighbors, 1) and (rank not in ATTAINED or reached == band(ranges, neighbors, 1))
    assert worst(ranges, neighbors, 1, 5, 3, 1, optional) <= band(ranges, neighbors, 1)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_units_of_several_rows_keep_it(neighbors: Neighbors, rank: Fraction) -> None:
    ranges = ((Range(0, 2, rank),),)
    reached = worst(ranges, neighbors, 2, 3, 3, 9, True)
    assert reached <= band(ranges, neighbors, 2) and (rank not in ATTAINED or reached == band(ranges, neighbors, 2))


@pytest.mark.sample(1)
@pytest.mark.parametrize("ranks", [(HALF, HALF), (Fraction(1, 3), Fraction(2, 3)), (Fraction(9, 10), HALF)])
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_ranges_of_a_level_keep_theirs(neighbors: Neighbors, ranks: tuple[Fraction, Fraction]) -> None:
    ranges = ((Range(0, 2, ranks[0]), Range(3, 5, ranks[1])),)
    reached = worst(ranges, neighbors, 1, 4, 6, 9, False)
    attained = set(ranks) <= {HALF, Fraction(1, 3), Fraction(2, 3)}
    assert reached <= band(ranges, neighbors, 1) and (not attained or reached == band(ranges, neighbors, 1))
    assert worst(ranges, neighbors, 2, 1, 6, 9, True) <= band(ranges, neighbors, 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("rank", [Fraction(1, 3), HALF])
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_groups_keep_theirs(neighbors: Neighbors, rank: Fraction) -> None:
    ranges = ((Range(0, 2, rank),), (Range(0, 2, rank),))
    assert worst(ranges, neighbors, 1, 4, 3, 9, False) == band(ranges, neighbors, 1)
    assert worst(ranges, neighbors, 2, 1, 3, 9, True) <= band(ranges, neighbors, 2)


def test_bands_are_those_of_the_theory() -> None:
    third = Fraction(1, 3)
    one, level = ((Range(0, 9, third),),), ((Range(0, 4, third), Range(5, 9, 2 * third)),)
    groups = (((Range(0, 9, third)),),) * 5
    assert [band(one, relation, 3) for relation in RELATIONS] == [4, 6]
    assert [band(level, relation, 1) for relation in RELATIONS] == [Fraction(4, 3), Fraction(8, 3)]
    assert [band(groups, relation, 2) for relation in RELATIONS] == [Fraction(8, 3), Fraction(16, 3)]
    uneven = ((Range(0, 3, HALF), Range(4, 6, Fraction(9, 10)), Range(7, 9, Fraction(1, 4))),)
    assert band(uneven, "replace", 1) == 2 * (Fraction(9, 10) + Fraction(3, 4))
    assert denominator(uneven) == 20 and Rank(uneven, 1).band("add_remove", 1) == Fraction(9, 5)


def test_a_rank_without_ranges_or_window_is_refused() -> None:
    for bad in ((((),), 1), ((), 1), (((Range(0, 9, HALF),),), 0)):
        with pytest.raises(QueryError):
            Rank(*bad)


def test_the_brute_force_sees_tables_with_ties() -> None:
    assert (
        max(Counter(joined(table, 1)[0]).most_common(1)[0][1] for table in tables(3, kinds(1, 3, 1, False)) if table)
        == 3
    )


def test_ranks_whose_scores_are_beyond_doubles_are_refused() -> None:
    """From public facts: else what is drawn could overflow, or not, after rows were read."""
    odd = [number for number in range(900_001, 903_000, 2) if all(number % part for part in range(3, 951, 2))]
    with pytest.raises(QueryError, match="denominators"):
        Rank(tuple((Range(0, 100, Fraction(1, number)),) for number in odd), 50)

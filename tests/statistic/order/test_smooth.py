"""A quantile and the number of its scale: from the engine's window as from all rows, smooth, in both relations."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import pytest

from dpcore.errors import QueryError
from dpcore.sensitivity import quantile
from dpcore.sensitivity.relation import Neighbors
from dpcore.sensitivity.smooth import Ladder
from dpcore.statistic import SmoothQuantile
from dpcore.statistic.sums.ranges import Range
from dpcore.table.aggregate import Grid
from dpcore.table.ordering import Order
from tests.statistic.reading import read

RELATIONS: list[Neighbors] = ["add_remove", "replace"]
SHARES = [Fraction(share) for share in ("0", "1/10", "1/3", "1/2", "3/5", "9/10", "1")]
TOP = 7


def order_of(statistic: SmoothQuantile, steps: int, reach: int | None = None) -> Order:
    return Order(Grid("x", 0, steps, 0), statistic.ranges, statistic.reach if reach is None else reach)


def drawn(random: np.random.Generator) -> tuple[SmoothQuantile, int, list[list[int]]]:
    steps = int(10 ** random.uniform(0.5, 4))
    count, cells = int(random.integers(1, 4)), int(random.integers(1, 3))
    ranges = []
    for _ in range(cells):
        ends = [-1, *sorted(random.choice(steps, count - 1, replace=False).tolist()), steps]
        ranks = [Fraction(int(random.integers(0, 13)), 12) for _ in range(count)]
        ranges.append(tuple(Range(a + 1, b, q) for a, b, q in zip(ends, ends[1:], ranks, strict=False)))
    beta = Fraction(float(10 ** random.uniform(-1.5, 0.5)))
    ladder = Ladder(int(random.integers(1, 5)), steps, beta)
    relation: Neighbors = "replace" if random.random() < 0.5 else "add_remove"
    middle = random.integers(0, steps + 1)
    spread = int(10 ** random.uniform(0, 4))
    rows = [
        np.clip(middle + random.integers(-spread, spread + 1, int(10 ** random.uniform(0, 2.5)) - 1), 0, steps).tolist()
        for _ in range(cells)
    ]
    return SmoothQuantile(tuple(ranges), ladder, relation), steps, rows


def value(inside: Range, rows: Sequence[int]) -> int:
    ys = [y for y in rows if inside.low <= y <= inside.high]
    return next(v for v in range(inside.low, inside.high + 1) if sum(y <= v for y in ys) >= inside.rank * len(ys))


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(40))
def test_the_window_gives_what_all_rows_give(seed: int) -> None:
    """The scale is the larger one of floor and S*, up to the next scale."""
    random = np.random.default_rng(seed)
    for _ in range(15):
        statistic, steps, rows = drawn(random)
        found = statistic.exact(read(order_of(statistic, steps), rows))
        assert found.shape == (2, len(rows), len(statistic.ranges[0])) and found.dtype == np.int64
        for cell, ranges in enumerate(statistic.ranges):
            for place, inside in enumerate(ranges):
                ys = [y for y in rows[cell] if inside.low <= y <= inside.high]
                exact, step = found[:, cell, place]
                assert not ys or exact == value(inside, rows[cell])
                if ys and inside.low < inside.high:
                    bound = quantile(
                        ys, inside.rank, inside.low, inside.high, float(statistic.ladder.beta), statistic.neighbors
                    ).smooth
                    checked(statistic.ladder, int(step), bound)


def checked(ladder: Ladder, step: int, smooth: float) -> None:
    exact = max(float(ladder.floor), smooth)
    assert float(ladder.scale(step)) >= exact * (1 - 1e-9)
    assert step == 0 or float(ladder.scale(step - 1)) < exact * (1 + 1e-5)


def pairs(neighbors: Neighbors, rows: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All neighbouring tables on few grid integers. Under replace a row may also enter or leave, as by a condition."""
    grid = (0, 1, 3, TOP)
    for n in range(rows + 1):
        for table in itertools.combinations_with_replacement(grid, n):
            for y in grid:
                yield table, (*table, y)
                if neighbors == "replace":
                    yield from (((*table, y), (*table, z)) for z in grid if z > y)


def exact(statistic: SmoothQuantile, rows: Sequence[int], reach: int | None = None) -> tuple[int, int]:
    found, step = statistic.exact(read(order_of(statistic, TOP), [rows], reach))[:, 0, 0]
    return int(found), int(step)


def holds(statistic: SmoothQuantile, rows: int, reach: int | None = None) -> bool:
    """Whether between neighbours the quantile moves by at most either scale, and the scale by one step."""
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    for pair in pairs(statistic.neighbors, rows):
        (one, first), (other, second) = (
            seen.setdefault(table, exact(statistic, table, reach)) for table in (tuple(sorted(each)) for each in pair)
        )
        moved = abs(one - other)
        scale = statistic.ladder.scale(min(first, second))
        if moved > scale or abs(first - second) > 1:
            return False
    return True


def made(q: Fraction, neighbors: Neighbors, beta: Fraction, floor: int = 1) -> SmoothQuantile:
    return SmoothQuantile(((Range(0, TOP, q),),), Ladder(floor, TOP, beta), neighbors)


@pytest.mark.sample(2)
@pytest.mark.parametrize("beta", [Fraction(1, 5), Fraction(1, 2), Fraction(1)], ids=str)
@pytest.mark.parametrize("q", SHARES, ids=str)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_every_neighbour_is_within_a_scale_and_a_step(neighbors: Neighbors, q: Fraction, beta: Fraction) -> None:
    assert holds(made(q, neighbors, beta), 6)


@pytest.mark.parametrize(("neighbors", "q"), [("replace", Fraction(2, 5)), ("add_remove", Fraction(1, 10))])
def test_a_window_that_is_one_short_is_seen(neighbors: Neighbors, q: Fraction) -> None:
    """The engine looks one rank less far: some table has another scale than by all its rows.

    What is not read counts as the upper bound, so it is a larger one.
    """
    statistic = made(q, neighbors, Fraction(2, 5), 2)
    assert statistic.reach == 4
    tables = [table for n in range(7, 10) for table in itertools.combinations_with_replacement((0, 1, 5), n)]
    every = [exact(statistic, table)[1] for table in tables]
    assert [exact(statistic, table, 20)[1] for table in tables] == every
    short = [exact(statistic, table, 3)[1] for table in tables]
    assert short != every and all(one >= other for one, other in zip(short, every, strict=True))


@pytest.mark.sample(1)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_half_of_beta_for_the_scales_alone_is_seen(neighbors: Neighbors) -> None:
    """Scales twice as dense are two steps apart between some neighbours: they are smooth by their own beta alone."""
    statistic, dense = made(Fraction(1, 2), neighbors, Fraction(1, 2)), Ladder(1, TOP, Fraction(1, 4))
    steps = set()
    for pair in pairs(neighbors, 6):
        both = [statistic.ladder.scale(exact(statistic, sorted(table))[1]) for table in pair]
        steps.add(abs(int(np.subtract(*(sum(dense.scale(j) < scale for j in range(dense.reach)) for scale in both)))))
    assert max(steps) >= 2


def test_the_profile_of_added_rows_is_not_enough_where_rows_are_replaced() -> None:
    found = made(Fraction(1, 2), "add_remove", Fraction(1, 2))
    worst = max(
        abs(exact(found, sorted(one))[0] - exact(found, sorted(other))[0])
        - found.ladder.scale(min(exact(found, sorted(one))[1], exact(found, sorted(other))[1]))
        for one, other in pairs("replace", 5)
    )
    assert worst > 0


@pytest.mark.parametrize("kind", ["nothing", "negative", "huge", "disordered"])
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_no_integers_make_it_raise(kind: str, neighbors: Neighbors) -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        statistic, steps, rows = drawn(random)
        statistic = SmoothQuantile(statistic.ranges, statistic.ladder, neighbors)
        shape = read(order_of(statistic, steps), rows).shape
        integers = {
            "nothing": np.zeros(shape, dtype=np.int64),
            "negative": random.integers(-100, 0, shape),
            "huge": random.integers(-(2**63), 2**63 - 1, shape),
            "disordered": random.integers(0, 50, shape),
        }[kind]
        found = statistic.exact(integers)
        assert found.shape == (2, *shape[1:])
        assert (found[0] >= 0).all() and (found[0] <= steps).all()
        assert (found[1] >= 0).all() and (found[1] <= statistic.reach).all()


def test_empty_ranges_and_tables() -> None:
    ranges = ((Range(2, 9, Fraction(1, 2)), Range(10, 9, Fraction(1, 2)), Range(12, 12, Fraction(1))),)
    for relation in RELATIONS:
        statistic = SmoothQuantile(ranges, Ladder(1, 12, Fraction(1)), relation)
        found = statistic.exact(read(order_of(statistic, 12), [[]]))
        assert found[0].tolist() == [[2, 9, 12]] and found[1].tolist() == [[2, 0, 0]]
    with pytest.raises(QueryError):
        SmoothQuantile((), Ladder(1, 12, Fraction(1)), "replace")
    with pytest.raises(QueryError, match="width"):
        SmoothQuantile(ranges, Ladder(1, 6, Fraction(1)), "replace")


def test_many_rows_stay_exact() -> None:
    """Ten thousand million rows, and ranks with a large denominator."""
    many, q = 10**10, Fraction(333_331, 999_983)
    for relation in RELATIONS:
        statistic = SmoothQuantile(((Range(0, 1000, q),),), Ladder(1, 1000, Fraction(1)), relation)
        order = order_of(statistic, 1000)
        answer = np.zeros((order.numbers, 1, 1), dtype=np.int64)
        rank = -(-q.numerator * many // q.denominator)
        answer[:, 0, 0][:2] = many, rank - 2
        answer[2:5, 0, 0], answer[2 + order.size : 5 + order.size, 0, 0] = (400, 500, 700), (1, 1, many)
        assert statistic.exact(answer)[0, 0, 0] == 500
        # the neighbours are 100 and 200 away; where rows are added or removed only the nearer one is in reach
        scale = statistic.ladder.scale(int(statistic.exact(answer)[1, 0, 0]))
        assert (200 if relation == "replace" else 100) <= scale < 1000


def test_its_time_is_bounded() -> None:
    """Of the widest window that is in use, by public facts."""
    import time

    statistic = SmoothQuantile(((Range(0, 2**20, Fraction(2, 5)),),), Ladder(1, 2**20, Fraction(1, 100)), "add_remove")
    answer = read(order_of(statistic, 2**20), [np.random.default_rng(0).integers(0, 2**20, 5000).tolist()])
    start = time.process_time()
    statistic.exact(answer)
    assert time.process_time() - start < statistic.seconds < 1

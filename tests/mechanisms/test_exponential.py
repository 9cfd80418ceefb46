"""Selections from a price: what is booked covers every neighbouring pair, exactly, and what is said of errors holds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from flint import arb, ctx

from dpcore.budget.loss import BoundedRange, Pure
from dpcore.errors import DpError
from dpcore.mechanisms import Exponential, PermuteAndFlip, epsilon_of, exponential, permute_and_flip, window
from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic import Rank
from dpcore.statistic.sums.ranges import MOST_NUMBERS, Range, order_size
from dpcore.table.aggregate import Grid
from dpcore.table.ordering import Order
from tests.noise.conftest import ball
from tests.noise.test_selection import integral
from tests.statistic.reading import read, scores

RELATIONS: list[Neighbors] = ["add_remove", "replace"]
RANKS = [Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)]
PRICES = [Fraction(1, 10**9), Fraction(1, 10**4), Fraction(56, 1000), Fraction(1), Fraction(30), Fraction(500)]
POINTS = 4
Tables = tuple[tuple[int, ...], tuple[int, ...]]


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    before, ctx.prec = ctx.prec, 300
    yield
    ctx.prec = before


def pairs(neighbors: Neighbors, rows: int, most: int) -> Iterator[Tables]:
    """All neighbouring tables of one column on few grid integers, of units of up to `most` rows."""
    units = [unit for n in range(1, most + 1) for unit in itertools.combinations_with_replacement(range(POINTS), n)]
    for n in range(rows + 1):
        for table in itertools.combinations_with_replacement(range(POINTS), n):
            for unit in units:
                if neighbors == "add_remove":
                    yield table, (*table, *unit)
                    yield (*table, *unit), table
                else:
                    yield from (((*table, *unit), (*table, *other)) for other in units)


@cache
def score(order: Order, rows: tuple[int, ...], reach: int | None) -> list[Fraction]:
    rank, [[inside]] = Rank(order.ranges, order.reach), order.ranges
    return scores(rank.exact(read(order, [rows], reach)), 0, 0, inside, rank.denominator)


def costs(order: Order, rows: Sequence[int], rate: Fraction, reach: int | None = None) -> list[Fraction]:
    """rate * score of each grid integer, as the statistic gives it of what the engine reads."""
    return [rate * x for x in score(order, tuple(sorted(rows)), reach)]


def width(order: Order, pair: Tables, rate: Fraction, reach: int | None = None) -> Fraction:
    """Of the band of log likelihood ratios of the exponential mechanism: its norming constants cancel."""
    first, second = (costs(order, rows, rate, reach) for rows in pair)
    ratios = [x - y for x, y in zip(first, second, strict=True)]
    return max(ratios) - min(ratios)


def widest(
    rank: Fraction, neighbors: Neighbors, most: int, rate: Fraction, far: int, reach: int | None = None
) -> Fraction:
    order = Order(Grid("x", 0, POINTS - 1, 0), ((Range(0, POINTS - 1, rank),),), far)
    return max(width(order, pair, rate, reach) for pair in pairs(neighbors, 7 - most, most))


def made(rank: Fraction, neighbors: Neighbors, most: int, epsilon: Fraction) -> Exponential:
    band = Rank(((Range(0, POINTS - 1, rank),),), 9).band(neighbors, most)
    return exponential(band, epsilon, rank.denominator)


@pytest.mark.sample(3)
@pytest.mark.parametrize("far", [1, 2, 30])
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_every_neighbouring_pair_is_inside_the_band(neighbors: Neighbors, rank: Fraction, most: int, far: int) -> None:
    epsilon = Fraction(7, 10)
    mechanism = made(rank, neighbors, most, epsilon)
    reached = widest(rank, neighbors, most, mechanism.rate, far)
    assert reached <= epsilon == mechanism.loss.size
    if rank <= Fraction(1, 2) and far == 30:
        assert reached == epsilon  # none is charged too much, and a rate a tenth higher is seen
        assert widest(rank, neighbors, most, Fraction(11, 10) * mechanism.rate, far) > epsilon


def test_a_window_that_is_one_short_leaves_the_band() -> None:
    """Where the engine looks one rank less far than the score is told apart, neighbours differ by more."""
    rank = Fraction(2, 5)
    mechanism = made(rank, "add_remove", 1, Fraction(1))
    found = [widest(rank, "add_remove", 1, mechanism.rate, 2, reach) for reach in (2, 1)]
    assert found == [1, Fraction(7, 6)]


def flipped(cost: Sequence[Fraction]) -> list[arb]:
    """The law of permute-and-flip in balls, by its random order (see the test of draws)."""
    least = min(cost)
    chance = [(-ball(x - least)).exp() for x in cost]
    return [p * integral([*chance[:v], *chance[v + 1 :]]) for v, p in enumerate(chance)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("neighbors", RELATIONS)
def test_permute_and_flip_is_pure(neighbors: Neighbors, rank: Fraction, most: int) -> None:
    order = Order(Grid("x", 0, POINTS - 1, 0), ((Range(0, POINTS - 1, rank),),), 30)
    epsilon = Fraction(7, 10)
    mechanism = permute_and_flip(Rank(order.ranges, order.reach).band(neighbors, most), epsilon, rank.denominator)
    assert mechanism.loss == Pure(epsilon)
    found = {rows: flipped(costs(order, rows, mechanism.rate)) for pair in pairs(neighbors, 4, most) for rows in pair}
    spread, most_far = arb(0), ball(epsilon) + ball(Fraction(1, 10**60))
    for first, second in pairs(neighbors, 4, most):
        ratios = [(p / q).log() for p, q in zip(found[first], found[second], strict=True)]
        assert all(-most_far < ratio < most_far for ratio in ratios)
        spread = spread.max(max(ratios, key=float) - min(ratios, key=float))
    if rank == Fraction(1, 2):
        assert spread > ball(epsilon)  # so that a bounded range would be booked too cheaply


@pytest.mark.parametrize("loss", [BoundedRange, Pure])
@pytest.mark.parametrize("price", PRICES)
def test_a_gaussian_price_buys_the_largest_epsilon_that_it_covers(
    price: Fraction, loss: type[BoundedRange] | type[Pure]
) -> None:
    epsilon = epsilon_of(price, loss)
    booked, more = loss(epsilon).mu_squared, loss(epsilon * (1 + Fraction(1, 10**12))).mu_squared
    assert booked is not None and more is not None and booked <= price < more
    # truly: G_mu lies under the curve at its fixed point 1 / (1 + e^(epsilon / 2)), or 1 / (1 + e^epsilon)
    half = ball(epsilon) / (2 if loss is BoundedRange else 1)
    assert (ball(price).sqrt() / arb(8).sqrt()).erfc() / 2 <= 1 / (1 + half.exp())
    # and with half of that mu it does not
    assert (ball(price).sqrt() / 2 / arb(8).sqrt()).erfc() / 2 > 1 / (1 + half.exp())


def test_a_bounded_range_books_half_the_mu_of_a_pure_loss() -> None:
    assert float(epsilon_of(Fraction(2367, 10_000) ** 2)) == pytest.approx(0.378, abs=1e-3)
    for price in PRICES:
        assert epsilon_of(price) == pytest.approx(2 * epsilon_of(price, Pure), rel=1e-12)


@pytest.mark.parametrize("bad", [Fraction(0), Fraction(-1), Fraction(1, 10**700)])
def test_a_price_that_buys_nothing_is_refused(bad: Fraction) -> None:
    with pytest.raises(DpError):
        epsilon_of(bad)
    with pytest.raises(DpError, match="above 0"):
        exponential(bad if bad <= 0 else Fraction(0), Fraction(1))
    with pytest.raises(DpError, match="above 0"):
        permute_and_flip(Fraction(1), min(bad, Fraction(0)))


@pytest.mark.parametrize("points", [2, 121, 2**20 + 1])
@pytest.mark.parametrize("rate", [Fraction(1, 100), Fraction(1, 5), Fraction(3), Fraction(10**6)])
def test_beyond_the_window_hardly_anything_is_drawn(rate: Fraction, points: int) -> None:
    """All but one grid integer beyond it together weigh less than e^-45 of that one; one rank less is too few."""
    far = window(rate, points)
    assert (math.log(points) + 45) / float(rate) <= far < (math.log(points) + 45) / float(rate) + 1
    assert points * math.exp(-float(rate) * far) <= math.exp(-45) * (1 + 1e-9)


def test_a_window_is_capped_by_what_an_answer_may_hold() -> None:
    far = window(Fraction(1, 10**6), 2**20, 1000)
    assert 1000 * (2 + 2 * order_size(far, 2**20)) <= MOST_NUMBERS < 1000 * (2 + 2 * order_size(far + 1, 2**20))
    assert window(Fraction(10**9), 1) == 1
    assert Order(Grid("x", 0, 120, 0), ((Range(0, 120, Fraction(1, 2)),),), window(Fraction(1, 10**9), 121))


def drawn(mechanism: Exponential | PermuteAndFlip, order: Order, rows: Sequence[int], times: int) -> np.ndarray:
    runs = Rank(order.ranges, order.reach).exact(read(order, [rows]))
    return np.array([mechanism.draw(runs)[0, 0] for _ in range(times)])


@pytest.mark.sample(3)
@pytest.mark.parametrize("make", [exponential, permute_and_flip])
@pytest.mark.parametrize("rank", [Fraction(1, 10), Fraction(1, 2), Fraction(1)])
def test_errors_in_ranks_are_as_said(make: type, rank: Fraction) -> None:
    """A row at each grid integer: the worst case is kept at its level, the typical one is met within a factor."""
    points = 2000
    rows = list(range(points))
    band = Rank(((Range(0, points - 1, rank),),), 9).band("add_remove", 1)
    mechanism = make(band, Fraction(4, 10), rank.denominator)
    far = window(mechanism.rate, points)
    order = Order(Grid("x", 0, points - 1, 0), ((Range(0, points - 1, rank),),), far)
    off = np.abs(drawn(mechanism, order, rows, 600) - float(rank) * points)
    typical, worst = mechanism.typical, mechanism.worst(points, 0.95)
    assert np.mean(off <= worst) >= 0.95
    assert 0.4 * typical < np.sqrt(np.mean(off**2)) < 1.6 * typical
    assert mechanism.to_dict() == {
        "mechanism": mechanism.name,
        "rate": str(mechanism.rate),
        "denominator": rank.denominator,
    }


def test_a_release_from_rows_to_answers() -> None:
    """Two cells of two ranges at a high price: every answer is the order statistic; an empty range answers its end.

    Answers are by range, then by cell.
    """
    half, steps = Fraction(1, 2), 2**20
    ranges = (
        (Range(0, 1000, half), Range(1001, steps, Fraction(9, 10))),
        (Range(0, steps, half), Range(steps + 1, steps, half)),
    )
    mechanism = exponential(Rank(ranges, 1).band("replace", 1), Fraction(500), Rank(ranges, 1).denominator)
    order = Order(Grid("x", 0, steps, 0), ranges, window(mechanism.rate, steps, 4))
    rows = [[*range(0, 1001, 100), *range(2000, 2011)], [7] * 11]
    runs = Rank(order.ranges, order.reach).exact(read(order, rows))
    assert [mechanism.draw(runs).tolist() for _ in range(20)] == [[[500, 7], [2009, steps]]] * 20

"""The bound as an exact integer: the smallest public scale that is smooth, from a window of order statistics."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from dpcore.errors import DpError
from dpcore.sensitivity import order_statistic, quantile
from dpcore.sensitivity.smooth import Ladder, level
from tests.sensitivity import tables as small

BETAS = [Fraction(1, 1000), Fraction(1, 50), Fraction(3, 10), Fraction(1), Fraction(7)]


@pytest.mark.sample(9)
@pytest.mark.parametrize("top", [1, 2, 100, 2**20, 2**60])
@pytest.mark.parametrize("floor", [1, 3, 1000])
@pytest.mark.parametrize("beta", BETAS, ids=str)
@pytest.mark.parametrize("parts", [1, 8])
def test_scales_grow_by_at_most_e_to_beta(parts: int, beta: Fraction, floor: int, top: int) -> None:
    ladder = Ladder(floor, top, beta, parts)
    last = next(j for j in range(parts * (ladder.reach + 1)) if ladder.scale(j) == ladder.scale(10**9))
    scales = [ladder.scale(j) for j in range(last + 1)]
    assert scales[0] == floor and scales[-1] == max(floor, top)
    assert ladder.reach == -(-last // parts)
    # a lower bound of e^{beta/parts} by its series
    grows = sum(Fraction(1, math.factorial(i)) * (beta / parts) ** i for i in range(60))
    assert all(small < large <= small * grows for small, large in pairwise(scales))
    ideal = max(0, math.ceil(math.log(top / floor) / float(beta) - 1e-6))
    assert ideal <= ladder.reach <= ideal + 1
    assert all(scale > floor * math.exp(j * float(beta) / parts) * (1 - 1e-5) for j, scale in enumerate(scales[:-1]))


def test_the_window_of_the_example() -> None:
    """A range of 100, a floor of 0.01 and beta 0.02."""
    assert Ladder(1, 10_000, Fraction(2, 100)).reach == 461


def test_the_first_scale_that_holds_0_37_above_a_millionth() -> None:
    ladder = Ladder(1, 10**6, Fraction(5, 100))
    assert ladder.step(lambda k: 370_000) == 257


def counted(ladder: Ladder, size: int) -> int:
    """c(A), by looking at every scale."""
    return next(j for j in range(ladder.parts * ladder.reach + 1) if ladder.scale(j) >= size)


def windowed(x: list[int], rank: int, far: int) -> tuple[np.ndarray, np.ndarray]:
    """x_r, x_{r-1}, …, x_{r-far-1} and x_r, …, x_{r+far+1}, of values with their bounds as first and last."""
    last = len(x) - 1
    lower = [x[max(rank - s, 0)] for s in range(far + 2)]
    upper = [x[min(rank + t, last)] for t in range(far + 2)]
    return np.array(lower), np.array(upper)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(40))
def test_a_window_gives_what_all_values_give(seed: int) -> None:
    """In both relations: the scale is the larger one of floor and S*, up to the next scale."""
    random = np.random.default_rng(seed)
    for _ in range(15):
        n, top = int(random.integers(1, 60)), int(10 ** random.uniform(0, 6))
        beta = Fraction(round(10 ** random.uniform(-2, 0.7), 4)).limit_denominator(10_000)
        floor = int(max(1, top * 10 ** random.uniform(-5, 0)))
        ladder = Ladder(floor, top, beta, int(random.choice([1, 3, 8])))
        x = [0, *sorted(random.integers(0, top + 1, n).tolist()), top]
        rank = int(random.integers(1, n + 1))
        full = level.sides(np.array(x[rank::-1]), np.array(x[rank:]))
        part = level.sides(*windowed(x, rank, max(ladder.reach - 1, 0)))
        every = [counted(ladder, int(full(k))) - ladder.parts * k for k in range(n + 1)]
        assert ladder.step(part) == ladder.step(full) == max(0, *every)
        checked(ladder, ladder.step(part), order_statistic(x[1:-1], rank, 0, top, float(beta)).smooth)

        q = Fraction(int(random.integers(1, 13)), 12)
        rank = -(-q.numerator * n // q.denominator)
        first = rank - ladder.reach
        near = [x[min(max(i, 0), n + 1)] for i in range(first, rank + ladder.reach + 1)]
        added = level.quantile(np.array(near), first, n, q)
        assert ladder.step(added) == ladder.step(level.quantile(np.array(x), 0, n, q))
        checked(ladder, ladder.step(added), quantile(x[1:-1], q, 0, top, float(beta)).smooth)


def checked(ladder: Ladder, step: int, smooth: float) -> None:
    exact = max(float(ladder.floor), smooth)
    scale = float(ladder.scale(step))
    assert scale >= exact * (1 - 1e-9)
    assert step == 0 or float(ladder.scale(step - 1)) < exact * (1 + 1e-5)


def short(values: np.ndarray) -> np.ndarray:
    """A window that ends one value earlier on both sides."""
    return np.append(values[:-1], values[-2])


def test_a_window_one_short_changes_the_scale() -> None:
    """Where the largest k that matters is the only one that does."""
    ladder = Ladder(10, 1000, Fraction(1, 2))
    far = ladder.reach - 1
    lower, upper = np.zeros(far + 2, dtype=int), np.zeros(far + 2, dtype=int)
    upper[-1] = 1000
    assert ladder.step(level.sides(lower, upper)) == 1
    assert ladder.step(level.sides(lower, short(upper))) == 0


def smooth_everywhere(step: Callable[[tuple[int, ...]], int], parts: int = 1) -> bool:
    every = small.tables(6, 6)
    steps = small.distances(every) // 2
    found = [step(table) for table in every]
    return all(abs(found[one] - found[other]) <= parts for one, other in zip(*np.nonzero(steps == 1), strict=True))


@pytest.mark.parametrize("beta", [Fraction(1, 10), Fraction(1, 2), Fraction(3, 2)], ids=str)
@pytest.mark.parametrize("parts", [1, 2, 8])
def test_neighbours_are_at_most_one_part_for_each_part_apart(parts: int, beta: Fraction) -> None:
    ladder = Ladder(1, small.GRID[-1], beta, parts)

    def step(table: tuple[int, ...]) -> int:
        x = np.array([0, *table, small.GRID[-1]])
        return ladder.step(level.sides(x[3::-1], x[3:]))

    def local(table: tuple[int, ...]) -> int:
        """The local sensitivity alone, which is not smooth."""
        x = np.array([0, *table, small.GRID[-1]])
        return counted(ladder, int(level.sides(x[3::-1], x[3:])(0)))

    assert smooth_everywhere(step, parts) and not smooth_everywhere(local, parts)


@pytest.mark.parametrize(
    "bad",
    [
        (0, 10, Fraction(1)),
        (1, 0, Fraction(1)),
        (1, 2**61, Fraction(1)),
        (1, 10, Fraction(0)),
        (1, 10, Fraction(1001)),
        (1, 2**20, Fraction(1, 10**5)),
        (1, 2**20, Fraction(1, 10**30)),
    ],
)
def test_scales_that_cannot_be_made_are_refused(bad: tuple[int, int, Fraction]) -> None:
    with pytest.raises(DpError):
        Ladder(*bad)

"""Trimmed means, ratios of quantiles and slopes of blocks: in exact fractions, and from the rows of a question."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from dpcore.mechanisms import Epsilon
from dpcore.statistic.blocks.value import BlockStatistic, BlockValues
from dpcore.statistic.sums.ranges import MOST_REACH, Range
from dpcore.table.aggregate import Grid
from dpcore.table.ordering import Order
from dpcore.table.table import Table
from tests.oracle import Row, block, evaluate
from tests.statistic.reading import read

HALF = Fraction(1, 2)
SCHEMA = dp.Schema(x=dp.Number(-20, 180), y=dp.Number(1, 100), n=dp.Number(0, 50, integer=True))
COMBINERS = ("exponential_median", "clipped_mean", "smooth_median", "center_of_attention")


def listed(blocks: list[list[int]], top: int) -> np.ndarray:
    """What an engine answers that lists every row of blocks of grid integers."""
    order = Order(Grid("x", 0, top, 0), ((Range(0, top, HALF),),) * len(blocks), MOST_REACH)
    return read(order, blocks).reshape(order.numbers, len(blocks), 1)


def rounded(value: Fraction, of: BlockValues) -> int:
    return min(max(math.floor(value + HALF) - of.start, 0), of.top)


def middle(rows: list[int], of: BlockValues) -> Fraction:
    """The mean of the rows that are left when the share at each end is not."""
    left = sorted(rows)
    for _ in range(math.floor(of.tail * len(rows))):
        left = left[1:-1]
    return of.low + Fraction(sum(left), len(left))


def at(rows: list[int], share: Fraction) -> int:
    """The least number that at least this share of rows do not exceed."""
    return min(y for y in rows if sum(other <= y for other in rows) >= share * len(rows))


def expected(of: BlockValues, rows: list[int]) -> int:
    if not rows:
        return of.default
    if of.value == "trimmed_mean":
        return rounded(of.scale * middle(rows, of), of)
    low, high = (of.low + at(rows, share) for share in (of.tail, 1 - of.tail))
    return rounded(of.scale * Fraction(high, low), of) if low > 0 else of.default


@pytest.mark.parametrize("value", ["trimmed_mean", "quantile_ratio"])
@pytest.mark.parametrize("seed", range(30))
def test_values_of_listed_rows_are_those_of_plain_python(value: BlockStatistic, seed: int) -> None:
    chance = random.Random(seed)
    top, count = chance.choice([1, 9, 200]), chance.randint(2, 8)
    tail = chance.choice([Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(49, 100), Fraction(1, 3)])
    low, start = chance.randint(-3, 3), chance.choice([0, -5, 2])
    of = BlockValues(value, count, 1, 500, 77, chance.choice([Fraction(1, 4), Fraction(7)]), low, start, tail)
    blocks = [[chance.randint(0, top) for _ in range(chance.choice([0, 1, 2, 5, 40]))] for _ in range(count)]
    assert of.values(listed(blocks, top)).ravel().tolist() == [expected(of, rows) for rows in blocks]


@pytest.mark.parametrize("seed", range(30))
def test_slopes_are_those_of_least_squares(seed: int) -> None:
    chance = random.Random(seed)
    of = BlockValues("slope", 5, 1, 2_000, 1_000, chance.choice([Fraction(1, 2), Fraction(90)]), start=-1_000)
    columns, wanted = [], []
    for _ in range(5):
        rows = [(chance.randint(0, 60), chance.randint(0, 9)) for _ in range(chance.choice([0, 1, 2, 3, 30]))]
        ys, xs = [y for y, _ in rows], [x for _, x in rows]
        columns.append([len(rows), sum(ys), sum(xs), sum(y * x for y, x in rows), sum(x * x for x in xs)])
        if len(set(xs)) < 2:
            wanted.append(of.default)
            continue
        mean_x, mean_y = Fraction(sum(xs), len(rows)), Fraction(sum(ys), len(rows))
        over = sum((x - mean_x) * (y - mean_y) for y, x in rows)
        wanted.append(rounded(of.scale * over / sum((x - mean_x) ** 2 for x in xs), of))
    assert of.values(np.array(columns, dtype=object).T).ravel().tolist() == wanted


def solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """By elimination in fractions; None if the matrix is singular."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


@pytest.mark.parametrize("seed", range(30))
def test_adjusted_slopes_solve_the_normal_equations(seed: int) -> None:
    """With an intercept; constant and collinear columns have the default."""
    chance = random.Random(seed)
    size = chance.randint(2, 5)
    of = BlockValues("slope", 6, 1, 4_000, 2_000, Fraction(50), start=-2_000, explanatory=size)
    columns, wanted = [], []
    for _ in range(6):
        rows = [
            [1, *(chance.randint(0, 9) for _ in range(size + 1))] for _ in range(chance.choice([0, 2, size + 1, 40]))
        ]
        if rows and chance.random() < 0.3:
            rows = [[*row[:-1], 2 * row[2] + 1] for row in rows]  # the last column follows from the first
        gram = [[sum(row[i] * row[j] for row in rows) for j in range(size + 2)] for i in range(size + 2)]
        # 1, y, z_1 .. z_k
        seconds = [gram[i][j] for i in range(2, size + 2) for j in range(i, size + 2)]
        columns.append([*gram[0], *gram[1][2:], *seconds])
        kept = [0, *range(2, size + 2)]
        found = solved([[Fraction(gram[i][j]) for j in kept] for i in kept], [Fraction(gram[i][1]) for i in kept])
        wanted.append(of.default if found is None else rounded(of.scale * found[1], of))
    assert of.values(np.array(columns, dtype=object).T).ravel().tolist() == wanted


@pytest.mark.parametrize("value", ["trimmed_mean", "quantile_ratio", "slope"])
def test_any_integers_have_a_value_in_the_range(value: BlockStatistic) -> None:
    chance = random.Random(value)
    for _ in range(50):
        of = BlockValues(value, 4, 2, 9, 4, low=-1, tail=Fraction(1, 3))
        numbers = 5 if value == "slope" else 8
        strange = [chance.choice([-(2**62), -1, 0, 1, 5, 2**62]) for _ in range(numbers * 8)]
        values = of.values(np.array(strange, dtype=object).reshape(numbers, 4, 2, 1))
        assert values.shape == (4, 2) and values.min() >= 0 and values.max() <= 9


def drawn(seed: int) -> list[Row]:
    chance = np.random.default_rng(seed)
    n = chance.integers(0, 51, 400)
    x = np.clip(chance.normal(60, 25, 400), -20, 180)
    y = np.clip(0.5 * n + chance.normal(40, 8, 400), 1, 100)
    return [{"x": float(a), "y": float(b), "n": int(c), "unit": k} for k, (a, b, c) in enumerate(zip(x, y, n))]  # noqa: B905


def computed(statistic: str, rows: list[Row], column: str, on: list[str], tail: float) -> float:
    """By numpy, from the rows themselves."""
    values = np.sort([row[column] for row in rows])
    if statistic == "trimmed_mean":
        drop = math.floor(Fraction(repr(tail)) * len(values))
        return float(values[drop : len(values) - drop].mean())
    if statistic == "quantile_ratio":
        low, high = np.quantile(values, [tail, 1 - tail], method="inverted_cdf")
        return float(high / low)
    against = np.array([[*(row[name] for name in on), 1] for row in rows])
    return float(np.linalg.lstsq(against, [row[column] for row in rows])[0][0])


@pytest.mark.sample(5)
@pytest.mark.parametrize("combine", COMBINERS)
@pytest.mark.parametrize(
    ("statistic", "column", "on"),
    [
        ("trimmed_mean", "x", []),
        ("trimmed_mean", "n", []),
        ("quantile_ratio", "y", []),
        ("slope", "y", ["n"]),
        ("slope", "y", ["n", "x"]),
        ("slope", "y", ["x", "n"]),
    ],
)
def test_block_values_of_a_question_are_those_of_numpy(
    statistic: Any, column: str, on: list[str], combine: str
) -> None:
    """On the grid of each way to combine them."""
    table, rows, tail = Table(SCHEMA), drawn(len(combine)), 0.15
    explanatory = {"on": on[0], "covariates": on[1:]} if on else {}
    question = dp.SampleAndAggregate(column, statistic, 8, combine=combine, tail=tail, **explanatory).bind(SCHEMA)
    (step,) = next(question.run(table, Epsilon(Fraction(1)))).steps
    lattice, of = question.lattice(table), question.combiner(table).values
    values = (of.values(evaluate(step.aggregate, rows))[:, 0] + lattice.low) * lattice.step
    far = {"trimmed_mean": 0.06, "quantile_ratio": 0.02, "slope": 0.004}[statistic]
    for place, value in enumerate(values.tolist()):
        mine = [row for row in rows if block(row, step.aggregate.keys[0]) == place]
        assert value == pytest.approx(computed(statistic, mine, column, on, tail), abs=far)


def test_a_value_outside_the_limit_is_set_to_it_and_a_degenerate_block_has_the_middle() -> None:
    table = Table(SCHEMA)
    # rows that differ are in both blocks
    steep = [{"x": 60.0 + 20 * (k % 2), "y": 1 + k / 4, "n": k % 2, "unit": k} for k in range(200)]
    for statistic, on, rows, wanted in (
        ("slope", "n", steep, 3.0),
        ("slope", "n", [{**row, "n": 4} for row in steep], 0.0),
        ("quantile_ratio", "", [{**row, "x": -1.0} for row in steep], 1.5),
        ("quantile_ratio", "", [{**row, "x": 0.5 if row["n"] else 100.0} for row in steep], 3.0),
    ):
        question = dp.SampleAndAggregate("x", statistic, 2, on=on, limit=3).bind(SCHEMA)  # type: ignore[arg-type]
        (step,) = next(question.run(table, Epsilon(Fraction(1)))).steps
        values = question.combiner(table).values.values(evaluate(step.aggregate, rows))
        assert question.numbers(table, values.astype(float)).ravel().tolist() == pytest.approx([wanted] * 2, abs=1e-3)

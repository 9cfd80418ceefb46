"""The nearest of public places: every engine is as plain Python, near ties and near the largest that fit."""

from __future__ import annotations

import random

import numpy as np
import pyarrow as pa
import pytest

from dpcore.engine.sql import nearest as module
from dpcore.errors import QueryError
from dpcore.table.aggregate import Aggregate, Flags, Grid, Met, Nearest, Rows, Total
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.nearest import LARGEST_DISTANCE, MOST_PLACES
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.engine.rows import answers, assert_as_oracle

SCHEMA = Schema(x=Number(-7, 120), n=Number(0, 40, integer=True), m=Number(-3, 3, integer=True, missing=1), f=Flag())
GRIDS = (Grid("x", -7 * 8, 127 * 8, -3), Grid("n", 0, 40, 0), Grid("m", -3, 6, 0))


def columns(chance: random.Random, rows: int) -> dict[str, pa.Array]:
    """Cells inside and outside the bounds, on ties, and missing ones."""
    cells = {
        "x": [chance.choice([None, -8.0, 0.0625, 200.0, chance.uniform(-7, 120)]) for _ in range(rows)],
        "n": [chance.choice([None, *range(-1, 42)]) for _ in range(rows)],
        "m": [chance.choice([None, *range(-3, 4)]) for _ in range(rows)],
        "f": [chance.choice([None, True, False]) for _ in range(rows)],
    }  # fmt: skip
    types = {"x": pa.float64(), "n": pa.int64(), "m": pa.int16(), "f": pa.bool_()}
    return {name: pa.array(some, types[name]) for name, some in cells.items()}


def places(chance: random.Random, grids: tuple[Grid, ...], count: int, widest: int) -> Nearest:
    """Places on the grids, between and far beyond them, some of them twice or at equal distances."""
    scales = tuple(chance.choice([1, 2, 3, chance.randint(1, 2**10)]) for _ in grids)
    found = []
    for _ in range(count):
        far = chance.choice([1, 1, 1, widest])
        found.append(tuple(chance.randint(-far, far + scale * grid.steps)
                           for grid, scale in zip(grids, scales, strict=True)))  # fmt: skip
    found[-1] = found[0] if count > 2 else found[-1]
    return Nearest(grids, scales, tuple(found))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(12))
def test_a_row_is_in_the_cell_of_the_nearest_place(seed: int) -> None:
    chance = random.Random(seed)
    table = columns(chance, 60)
    asks = []
    for count in (1, 2, 5, module.PAIRS, module.PAIRS + 1, 40):
        for size in (1, 2, 3):
            key = places(chance, GRIDS[:size], count, 2**28)
            asks.append(Aggregate((Rows(), Total(GRIDS[0])), (key,), (), tuple(key.columns)))
            some = Condition("n", "<", 20)
            asks.append(Aggregate((Rows(), Met(some)), (Flags("f"), key), (some,)))
    assert_as_oracle(table, SCHEMA, *[[ask] for ask in asks])


def test_rows_between_two_places_are_in_the_first() -> None:
    """y = 20 has the same distance from 10 and 30, in either order."""
    for pair in ((10, 30), (30, 10)):
        for more in (0, 30):
            key = Nearest(GRIDS[1:2], (1,), tuple((place,) for place in (*pair, *[1000] * more)))
            (answer,) = _answers([20] * 3, key)
            assert answer[0][:2].tolist() == [3, 0]


def test_the_largest_distances_that_fit_are_compared_exactly() -> None:
    """The next larger ones are refused, on public facts."""
    grid = Grid("n", 0, 40, 0)
    edge = next(c for c in range(2**31 - 40, 2**31) if c * c + 80 * c >= LARGEST_DISTANCE)
    key = Nearest((grid,), (1,), ((-(edge - 1),), (edge - 1,)))
    (answer,) = _answers([0, 1, 40], key)
    assert answer[0].tolist() == [1, 2]
    with pytest.raises(QueryError, match="64 bits"):
        Nearest((grid,), (1,), ((edge,),))


@pytest.mark.parametrize(
    ("scales", "found"),
    [((1,), ()), ((0,), ((1,),)), ((1, 1), ((1,),)), ((1,), ((1, 2),)), ((1,), ((0,),) * (MOST_PLACES + 1))],
    ids=str,
)
def test_what_is_no_distance_is_refused(scales: tuple[int, ...], found: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(QueryError):
        Nearest((Grid("n", 0, 40, 0),), scales, found)


def _answers(values: list[int], key: Nearest) -> list[np.ndarray]:
    schema = Schema(n=Number(0, 40, integer=True))
    return answers({"n": pa.array(values, pa.int64())}, Table(schema), [Aggregate((Rows(),), (key,))])

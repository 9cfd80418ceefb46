"""Vectors clipped to a ball: the integers of DuckDB are those of plain Python, whatever doubles suggest."""

from __future__ import annotations

import math
import random

import numpy as np
import pyarrow as pa
import pytest
from sqlglot import exp

from dpcore.engine.sql import ball as module
from dpcore.engine.sql.literal import integer
from dpcore.errors import QueryError
from dpcore.table.aggregate import Aggregate, Clipped, Grid, Integers, Rows
from dpcore.table.ball import FACTORS, MOST_COLUMNS, UNIT, Ball
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.engine.rows import answers
from tests.oracle import vector


def drawn(seed: int) -> tuple[Ball, list[list[int]]]:
    """A ball of any radius over grids of any size, and rows: corners, the middle, its neighbours and others."""
    chance = random.Random(seed)
    size = chance.choice([1, 2, 3, 7, MOST_COLUMNS])
    steps = [chance.choice([1, 2, 3, 40, 2**20, 2**20 - 1, chance.randint(1, 2**20)]) for _ in range(size)]
    radius = chance.choice([1, 7, UNIT // 100, UNIT // 3, UNIT, round(0.9 * size**0.5 * UNIT), 14 * UNIT])
    grids = tuple(Grid(f"x{place}", 0, number, 0) for place, number in enumerate(steps))
    rows = [[chance.choice([0, u]) for u in steps] for _ in range(20)]
    rows += [[(u + chance.randint(0, 1)) // 2 for u in steps] for _ in range(5)]
    rows += [[chance.randint(0, u) for u in steps] for _ in range(100)]
    rows += [[min(u, u // 2 + chance.randint(0, 3)) for u in steps] for _ in range(20)]
    return Ball(grids, radius), rows


def counted(ball: Ball, rows: list[list[int]]) -> list[list[int]]:
    """The vector of each row as DuckDB has it: a group for each."""
    schema = Schema({grid.column: Number(0, grid.steps, integer=True) for grid in ball.grids})
    table = Table(Schema({**schema.columns, "row": Number(0, len(rows) - 1, integer=True)}))
    cells = {grid.column: pa.array([row[place] for row in rows]) for place, grid in enumerate(ball.grids)}
    measures = tuple(Clipped(ball, place) for place in range(len(ball.grids)))
    ask = Aggregate(measures, (Integers("row", 0, len(rows) - 1),), (), tuple(cells))
    (answer,) = answers({**cells, "row": pa.array(range(len(rows)))}, table, [ask])
    found: list[list[int]] = answer.T.tolist()
    return found


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(60))
def test_every_row_is_in_the_ball_and_as_long_as_it_can_be(seed: int) -> None:
    ball, rows = drawn(seed)
    for row, found in zip(rows, counted(ball, rows), strict=True):
        assert found == vector(ball, row) == list(ball.clipped(row))
        norm = sum(v * v for v in found)
        assert norm <= ball.squared
        whole = Ball(ball.grids, 14 * UNIT).clipped(row)
        if sum(w * w for w in whole) <= ball.squared:
            assert tuple(found) == whole, "it is inside"
            continue
        longest = math.sqrt(sum(w * w for w in whole))
        assert math.sqrt(norm) >= ball.radius - longest / FACTORS - math.sqrt(len(row)) - 1e-6
        assert all(abs(v) <= abs(w) and v * w >= 0 for v, w in zip(found, whole, strict=True)), "toward the middle"


@pytest.mark.sample(3)
@pytest.mark.parametrize("off", [-(2**25), -1, 0, 1, 2, 2**25])
def test_a_suggestion_that_is_wrong_lets_no_vector_out(off: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One off, it is corrected; more, the vector is shorter than it could be."""
    honest = module._suggest_factor
    monkeypatch.setattr(
        module, "_suggest_factor", lambda *given: exp.Paren(this=exp.Add(this=honest(*given), expression=integer(off)))
    )
    ball, rows = drawn(7)
    ball = Ball(ball.grids, UNIT // 3)
    for row, found in zip(rows, counted(ball, rows), strict=True):
        assert sum(v * v for v in found) <= ball.squared
        assert abs(off) > 1 or found == vector(ball, row)


def test_rounding_away_from_zero_leaves_the_ball() -> None:
    """What truncation is for: rounded to nearest, some vector of these rows is longer than the radius."""
    ball, rows = drawn(5)
    ball, longer = Ball(ball.grids, 7), 0
    for row in rows:
        whole = np.array(Ball(ball.grids, 14 * UNIT).clipped(row), dtype=float)
        if norm := float(np.linalg.norm(whole)):
            longer += float(np.square(np.rint(whole * min(1.0, ball.radius / norm))).sum()) > ball.squared
    assert longer > 10


def test_a_row_with_a_missing_cell_adds_nothing() -> None:
    ball = Ball((Grid("x", 0, 10, 0), Grid("y", 0, 4, 0)), UNIT)
    table = Table(Schema(x=Number(0, 10, integer=True), y=Number(0, 4, integer=True)))
    cells = {"x": pa.array([10, None, 3, 7]), "y": pa.array([4, 1, None, 0])}
    asks = [
        Aggregate((Clipped(ball, 0), Clipped(ball, 1), Rows())),
        Aggregate((Clipped(ball, 1), Rows()), present=("x", "y")),
    ]
    vectors = [vector(ball, row) for row in ((10, 4), (7, 0))]
    first, second = (answer.tolist() for answer in answers(cells, table, asks))
    assert first == [vectors[0][0] + vectors[1][0], vectors[0][1] + vectors[1][1], 4]
    assert second == [vectors[0][1] + vectors[1][1], 2]


@pytest.mark.parametrize(
    ("columns", "steps", "radius"), [(0, 4, 1), (51, 4, 1), (2, 2**31, 1), (2, 4, 0), (2, 4, 2**31)]
)
def test_other_balls_are_refused(columns: int, steps: int, radius: int) -> None:
    with pytest.raises(QueryError):
        Ball(tuple(Grid(f"x{place}", 0, steps, 0) for place in range(columns)), radius)

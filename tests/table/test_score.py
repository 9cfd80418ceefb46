"""The cells of scores: what is refused, on public facts alone."""

from __future__ import annotations

import pytest

from dpcore.errors import QueryError
from dpcore.table.condition import Condition
from dpcore.table.grid import Grid
from dpcore.table.score import LARGEST_SCORE, MOST_SCORE_EDGES, MOST_SCORE_PARTS, Score

X, OLD = Grid("x", 0, 2**12, 0), Condition("age", ">", 65)


def test_a_score_knows_its_cells_columns_and_largest_size() -> None:
    score = Score((X, OLD, X), (-3, 7, 2), -11, (-5, 0, 5))
    assert (score.size, score.columns, score.step) == (4, ("x", "age"), 5)
    assert score.largest == 11 + 5 * 2**12 + 7
    assert Score((X,), (1,), 0, (0, 1, 3)).step is None


@pytest.mark.parametrize(
    ("parts", "weights", "edges", "said"),
    [
        ((), (), (0,), "a weight for each"),
        ((X, OLD), (1,), (0,), "a weight for each"),
        ((X,) * (MOST_SCORE_PARTS + 1), (1,) * (MOST_SCORE_PARTS + 1), (0,), "a weight for each"),
        ((X,), (1,), (), "increasing"),
        ((X,), (1,), (0, 0), "increasing"),
        ((X,), (1,), tuple(range(MOST_SCORE_EDGES + 1)), "increasing"),
    ],
)
def test_other_shapes_are_refused(parts: tuple[Grid, ...], weights: tuple[int, ...], edges: tuple, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        Score(parts, weights, 0, edges)


def test_a_score_that_might_exceed_its_integers_is_refused() -> None:
    most = (LARGEST_SCORE - 2) // 2**12
    assert Score((X,), (-most,), 0, (0,)).largest < LARGEST_SCORE
    for weights, constant, edges in (((most + 1,), 0, (0,)), ((-most,), 2**12, (0,)), ((0,), 0, (-LARGEST_SCORE,))):
        with pytest.raises(QueryError, match="64 bits may not hold"):
            Score((X,), weights, constant, edges)

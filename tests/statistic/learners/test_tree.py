"""Trees of block counts: nodes, least squares and errors against dense algebra, and the choice of the best."""

from __future__ import annotations

import hashlib
import itertools
import math

import numpy as np
import pytest

from dpcore.errors import DpError
from dpcore.statistic.learners.tree import BRANCHES, Tree, best_tree
from dpcore.statistic.waves.projection import Projection
from tests.statistic.dense import coordinates, matrix, prefix_operator, some_tree

GOLDEN = {
    **dict.fromkeys((1, 2, 13), (1,)),
    14: (6, 1),
    17: (7, 1),
    64: (14, 1),
    100: (18, 1),
    365: (108, 9, 1),
    1024: (224, 14, 1),
    4096: (480, 20, 1),
    5000: (576, 24, 1),
}
TREES = [Tree(1), Tree(2), Tree(3, (2, 1)), Tree(8, (4, 2, 1)), Tree(9, (8, 4, 2, 1)), Tree(30)]
TREES += [some_tree(np.random.default_rng(seed), int(4 * 1.19**seed)) for seed in range(25)]


@pytest.mark.sample(4)
@pytest.mark.parametrize("tree", TREES, ids=str)
def test_nodes_and_norms_are_those_of_the_matrix(tree: Tree) -> None:
    table = matrix(tree)
    assert table.shape == (tree.coordinates, tree.cells)
    assert {*table.sum(axis=0)} == {tree.l1_norm} == {tree.squared_norm}
    gram = table.T @ table
    assert gram.min() == tree.overlap if tree.cells > 1 else tree.overlap == 0
    for size in (9, 2**61, 10**40):
        counts = np.random.default_rng(1).integers(-9, 10, (2, tree.cells)).astype(object) * size
        assert (coordinates(Projection(tree, (2,)), counts).astype(object) == counts @ table.T).all()


@pytest.mark.sample(2)
@pytest.mark.parametrize("tree", TREES, ids=str)
def test_prefixes_are_the_least_squares_ones(tree: Tree) -> None:
    operator, projection = prefix_operator(tree), Projection(tree, (2,))
    noisy = np.random.default_rng(2).integers(-1000, 1000, projection.shape)
    np.testing.assert_allclose(projection.prefixes(noisy), noisy @ operator.T, rtol=0, atol=1e-7)
    np.testing.assert_allclose(projection.std_errors(3.0), 3 * np.linalg.norm(operator, axis=1), rtol=1e-9)


def test_5000_cells_come_back_without_noise() -> None:
    counts = np.random.default_rng(3).integers(0, 2**38 // 5000, 5000)
    projection = Projection(best_tree(5000))
    found = projection.prefixes(coordinates(projection, counts))
    np.testing.assert_allclose(found, np.cumsum(counts), rtol=1e-13)


@pytest.mark.parametrize("cells", GOLDEN)
def test_the_choice_is_the_same_for_ever(cells: int) -> None:
    assert best_tree(cells).blocks == GOLDEN[cells]


def test_the_digest_is_that_of_the_sizes() -> None:
    expected = hashlib.sha256(b"tree 1024 224 14 1").hexdigest()
    assert best_tree(1024).digest == expected != Tree(1025, (224, 14, 1)).digest


def error(tree: Tree) -> float:
    """The rms error of cumulative counts under Laplace noise at epsilon 1."""
    return math.sqrt(2 * tree.variances().mean()) * tree.l1_norm


@pytest.mark.sample(1)
@pytest.mark.parametrize("cells", [5, 13, 14, 23, 64])
def test_no_tree_of_any_shape_is_much_better(cells: int) -> None:
    chains = [c for n in range(5) for c in itertools.product(range(2, cells), repeat=n) if math.prod(c) < cells]
    trees = [Tree(cells, tuple(math.prod(chain[i:]) for i in range(len(chain) + 1))) for chain in chains]
    assert min(map(error, trees)) > 0.99 * error(best_tree(cells))


@pytest.mark.parametrize("cells", [15, 64, 365, 1024, 4096])
def test_the_best_beats_the_usual_ones(cells: int) -> None:
    best = error(best_tree(cells))
    binary = Tree(cells, tuple(2**k for k in range((cells - 1).bit_length() - 1, -1, -1)))
    assert best < error(binary) / 1.25
    assert best <= error(Tree(cells))
    assert best <= min(error(Tree(cells, (low, 1))) for low in BRANCHES if low < cells)


def test_errors_at_epsilon_1_are_the_known_ones() -> None:
    assert error(Tree(1024)) == pytest.approx(math.sqrt(1025))
    assert error(best_tree(1024)) == pytest.approx(10.855, abs=1e-3)


@pytest.mark.parametrize("blocks", [(), (2,), (3, 2, 1), (1, 1), (2, 0, 1), (8, 1), (4, 8, 1)])
def test_bad_blocks_are_refused(blocks: tuple[int, ...]) -> None:
    with pytest.raises(DpError, match="`blocks` of `Tree` must be sizes below 8"):
        Tree(8, blocks)

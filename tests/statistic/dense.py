"""A factor as a matrix, and what follows from it by dense linear algebra: nothing here shares code with the factors."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from dpcore.statistic.learners.tree import Tree
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot

SCALE = 2**24


def coordinates(projection: Projection, counts: np.ndarray) -> np.ndarray:
    """What `exact` gives, by group."""
    return projection.exact(counts).reshape(projection.shape)


def matrix(factor: Factor) -> np.ndarray:
    """T as Python integers, shape (coordinates, cells), from its definition."""
    m = factor.cells
    if isinstance(factor, Tree):
        rows = [[int(start <= j < start + b) for j in range(m)] for b in factor.blocks for start in range(0, m, b)]
        return np.array(rows, dtype=object)
    assert isinstance(factor, SquareRoot)
    c, w = sequence(m), divisors(m)
    return np.array([[c[i - j] * w[j] if i >= j else 0 for j in range(m)] for i in range(m)], dtype=object)


def sequence(m: int) -> list[int]:
    """round(2^11 binom(2k, k) / 4^k)."""
    return [round(Fraction(2**11 * math.comb(2 * k, k), 4**k)) for k in range(m)]


def divisors(m: int) -> list[int]:
    """The largest w with w |column| <= 2^24, by bisection."""
    c = sequence(m)
    squares = [sum(x * x for x in c[: m - j]) for j in range(m)]
    return [bisect(square) for square in squares]


def bisect(square: int) -> int:
    low, high = 0, SCALE + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * middle * square <= SCALE**2 else (low, middle)
    return low


def prefix_operator(factor: Factor) -> np.ndarray:
    """A T^+ in doubles: prefix sums of the least-squares cells."""
    return np.tril(np.ones((factor.cells, factor.cells))) @ np.linalg.pinv(matrix(factor).astype(float))


def real_factor(m: int) -> np.ndarray:
    """The square root with columns of norm 1, not rounded."""
    c = np.cumprod([1.0, *((2 * k - 1) / (2 * k) for k in range(1, m))])
    lower = np.array([[c[i - j] if i >= j else 0.0 for j in range(m)] for i in range(m)])
    return lower / np.linalg.norm(lower, axis=0)


def some_tree(rng: np.random.Generator, cells: int) -> Tree:
    """A tree of random levels, odd sizes and blocks that do not divide the cells included."""
    blocks = [1]
    while blocks[0] * 2 < cells and rng.random() < 0.75:
        blocks.insert(0, blocks[0] * int(rng.integers(2, 7)))
    while blocks[0] >= cells and len(blocks) > 1:
        blocks.pop(0)
    return Tree(cells, tuple(blocks))

"""A famous mistake: Laplace noise of one scale on every entry of the matrix of products of rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpcore.learn.mistake.example import Example, Mistake, Row
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TOPIC = Text("How much noise")


def farthest(columns: int) -> tuple[Floats, Floats]:
    """Two rows of length 1 with far products: the change of all entries x_i x_j, added, is the spread of S below.

    For a symmetric S of signs, the entries of x x' - y y' add up to x' S x - y' S y or more, which is largest for the
    eigenvectors of the largest and the least eigenvalue. With half of the diagonal -1 in a block, these are about
    columns / sqrt(2) and minus that; no change is larger than sqrt(2) columns, by Cauchy and Schwarz.
    """
    signs, half = np.ones((columns, columns)), (columns + 1) // 2
    signs[half:, half:] = -1.0
    _, vectors = np.linalg.eigh(signs)
    return vectors[:, -1], vectors[:, 0]


def _square_matrix() -> Example:
    # One person replaced, with rows of Euclidean length gamma; noise of scale 4 gamma^2 on each entry. A change of all
    # entries by Laplace scales that add up to epsilon is told by just that epsilon.
    def loss(columns: int) -> float:
        one, other = farthest(columns)
        return float(np.abs(np.outer(one, one) - np.outer(other, other)).sum()) / 4.0

    actual = loss(2)
    return Example(
        Row(Text("requested epsilon"), 0.1),
        Row(Text("actual epsilon with 2 columns, whatever was requested"), actual),
        actual > 0.1,
        (
            *(
                Row(Text("actual epsilon with {columns} columns, at least", columns=columns), loss(columns))
                for columns in (3, 5, 10)
            ),
            Row(Text("actual epsilon if gamma bounds the L1 length of a row"), 0.5),
            Row(Text("Euclidean length of the change in gamma², for any number of columns"), math.sqrt(2.0)),
        ),
    )


SQUARE_MATRIX = Mistake(
    "square-matrix",
    TOPIC,
    Text("For private principal components add Laplace noise of scale 4 gamma² to every entry of the matrix."),
    Text(
        "The scale does not depend on epsilon, so the guarantee cannot. If gamma bounds Euclidean lengths, "
        "one person changes all entries together by up to 1.4 d gamma² with d columns, so the loss grows with d. "
        "And the noise is not symmetric."
    ),
    Text(
        "The noise is symmetric Gaussian noise. It is scaled by the price and by the Euclidean length of a change, "
        "which does not grow with the number of columns."
    ),
    _square_matrix,
)

r"""Clipped gradients of a linear or logistic model, summed over the rows of public cells.

The gradient of a row with vector v = (1, x_1, ..., x_d), |x_j| <= 1, and label y is r v, where r is the residual of the
score w'v: r = w'v - y in a linear model with |y| <= 1, r = 1 / (1 + e^{-w'v}) - y in a logistic model with y = 0 or 1.
Rows are grouped by cells of the score (in a linear model, of w'v - y), by the label of a logistic model, and by cells
of |v|^2. All rows of a cell have one public coefficient c in place of r: a multiple of 2**-BITS, rounded toward zero,
and no larger than the clipping bound allows for the longest vector of the cell:
    c^2 |v|^2 <= bound^2, bound = floor(clip 2**BITS),
checked in whole numbers for every cell when the statistic is made. So the vector c v of a row is never longer than the
bound, and adding or removing the m rows of a unit moves the sum by at most m bound (gradient clipping of Abadi et al.
2016, for each row). Coordinate j is the whole number sum c (s_j x_j), where s_j x_j is a whole number too. Its noise
has a standard deviation proportional to s_j: in units of s_j the noise is the same for all coordinates, and the
distance is Euclidean.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Literal, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.statistic.base import Statistic

if TYPE_CHECKING:
    from dpcore.statistic.base import Integers

BITS = 20
"""Coefficients are whole numbers of parts of 2**-BITS."""
CELLS = 512
"""The number of cells of the score; all have equal width but the first and the last, which are unbounded."""
REACH = {"logistic": 8, "linear": 4}
"""The scores where the first and the last cell begin; their residuals are those at these scores."""
UNIT = (CELLS - 2) * 2**21
"""Scores are computed in units of 1 / UNIT."""

Model = Literal["linear", "logistic"]


@final
@dataclass(frozen=True)
class ClippedGradient(Statistic):
    """The sum of clipped gradients, shape (coordinates, 1).

    model: the model of the residuals. matrix: the coordinates from the measures, shape (coordinates, measures). bound:
    the largest length of c v. norms: upper bounds of unit * |v|^2, one for each of its cells. Raises QueryError.
    """

    model: Model
    matrix: tuple[tuple[int, ...], ...]
    bound: int
    norms: tuple[int, ...]
    unit: int

    def __post_init__(self) -> None:
        if any(
            coefficient**2 * norm > self.bound**2 * self.unit
            for line in self.coefficients
            for coefficient, norm in zip(line, self.norms, strict=True)
        ):
            raise QueryError("A coefficient of a clipped gradient exceeds its bound.", "Use a larger bound.")

    @property
    def public(self) -> bool:
        """Always False: a row changes the sum."""
        return False

    @property
    def tables(self) -> tuple[str, ...]:
        """The digest of the residuals."""
        return (_digest(self.model),)

    @property
    def coefficients(self) -> tuple[tuple[int, ...], ...]:
        """The coefficient of each cell, by score and label, and by squared length."""
        return coefficients(self.model, self.bound, self.norms, self.unit)

    def exact(self, aggregate: Integers) -> Integers:
        """The coordinates. aggregate: shape (measures, *cells)."""
        flat = aggregate.reshape(aggregate.shape[0], -1).astype(object)
        weights = np.array(self.coefficients, dtype=object).ravel()
        sums = (flat * weights).sum(axis=1)
        return np.array(
            [[sum(factor * one for factor, one in zip(line, sums, strict=True))] for line in self.matrix], dtype=object
        )


@lru_cache(maxsize=64)
def coefficients(model: Model, bound: int, norms: tuple[int, ...], unit: int) -> tuple[tuple[int, ...], ...]:
    """The coefficients: the residuals, clipped to the bound in each cell of the squared length."""
    most = [isqrt(bound**2 * unit // norm) for norm in norms]
    return tuple(tuple(max(-limit, min(limit, residual)) for limit in most) for residual in residuals(model))


@lru_cache(maxsize=2)
def residuals(model: Model) -> tuple[int, ...]:
    """The residual in the middle of each cell of the score, toward zero; for a logistic model of label 0, then of 1."""
    scores = [middle(model, place) for place in range(CELLS)]
    if model == "linear":
        return tuple(int(score * 2**BITS) for score in scores)
    chances = [_logistic(score) for score in scores]
    return tuple(int((chance - label) * 2**BITS) for chance in chances for label in (0, 1))


@lru_cache(maxsize=2)
def _digest(model: Model) -> str:
    return hashlib.sha256(repr(residuals(model)).encode()).hexdigest()


def middle(model: Model, place: int) -> Fraction:
    """The score for which the residual of a cell is computed: its middle, or the finite end of an outer cell."""
    reach = REACH[model]
    if place in (0, CELLS - 1):
        return Fraction(reach if place else -reach)
    return Fraction(2 * reach * (2 * place - 1), 2 * (CELLS - 2)) - reach


def edges(model: Model) -> tuple[int, ...]:
    """The edges of the cells of a score, in parts of 1 / UNIT."""
    reach = REACH[model] * UNIT
    return tuple(-reach + 2 * reach // (CELLS - 2) * place for place in range(CELLS - 1))


def _logistic(score: Fraction) -> Fraction:
    """1 / (1 + e^-score), by decimal arithmetic with 40 digits, so that all machines have the same table."""
    context = Context(prec=40)
    power = context.exp(context.divide(Decimal(-score.numerator), Decimal(score.denominator)))
    return 1 / (1 + Fraction(power))

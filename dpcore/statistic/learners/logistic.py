r"""The gradient of the logistic loss at public weights, and counts of (score, label), from counts and sums by score.

A row has a public score s (`dpcore.table.score.Score`, in one of CELLS cells), a label y in {0, 1} and the vector
v = (1, x_1, ..., x_d, e_1, ..., e_C) of `dpcore.queries.models.features` in whole numbers: 1, 2 y_j - U_j and 0
or 1. With T the logistic function of the middle of a cell, in units of 1 / ONE and rounded once in ball arithmetic, it
adds

    f_j (T - ONE y) v_j        to coordinate j, with public whole numbers f_j, and
    h                          to the count of its band of score and of its label (BANDS bands of cells).

**Sensitivity.** The public weights determine the cells that any row can reach. On these T lies in [T_low, T_high], so
|T - ONE y| <= M = max(T_high, ONE - T_low). Let g^2 be the largest sum of (f_j v_j)^2 of a row: each number at an end
of its range, and the value of largest f_j of each category. For a unit of at most m rows:

* add_remove: at most m rows of one unit, |.|^2 <= m^2 (M^2 g^2 + h^2).
* replace: the gradients of both units' rows together are at most 2 m M g; m rows leave their bands and m rows enter
  others, so |.|^2 <= m^2 (4 M^2 g^2 + 2 h^2).

The L1 sensitivity is m (M G + h), with G the largest sum of |f_j v_j|, and twice that under replace. At weights 0 all
scores are 0 and M is ONE / 2: the first of several gradients needs half the noise of the others.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.noise import ball
from dpcore.statistic.base import Normed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

# These constants decide what stored integers mean: they must never change.
CELLS, WIDTH = 1023, 64
"""The number of cells of scores, and of cells per unit of the logistic function's argument: from -8 to 8.

0 is the middle of a cell, and so is every score of true-or-false columns and categories at weights that are multiples
of 1 / WIDTH: the table is exact for these."""
ONE = 2**16
"""The unit of the table of the logistic function."""
BANDS = 93
"""The number of bands of cells whose rows are counted."""
_PRECISION = 128


@lru_cache(maxsize=1)
def table() -> tuple[int, ...]:
    """The logistic function in the middle of each cell, in units of 1 / ONE; increasing, the same on every machine."""
    with ball.precision(_PRECISION):
        middles = (ball.rational((2 * cell + 1 - CELLS) / (2 * WIDTH)) for cell in range(CELLS))
        values = [ONE / (1 + (-middle).exp()) for middle in middles]
        return tuple(int(str((value + ball.rational(0.5)).floor().unique_fmpz())) for value in values)


@lru_cache(maxsize=1)
def digest() -> str:
    """SHA-256 of the table."""
    return hashlib.sha256(repr(table()).encode()).hexdigest()


@final
@dataclass(frozen=True, slots=True)
class LogisticGradient(Normed):
    """The noisy gradient and counts of bands, for units of at most `max_rows` rows.

    steps: U_j of each number and true-or-false column. categories: the number of values of each category. factors: f_j
    of the constant, of these columns and of each value. count: h. cells: the first and the last cell that a row can
    reach. The aggregate has, for each cell of the score and each label, the number of rows, the sums of the columns'
    grid integers and the number of rows with each value. The result is the gradient and then 2 BANDS counts, the two
    labels of a band next to each other.
    """

    steps: tuple[int, ...]
    categories: tuple[int, ...]
    factors: tuple[int, ...]
    count: int
    cells: tuple[int, int]
    neighbors: Neighbors = "add_remove"
    max_rows: int = 1

    @property
    def public(self) -> bool:
        """Always False: the label of a replaced row changes a count."""
        return False

    @property
    def tables(self) -> tuple[str, ...]:
        """The digest of the logistic function."""
        return (digest(),)

    @property
    def most(self) -> int:
        """M."""
        low, high = self.cells
        return max(table()[high], ONE - table()[low])

    @property
    def sizes(self) -> tuple[int, ...]:
        """The largest size of f_j v_j for each coordinate."""
        ends = (1, *self.steps, *(1 for size in self.categories for _ in range(size)))
        return tuple(factor * end for factor, end in zip(self.factors, ends, strict=True))

    @property
    def row(self) -> tuple[int, ...]:
        """The largest sizes that can occur together in one row: of all columns, and of one value of each category."""
        own, place = list(self.sizes[: 1 + len(self.steps)]), 1 + len(self.steps)
        for size in self.categories:
            own.append(max(self.sizes[place : place + size]))
            place += size
        return tuple(own)

    def squared_l2_sensitivity(self) -> int:
        """The square of a bound of the L2 distance between neighbours; proof in the module docstring."""
        gradient, count = self.most**2 * sum(size**2 for size in self.row), self.count**2
        together = 4 * gradient + 2 * count if self.neighbors == "replace" else gradient + count
        return self.max_rows**2 * together

    def l1_sensitivity(self) -> int:
        """A bound of the L1 distance between neighbours."""
        alone = self.most * sum(self.row) + self.count
        return self.max_rows * alone * (2 if self.neighbors == "replace" else 1)

    def exact(self, aggregate: Integers) -> Integers:
        """The gradient's coordinates and the counts in one row, in Python's integers. Called only by `release`."""
        sums = np.asarray(aggregate).astype(object)
        rows = sums[0]
        spans = [2 * total - steps * rows for total, steps in zip(sums[1:], self.steps, strict=False)]
        vector = np.stack([rows, *spans, *sums[1 + len(self.steps) :]])
        left = np.array(table(), dtype=object)[:, None] - ONE * np.array([0, 1], dtype=object)
        gradient = (vector * left).sum(axis=(1, 2)) * np.array(self.factors, dtype=object)
        counts = self.count * rows.reshape(BANDS, -1, 2).sum(axis=1)
        return np.concatenate([gradient, counts.ravel()])[None, :]

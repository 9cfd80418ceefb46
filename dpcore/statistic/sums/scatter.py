r"""Weighted sums of r r' and e e' over units, a recommender's statistics of pairs of items, and their sensitivity.

A unit with c items has a vector r of residuals, |r_i| <= B, and a vector e, which is 1 at its items; both are 0 at all
other items. The unit adds w_c r r' to the matrix C and w_c e e' to the matrix W, for a public whole number w_c >= 0.
The entries on and above the diagonal are released, with the factor p on the diagonal, q above it, and f for W:

    (p C_ii, q C_ij, p f W_ii, q f W_ij)    with q^2 <= 2 p^2.

**Add or remove a unit.** An entry above the diagonal stands for two equal entries of C, so the squared released entries
of C have a sum of at most p^2 |C|^2 = p^2 w^2 |r|^4 <= p^2 (w c B^2)^2; likewise for W, with f in place of B^2. With M
the largest w_c c, the squared L2 norm is at most p^2 M^2 (B^4 + f^2). The L1 norm is at most
w_c (p c + q c (c - 1) / 2) (B^2 + f).

**Replace a unit by another.** With x_i = r_i r~_i for the residuals r~ of the other unit, the inner product of both
released contributions to C is
w w~ (p^2 sum x_i^2 + q^2 sum_{i<j} x_i x_j) = w w~ ((p^2 - q^2/2) sum x_i^2 + (q^2/2) (sum x_i)^2) >= 0,
likewise for W. So the squared distance is at most the sum of both squared norms: twice that of one unit. Units
without an item add 0. The L1 norm is at most twice that of one unit.

All of this holds for any residuals within their bound, so it does not matter how they follow from a unit's own rows and
from numbers that were released before. The weights are whole numbers, so M and the norms are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.statistic.base import Normed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors
    from dpcore.statistic.base import Integers

    Places = tuple[NDArray[np.int64], NDArray[np.int64]]


@final
@dataclass(frozen=True)
class Scatter(Normed):
    """The entries of C and W on and above the diagonal, from both whole matrices.

    items: the number of rows of C and W. bound: B. weights: w_1, w_2, ... by the number of a unit's items. factor: f.
    diagonal, beside: p and q, with q^2 <= 2 p^2.
    """

    items: int
    bound: int
    weights: tuple[int, ...]
    factor: int
    neighbors: Neighbors
    diagonal: int = 29
    beside: int = 41

    @property
    def public(self) -> bool:
        """Always False: a unit may have no item, and its replacement may have items."""
        return False

    @property
    def places(self) -> Places:
        """The rows and the columns of the entries of each matrix, row by row."""
        rows, columns = np.triu_indices(self.items)
        return rows, columns

    @property
    def times(self) -> NDArray[np.int64]:
        """The factors p and q of the entries of C."""
        rows, columns = self.places
        return np.where(rows == columns, self.diagonal, self.beside)

    def exact(self, aggregate: Integers) -> Integers:
        """The released entries, shape (1, items * (items + 1))."""
        products, pairs = np.asarray(aggregate).astype(object)
        times = self.times.astype(object)
        found = [times * products[self.places], self.factor * times * pairs[self.places]]
        return np.concatenate(found).reshape(1, -1)

    def squared_l2_sensitivity(self) -> int:
        """The square of the largest L2 distance between neighbours, an exact integer."""
        most = max(weight * count for count, weight in enumerate(self.weights, 1))
        squared = self.diagonal**2 * most**2 * (self.bound**4 + self.factor**2)
        return squared * self._units

    def l1_sensitivity(self) -> int:
        """A bound of the L1 distance between neighbours, an exact integer."""
        entries = (
            weight * (self.diagonal * count + self.beside * (count * (count - 1) // 2))
            for count, weight in enumerate(self.weights, 1)
        )
        return max(entries) * (self.bound**2 + self.factor) * self._units

    @property
    def _units(self) -> int:
        """The number of units in which neighbours differ."""
        return 1 if self.neighbors == "add_remove" else 2

    def matrices(self, noisy: Integers) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Symmetric C and W from released numbers, in units of the weights."""
        half = np.asarray(noisy, dtype=np.float64).reshape(2, -1) / (self.times * np.array([[1], [self.factor]]))
        found = np.zeros((2, self.items, self.items))
        rows, columns = self.places
        found[:, rows, columns] = found[:, columns, rows] = half
        return found[0], found[1]

    def stds(self, std: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The standard deviations of the noise of both matrices; std: of the noise on each released number."""
        products = std / self.times
        found = np.zeros((self.items, self.items))
        rows, columns = self.places
        found[rows, columns] = found[columns, rows] = products
        return found, found / self.factor

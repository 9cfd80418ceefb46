r"""The coefficients of a kernel machine: the minimiser of a regularised loss over rows in cells, to a proven distance.

A row in cell c with target y adds the loss l(y, <v, t_c>), where t_c are whitened coordinates of the cell with
|t_c| <= 1 (`dpcore.statistic.waves.fourier`, `dpcore.statistic.waves.plane`). Coordinates of weight below 2^-10 are
omitted: each changes the kernel by less than 1e-6. v* minimises

    J(v) = sum over rows of l(y, <v, t_c>)  +  (L / 2) |v|^2

for a public L. l is convex and smooth, and its derivative by the second argument is at most M in size:

* logistic   log(1 + exp(-y f)), y = -1 or 1.                                                   M = 1
* hinge      s log(1 + exp((1 - y f) / s)), s = 1/2: a smoothed hinge.                           M = 1
* huber      c^2 (sqrt(1 + ((f - y) / c)^2) - 1), c = 1/4: a smooth form of Huber's loss.         M = c
* squares    (f - y)^2 / 2: kernel ridge regression. There is no bound M; a separate proof follows below.

**Sensitivity** (Chaudhuri, Monteleoni & Sarwate 2011; Hall, Rinaldo & Wasserman 2013, section 4). J is L-strongly
convex, so a change of its gradient by at most d moves v* by at most d / L. Adding or removing a row changes the
gradient by at most M, hence v* by at most D = M / L; m rows by m D; replacing m rows by 2 m D. With several groups, the
moves of all groups add up to at most the same.

**Squares** are for neighbours that replace a row and have the same number n of rows, and for L >= 1. N is a declared
number of rows; J has L' = L max(1, n / N) in place of L, the same for neighbours. Claim: at the same L', adding a row
to fewer than n rows moves v* by at most

    D = 1 / (L + 1) + sqrt(27 N / (64 L)) / (2 L + 1),

so replacing a row moves v* by at most 2 D. Proof. Let A = L' + the sum of t_i t_i' over the rows before the addition,
f = A^-1 sum y_i t_i their minimiser, and t, y the added row, with q = t' A^-1 t. By the Sherman-Morrison formula the
added row moves f by (y - <f, t>) A^-1 t / (1 + q). The terms with y and with <f, t> are bounded separately:

* y: |A^-1 t|^2 <= q / L', as A >= L'; so |A^-1 t| / (1 + q) <= sqrt(q / L') / (1 + q), which increases up to q = 1.
  q <= |t|^2 / L' <= 1 / L' <= 1. This gives 1 / (L' + 1).
* <f, t> is the sum of y_i <t_i, A^-1 t>, so its square is at most n t' A^-1 (A - L') A^-1 t (Cauchy and Schwarz,
  |y_i| <= 1). Let p be L' over an eigenvalue of A, from 0 to 1, and E the mean over the eigenvectors, with the squared
  components of t as weights (the rest of the weight, 1 - |t|^2, has p = 0). With m = E p and e = E p^2: q = m / L',
  |A^-1 t|^2 = e / L'^2, and the square is at most n (m - e) / L'. So |<f, t>| |A^-1 t| / (1 + q) <=
  sqrt(n / L') sqrt(e (m - e)) / (L' + m). If m <= 1/2: e (m - e) <= m^2 / 4, and m / 2 / (L' + m) <= 1 / (4 L' + 2).
  Else m^2 <= e, where m^2 >= m / 2, so e (m - e) <= m^3 (1 - m) <= 27 / 256, and L' + m >= L' + 1/2. In both cases the
  term is at most sqrt(27 n / (64 L')) / (2 L' + 1).
* L' >= L, and n / L' <= N / L.

n must count all rows of the table. A row that counts in no cell (its label is missing, or its cell is full: `_MOST`) is
covered: neighbours then differ by one added or removed row at the same L', or not at all.

**Tolerance.** v* is not computed exactly. G = D / 2^20 is public, and `dpcore.statistic.learners.minimiser` proves on
every table that |grad J(v)| <= L G at the released v, so |v - v*| <= G; where J has L' >= L, this holds too. Then v is
rounded to multiples of G. The K integers of a group are within 1 + sqrt(K) / 2 of v* / G, and the errors of two
neighbours may have opposite directions. So the distance of two neighbours' integers is at most 2^20 / D times that of
their v*, plus 2 + sqrt(K) for each group in quadrature. Unchanged groups count too: doubles that differ in their last
digits may lead to another v.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.statistic.base import Normed
from dpcore.statistic.learners import minimiser
from dpcore.statistic.learners.objective import LIPSCHITZ, FitCells, Loss, Problem
from dpcore.statistic.waves import plane
from dpcore.statistic.waves.fourier import RESOLUTION, Fourier
from dpcore.statistic.waves.plane import Plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]

FINE = 20
"""Coefficients are in units of D / 2^FINE."""
_LEAST = 10  # binary digits below 1 of the smallest weight of a coordinate that is kept
_MOST = 2**33  # rows of one target in one cell that are counted
_ROOT = 60  # binary digits of a square root


@final
@dataclass(frozen=True, slots=True)
class Machine(Normed):
    """The coefficients of every group, in units of D / 2^FINE.

    factor: gives the coordinates t_c of the cells. loss: the loss of a row. strength: L, above 0. targets: from -1 to
    1; the aggregate has a count for each cell and target. Without targets, it has for each cell the number of rows and
    of rows with target 1; the other rows have -1. expected: N, for squares only; then neighbors is "replace", L is at
    least 1, each row of the table is in a cell, and without targets the aggregate has the numbers of rows, of rows with
    target 1 and of rows with target -1.
    """

    factor: Fourier | Plane
    loss: Loss
    targets: tuple[Fraction, ...]
    strength: Fraction
    groups: tuple[int, ...] = ()
    neighbors: Neighbors = "add_remove"
    max_rows: int = 1
    expected: int | None = None

    @property
    def reach(self) -> Fraction:
        """D: a bound of the distance by which adding or removing a row moves v*; for squares rounded up."""
        if self.loss != "squares":
            return LIPSCHITZ[self.loss] / self.strength
        assert self.expected is not None and self.neighbors == "replace"  # every question with squares sets both
        square = Fraction(27 * self.expected, 64) / self.strength
        root = Fraction(math.isqrt((square.numerator << 2 * _ROOT) // square.denominator) + 1, 1 << _ROOT)
        return 1 / (self.strength + 1) + root / (2 * self.strength + 1)

    @property
    def unit(self) -> Fraction:
        """G: the step of a coefficient that one integer stands for."""
        return Fraction(self.reach / 2**FINE)

    @property
    def coordinates(self) -> int:
        """K: the number of coefficients of a group."""
        return int(np.count_nonzero(kept(self.factor)))

    @property
    def public(self) -> bool:
        """Always False: adding a row, or changing its target, moves the minimiser."""
        return False

    @property
    def tables(self) -> tuple[str, ...]:
        """The digest of the coordinates."""
        return (self.factor.digest,)

    @property
    def seconds(self) -> float:
        """More than the measured time. The number of steps depends on the rows, from one to about a hundred."""
        cells, coordinates = self.factor.cells, self.coordinates
        size, smaller = cells * coordinates, min(cells, coordinates)
        steps = 3e-9 * smaller**3 + (4e-9 * size * coordinates if coordinates <= cells else 0.0)
        group = 0.01 + 2e-5 * cells * len(self.labels) + 8e-7 * size + steps
        return float(1.5e-6 * size + math.prod(self.groups) * group)

    def l2_sensitivity(self) -> int:
        """An upper bound of the L2 distance between neighbours; proof in the module docstring."""
        rows = self.max_rows * (1 if self.neighbors == "add_remove" else 2)
        off = math.isqrt(math.prod(self.groups) * (3 + math.isqrt(self.coordinates)) ** 2) + 1
        return rows * (1 << FINE) + off

    def squared_l2_sensitivity(self) -> int:
        """The square of `l2_sensitivity`."""
        return self.l2_sensitivity() ** 2

    def l1_sensitivity(self) -> int:
        """An upper bound of the L1 distance: sqrt(K) times the L2 distance of each group, by Cauchy and Schwarz."""
        rows = self.max_rows * (1 if self.neighbors == "add_remove" else 2)
        root = math.isqrt(self.coordinates - 1) + 1
        return root * (rows * (1 << FINE) + math.prod(self.groups) * (2 + root))

    def exact(self, aggregate: Integers) -> Integers:
        """The coefficients for exact counts, all groups in one row. Called only by `release`; never raises an error."""
        cells, strength, found = cells_of(self.factor), self._strength(np.asarray(aggregate)), []
        for counts in self._counts(np.asarray(aggregate)):
            problem = Problem(cells, self.loss, self.labels, strength, counts)
            found += minimiser.found(problem, self.strength * self.unit)
        top, bottom = self.unit.denominator, self.unit.numerator << minimiser.DIGITS
        return np.array([[(2 * value * top + bottom) // (2 * bottom) for value in found]], dtype=object)

    def _strength(self, aggregate: Integers) -> Fraction:
        """L; for squares L', which counts all rows, also those of a full cell or without a label."""
        if self.loss != "squares" or self.expected is None:
            return self.strength
        rows = aggregate if self.targets else aggregate[0]
        return self.strength * max(Fraction(1), Fraction(int(rows.sum(dtype=object)), self.expected))

    def _counts(self, aggregate: Integers) -> Integers:
        """Counts by group, target and cell, at most 2^33 each; this limit moves neighbours no farther apart."""
        cells = self.factor.cells
        if not self.targets:
            rows, met, *others = aggregate.astype(object).reshape(len(aggregate), -1, cells)
            return np.asarray(np.minimum(np.stack([others[0] if others else rows - met, met], axis=1), _MOST))
        counts = np.moveaxis(aggregate.astype(object).reshape(-1, cells, len(self.targets)), 1, 2)
        return np.asarray(np.minimum(counts, _MOST))

    @property
    def labels(self) -> tuple[Fraction, ...]:
        """The targets in the order of `_counts`."""
        return self.targets or (Fraction(-1), Fraction(1))


@lru_cache(maxsize=4)
def cells_of(factor: Fourier | Plane) -> FitCells:
    """t_c of each cell."""
    from flint import fmpz_mat

    cells = np.eye(factor.cells, dtype=np.int64)
    entries = factor.apply(cells) if isinstance(factor, Fourier) else factor.products(cells)
    power = RESOLUTION if isinstance(factor, Fourier) else plane.RESOLUTION
    table = entries[:, kept(factor)].astype(np.int64)
    doubles = table.astype(np.float64) * 2.0**-power
    return FitCells(fmpz_mat(table.tolist()), power, doubles, doubles @ doubles.T)


def large(factor: Fourier | Plane) -> NDArray[np.bool_]:
    """Which frequencies (or pairs of frequencies) a machine uses: those of weight at least 2^-10."""
    power = RESOLUTION if isinstance(factor, Fourier) else plane.NORM
    return np.asarray(np.asarray(factor.weights, dtype=np.float64) >= 2.0 ** (power - _LEAST))


def kept(factor: Fourier | Plane) -> NDArray[np.bool_]:
    """Which coordinates of a factor a machine uses."""
    there = large(factor)
    if isinstance(factor, Fourier):
        return np.concatenate([there, there[1:]])
    return np.concatenate([there[mask] for mask in plane.masks(factor.weights)])

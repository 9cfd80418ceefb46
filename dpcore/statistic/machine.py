r"""The coefficients of a kernel machine: the minimiser of a regularised loss over rows in cells, proven near enough.

A row in cell c with target y adds the loss l(y, <v, t_c>), where t_c are whitened coordinates of the cell with
|t_c| <= 1 (`dpcore.statistic.fourier`, `dpcore.statistic.plane`), without those that are nowhere above 2^-10: these
change the kernel by less than 1e-6 each. v* minimises

    J(v) = sum over rows of l(y, <v, t_c>)  +  (L / 2) |v|^2

for a public L. l is convex and smooth, and its derivative by the second argument is at most M in size:

* logistic   log(1 + exp(-y f)), y = -1 or 1.                                                   M = 1
* hinge      s log(1 + exp((1 - y f) / s)), s = 1/2: a smoothed hinge.                           M = 1
* huber      c^2 (sqrt(1 + ((f - y) / c)^2) - 1), c = 1/4: a smooth form of Huber's loss.         M = c

**Sensitivity** (Chaudhuri, Monteleoni & Sarwate 2011; Hall, Rinaldo & Wasserman 2013, section 4). J is L-strongly
convex, so that a change of its gradient by at most d moves v* by at most d / L. A row more or less changes the gradient
by at most M, hence v* by D = M / L, m rows by m D, and m rows in place of m others by 2 m D. By group, the moves of the
groups add up to at most that.

**Tolerance.** Nobody computes v* exactly. G = D / 2^20 is public, and on every table the solver goes on until a ball
around the gradient at v, computed in fixed point and ball arithmetic, proves |grad J(v)| <= L G, so that |v - v*| <= G.
Then v is rounded to multiples of G. Two neighbouring tables may be off in opposite ways, so that the distance of the
integers is at most 2^20 times the distance of v* over D, plus 2 + sqrt(K) for each group that changed, K coordinates.

**Termination.** A step is Newton's, halved until the norm of the gradient falls, which it does along it because J is
strongly convex. v is in units of 2^-96, far finer than what the proof needs. Work on all cells does not depend on where
rows are; the number of steps depends on the rows, between about five and thirty.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, final

import numpy as np

from dpcore.noise import ball
from dpcore.statistic import plane
from dpcore.statistic.base import Normed
from dpcore.statistic.fourier import RESOLUTION, Fourier
from dpcore.statistic.plane import Plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.sensitivity.relation import Neighbors

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

Loss = Literal["logistic", "hinge", "huber"]

FINE = 20
"""Coefficients are in units of D / 2^FINE."""
SMOOTH = Fraction(1, 2)
"""s of the smoothed hinge."""
ROBUST = Fraction(1, 4)
"""c of Huber's loss, of targets from -1 to 1."""
LIPSCHITZ: dict[Loss, Fraction] = {"logistic": Fraction(1), "hinge": Fraction(1), "huber": ROBUST}
"""M of each loss."""

_DIGITS = 96  # binary digits of a coefficient while it is computed
_FINER = 80  # binary digits of the pull of a cell
_PRECISION = 192
_LEAST = 10  # binary digits below 1 of the smallest coordinates that are kept
_HALVINGS = 60
_MOST = 2**33  # rows of one target in one cell, so that doubles can solve for a step
_QUICK = 60  # steps in doubles, which only prepare


@final
@dataclass(frozen=True, slots=True)
class Machine(Normed):
    """The coefficients of every group, in units of D / 2^FINE.

    factor: the coordinates of the cells. loss: of a row. targets: from -1 to 1; the aggregate has a count for each cell
    and target, or, if there are none, the rows and those with target 1, while the others have -1. strength: L, above 0.
    """

    factor: Fourier | Plane
    loss: Loss
    targets: tuple[Fraction, ...]
    strength: Fraction
    groups: tuple[int, ...] = ()
    neighbors: Neighbors = "add_remove"
    max_rows: int = 1

    @property
    def unit(self) -> Fraction:
        """G: one integer, in coefficients."""
        return Fraction(LIPSCHITZ[self.loss] / self.strength / 2**FINE)

    @property
    def coordinates(self) -> int:
        """K: the number of coefficients of a group."""
        return int(np.count_nonzero(kept(self.factor)))

    @property
    def public(self) -> bool:
        """Never: a row more or less, or with another target, moves the minimiser."""
        return False

    @property
    def tables(self) -> tuple[str, ...]:
        """The digest of the coordinates."""
        return (self.factor.digest,)

    @property
    def seconds(self) -> float:
        """About twice the measured time."""
        size, groups = self.factor.cells * self.coordinates, math.prod(self.groups)
        return groups * float(1.0 + 4e-3 * self.factor.cells + 1e-5 * size + 1e-8 * size * self.coordinates)

    def l2_sensitivity(self) -> int:
        """An upper bound of the L2 distance between neighbours; proof in the module docstring."""
        rows = self.max_rows * (1 if self.neighbors == "add_remove" else 2)
        changed = min(rows, math.prod(self.groups))
        return rows * (1 << FINE) + changed * (3 + math.isqrt(self.coordinates))

    def squared_l2_sensitivity(self) -> int:
        """Its square."""
        return self.l2_sensitivity() ** 2

    def l1_sensitivity(self) -> int:
        """An upper bound of the L1 distance: sqrt(K) times the L2 distance, for each group, by Cauchy and Schwarz."""
        return int(math.isqrt(self.coordinates - 1) + 1) * self.l2_sensitivity()

    def exact(self, aggregate: Integers) -> Integers:
        """The coefficients for exact counts, all groups in one row. Called only by `release`; never raises an error."""
        groups, scale = self._counts(np.asarray(aggregate)), Fraction(1, 2**_DIGITS) / self.unit
        found = [value * scale for counts in groups for value in _minimised(self, counts)]
        return np.array([[math.floor(value + Fraction(1, 2)) for value in found]], dtype=object)

    def _counts(self, aggregate: Integers) -> Integers:
        """Rows by group, target and cell; more than 2^33 count as so many, which moves neighbours no farther apart."""
        cells = self.factor.cells
        if not self.targets:
            rows, met = aggregate.astype(object).reshape(2, -1, cells)
            return np.asarray(np.minimum(np.stack([rows - met, met], axis=1), _MOST))
        return np.asarray(
            np.minimum(np.moveaxis(aggregate.astype(object).reshape(-1, cells, len(self.targets)), 1, 2), _MOST)
        )

    @property
    def labels(self) -> tuple[Fraction, ...]:
        """The targets in the order of `_counts`."""
        return self.targets or (Fraction(-1), Fraction(1))


def _minimised(machine: Machine, counts: Integers) -> list[int]:
    """v in units of 2^-96 with |grad J(v)| <= L G for certain. counts: shape (targets, cells)."""
    at = [int(value * 2.0**53) << _DIGITS - 53 for value in _prepared(machine, counts.astype(np.float64))]
    allowed = LIPSCHITZ[machine.loss] / 2**FINE
    gradient, norm = _gradient(machine, counts, at)
    while not norm <= allowed:
        step = _newton(machine, counts.astype(np.float64), at, gradient)
        for halving in range(_HALVINGS):
            pairs = zip(at, step, strict=True)
            moved = [value - (int(move * 2.0**64) << _DIGITS - 64 >> halving) for value, move in pairs]
            next_gradient, next_norm = _gradient(machine, counts, moved)
            if next_norm < norm:
                break
        at, gradient, norm = moved, next_gradient, next_norm
    return at


def _gradient(machine: Machine, counts: Integers, at: list[int]) -> tuple[Doubles, Fraction]:
    """The gradient at v, and an upper bound of its norm.

    Scores and the last sum are exact integers. The pull of each cell is a ball; its midpoint is rounded to units of
    2^-80, and by |t_c| <= 1 the gradient is off by no more than the sum over cells of its radius and this rounding.
    """
    from flint import arb, fmpz_mat

    table, power = _integers(machine.factor)
    scores = (table * fmpz_mat(len(at), 1, at)).entries()
    pulls, off = [], 0
    with ball.precision(_PRECISION):
        for place, score in enumerate(scores):
            pull = arb(0)
            for rows, target in zip(counts[:, place], machine.labels, strict=True):
                pull += int(rows) * _slope(machine.loss, ball.rational(target), arb(score) / 2 ** (_DIGITS + power))
            pulls.append(_whole(pull.mid() * 2**_FINER))
            off += _whole((pull.rad() * 2**_FINER).upper()) + 2
    top, bottom = machine.strength.numerator, machine.strength.denominator
    moved = (table.transpose() * fmpz_mat(len(pulls), 1, pulls)).entries()
    pairs = zip(moved, at, strict=True)
    exact = [(int(one) << _DIGITS - _FINER) * bottom + (top * value << power) for one, value in pairs]
    unit = bottom << _DIGITS + power
    norm = Fraction(math.isqrt(sum(value * value for value in exact)) + 1, unit) + Fraction(off, 2**_FINER)
    return np.array([float(Fraction(value, unit)) for value in exact]), norm


def _whole(value: Any) -> int:
    """The floor of an exact ball."""
    found: Any = value.floor().unique_fmpz()
    return int(found)


def _slope(loss: Loss, target: Any, score: Any) -> Any:
    """The derivative of the loss by the score, as a ball."""
    if loss == "huber":
        away = score - target
        return away / (1 + (away / ball.rational(ROBUST)) ** 2).sqrt()
    pull = -target * score if loss == "logistic" else (1 - target * score) / ball.rational(SMOOTH)
    return -target / (1 + (-pull).exp())


def _newton(machine: Machine, counts: Doubles, at: list[int], gradient: Doubles) -> Doubles:
    """The step H^-1 g in doubles."""
    v = np.array([math.ldexp(float(value), -_DIGITS) for value in at])
    table = _doubles(machine.factor)
    _, bend = _derivatives(machine, counts, table @ v)
    return _solved(table, bend, float(machine.strength), gradient)


def _solved(table: Doubles, bend: Doubles, strength: float, gradient: Doubles) -> Doubles:
    hessian = (table * bend[:, None]).T @ table + strength * np.eye(table.shape[1])
    return np.asarray(np.linalg.solve(hessian, gradient), dtype=np.float64)


def _prepared(machine: Machine, counts: Doubles) -> Doubles:
    """About v*, by Newton's method in doubles: a start that proves nothing."""
    table, strength = _doubles(machine.factor), float(machine.strength)
    v, best = np.zeros(table.shape[1]), math.inf
    for _ in range(_QUICK):
        slope, bend = _derivatives(machine, counts, table @ v)
        gradient = table.T @ slope + strength * v
        size = float(np.linalg.norm(gradient))
        if not size < best * 0.999 or not np.isfinite(size):
            break
        best, kept = size, v
        step = _solved(table, bend, strength, gradient)
        for halving in range(_HALVINGS):
            v = kept - step / 2**halving
            slope, _ = _derivatives(machine, counts, table @ v)
            if float(np.linalg.norm(table.T @ slope + strength * v)) < size:
                break
    return kept if best < math.inf else np.zeros(table.shape[1])


def _derivatives(machine: Machine, counts: Doubles, scores: Doubles) -> tuple[Doubles, Doubles]:
    """The first and the second derivative of the loss of all rows in each cell, by its score."""
    slope, bend = np.zeros((2, len(scores)))
    for rows, target in zip(counts, map(float, machine.labels), strict=True):
        if machine.loss == "huber":
            away = scores - target
            root = np.sqrt(1 + np.square(away / float(ROBUST)))
            slope += rows * away / root
            bend += rows / root**3
            continue
        scale = 1.0 if machine.loss == "logistic" else float(SMOOTH)
        pull = -target * scores if machine.loss == "logistic" else (1 - target * scores) / scale
        share = 0.5 * (1 + np.tanh(pull / 2))
        slope -= rows * target * share
        bend += rows * target**2 * share * (1 - share) / scale
    return slope, bend


@lru_cache(maxsize=4)
def _table(factor: Fourier | Plane) -> tuple[Integers, int]:
    """t_c of each cell as integers, shape (cells, K), and the power of two of their unit."""
    return _columns(factor)[:, kept(factor)], _power(factor)


@lru_cache(maxsize=16)
def kept(factor: Fourier | Plane) -> NDArray[np.bool_]:
    """Which coordinates of a factor the machine has."""
    return np.asarray(np.abs(_columns(factor)).max(axis=0) >= 1 << _power(factor) - _LEAST, dtype=np.bool_)


def _power(factor: Fourier | Plane) -> int:
    return RESOLUTION if isinstance(factor, Fourier) else plane.RESOLUTION


@lru_cache(maxsize=4)
def _doubles(factor: Fourier | Plane) -> Doubles:
    """t_c in doubles."""
    table, power = _table(factor)
    return np.asarray(table.astype(np.float64) * 2.0**-power)


@lru_cache(maxsize=2)
def _integers(factor: Fourier | Plane) -> tuple[Any, int]:
    """t_c exactly."""
    from flint import fmpz_mat

    table, power = _table(factor)
    return fmpz_mat([[int(entry) for entry in row] for row in table]), power


def _columns(factor: Fourier | Plane) -> Integers:
    """All coordinates of each cell, as exact integers."""
    cells = np.eye(factor.cells, dtype=np.int64)
    return factor.apply(cells) if isinstance(factor, Fourier) else factor.products(cells)

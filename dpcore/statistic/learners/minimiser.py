r"""The minimiser of a regularised convex loss over rows in cells, to a proven distance.

    J(v) = sum over cells c and targets y of n_cy l(y, <v, t_c>)  +  (L / 2) |v|^2,        |t_c| <= 1

with a convex loss l whose second derivative by the score is at most B. J is L-strongly convex and its gradient is
Lipschitz with the constant S = L + B sum n_cy, so that |v - v*| <= |grad J(v)| / L (Nesterov 2004, section 2.1).

**Proof of the end.** v is a vector of exact integers in units of 2^-96. Its scores are exact; the losses and their
derivatives are balls that contain the true numbers. `found` returns v only when a bound of |grad J(v)| from these balls
is at most the allowed one.

**Steps.** Doubles prepare a start and propose directions; both may be wrong without harm. A step must lower J by a
ten-thousandth of what its slope promises (Armijo 1966). Tried are Newton's, whole and in parts down to an eighth; that
of a quadratic above J, which lowers it far from v* too, where Newton's goes astray (Boehning & Lindsay 1988; Jaakkola &
Jordan 2000); both if g p >= |g|^2 / (2 S); and g / S, which always does. So each step lowers J by at least
6e-6 |g|^2 / S, and J - J* to 1 - 1e-5 L / S of itself or less: a public number of them suffices on every table. From a
prepared start one or two are usual.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.noise import ball
from dpcore.statistic.learners.objective import ROBUST, SMOOTH, Loss, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]


DIGITS = 96
"""Binary digits of a coordinate of v."""

_FINER = 80  # binary digits of the pull of a cell
_PRECISION = 256
_ENOUGH = 1e-4
_PARTS = (1.0, 0.5, 0.25, 0.125)
_PREPARED = 100  # steps in doubles at most; their last ones are stopped by rounding


@final
@dataclass(frozen=True, slots=True)
class _At:
    """J at v: nearly exactly, its gradient in doubles, and an upper bound of the gradient's norm."""

    value: Any
    gradient: Doubles
    norm: Fraction


def found(problem: Problem, allowed: Fraction) -> list[int]:
    """v in units of 2^-96 with |grad J(v)| <= allowed for certain."""
    with np.errstate(all="ignore"):  # a warning would tell of the rows; what doubles get wrong is checked
        v = _fixed(_prepared(problem))
        here = at(problem, v)
        while not here.norm <= allowed:
            v, here = _lower(problem, v, here)
    return v


def _lower(problem: Problem, v: list[int], here: _At) -> tuple[list[int], _At]:
    """A step after which J is smaller."""
    for step in _steps(problem, _double(v), here.gradient):
        moved = [value - move for value, move in zip(v, _fixed(step), strict=True)]
        there = at(problem, moved)
        with ball.precision(_PRECISION):
            if there.value <= here.value - _ENOUGH * float(step @ here.gradient):
                break
    return moved, there


def at(problem: Problem, v: list[int]) -> _At:
    """J at v.

    Scores and the last sum are exact integers. The pull of each cell is a ball; its midpoint is rounded to units of
    2^-80, and by |t_c| <= 1 the gradient is off by no more than the sum over cells of its radius and this rounding.
    """
    from flint import arb, fmpz_mat

    cells, labels = problem.cells, problem.labels
    scores = (cells.exact * fmpz_mat(len(v), 1, v)).entries()
    top, bottom = problem.strength.numerator, problem.strength.denominator
    pulls, off = [], 0
    with ball.precision(_PRECISION):
        targets = [ball.rational(target) for target in labels]
        value = arb(sum(value_ * value_ for value_ in v) * top) / (2 * bottom << 2 * DIGITS)
        for place, score in enumerate(scores):
            f, pull = arb(score) / 2 ** (DIGITS + cells.power), arb(0)
            for rows, target in zip(problem.counts[:, place], targets, strict=True):
                loss, slope = _loss(problem.loss, target, f)
                value += int(rows) * loss
                pull += int(rows) * slope
            pulls.append(_floor(pull.mid() * 2**_FINER))
            off += _floor((pull.rad() * 2**_FINER).upper()) + 2
        value = value.mid()
    moved = (cells.exact.transpose() * fmpz_mat(len(pulls), 1, pulls)).entries()
    pairs = zip(moved, v, strict=True)
    exact = [(int(entry) << DIGITS - _FINER) * bottom + (top * value_ << cells.power) for entry, value_ in pairs]
    unit = bottom << DIGITS + cells.power
    norm = Fraction(math.isqrt(sum(entry * entry for entry in exact)) + 1, unit) + Fraction(off, 2**_FINER)
    return _At(value, np.array([float(Fraction(entry, unit)) for entry in exact]), norm)


def _loss(loss: Loss, target: Any, score: Any) -> tuple[Any, Any]:
    """The loss of a row and its derivative by the score, as balls."""
    if loss == "squares":
        away = score - target
        return away * away / 2, away
    if loss == "huber":
        away, c = score - target, ball.rational(ROBUST)
        root = (1 + (away / c) ** 2).sqrt()
        return c * c * (root - 1), away / root
    scale = 1 if loss == "logistic" else ball.rational(SMOOTH)
    pull = -target * score if loss == "logistic" else (1 - target * score) / scale
    less = (-pull).exp()
    return scale * (pull + (1 + less).log()), -target / (1 + less)


def _floor(value: Any) -> int:
    """The floor of an exact ball."""
    whole: Any = value.floor().unique_fmpz()
    return int(whole)


def _fixed(values: Doubles) -> list[int]:
    """Doubles in units of 2^-96."""
    return [int(math.ldexp(value, DIGITS)) for value in values.tolist()]


def _double(v: list[int]) -> Doubles:
    return np.array([math.ldexp(float(value), -DIGITS) for value in v])


def _prepared(problem: Problem) -> Doubles:
    """About v*, in doubles: a start that proves nothing."""
    v = np.zeros(problem.cells.doubles.shape[1])
    value, gradient = _in_doubles(problem, v)
    for _ in range(_PREPARED):
        moved = [v - step for step in _steps(problem, v, gradient)]
        found = [(*_in_doubles(problem, point), point) for point in moved]
        there, turned, best = min(found, key=lambda each: each[0])
        if not there < value:
            break
        v, value, gradient = best, there, turned
    return v


def _steps(problem: Problem, v: Doubles, gradient: Doubles) -> Iterator[Doubles]:
    """Newton's step and parts of it, that of a quadratic above J, and g / S; none that is not of descent."""
    cells, strength = problem.cells, float(problem.strength)
    least = float(gradient @ gradient) / (2 * problem.smoothness)
    _, _, bend, above = _derivatives(problem, cells.doubles @ v)
    for curvature, parts in ((bend, _PARTS), (above, (1.0,))):
        try:
            step = _solved(cells.doubles, cells.kernel, curvature, strength, gradient)
        except np.linalg.LinAlgError:
            continue
        if float(step @ gradient) >= least and np.isfinite(step).all():
            yield from (step * part for part in parts)
    yield np.asarray(gradient / problem.smoothness)


def _solved(table: Doubles, kernel: Doubles, bend: Doubles, strength: float, gradient: Doubles) -> Doubles:
    """(T' B T + L)^-1 g; where there are fewer cells than coordinates, by the identity of Woodbury."""
    if len(table) >= table.shape[1]:
        hessian = (table * bend[:, None]).T @ table + strength * np.eye(table.shape[1])
        return np.asarray(np.linalg.solve(hessian, gradient), dtype=np.float64)
    root = np.sqrt(bend)
    inner = root[:, None] * kernel * root + strength * np.eye(len(table))
    return np.asarray((gradient - table.T @ (root * np.linalg.solve(inner, root * (table @ gradient)))) / strength)


def _in_doubles(problem: Problem, v: Doubles) -> tuple[float, Doubles]:
    """J and its gradient in doubles."""
    table, strength = problem.cells.doubles, float(problem.strength)
    value, slope, *_ = _derivatives(problem, table @ v)
    return value + strength / 2 * float(v @ v), table.T @ slope + strength * v


def _derivatives(problem: Problem, scores: Doubles) -> tuple[float, Doubles, Doubles, Doubles]:
    """The loss of all rows, and by the score of each cell its derivatives and the curvature of a parabola above it."""
    value, (slope, bend, above) = 0.0, np.zeros((3, len(scores)))
    for rows, target in zip(problem.counts.astype(np.float64), map(float, problem.labels), strict=True):
        if problem.loss in ("huber", "squares"):
            away = scores - target
            root = np.sqrt(1 + np.square(away / float(ROBUST))) if problem.loss == "huber" else np.ones(len(away))
            value += float(rows @ (np.square(away) / (1 + root)))
            slope += rows * away / root
            bend += rows / root**3
            above += rows / root
            continue
        scale = 1.0 if problem.loss == "logistic" else float(SMOOTH)
        pull = -target * scores if problem.loss == "logistic" else (1 - target * scores) / scale
        share = 0.5 * (1 + np.tanh(pull / 2))
        value += scale * float(rows @ np.logaddexp(0.0, pull))
        slope -= rows * target * share
        bend += rows * target**2 * share * (1 - share) / scale
        near = np.abs(pull) < 1e-4
        above += rows * target**2 / scale * np.where(near, 0.25, np.tanh(pull / 2) / (2 * np.where(near, 1.0, pull)))
    return value, slope, bend, above

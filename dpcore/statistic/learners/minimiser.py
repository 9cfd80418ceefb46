r"""The minimiser of a regularised convex loss over rows in cells, to a proven distance.

    J(v) = sum over cells c and targets y of n_cy l(y, <v, t_c>)  +  (L / 2) |v|^2,        |t_c| <= 1

with a convex loss l whose second derivative by the score is at most B. J is L-strongly convex and its gradient is
Lipschitz with the constant S = L + B sum n_cy, so that |v - v*| <= |grad J(v)| / L (Nesterov 2004, section 2.1).

**Certificate.** v is a vector of exact integers in units of 2^-96. Its scores are exact; the losses and their
derivatives are balls that contain the true numbers. `found` returns v only when a bound of |grad J(v)| from these balls
is at most the allowed one.

**Steps.** The start and the directions are computed in doubles; errors in them do not affect the certificate. A step is
accepted if it lowers J by at least a ten-thousandth of the decrease that its slope predicts (Armijo 1966). The steps
tried are Newton's, in full and in fractions down to an eighth; the step of a quadratic upper bound of J, which lowers J
also far from v*, where Newton's step may not (Boehning & Lindsay 1988; Jaakkola & Jordan 2000); both only if
g p >= |g|^2 / (2 S); and g / S, which is always accepted. So each step lowers J by at least 6e-6 |g|^2 / S and
multiplies J - J* by at most 1 - 1e-5 L / S: a public number of steps suffices on every table. From a prepared start one
or two steps are usual.
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

_FINER = 80  # binary digits of the derivative of a cell's loss
_PRECISION = 256
_ENOUGH = 1e-4
_PARTS = (1.0, 0.5, 0.25, 0.125)
_PREPARED = 100  # steps in doubles at most; their last ones are stopped by rounding


@final
@dataclass(frozen=True, slots=True)
class _At:
    """J at v, almost exact; its gradient in doubles; and an upper bound of the gradient's norm."""

    value: Any
    gradient: Doubles
    norm: Fraction


def found(problem: Problem, allowed: Fraction) -> list[int]:
    """v in units of 2^-96 with |grad J(v)| <= allowed for certain."""
    with np.errstate(all="ignore"):  # a warning would reveal rows; results of doubles are checked
        v = _fixed(_prepared(problem))
        start = at(problem, v)
        while not start.norm <= allowed:
            v, start = _lower(problem, v, start)
    return v


def _lower(problem: Problem, v: list[int], start: _At) -> tuple[list[int], _At]:
    """A step from v after which J is smaller."""
    for step in _steps(problem, _double(v), start.gradient):
        moved = [value - move for value, move in zip(v, _fixed(step), strict=True)]
        end = at(problem, moved)
        with ball.precision(_PRECISION):
            if end.value <= start.value - _ENOUGH * float(step @ start.gradient):
                break
    return moved, end


def at(problem: Problem, v: list[int]) -> _At:
    """J at v.

    Scores and the last sum are exact integers. The derivative of each cell's loss by its score is a ball; its midpoint
    is rounded to units of 2^-80. As |t_c| <= 1, the error of the gradient is at most the sum over cells of the ball's
    radius and this rounding.
    """
    from flint import arb, fmpz_mat

    cells, labels = problem.cells, problem.labels
    scores = (cells.exact * fmpz_mat(len(v), 1, v)).entries()
    top, bottom = problem.strength.numerator, problem.strength.denominator
    slopes, off = [], 0
    with ball.precision(_PRECISION):
        targets = [ball.rational(target) for target in labels]
        value = arb(sum(value_ * value_ for value_ in v) * top) / (2 * bottom << 2 * DIGITS)
        for place, score in enumerate(scores):
            f, total = arb(score) / 2 ** (DIGITS + cells.power), arb(0)
            for rows, target in zip(problem.counts[:, place], targets, strict=True):
                loss, slope = _loss(problem.loss, target, f)
                value += int(rows) * loss
                total += int(rows) * slope
            slopes.append(_floor(total.mid() * 2**_FINER))
            off += _floor((total.rad() * 2**_FINER).upper()) + 2
        value = value.mid()
    moved = (cells.exact.transpose() * fmpz_mat(len(slopes), 1, slopes)).entries()
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
    """An approximation of v* in doubles, not certified."""
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
    """Newton's step and fractions of it, the step of a quadratic upper bound of J, and g / S; only descent steps."""
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
    """(T' B T + L)^-1 g; by the Woodbury identity where there are fewer cells than coordinates."""
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
    """The loss of all rows; for each cell two derivatives by the score, and the curvature of a parabola above it."""
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

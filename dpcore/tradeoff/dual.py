r"""f from delta alone: f(alpha) = sup_x 1 - delta(x) - e^x alpha, which is concave in t = e^x.

Nine thresholds around the best one are evaluated. The largest lower value is a lower bound; between two neighbours a
concave function lies below both secants through the adjacent pairs, which gives an upper bound. Both bounds are
certified for any thresholds; if these are close to the optimum, the bracket is as narrow as that of delta.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array, Pair

MOVES = np.array([-8.0, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 8.0])
ROUNDS = 24
# The number of thresholds tried if no interior maximum is found.
_TRIED = 16


# (thresholds in rows, index of each row) -> (t, lower, upper) of functions that are concave in t
Values = Callable[[Array, NDArray[np.int64]], tuple[Array, Array, Array]]


def between(delta: Callable[[Array], Pair], alpha: Array, x: Array, least: float, rounds: int = ROUNDS) -> Pair:
    """(lower, upper) of f at alpha in (0, 1), from guesses x of the thresholds; `least` is the final spacing."""

    def values(at: Array, index: NDArray[np.int64]) -> tuple[Array, Array, Array]:
        below, above = (side.reshape(at.shape) for side in delta(at.ravel()))
        grown = np.exp(np.clip(at, -700.0, 700.0))
        line = grown * alpha[index][:, None]
        lost = 4.0 * UNIT * (1.0 + line)
        return grown, 1.0 - above - line - lost, 1.0 - below - line + lost

    low, high = highest(values, x, least, rounds)
    if (rows := np.flatnonzero(~np.isfinite(high))).size:
        high[rows] = _faint(values, x[rows], rows)
    return np.maximum(low, 0.0), np.minimum(high, 1.0)


def _faint(values: Values, x: Array, rows: NDArray[np.int64]) -> Array:
    """Upper bound of f if its maximum is hidden by the rounding of delta.

    The function is 0 at t = 0. Beyond a point where it is at most 0 it stays at most 0, and before that point it lies
    below the line through that point and the next.
    """
    first = np.linspace(np.minimum(x, -1.0), np.zeros_like(x), _TRIED, axis=1)
    t, worst, best = values(np.concatenate((first, first + 1.0), axis=1), rows)
    (near, far), (_, under), (over, _) = (np.split(side, 2, axis=1) for side in (t, worst, best))
    gap = np.where(far > near, far - near, 1.0)
    top = over + np.maximum(over - under, 0.0) * near / gap * (1.0 + 8.0 * UNIT) + 8.0 * UNIT * np.abs(over)
    return np.asarray(np.where((over <= 0.0) & (far > near), np.maximum(top, 0.0), 1.0).min(axis=1))


def highest(values: Values, x: Array, least: float, rounds: int = ROUNDS) -> Pair:
    """(lower, upper) of the maximum of each function, from guesses x of its position; inf if no bound was found."""
    x, low, high = x.copy(), np.full_like(x, -np.inf), np.full_like(x, np.inf)
    apart, todo = np.full_like(x, least), np.arange(len(x))
    for _ in range(rounds):
        at = x[todo][:, None] + apart[todo][:, None] * MOVES
        t, worst, best = values(at, todo)
        reached = _summit(t, worst, best)
        low[todo], high[todo] = np.maximum(low[todo], worst.max(axis=1)), np.minimum(high[todo], reached)
        x[todo] = at[np.arange(len(at)), np.argmax(worst, axis=1)]
        closed = np.isfinite(reached)
        over = closed & (apart[todo] <= least)
        # wider until the maximum is bracketed, then narrower
        apart[todo] = np.where(closed, np.maximum(0.25 * apart[todo], least), 3.0 * apart[todo])
        todo = todo[~over]
        if not len(todo):
            break
    return low, high


def _summit(t: Array, worst: Array, best: Array) -> Array:
    """Upper bound of a concave function with these (lower, upper) values at t in rows; inf if it is not bracketed.

    Between two points the function lies below both secants through the adjacent pairs; where it certainly decreases
    away from the points it is lower.
    """
    closed = (best[:, 1] < worst[:, 2]) & (best[:, -2] < worst[:, -3])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        slope = (best[:, 1:] - worst[:, :-1]) / (t[:, 1:] - t[:, :-1])
        fall = (worst[:, 1:] - best[:, :-1]) / (t[:, 1:] - t[:, :-1])
        # in the interval from i to i + 1: from the left with at most slope[i - 1], from the right with fall[i + 1]
        left, right, width = best[:, 1:-2], best[:, 2:-1], t[:, 2:-1] - t[:, 1:-2]
        rise, drop = slope[:, :-2], fall[:, 2:]
        meet = np.clip((right - left - drop * width) / (rise - drop), 0.0, width)
        peak = np.where(rise > 0.0, left + rise * meet, left)
        other = np.where(drop < 0.0, right - drop * (width - meet), right)
        top = np.maximum(np.maximum(left, right), np.minimum(peak, other)).max(axis=1)
        closed &= np.isfinite(top) & np.all(np.diff(t, axis=1) > 0.0, axis=1)
    return np.where(closed, top, np.inf)

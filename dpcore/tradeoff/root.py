"""Conservative root finding: an approximate root is moved until the certified bounds of the curve accept it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dpcore import special
from dpcore.tradeoff.argument import Array

Reading = Callable[[Array], tuple[Array, Array]]

# Steps double, so this many suffice for the whole range of doubles.
_STEPS = 120


def settle(reading: Reading, guess: Array, delta: Array, scale: float) -> tuple[Array, Array]:
    """(lower, upper) of the smallest epsilon >= 0 with delta(epsilon) <= delta, from a guess of it.

    Each entry may belong to another curve. The result depends only on `reading`, the certified (lower, upper) of delta,
    at the two ends; the guess may be wrong. scale: the order of magnitude of epsilon, for the first step.
    """
    # If the guess is exact, the bounds usually certify both sides at a distance of eight roundings.
    upper, lower, step = guess.copy(), guess.copy(), 2.0**-49 * np.maximum(guess, scale)
    low, high = reading(guess)
    for _ in range(_STEPS):
        bad, unproved = high > delta, (lower > 0.0) & ~(low > delta)
        if not (bad.any() or unproved.any()):
            break
        upper, lower = np.where(bad, upper + step, upper), np.where(unproved, np.maximum(lower - step, 0.0), lower)
        step = 2.0 * step
        high, low = reading(upper)[1], reading(lower)[0]
    bad = high > delta
    lower = np.where((lower > 0.0) & ~(low > delta), 0.0, lower)
    return lower, np.where(bad, np.inf, upper)


def bisect(reading: Reading, delta: Array, end: float) -> Array:
    """An approximation of epsilon(delta) in [0, end]."""
    low, high = np.zeros_like(delta), np.full_like(delta, end)
    for _ in range(70):
        middle = 0.5 * (low + high)
        inside = reading(middle)[1] <= delta
        low, high = np.where(inside, low, middle), np.where(inside, middle, high)
    return np.where(reading(np.zeros_like(delta))[1] <= delta, 0.0, high)


def invert(reading: Reading, alpha: Array) -> tuple[Array, Array]:
    """(lower, upper) of f^-1(alpha) = inf{b: f(b) <= alpha} from bounds of f: by bisection of Phi^-1(b)."""
    half = len(alpha)
    low, high = np.full(2 * half, -38.4), np.full(2 * half, 8.3)
    for _ in range(64):
        middle = 0.5 * (low + high)
        bounds = reading(special.ndtr(middle))
        # first half: the root is certainly to the right of the middle; second half: not certainly to its left
        beyond = np.concatenate((bounds[0][:half] >= alpha, bounds[1][half:] > alpha))
        low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
    scores = low[:half], high[half:]
    # `ndtr` is the same function here and above, so its rounding does not matter.
    lower = np.where(scores[0] <= -38.4, 0.0, special.ndtr(scores[0]))
    upper = np.where(scores[1] >= 8.3, 1.0, special.ndtr(scores[1]))
    return np.where(alpha == 1.0, 0.0, lower), np.where(alpha == 1.0, 0.0, upper)

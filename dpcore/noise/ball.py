"""Rigorous real arithmetic: every value is a ball guaranteed to contain the true number (Arb, in python-flint).

The working precision is one setting of the whole process. At any precision a ball contains the true number; only its
radius changes. So a race between threads may cost time, but never gives a wrong answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import arb

_lock = threading.RLock()


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work with `bits` bits; one thread at a time."""
    from flint import ctx

    with _lock:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = before


@contextmanager
def extra(bits: int) -> Iterator[None]:
    """Work with `bits` additional bits, for a formula with known cancellation."""
    from flint import ctx

    with precision(ctx.prec + max(0, bits)):
        yield


def rational(value: Fraction | float) -> arb:
    """The exact value of a fraction or a double, to the working precision."""
    from flint import arb, fmpq

    numerator, denominator = value.as_integer_ratio()
    return arb(fmpq(numerator, denominator))


def dyadic(low: int, bits: int) -> arb:
    """The ball [low, low + 1] / 2^bits."""
    from flint import arb

    return arb((2 * low + 1, -bits - 1), arb((1, -bits - 1)))


def solve(survival: Callable[[arb], arb], density: Callable[[arb], arb], start: float, target: arb) -> arb:
    """A ball that contains every z >= 0 with `survival(z)` in `target`; nan where it cannot be certified.

    `survival` decreases from 1, with derivative -2 * `density`. Newton's method (on logarithms in the tail, where a
    power law is a straight line) only gives a starting guess. The returned ball is certified: `survival` is provably
    above the target at its low end and below it at its high end.
    """
    from flint import arb

    guess = _newton(survival, density, arb(start), target)
    distance = abs((survival(guess) - target) / density(guess)).upper()
    for _ in range(4):
        low, high = (guess - distance).lower(), (guess + distance).upper()
        if (low <= 0 or survival(low) > target) and survival(high) < target:
            return low.union(high)
        distance = 16 * distance + _tiny() * (1 + guess)
    return arb.nan()


def _newton(survival: Callable[[arb], arb], density: Callable[[arb], arb], z: arb, target: arb) -> arb:
    goal = target.mid()
    close = _tiny().sqrt()
    for _ in range(100):
        value, slope = survival(z), 2 * density(z)
        if value < 0.5:
            moved = (z * ((value / goal).log() * value / (slope * z)).exp()).mid()
        else:
            moved = (z + (value - goal) / slope).mid()
        step, z = abs(moved - z), moved
        if not step.is_finite() or step < close * (1 + z):
            break
    return z


def _tiny() -> arb:
    from flint import arb, ctx

    return arb((1, -ctx.prec))

"""The interface of a noise distribution ("law"), and what is derived from it.

A law is the distribution of a symmetric real random variable Z. It provides the inverse T of the two-sided tail
probability, P(|Z| > T(t)) = t for t in (0, 1], in two ways: fast, in doubles with an error margin, and rigorously, in
ball arithmetic. A draw at `scale` s is

    sign * floor(s * T(t) + offset),    t uniform, both signs equally likely.

With offset 1/2 this is round(s * Z): symmetric, and ties have probability 0. DiscreteLaplace has its own offset.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpcore.noise import ball
from dpcore.number import real

if TYPE_CHECKING:
    from flint import arb

Doubles = NDArray[np.float64]

SHORT = 2.0**-13
"""Below this tail probability 63 random bits have too few significant bits; the sampler draws more."""

UNIT = 2.0**-46
"""The unit of error margins, 2^7 roundings: tail probabilities are accurate to 2^-49, functions to about 2^-50.

The tests compare every law with ball arithmetic over its domain: no error reaches a quarter of its margin.
"""

LARGEST = 2.0**62
_ROUNDING = 2.0**-50  # rounding error of adding an offset of at most 1/2 and of both ends
_ENOUGH = 4096  # bits of precision after which a value that cannot be told from an integer counts as a tie


class Law(ABC):
    """A symmetric noise law of unit scale; subclasses are final frozen dataclasses."""

    __slots__ = ()

    @abstractmethod
    def bracket(self, tail: Doubles) -> tuple[Doubles, Doubles]:
        """`(z, margin)` with |T(t) - z| <= margin - 2^-50 (1 + z) for every real t within 2^-49 (relative) of `tail`.

        Arrays of any shape; tails in [2^-60, 1]. The term 2^-50 (1 + z) is reserved for rounding errors of `floors`.
        """

    @abstractmethod
    def ball(self, tail: arb) -> arb:
        """A ball that contains T(t) for every t in the ball `tail`; it may be infinite or nan."""

    @abstractmethod
    def deviation(self) -> float:
        """The standard deviation of Z; inf if it is not finite."""

    def offset(self, scale: float) -> float:
        """The offset added before rounding down, accurate to 2^-52."""
        return 0.5

    def offset_ball(self, scale: Fraction) -> arb:
        """`offset` as a ball."""
        return ball.rational(0.5)

    def std(self, scale: float | Fraction) -> float:
        """The standard deviation of scale * Z, before rounding (rounding adds about 1/12 to the variance)."""
        return float(_scale(self, scale)) * self.deviation()

    def quantile(self, level: float) -> float:
        """The q with P(|Z| <= q) = level, in doubles; level in (0, 1)."""
        return float(self.bracket(np.array([1.0 - _level(self, level)]))[0][0])

    def half_width(self, scale: float | Fraction, level: float) -> int:
        """The smallest integer h with P(|X| <= h) >= level, for X = `draw(self, scale, 1)`; level in (0, 1).

        |X| > h means s T(t) + offset >= h + 1. So h is the magnitude drawn at tail t = 1 - level, or one less at a tie.
        """
        exact, confidence = _scale(self, scale), _level(self, level)
        low, high = self.floors(np.array([1.0 - confidence]), float(exact))
        if low[0] == high[0] < LARGEST:
            return int(high[0])
        bits = 128 + exact.numerator.bit_length()
        while True:
            with ball.precision(bits):
                value = self.value(1 - ball.rational(confidence), exact)
                whole = value.floor().unique_fmpz()
                if whole is not None:
                    return max(0, int(whole) - bool(value.is_exact() and value.is_integer()))
                tie = (value + 0.5).floor().unique_fmpz()
                if tie is not None and bits > _ENOUGH + exact.numerator.bit_length():
                    return max(0, int(tie) - 1)
            bits *= 2

    def floors(self, tail: Doubles, scale: float) -> tuple[Doubles, Doubles]:
        """A lower and an upper bound of floor(s T(t) + offset), as doubles; if equal and below 2^62, its exact value.

        The bounds hold for every real s within 2^-53 and t within 2^-49 (relative) of the given doubles.
        """
        with np.errstate(all="ignore"):
            value, margin = self.bracket(tail)
            value = value * scale
            value += self.offset(scale)
            margin *= scale
            margin += _ROUNDING
            high = value + margin
            value -= margin
            return np.maximum(np.floor(value, out=value), 0.0, out=value), np.floor(high, out=high)

    def value(self, tail: arb, scale: Fraction) -> arb:
        """A ball that contains s T(t) + offset for every t of the ball `tail`."""
        return (ball.rational(scale) * self.ball(tail) + self.offset_ball(scale)).nonnegative_part()

    def settle(self, low: int, bits: int, scale: Fraction) -> int | None:
        """floor(s T(t) + offset) if it is the same for all t in [low, low + 1] / 2^bits, else None."""
        with ball.precision(bits + 64 + scale.numerator.bit_length()):
            value = self.value(ball.dyadic(low, bits), scale)
            whole = value.floor().unique_fmpz() if value.is_finite() else None
        return None if whole is None else int(whole)


def rational_scale(value: object, name: str) -> Fraction:
    """A positive scale as an exact fraction; a float stands for its binary value. Raises DpError."""
    number = real(value, name, above=0.0, hint="The scale is in grid units, above 0.")
    if hasattr(value, "__index__"):
        return Fraction(value.__index__())
    return Fraction(value) if isinstance(value, Fraction | Decimal) else Fraction(number)


def _scale(law: Law, scale: object) -> Fraction:
    return rational_scale(scale, f"`scale` of `{type(law).__name__}`")


def _level(law: Law, level: object) -> float:
    return real(level, f"`level` of `{type(law).__name__}`", above=0.0, below=1.0, hint="0.95 is usual.")

"""S* rounded up to a public sequence of scales, as an exact integer.

The scales s_0 < s_1 < … are exact and public: s_0 is the floor, s_{j+1} <= e^{beta/p} s_j for p parts, and the last is
the largest possible sensitivity. Let c(A) be the smallest c with s_c >= A: one fixed, nondecreasing integer function.
For integers A^(0) <= A^(1) <= … of a table let

    j = max(0, max_k (c(A^(k)) - p k)).

* s_j >= A^(0), so s_j is an upper bound of the local sensitivity: j >= c(A^(0)).
* j <= j' + p for neighbours: A^(k) <= A'^(k+1), so c(A^(k)) - p k <= (c(A'^(k+1)) - p (k + 1)) + p. Hence s_j <= e^beta
  s_{j'}: the bound is beta-smooth. This holds in exact integers; S* rounded in doubles could differ by more.
* Only k < c(top) / p matter: c(A^(k)) <= c(top), so c(A^(k)) - p k <= 0 for larger k. The limit c(top) / p is public.

Up to the rounding of the sequence (2^-30 of a step) s_j is max(floor, S*) rounded up to floor e^{beta j / p}: by half
of beta / p on average.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dpcore.errors import DpError
from dpcore.noise import ball
from dpcore.number import shown

_FINE = 30  # bits after the point of a scale
_RATIO = 64  # bits after the point of e^beta
MOST_SCALES = 2**16
"""The largest number of scales divided by p; it also bounds the length of a window of order statistics."""
PARTS = 8
"""p: scales are e^{beta/8} apart, so that S* is rounded up by about 1 % at epsilon 1."""


@final
@dataclass(frozen=True, slots=True)
class Ladder:
    """A public sequence of scales in grid steps.

    floor: the smallest scale, at least 1. top: the largest possible sensitivity, an integer up to 2^60. beta: above 0.
    parts: p; 1 in records of earlier versions. Raises DpError.
    """

    floor: int
    top: int
    beta: Fraction
    parts: int = 1

    def __post_init__(self) -> None:
        sizes = self.floor >= 1 and 1 <= self.top <= 2**60 and 1 <= self.parts <= PARTS
        if not (sizes and 0 < self.beta <= 1000):
            raise DpError(
                "A floor of {floor} grid steps and beta = {beta} do not make scales for smooth sensitivity.",
                "The floor is at least one step, and beta is above 0 and at most 1000.",
                floor=shown(self.floor),
                beta=shown(self.beta),
            )
        if self.reach >= MOST_SCALES:
            raise DpError(
                "Smooth sensitivity would need more than {most_scales} scales.",
                "Use a higher price, or a method without smooth sensitivity.",
                most_scales=MOST_SCALES,
            )

    @property
    def reach(self) -> int:
        """The number of k that can determine j, c(top) / p rounded up: about log(top / floor) / beta."""
        return -(-(len(self._scales) - 1) // self.parts)

    def scale(self, j: int) -> Fraction:
        """s_j in grid steps, exact; the last scale for larger j."""
        scales = self._scales
        return Fraction(scales[min(max(j, 0), len(scales) - 1)], 2**_FINE)

    def step(self, level: Callable[[int], int]) -> int:
        """j, for integers A^(k) = level(k) in [0, top]."""
        profile = np.array([level(k) for k in range(self.reach)], dtype=np.int64)
        return int(np.max(self._counts(profile) - self.parts * np.arange(self.reach), initial=0))

    def _counts(self, profile: NDArray[np.int64]) -> NDArray[np.int64]:
        """c(A): the number of scales below A."""
        return np.searchsorted(_whole(self.floor, self.top, self.beta, self.parts), profile, side="left")

    @property
    def _scales(self) -> tuple[int, ...]:
        return _sequence(self.floor, self.top, self.beta, self.parts)


def least_floor(top: int, beta: Fraction) -> int:
    """The smallest power of 2 from which MOST_SCALES scales surely reach `top`."""
    floor = 1
    while math.log(top / floor) > float(beta) * (MOST_SCALES - 2):
        floor *= 2
    return floor


@lru_cache(maxsize=64)
def _sequence(floor: int, top: int, beta: Fraction, parts: int) -> tuple[int, ...]:
    """The scales in units of 2^-30 grid steps: each is the one before times e^{beta/parts}, rounded down, up to top.

    The sequence ends after more than `parts` MOST_SCALES scales in any case.
    """
    ratio = _exponential(beta / parts)
    last = top << _FINE
    scales = [floor << _FINE]
    while scales[-1] < last and len(scales) <= parts * MOST_SCALES:
        scales.append(min(scales[-1] * ratio >> _RATIO, last))
    return tuple(scales)


@lru_cache(maxsize=64)
def _whole(floor: int, top: int, beta: Fraction, parts: int) -> NDArray[Any]:
    """The scales rounded down to whole grid steps: an integer is at most a scale if and only if at most its floor."""
    return np.array([min(scale >> _FINE, 2**62) for scale in _sequence(floor, top, beta, parts)], dtype=np.int64)


def _exponential(beta: Fraction) -> int:
    """A lower bound of e^beta, in units of 2^-64."""
    with ball.precision(128 + 2 * (beta.numerator // beta.denominator)):
        return int((ball.rational(beta).exp() * 2**_RATIO).lower().floor().unique_fmpz())

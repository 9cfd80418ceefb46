r"""Selection: a grid integer is drawn by its distance from the requested rank. Only the integer is released.

exponential        P(v) ~ e^{-rate score(v)}. If all score changes that one unit can cause lie in a band of width B, log
                   likelihood ratios lie in a band of width rate B: BoundedRange(rate B) (Durfee & Rogers 2019; Dong,
                   Durfee & Rogers 2020). Its mu is about half the mu of a pure loss with the same epsilon.
permute_and_flip   the same score, with no larger expected error. Log likelihood ratios lie within -rate B .. rate B but
                   may spread over more than rate B: Pure(rate B) (McKenna & Sheldon 2020), for a band of twice the
                   largest change of a score

Each of several ranges is drawn independently, and B is the sum of their bands.
The score is truncated at a window: all v beyond it have the same score. The window does not affect the guarantee. With
a window of (ln N + 45) / rate rows, the distribution on N grid integers is within e^-45 of the one without a window.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

from dpcore import noise
from dpcore.budget.loss import BoundedRange, Loss, Pure
from dpcore.errors import DpError
from dpcore.mechanisms.base import Mechanism
from dpcore.number import fraction, integer, real, whole
from dpcore.special import log_ndtr
from dpcore.statistic.sums.ranges import widest_reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

_BEYOND = 45.0  # e^-45 < 3e-20
_CLOSE = 2.0**-30  # a generous bound of the relative error when mu is inverted in doubles


@dataclass(frozen=True)
class _Selection(Mechanism):
    """A selection by score. rate: per row of score. denominator: the number of score units per row."""

    rate: Fraction
    loss: Loss | None
    denominator: int = 1

    @property
    def typical(self) -> float:
        """The typical error of an answer in ranks: sqrt(2) / rate."""
        return math.sqrt(2.0) / float(self.rate)

    def worst(self, points: int, level: float) -> float:
        """A bound of the error in ranks at a confidence level, for N = points integers: ln(N / (1 - level)) / rate.

        The tail bound of McSherry & Talwar 2007. It holds for any rows, since some grid integer has score 0.
        """
        confidence = real(level, "`level` of a selection", above=0.0, below=1.0, hint="0.95 is usual.")
        return (math.log(points) - math.log1p(-confidence)) / float(self.rate)

    def error(self, level: float) -> None:
        """None: the error in the answer's own unit depends on the rows. `worst` bounds the error in ranks."""

    @property
    def size(self) -> str:
        """The rate."""
        return f"rate {float(self.rate):.6g} a row"

    def to_dict(self) -> dict[str, Any]:
        """The name, the rate as an exact fraction, and the denominator."""
        return {"mechanism": self.name, "rate": str(self.rate), "denominator": self.denominator}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """The selection that `to_dict` wrote."""
        denominator = integer(data["denominator"])
        if denominator < 1:
            raise ValueError(denominator)
        return cls(fraction(data["rate"]), loss, denominator)


def _flat(drawn: Integers) -> Integers:
    """Drawn grid integers, shape (*cells, ranges), as (ranges, cells)."""
    answer: Integers = drawn.reshape(-1, drawn.shape[-1]).T
    return answer


@final
@dataclass(frozen=True)
class Exponential(_Selection):
    """The exponential mechanism."""

    name: ClassVar[str] = "exponential"
    cites: ClassVar[str] = (
        "the exponential mechanism (McSherry and Talwar 2007), of bounded range (Dong, Durfee and Rogers 2020)"
    )

    def draw(self, exact: Integers) -> Integers:
        """A grid integer for each range, shape (ranges, cells), from the runs that `Rank.exact` returns."""
        return _flat(noise.exponential(exact, self.rate / self.denominator))


@final
@dataclass(frozen=True)
class PermuteAndFlip(_Selection):
    """Permute-and-flip."""

    name: ClassVar[str] = "permute_and_flip"
    cites: ClassVar[str] = "permute-and-flip, epsilon-DP (McKenna and Sheldon 2020)"

    def draw(self, exact: Integers) -> Integers:
        """A grid integer for each range, shape (ranges, cells), from the runs that `Rank.exact` returns."""
        return _flat(noise.permute_and_flip(exact, self.rate / self.denominator))


def exponential(band: Fraction, epsilon: Fraction, denominator: int = 1) -> Exponential:
    """The exponential mechanism with loss BoundedRange(epsilon), for a band of score changes in rows (`Rank.band`)."""
    return Exponential(_rate(band, epsilon), BoundedRange(epsilon), denominator)


def permute_and_flip(band: Fraction, epsilon: Fraction, denominator: int = 1) -> PermuteAndFlip:
    """Permute-and-flip with loss Pure(epsilon), for a band of twice the largest score change (`Rank.band`)."""
    return PermuteAndFlip(_rate(band, epsilon), Pure(epsilon), denominator)


def window(rate: Fraction, points: int, places: int = 1) -> int:
    """The number of rows at which the score is truncated, for ranges of at most `points` grid integers.

    ceil((ln points + 45) / rate), at most the reach of an `Order` with `places` ranges in total. Public, at least 1.
    """
    most = widest_reach(whole(places, "`places` of `window`", low=1, high=2**40), points)
    return max(1, min(most, math.ceil(min((math.log(points) + _BEYOND) / float(rate), 2.0**60))))


@lru_cache(maxsize=4096)
def epsilon_of(mu_squared: Fraction, loss: type[BoundedRange] | type[Pure] = BoundedRange) -> Fraction:
    """The largest epsilon (a double) for which this kind of loss books at most this mu^2 in the Gaussian account.

    mu = -2 Phi^-1(1/(1+e^{epsilon/2})) for a bounded range, so epsilon = 2 log(Phi(mu/2) / Phi(-mu/2)); half of that
    for a pure loss. Booked amounts are rounded up, so the last digits are found by bisection. Raises DpError.
    """
    half = math.sqrt(max(0.0, float(mu_squared))) / 2.0
    guess = float(log_ndtr(half) - log_ndtr(-half)) * (2.0 if loss is BoundedRange else 1.0)
    low, high = guess * (1.0 - _CLOSE), guess * (1.0 + _CLOSE)
    if not _books(loss, low, mu_squared):
        raise DpError(
            "mu**2 = {mu_squared:g} is not a valid price for a selection.",
            "Use a value from 1e-12 to 1e4.",
            mu_squared=float(mu_squared),
        )
    while math.nextafter(low, high) < high:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _books(loss, middle, mu_squared) else (low, middle)
    return Fraction(low)


def _books(loss: type[BoundedRange] | type[Pure], epsilon: float, most: Fraction) -> bool:
    booked = loss(Fraction(epsilon)).mu_squared if epsilon > 0.0 else None
    return booked is not None and booked <= most


def _rate(band: Fraction, epsilon: Fraction) -> Fraction:
    if band <= 0 or epsilon <= 0:
        raise DpError(
            "The band and the epsilon of a selection must be above 0. Got {band} and {epsilon}.",
            band=band,
            epsilon=epsilon,
        )
    return Fraction(epsilon) / band

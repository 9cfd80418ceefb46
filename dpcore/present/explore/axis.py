"""Axes of the small charts of Explore: their range, ticks, and how numbers are spelt beside them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import ArrayLike

_DIGITS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@final
@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: title, range, ticks, and whether it is logarithmic."""

    title: str
    low: float
    high: float
    ticks: Sequence[float]
    log: bool = False
    spelt: Callable[[float], str] = lambda value: number(value)

    def share(self, value: ArrayLike) -> np.ndarray:
        """The position of a value, from 0 to 1; values outside are cut slightly beyond the end."""
        at = np.asarray(value, dtype=float)
        if self.log:
            with np.errstate(divide="ignore"):
                at = np.log(at / self.low) / math.log(self.high / self.low)
        else:
            at = (at - self.low) / (self.high - self.low)
        return np.clip(np.nan_to_num(at, nan=-9.0, posinf=9.0, neginf=-9.0), -0.02, 1.02)


def number(value: float) -> str:
    """A tick label: a prefix for large numbers, powers of ten for very small and very large ones; a true minus sign."""
    size = abs(value)
    if value < 0:
        return f"−{number(size)}"
    if size == 0 or 1e-3 <= size < 1e4:
        return f"{value:,.4g}"
    for limit, unit in ((1e12, ""), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if limit <= size < 1000 * limit and unit:
            return f"{value / limit:.4g}{unit}"
    return power(value)


def power(value: float) -> str:
    """A number other than 0 as a power of ten: 10⁻⁶, 2.5·10⁻⁷."""
    if value < 0:
        return f"−{power(-value)}"
    exponent = math.floor(math.log10(value) + 1e-12)
    head = float(f"{value / 10.0**exponent:.3g}")
    tail = f"10{str(exponent).translate(_DIGITS)}"
    return tail if head == 1 else f"{head:g}·{tail}"


def decades(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers between two limits for a logarithmic axis: 1, 2, 5 if there is room, else powers of ten."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for heads in ((1, 2, 5), (1, 3), (1,)):
        ticks = [head * 10.0**at for at in range(first, last + 1) for head in heads]
        ticks = [tick for tick in ticks if low * (1 - 1e-9) <= tick <= high * (1 + 1e-9)]
        if len(ticks) <= most:
            return ticks
    return ticks[:: math.ceil(len(ticks) / most)]


def steps(high: float, most: int = 6) -> list[float]:
    """Round numbers from 0 up to a limit."""
    rough = high / most
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(head * size for head in (1, 2, 5, 10) if head * size >= rough * (1 - 1e-9))
    return [step * at for at in range(math.floor(high / step + 1e-9) + 1)]

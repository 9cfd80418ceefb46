"""Cosines on a circle, as exact integers and in doubles, and the distance between two columns made of them.

C_k = cos(2 pi k / q) 2^36 for the q parts of a circle, rounded toward zero once in ball arithmetic, so that tables made
of them are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dpcore.noise import ball

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    Doubles = NDArray[np.float64]

BITS = 36
"""A cosine is in units of 2^-36: times a weight below 2^26 it fits into 64 bits."""
REACH = 12
"""In bandwidths: a Gaussian kernel is below 2e-8 of its peak from 6 on, on both sides."""
PRECISION = 128
_AT_ONCE = 256
"""Cells whose angles are computed at once."""


def places(cells: int, frequencies: int, first: int = 0) -> Integers:
    """j (2 c + 1), shape (cells, frequencies): the angle of cell c at frequency j = 1, 2, …, in parts of the circle.

    first: the first of these cells.
    """
    kind = np.int32 if 2 * (first + cells) * frequencies < 2**31 else np.int64  # int32 takes half of the time
    return np.outer(2 * np.arange(first, first + cells, dtype=kind) + 1, np.arange(1, frequencies + 1, dtype=kind))


def blocks(cells: int, frequencies: int) -> Iterator[tuple[int, Integers]]:
    """(first cell, angles) of a few cells at a time, for all cells: blocks that fit into a processor's cache."""
    for first in range(0, cells, _AT_ONCE):
        yield first, places(min(_AT_ONCE, cells - first), frequencies, first)


def folded(angles: Integers, parts: int) -> tuple[Integers, NDArray[np.bool_]]:
    """The angles in the first quarter with the same size of the cosine, and whether the cosine is negative."""
    half = angles % parts
    half = np.minimum(half, parts - half)
    negative = half > parts // 4
    return np.where(negative, parts // 2 - half, half), negative


def cosines(cells: int, parts: int, frequencies: int) -> Integers:
    """C_k for each k in the first quarter of the circle that a cosine or a sine of some entry needs; 0 for other k."""
    needed = np.zeros(parts // 4 + 1, dtype=np.bool_)
    for _, angles in blocks(cells, frequencies):
        quarter, _ = folded(angles, parts)
        needed[quarter] = needed[parts // 4 - quarter] = True  # a sine is a cosine a quarter of the circle before
    values = np.zeros(len(needed), dtype=np.int64)
    with ball.precision(PRECISION):
        values[needed] = _floors(np.flatnonzero(needed).tolist(), parts)
    values.setflags(write=False)
    return values


def waves(angle: Doubles, most: int) -> tuple[Doubles, Doubles]:
    """cos(j angle) and sin(j angle) for j = 0 .. most by recurrence; the error is below `most` roundings."""
    cosines, sines = (np.empty((most + 1, len(angle))) for _ in range(2))
    cosines[0], sines[0], cosine, sine = 1.0, 0.0, np.cos(angle), np.sin(angle)
    part = np.empty(len(angle))
    for j in range(most):  # in place: memory for each product takes as long as the product
        np.multiply(cosines[j], cosine, out=cosines[j + 1])
        cosines[j + 1] -= np.multiply(sines[j], sine, out=part)
        np.multiply(sines[j], cosine, out=sines[j + 1])
        sines[j + 1] += np.multiply(cosines[j], sine, out=part)
    return cosines, sines


class Bounds(NamedTuple):
    """Bounds of a kernel k and of its table: k(0) from above, k from below, rounding of a column, its squared norm."""

    peak: int
    least: int
    rounded: float
    norm: int


def distance(rows: int, others: int, count: int, value: int, kernel: Bounds) -> int:
    """The bound of `Factor.squared_distance`, for columns of integers that approximate cosines and sines.

    `dpcore.statistic.waves.fourier` has the proof.
    """
    peak, least, rounded, norm = kernel
    most, own = max(rows, others), count**2 + value**2
    if not min(rows, others):
        return most**2 * own * norm
    both = max(-own * least, *((value**2 - count**2) * inner for inner in (least, peak)))
    real = (rows**2 + others**2) * own * peak + 2 * rows * others * both
    rounding = math.ceil(most * rounded * math.sqrt(own)) + 1
    return int(min((math.isqrt(real) + 1 + rounding) ** 2, (rows + others) ** 2 * own * norm))


def below(least: float, peak: float) -> int:
    """A whole number below `least`, the minimum of a kernel in doubles; almost surely the same on every machine.

    It is one step below the nearest multiple of 2^-30 of the peak: errors of doubles, and differences between
    processors, are far smaller.
    """
    step = max(1, int(peak) >> 30)
    return (math.floor(least / step) - 1) * step


def _floors(places: list[int], parts: int) -> list[int]:
    """floor(cos(2 pi k / parts) 2^36) in the first quarter. Only 1, 1/2 and 0 are rational there (Niven's theorem)."""
    from flint import arb, fmpq

    rational = {0: 2**BITS, parts / 6: 2 ** (BITS - 1), parts / 4: 0}
    unit = arb(2**BITS)
    found: list[Any] = [
        rational[k] if k in rational else (arb(fmpq(2 * k, parts)).cos_pi() * unit).floor().unique_fmpz()
        for k in places
    ]
    return [int(value) for value in found]

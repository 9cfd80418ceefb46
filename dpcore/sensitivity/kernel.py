"""The sensitivity of kernel density estimates, in the norm of the kernel's function space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from dpcore.errors import DpError
from dpcore.number import real, shown, whole
from dpcore.sensitivity.relation import Neighbors, public_rows
from dpcore.text import Text

KERNELS = ("gaussian", "exponential")
"""The kernels of the noise: exp(-d^2 / 2 h^2), and exp(-d / h), whose function space is a Sobolev space."""
MOST_DIMENSIONS = 16
MOST = 1e60
"""The largest accepted constant of a loss, a kernel or a length; the smallest is its inverse."""
Lengths = float | Sequence[float]


def kde(
    bandwidth: Lengths,
    dimension: int,
    neighbors: Neighbors,
    rows: int | None = None,
    bounds: Sequence[float] | Sequence[Sequence[float]] | None = None,
    noise: str = "gaussian",
    noise_bandwidth: Lengths | None = None,
) -> float:
    """The sensitivity of a kernel density estimate with a Gaussian kernel, a product over dimensions.

    bandwidth: the standard deviation of the kernel in each dimension, or one for all. rows: the public number of rows,
    where one row is replaced; without it the sum over rows is meant, which is not divided by their number. bounds:
    (low, high) of the data, or one such pair for each dimension; without it they are unbounded. noise: a name from
    `KERNELS`. noise_bandwidth: its h in each dimension, by default the bandwidth.

    With b = (2 pi)^(-d/2) / prod h_j and equal widths the sum has sensitivity b under add_remove, and under replace
    sqrt(2 - 2 exp(-sum D_j^2 / 2 h_j^2)) b for sides D_j of the box. Gaussian noise wider than sqrt(2) times the
    bandwidth gives no privacy: the sensitivity is infinite. Hall, Rinaldo & Wasserman 2013, section 4. Raises DpError.

    >>> round(kde(0.1, 1, "replace", rows=100), 9)
    0.056418958
    """
    dimension = whole(dimension, "`dimension`", low=1, high=MOST_DIMENSIONS)
    widths = _lengths(bandwidth, dimension, "`bandwidth`")
    noises = _lengths(bandwidth if noise_bandwidth is None else noise_bandwidth, dimension, "`noise_bandwidth`")
    sides = _sides(bounds, dimension)
    if noise not in KERNELS:
        raise DpError(
            "There is no noise with the kernel {noise}.",
            "Kernels: {kernels}. The noise must be at least as rough as the estimate, or it gives no privacy.",
            noise=shown(noise),
            kernels=", ".join(KERNELS),
        )
    count = public_rows(rows, neighbors)
    bump = _gaussian if noise == "gaussian" else _exponential
    norms, ratios = zip(*(bump(*lengths) for lengths in zip(widths, noises, sides, strict=True)), strict=True)
    # logarithms: norms of many dimensions leave the range of doubles where their product does not
    size = sum(map(math.log, norms)) / 2 - sum(math.log(math.sqrt(2.0 * math.pi) * width) for width in widths)
    size -= math.log(count)
    if neighbors == "replace":
        apart = _apart(ratios)
        size += math.log(2.0 * apart) / 2 if apart else -math.inf
    if size == math.inf or abs(size) < 700.0:
        return math.exp(size)
    raise DpError(
        "This sensitivity is outside the range of numbers that a computer represents.",
        "Choose another unit for the columns.",
    )


def _apart(ratios: Sequence[Ratio]) -> float:
    """1 minus the least product of one number from each range [ratio, 1]; the least is attained at ends of ranges.

    `Ratio` stores the logarithm, so that a narrow box loses no digits.
    """
    if not any(ratio.negative for ratio in ratios):
        return -math.expm1(-sum(ratio.log for ratio in ratios))
    ends = [(1.0, -math.exp(-ratio.log) if ratio.negative else math.exp(-ratio.log)) for ratio in ratios]
    return 1.0 - min(map(math.prod, product(*ends)))


@dataclass(frozen=True, slots=True)
class Ratio:
    """An inner product over a norm: e^-log, or -e^-log."""

    log: float
    negative: bool = False


def _gaussian(width: float, noise: float, side: float) -> tuple[float, Ratio]:
    """The squared norm of exp(-x^2 / 2 width^2) under a Gaussian noise kernel, and the least `Ratio` of two copies.

    The copies' centres are at most `side` apart.
    """
    rest = 2 * Fraction(width) ** 2 - Fraction(noise) ** 2  # exact: it decides whether there is privacy
    if rest <= 0:
        return math.inf, Ratio(math.inf)
    root = math.sqrt(rest)
    return width / noise * (width / root), Ratio((side / root) ** 2 / 2.0 if side < 1e9 * root else math.inf)


def _exponential(width: float, noise: float, side: float) -> tuple[float, Ratio]:
    """As `_gaussian`, under exp(-d / noise). Squared norm: (1/2g) times the integral of f'^2 + g^2 f^2, g = 1/noise.

    The inner product at distance D is (a (1 - 2 far) + c) e^-far, far = (D / 2 width)^2. It decreases up to
    far = 3/2 + c/2a, where it is negative, and then increases to 0.
    """
    root = math.sqrt(math.pi)
    a, c = root * noise / (4.0 * width), root * width / (2.0 * noise)
    far = min((min(side, 1e9 * width) / (2.0 * width)) ** 2, 1.5 + c / (2.0 * a))
    part = 2.0 * a * far / (a + c)
    if part < 1.0:
        return a + c, Ratio(far - math.log1p(-part))
    return a + c, Ratio(far - math.log(part - 1.0) if part > 1.0 else math.inf, negative=True)


def _lengths(value: object, dimension: int, name: str) -> list[float]:
    """A positive length for each dimension. Raises DpError."""
    listed = list(value) if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str) else None
    lengths = [value] * dimension if listed is None else listed
    if len(lengths) != dimension:
        raise DpError(
            "{name} has {count} numbers for {dimension} dimensions.",
            name=Text(name),
            count=len(lengths),
            dimension=dimension,
        )
    return [real(length, name, at_least=1 / MOST, at_most=MOST) for length in lengths]


def _sides(bounds: Any, dimension: int) -> list[float]:
    """The side of the box in each dimension; infinite without bounds. Raises DpError."""
    if bounds is None:
        return [math.inf] * dimension
    try:
        pairs = np.asarray(bounds, dtype=np.float64)
        pairs = np.tile(pairs, (dimension, 1)) if pairs.ndim == 1 else pairs
        ok = pairs.shape == (dimension, 2) and bool((pairs[:, 0] < pairs[:, 1]).all() and np.isfinite(pairs).all())
    except (TypeError, ValueError, OverflowError):
        ok = False
    if not ok:
        raise DpError(
            "`bounds` must be (low, high), or such a pair for each dimension. Got {bounds}.",
            "For example (0, 1), or [(0, 1), (0, 24)].",
            bounds=shown(bounds),
        )
    return [float(high - low) for low, high in pairs]

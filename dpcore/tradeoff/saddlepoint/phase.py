r"""Sums and products of e^{itX}, with bounds of their rounding errors.

All factors are stored as their difference from 1, so that high powers are accurate; a sum over a grid of t is built
from two short rows: e^{i(a+b)x} - 1 = D_a + D_b + D_a D_b with D = e^{i.x} - 1, the last one a matrix product.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.argument import UNIT, Array

Complex = NDArray[np.complex128]

# Points per block: memory stays below a few megabytes.
_BLOCK = 4096


def turned_sum(x: Array, weight: Array, step: float, count: int) -> tuple[Complex, Array]:
    """(sum_j weight_j (e^{itx_j} - 1), bound of its error) at t = 0, step, ...; weights >= 0 that add to about 1.

    The bound is for x and the weights as they are given.
    """
    short = math.isqrt(max(count - 1, 0)) + 1
    long = -(-count // short)
    total, size = np.zeros((long, short), dtype=np.complex128), np.zeros((long, short))
    for start in range(0, len(x), _BLOCK):
        here, mass = x[start : start + _BLOCK], weight[start : start + _BLOCK]
        inner = _from_one(np.multiply.outer(step * np.arange(float(short)), here))
        outer = _from_one(np.multiply.outer(step * short * np.arange(float(long)), here)) * mass
        first, second = (inner * mass).sum(axis=1), outer.sum(axis=1)
        total += first + second[:, None] + outer @ inner.T
        # Row sums are pairwise: fewer than 64 roundings a term. A matrix product may round every addition.
        one, other = np.abs(inner), np.abs(outer)
        size += 80.0 * ((one * mass).sum(axis=1) + other.sum(axis=1)[:, None])
        size += (len(here) + 24.0) * (other @ one.T)
    t = step * np.arange(float(long * short))[:count]
    # the relative error of an angle is 3 UNIT, and the three terms change by at most 4 times the angle's error
    moved = 12.0 * t * float(weight @ np.abs(x))
    return total.ravel()[:count], UNIT * (size.ravel()[:count] * (1.0 + len(x) / _BLOCK) + moved)


def _from_one(angle: Array) -> Complex:
    """e^{i angle} - 1."""
    half = np.sin(0.5 * angle)
    return np.asarray(-2.0 * half * half + 1j * np.sin(angle), dtype=np.complex128)


def product_of_powers(excess: Complex, lost: Array, times: Array) -> tuple[Complex, Array]:
    """(prod_j (1 + excess_j)^times_j, bound of its error) over the last axis.

    `lost` bounds the error of each excess; the factors themselves are at most 1 in size.
    """
    size = np.hypot(1.0 + excess.real, excess.imag)
    if np.all(times == 1.0):
        product = np.multiply.reduce(1.0 + excess, axis=-1)
        # 1 + excess and each multiplication round to 3 UNIT
        rounded = 8.0 * UNIT * excess.shape[-1]
    else:
        with np.errstate(divide="ignore", under="ignore", invalid="ignore"):
            logs = log1p(excess, size) @ times
            product = np.where(np.isfinite(logs), np.exp(logs), 0.0)
        # a logarithm is good to 20 UNIT of the excess where that is small and to 8 UNIT elsewhere
        lost = lost + 20.0 * UNIT * np.minimum(np.abs(excess), 1.0)
        rounded = UNIT * (8.0 + (len(times) + 4.0) * (np.abs(logs.imag) + np.minimum(np.abs(logs.real), 750.0)))
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        # |prod a - prod b| <= v e^v, v = sum lost, as all |a|, |b| <= 1 + lost; or by relative errors
        plain = np.minimum(lost @ times, 600.0)
        plain = plain * np.exp(plain)
        relative = np.expm1(np.minimum((lost / np.maximum(size - lost, 1e-300)) @ times, 600.0))
    length = np.abs(product)
    error = np.where(relative < 1e100, np.minimum(plain, length * np.where(relative < 1e100, relative, 0.0)), plain)
    return product, error * (1.0 + 1e-9) + length * rounded + 1e-300


def log1p(z: Complex, size: Array) -> Complex:
    """log(1 + z), |1 + z| = size, without losing small z; numpy's own loses them."""
    x, y = z.real, z.imag
    near = 0.5 * np.log1p(np.maximum(x * (2.0 + x) + y * y, -1.0))
    return np.asarray(np.where(np.abs(z) < 0.5, near, np.log(size)) + 1j * np.arctan2(y, 1.0 + x), dtype=np.complex128)

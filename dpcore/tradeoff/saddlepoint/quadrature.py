r"""The nodes of one contour, the sums over them, and their error bounds.

Kernels: 1/(s(s+1)) for delta, 1/s for the law under Q, 1/(s+1) for e^x times the law under P (see `inversion`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.saddlepoint.phase import Complex


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """The kernel 1 / (s - pole), or 1 / (s(s+1)) if steep; divided by e^{-pole x} unless `scaled`."""

    pole: float
    steep: bool
    scaled: bool = False


# the terms, the error of the sum at x = 0, and its growth with |x|
Row = tuple[Complex, float, float]
DELTA, UNDER_Q, UNDER_P = Kernel(0.0, True), Kernel(0.0, False), Kernel(-1.0, False)
GROWN_P = Kernel(-1.0, False, True)
# E (e^{x-X} - 1)_+, left of both poles
REST = Kernel(-1.0, True, True)
# value, its error, the other terms
Sum = tuple[Array, Array, Array]


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """One contour: M(c+it) / M(c) at the nodes above the real axis, and bounds of the remainder."""

    c: float
    step: float
    values: Complex
    errors: Array
    # log M(c) and its error
    top: float
    lost: float
    # (c', log M(c') from above) to the right of c, and to the left
    right: tuple[tuple[float, float], ...]
    left: tuple[tuple[float, float], ...]
    # beyond the last node, sum of |M| / M(c) times 1/t and times 1/t^2
    beyond: tuple[float, float]
    # because of atoms X is blurred by at most this; bounds are evaluated at this distance on either side
    blur: float
    _rows: dict[Kernel, Row] = field(default_factory=dict)

    def row(self, kernel: Kernel) -> Row:
        """The terms of the sum and their error."""
        if kernel not in self._rows:
            self._rows[kernel] = self._row(kernel)
        return self._rows[kernel]

    def _row(self, kernel: Kernel) -> Row:
        count = len(self.values)
        t = self.step * np.arange(float(count))
        s, weight = self.c + 1j * t, np.full(count, self.step / math.pi)
        weight[0] *= 0.5
        shape = weight / (s * (s + 1.0) if kernel.steep else s - kernel.pole)
        if self.blur > 0.0:
            shape = shape * _blur(s - kernel.pole, self.blur) / _blur(self.c - kernel.pole, self.blur)
        size, length = np.abs(shape), np.abs(self.values)
        # Errors of the terms: their own; kernel, blur, powers and sums over rows and columns; the angle.
        still = size @ (self.errors * (1.0 + 1e-9) + UNIT * (64.0 + 4.0 * math.sqrt(count)) * length)
        rest = self.step / math.pi * self.beyond[1 if kernel.steep else 0]
        sign = 1.0 if kernel.steep else math.copysign(1.0, self.c - kernel.pole)
        return sign * shape * self.values, float(still) + rest, UNIT * 6.0 * float(size @ (t * length))


def sums(nodes: Nodes, x: Array, kernels: tuple[Kernel, ...]) -> list[Sum]:
    """For each kernel at x: (trapezoid sum, its error, upper bound of the other terms)."""
    rows = [nodes.row(kernel) for kernel in kernels]
    sums = _fourier([row[0] for row in rows], nodes.step * x)
    return [
        _scale(nodes, x, kernel, value, still + moving * np.abs(x))
        for kernel, value, (_, still, moving) in zip(kernels, sums, rows, strict=True)
    ]


def _scale(nodes: Nodes, x: Array, kernel: Kernel, value: Array, error: Array) -> Sum:
    """The sum in its own units, and the terms m != 0: g <= 1 on the pole's side, Chernoff's bound on the other."""
    pole, period = kernel.pole, 2.0 * math.pi / nodes.step
    away = nodes.c - pole
    unit = x if kernel.scaled else np.zeros_like(x)
    top = nodes.top + log_blur(away, nodes.blur)
    exponent = top - away * x + unit
    lost = nodes.lost + UNIT * (4.0 * abs(top) + 6.0 * abs(away) * np.abs(x) + 4.0 * np.abs(unit) + 64.0)
    near = np.exp(np.minimum(unit + _geometric(abs(away) * period), 700.0))
    far = np.full_like(x, np.inf)
    for at, level in nodes.right if away > 0.0 else nodes.left:
        level += log_blur(at - pole, nodes.blur)
        if level < np.inf:
            far = np.minimum(far, level - (at - pole) * x + unit + _geometric(abs(at - nodes.c) * period))
    with np.errstate(under="ignore", over="ignore", invalid="ignore"):
        peak = np.exp(np.minimum(exponent, 700.0))
        alias = (near + np.exp(np.minimum(far, 700.0))) * (1.0 + 1e-6) + 1e-307
        wrong = np.where(exponent < 700.0, peak * (error + np.abs(value)) * np.exp(np.minimum(lost, 600.0)), np.inf)
        wrong = wrong - peak * np.abs(value) + peak * error * 1e-9
    # numbers below 1e-290 are inaccurate
    return peak * value, np.where(np.isfinite(wrong), wrong, np.inf) + 1e-290, alias


def _blur(s: Any, blur: float) -> Complex:
    """(sinh(s b/4) / (s b/4))^4: four uniform numbers on [-b/4, b/4] added to X.

    For a large real part without the factor e^|Re s b|, which is constant on one contour.
    """
    at = np.asarray(0.25 * s * blur)
    small, steep = np.abs(at) < 1e-4, np.abs(at.real) > 100.0
    small_value = 1.0 + 4.0 / 6.0 * np.where(small, at, 0.0) ** 2
    side = np.sign(at.real)
    grown = np.where(steep, 0.5 * side * np.exp(1j * side * at.imag), np.sinh(np.where(steep | small, 1.0, at)))
    return np.asarray(np.where(small, small_value, (grown / np.where(small, 1.0, at)) ** 4), dtype=np.complex128)


def log_blur(c: float, blur: float) -> float:
    """The logarithm of `_blur` at the real number c."""
    at = abs(0.25 * c * blur)
    if at > 300.0:
        return 4.0 * at
    return 4.0 * math.log(math.sinh(at) / at) if at > 1e-4 else 4.0 / 6.0 * at * at


def _geometric(exponent: float) -> float:
    """log(e^-v + e^-2v + ...)."""
    return -exponent - math.log(-math.expm1(-exponent)) if exponent > 0.0 else math.inf


def _fourier(terms: list[Complex], angle: Array) -> Array:
    """Re sum_k terms_k e^{-i k angle} by [list of terms, angle]: rows and columns of k."""
    count = len(terms[0])
    short = math.isqrt(count - 1) + 1
    long = -(-count // short)
    table = np.zeros((len(terms), long * short), dtype=np.complex128)
    for index, row in enumerate(terms):
        table[index, :count] = row
    inner = _turn(np.multiply.outer(angle, np.arange(float(short))))
    outer = _turn(np.multiply.outer(short * angle, np.arange(float(long))))
    mixed = (inner @ table.reshape(-1, short).T).reshape(len(angle), len(terms), long)
    return np.asarray((mixed * outer[:, None, :]).sum(axis=2).real.T)


def _turn(angle: Array) -> Complex:
    """e^{-i angle}: cosines and sines are several times as fast as a complex exponential."""
    phases = np.empty(angle.shape, dtype=np.complex128)
    np.cos(angle, out=phases.real)
    np.sin(angle, out=phases.imag)
    return np.conjugate(phases, out=phases)


def rests(
    t: Array, step: float, fall: Array, tail: tuple[float, float], smaller: Array, power: float
) -> tuple[Array, Array]:
    """Bounds of the sums of |M| / M(c) / t and / t^2 over the nodes beyond each t."""
    level, order = tail
    with np.errstate(under="ignore", over="ignore"):
        size = np.exp(np.minimum(fall, 0.0)) * smaller
        count = np.append(np.diff(t) / step + 1.0, 0.0)
        sums = []
        for kernel in (1.0, 2.0):
            falls = order + kernel + power - 1.0
            last = math.exp(min(level, 0.0)) * smaller[-1] / t[-1] ** kernel * (1.0 + t[-1] / (step * max(falls, 1e-3)))
            each = np.append((size * count)[:-1] / t[:-1] ** kernel, last if falls > 1e-3 else np.inf)
            sums.append(np.cumsum(each[::-1])[::-1] * (1.0 + 1e-9))
    return sums[0], sums[1]


def shrink(t: Array, c: float, blur: float) -> tuple[Array, float]:
    """(|sinh(s b/4) / (s b/4)|^4 over its value at c, at most; the power of t with which it falls at the end)."""
    if blur == 0.0:
        return np.ones_like(t), 0.0
    wide = 4.0 * math.cosh(min(0.25 * (abs(c) + 1.0) * blur, 300.0))
    ratio = np.minimum(1.0, wide / (t * blur)) ** 4
    return ratio, 4.0 if ratio[-1] < 1.0 else 0.0

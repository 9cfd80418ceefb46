"""The characteristic function of a tilted lattice: the product of the transforms of its masses."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.argument import Array
from dpcore.tradeoff.pld.mass import Mass, Whole

Complex = NDArray[np.complex128]
_BLOCK = 2**13


def log_total(masses: list[Mass], c: float, step: float) -> float:
    """sum log E_Q e^{c (X - top)}."""
    return math.fsum(mass.times * _log(mass, c, step) for mass in masses)


def _log(mass: Mass, c: float, step: float) -> float:
    """One term of `log_total`, also if almost no mass is near the top."""
    if mass.few():
        return math.log(mass.total(c, step))
    rise = _rise(mass, c, step)
    most = float(rise.max())
    return most + math.log(float(np.exp(rise - most).sum()))


def _rise(mass: Mass, c: float, step: float) -> Array:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(mass.weight) + c * step * mass.indices)


def spectrum(masses: list[Mass], c: float, step: float, size: int) -> Complex:
    """prod of the transforms sum_j mass_j e^{c h j} e^{-2 pi i jk / size}, each divided by its value at k = 0."""
    product: Complex = np.ones(size // 2 + 1, dtype=np.complex128)
    closed = [_Closed(mass, c, step, size) for mass in masses if mass.few()]
    for start in range(0, len(product) if closed else 0, _BLOCK):
        _multiply(closed, product[start : start + _BLOCK], start, (c + 0.5) * step, size)
    for mass in masses:
        if not mass.few():
            product *= _power(_table(mass, c, step, size), mass.times)
    return product


class _Closed:
    """The transform of a mass in closed form: value = constant - run / (1 - e^{kappa} turn) + sum of phase * (..)."""

    def __init__(self, mass: Mass, c: float, step: float, size: int) -> None:
        total, count = mass.total(c, step), min(_BLOCK, size // 2 + 1)
        with np.errstate(under="ignore"):
            tilted = mass.weight * np.exp(c * step * mass.indices) / total
            self.far = mass.run / total * math.exp((c + 0.5) * step * mass.first)
        self.times, self.run, self.constant = mass.times, mass.run / total, 0.0
        # depth: (weight there, weight one below, table of the block's phases)
        self.ends: list[tuple[int, float, float, Complex]] = []
        weights = {int(-point): float(weight) for point, weight in zip(mass.indices, tilted, strict=True)}
        self.constant = weights.pop(0, 0.0)
        while weights:
            depth = min(weights)
            table = np.conj(_roots(np.arange(count) * (depth % size) % size, size))
            self.ends.append((depth, weights.pop(depth), weights.pop(depth + 1, 0.0), table))


def _multiply(closed: list[_Closed], block: Complex, start: int, kappa: float, size: int) -> None:
    """Multiply the spectrum on one block of frequencies, from `start`, by all closed forms."""
    k = np.arange(start, start + len(block))
    turn = _roots(k, size)
    back = turn.conj()
    # 1 - e^{kappa} turn without cancellation
    angle = 2.0 * math.pi / size * k
    grown = math.expm1(kappa) if any(form.run for form in closed) else 1.0
    half = np.sin(0.5 * angle)
    geometric = 1.0 / ((2.0 * half * half - grown * turn.real) + 1j * (-turn.imag * (1.0 + grown)))
    turned = geometric * turn
    value, more = np.empty_like(block), np.empty_like(block)
    for form in closed:
        if form.run:
            np.multiply(geometric, -form.run, out=value)
            value += form.constant
        else:
            value.fill(form.constant)
        far = form.far
        for depth, weight, following, table in form.ends:
            np.multiply(back, following, out=more)
            more += weight
            if far:
                more += far * turned
                far = 0.0
            more *= table[: len(block)]
            more *= complex(np.conj(_roots(np.array([start * depth % size]), size))[0])
            value += more
        block *= _power(value, form.times)


def _roots(k: Whole, size: int) -> Complex:
    angle = (-2.0 * math.pi / size) * (k - size * (2 * k > size))
    found: Complex = np.empty(len(k), dtype=np.complex128)
    found.real, found.imag = np.cos(angle), np.sin(angle)
    return found


def _table(mass: Mass, c: float, step: float, size: int) -> Complex:
    with np.errstate(under="ignore"):
        tilted = np.exp(_rise(mass, c, step) - _log(mass, c, step))
    return np.asarray(np.fft.rfft(np.bincount(mass.indices % size, tilted, size)))


def _power(value: Complex, times: int) -> Complex:
    """value^times, by squaring."""
    result: Complex | None = None
    while True:
        if times & 1:
            result = value if result is None else result * value
        times >>= 1
        if not times:
            return value if result is None else result
        value = value * value

r"""The privacy loss of one release, rounded to a lattice of step h so that delta does not decrease: connect the dots.

Mass at x between two lattice points a and a + h is split, which preserves the masses of Q and P: the share
(1 - e^{a-x}) / (1 - e^-h) of it under Q to the upper one (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022). That
spreads the likelihood ratio about its mean, so delta of the lattice is an upper bound, whatever is composed.
A density w e^{x/2} (Laplace, bounded range) becomes 4 w tanh(h/4) e^{x/2} on every point within: its transform is a
geometric sum.
Index 0 is the largest value, so that tails end exactly; the others have negative indices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcore.tradeoff.argument import UNIT, Array

Whole = NDArray[np.int64]
Complex = NDArray[np.complex128]
_BLOCK = 2**13
# More points than this are transformed by a table.
_FEW = 6


@dataclass(frozen=True, slots=True, eq=False)
class Mass:
    """`times` equal factors: weights under Q on indices (0, -1, ...), and w e^{jh/2} on each from `first` to -1."""

    top: float
    indices: Whole
    weight: Array
    times: int
    # first point of the run and w; (0, 0) for none
    first: int
    run: float
    # whether any weight was moved, and the relative error of the weights
    spread: bool
    lost: float
    # the mass of the top point before rounding
    fixed: float
    # the distance of the lattice points
    step: float
    # rounding up of delta: by a factor e^grown at most, and by `beyond`
    grown: float = 0.0
    beyond: float = 0.0

    def few(self) -> bool:
        """Whether its transform is a sum of few terms."""
        return len(self.indices) <= _FEW

    def extent(self) -> int:
        """The number of lattice points below the top one."""
        return int(-self.indices.min())

    def total(self, c: float, step: float) -> float:
        """E_Q e^{c (X - top)} on the lattice."""
        with np.errstate(under="ignore", over="ignore"):
            value = float(self.weight @ np.exp(c * step * self.indices))
            if self.first < 0:
                # sum of e^{kappa j} from `first` to -1
                kappa, count = (c + 0.5) * step, -self.first
                size = count if kappa == 0.0 else math.expm1(min(-kappa * count, 700.0)) / -math.expm1(kappa)
                value += self.run * size
        return value


def points(at: Array, weight: Array, times: int, step: float, lost: float) -> Mass:
    """Atoms: each value of X and its weight under Q."""
    top = float(at.max())
    depth = (top - at) / step
    below = np.ceil(depth)
    # how far x lies above the point below it
    above = np.clip((below - depth) * step, 0.0, step)
    share = np.expm1(-above) / math.expm1(-step)
    indices = np.concatenate((-below, 1.0 - below)).astype(np.int64)
    spread = bool(np.any((share > 0.0) & (share < 1.0)))
    weights = np.concatenate((weight * (1.0 - share), weight * share))
    indices, weights = indices[weights > 0.0], weights[weights > 0.0]
    fixed = float(weight[at == top].sum())
    places, index = np.unique(indices, return_inverse=True)
    return Mass(
        top,
        places,
        np.asarray(np.bincount(index, weights), dtype=np.float64),
        times,
        0,
        0.0,
        spread,
        lost + 16.0 * UNIT,
        fixed,
        step,
    )


def two_sided(shift: float, times: int, step: float) -> Mass:
    """Laplace noise: atoms at both ends of [-shift, shift], density e^{(x-shift)/2}/4 between."""
    return _stretch(shift, 0.5, 0.25, times, step)


def band(loss: float, times: int, step: float) -> Mass:
    """Bounded range: a density e^{(x-loss)/2} / (2 - 2 e^-loss) on [-loss, loss] alone."""
    return _stretch(loss, 0.0, -0.5 / math.expm1(-loss), times, step)


def _stretch(shift: float, atom: float, density: float, times: int, step: float) -> Mass:
    """Atoms at both ends, the upper one given, and the density in units of e^{(x-shift)/2}."""
    count = math.floor(2.0 * shift / step)
    rest = min(max(2.0 * shift - count * step, 0.0), step)
    share = math.expm1(rest - step) / math.expm1(-step) if rest > 0.0 else 1.0
    low = atom * math.exp(-shift)
    # half a point's mass at both ends of the run of whole cells
    point = 4.0 * density * math.tanh(0.25 * step)
    ends = [0.5 * point, 0.5 * point * math.exp(-0.5 * count * step)] if count else [0.0, 0.0]
    # the cell that is cut: from -shift to the point above it, p0 = step - rest from the one below
    below = math.exp(-0.5 * (count + 1) * step) * density
    up = below * 8.0 * math.sinh(0.25 * (2.0 * step - rest)) * math.sinh(0.25 * rest) / -math.expm1(-step)
    down = below * math.exp(-0.5 * step) * 8.0 * math.sinh(0.25 * rest) ** 2 / -math.expm1(-step)
    indices = np.array([0, -count, -count - 1], dtype=np.int64)
    weight = np.array([atom + ends[0], low * share + ends[1] + up, low * (1.0 - share) + down])
    if not count:
        indices, weight = indices[1:], np.array([weight[0] + weight[1], weight[2]])
    return Mass(
        shift, indices, weight, times, min(1 - count, 0), point if count > 1 else 0.0, True, 32.0 * UNIT, atom, step
    )


def log_total(masses: list[Mass], c: float, step: float) -> float:
    """sum log E_Q e^{c (X - top)}."""
    return math.fsum(mass.times * _log(mass, c, step) for mass in masses)


def _log(mass: Mass, c: float, step: float) -> float:
    """One term, also if almost no mass is near the top."""
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


def _multiply(closed: list[_Closed], here: Complex, start: int, kappa: float, size: int) -> None:
    """All closed forms, on one block of frequencies."""
    k = np.arange(start, start + len(here))
    turn = _roots(k, size)
    back = turn.conj()
    # 1 - e^{kappa} turn without cancellation
    angle = 2.0 * math.pi / size * k
    grown = math.expm1(kappa) if any(form.run for form in closed) else 1.0
    half = np.sin(0.5 * angle)
    geometric = 1.0 / ((2.0 * half * half - grown * turn.real) + 1j * (-turn.imag * (1.0 + grown)))
    turned = geometric * turn
    value, more = np.empty_like(here), np.empty_like(here)
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
            more *= table[: len(here)]
            more *= complex(np.conj(_roots(np.array([start * depth % size]), size))[0])
            value += more
        here *= _power(value, form.times)


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
    """By squaring."""
    result: Complex | None = None
    while True:
        if times & 1:
            result = value if result is None else result * value
        times >>= 1
        if not times:
            return value if result is None else result
        value = value * value

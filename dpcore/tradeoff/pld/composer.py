r"""The law of the total privacy loss on a lattice, by one fast Fourier transform: for atoms, where contours fail.

U, the sum of the losses rounded to the lattice, has delta_U >= delta, and the gap is bounded by U itself. With
D = U - X: given X the steps D_i are independent, each of two values h apart, and E e^{-D_i} = 1, so by Hoeffding's
lemma
E e^{theta |D|} <= 2 e^{(theta^2 + theta) V / 2} on either side, V = sum h^2 / 4, and
    delta_U(x) - delta(x) = E |1 - e^{x-U}| [U and X on different sides of x]
                          <= e^{(theta^2 + theta) V / 2 - 1} / (theta - 1)  E e^{-theta |X - x|},
    E e^{-theta |X - x|} <= e^{theta (sqrt V + V/2)} E e^{-theta |U - x|}     (Jensen),   theta = 1 / sqrt V.
The lattice is tilted by e^{cX} (Esscher) so that x is in its middle: the rounding error of the transform is small
relative to delta, not to 1, and the error of a sum is at most the norm of its weights times that of
the errors (Parseval).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from dpcore.tradeoff.argument import UNIT
from dpcore.tradeoff.curve import Array
from dpcore.tradeoff.pld.characteristic import log_total, spectrum
from dpcore.tradeoff.pld.mass import Mass
from dpcore.tradeoff.pld.tilted_lattice import ROW, TiltedLattice

Build = Callable[[float], list[Mass]]


def convolve(masses_at: Build, c: float, place: tuple[float, float], whole: float, size: int) -> TiltedLattice:
    """The lattice from one transform at tilt c; place: (mean, sigma) of the tilted law; whole: width of the support."""
    mean, sigma = place
    masses, window, outside = _window(masses_at, c, place, whole, size)
    step, first, last = window
    length, top = last - first + 1, math.fsum(mass.times * mass.top for mass in masses)
    weights = np.roll(np.fft.irfft(spectrum(masses, c, step, length), length), -(first % length))
    # a factor's transform is accurate to 32 UNIT; the inverse transform to 4 log2 N UNIT times the norm of its result
    noise = UNIT * sum(mass.times * (40.0 if mass.few() else 40.0 + 4.0 * math.log2(length)) for mass in masses)
    noise += 4.0 * UNIT * math.log2(length) * math.sqrt(float(weights @ weights))
    if abs(float(weights.sum()) - 1.0) > noise * math.sqrt(length) + outside + 1e-9:
        raise ArithmeticError("the lattice lost mass")
    x = top + step * np.arange(first, last + 1.0)
    middle = min(max(mean, float(x[0])), float(x[-1]))
    kept = int(np.searchsorted(x, middle - 300.0 / (c + 1.0)))
    return _sum_up(masses, c, (x[kept:], weights[kept:]), (middle, sigma, step, top), (noise, outside))


def _window(
    masses_at: Build, c: float, place: tuple[float, float], whole: float, size: int
) -> tuple[list[Mass], tuple[float, int, int], float]:
    """(masses, (step, first and last index), mass outside): at least sixteen standard deviations or the support."""
    mean, sigma = place
    width = min(whole, 16.0 * sigma)
    while True:
        step = width / size
        masses = masses_at(step)
        top = math.fsum(mass.times * mass.top for mass in masses)
        extent = sum(mass.times * mass.extent() for mass in masses)
        length = _length(min(size, extent + 1))
        last = min(0, max(round((mean - top) / step) + length // 2, length - 1 - extent))
        outside = _outside(masses, c, sigma, (step, last - length + 1, last), extent)
        if outside <= 1e-12 or width >= whole:
            return masses, (step, last - length + 1, last), outside
        width = min(1.5 * width, whole)


def _outside(masses: list[Mass], c: float, sigma: float, window: tuple[float, int, int], extent: int) -> float:
    """Upper bound of the tilted mass outside of the window, by Chernoff's bound on either side."""
    step, first, last = window
    whole, found = log_total(masses, c, step), 0.0
    for side, needed, end in ((1.0, last < 0, last + 1), (-1.0, first > -extent, first - 1)):
        best = 0.0 if not needed else 1.0
        for far in (0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 11.0, 16.0) if needed else ():
            at = c + side * far / sigma
            if abs(at) * step * max(mass.extent() for mass in masses) < 600.0:
                best = min(best, math.exp(min(log_total(masses, at, step) - whole - (at - c) * step * end, 0.0)))
        found += best
    return found


def _sum_up(
    masses: list[Mass],
    c: float,
    law: tuple[Array, Array],
    place: tuple[float, float, float, float],
    errors: tuple[float, float],
) -> TiltedLattice:
    """The lattice with its sums from the right, in rows so that their rounding error stays small."""
    (x, weights), (middle, sigma, step, top) = law, place
    with np.errstate(under="ignore"):
        tilted = weights * np.exp(np.maximum(-c * (x - middle), -745.0))
        above = from_right(tilted)
        if float(x[-1] - x[0]) < 600.0:
            after = np.append(above[1:], 0.0) * np.exp(middle - x)
            knots = from_right(after) * -math.expm1(-step) * np.exp(x - middle)
        else:
            knots = _recursion(above, step)
    spread = math.fsum(mass.times * 0.25 * mass.step * mass.step for mass in masses if mass.spread)
    scale = log_total(masses, c, step)
    if x[-1] >= top and all(mass.fixed > 0.0 for mass in masses):
        # The largest value is never moved, so it does not contribute to the gap.
        fixed = math.fsum(mass.times * math.log(mass.fixed) for mass in masses)
        still = math.exp(min(max(fixed - scale - c * (top - middle), -745.0), 0.0))
        tilted[-1] = max(tilted[-1] - still, 0.0) + 1e-12 * still
    block = max(1, int(math.sqrt(spread) / (8.0 * step)))
    local = np.abs(np.append(tilted, np.zeros(-len(tilted) % block))).reshape(-1, block).sum(axis=1)
    reach = math.fsum(mass.times * (abs(mass.top) + mass.extent() * step) for mass in masses)
    lost = math.fsum(mass.times * mass.lost for mass in masses) + 64.0 * UNIT * (1.0 + abs(c) * reach)
    return TiltedLattice(
        c=c,
        middle=middle,
        sigma=sigma,
        step=step,
        start=float(x[0]),
        log_scale=scale - c * (middle - top),
        beyond=errors[1],
        noise=errors[0],
        lost=lost,
        spread=spread,
        moved=8.0 * UNIT * reach,
        grown=math.fsum(mass.times * mass.grown for mass in masses),
        apart=math.fsum(mass.times * mass.beyond for mass in masses),
        above=above,
        knots=knots,
        local=local,
        block=block,
    )


def from_right(values: Array) -> Array:
    """Cumulative sums from the right."""
    padded = np.append(values[::-1], np.zeros(-len(values) % ROW)).reshape(-1, ROW)
    rows = np.cumsum(padded, axis=1)
    rows[1:] += np.cumsum(rows[:-1, -1])[:, None]
    return np.ascontiguousarray(rows.ravel()[: len(values)][::-1])


def _recursion(above: Array, step: float) -> Array:
    """delta at the lattice points where e^x overflows."""
    knots, share = np.zeros_like(above), -math.expm1(-step)
    for j in range(len(above) - 2, -1, -1):
        knots[j] = share * above[j + 1] + (1.0 - share) * knots[j + 1]
    return knots


def _length(least: int) -> int:
    """The next product of 2, 3 and 5: a fast transform length."""
    power = 1 << max((least - 1).bit_length() - 4, 1)
    return next(small * power for small in (8, 9, 10, 12, 15, 16, 32) if small * power >= least)

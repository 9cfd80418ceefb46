r"""The privacy loss of one release, rounded to a lattice of step h so that delta does not decrease: connect the dots.

Mass at x between two lattice points a and a + h is split: under Q the share (1 - e^{a-x}) / (1 - e^-h) goes to the
upper point, which preserves the masses of Q and P (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022). This spreads
the likelihood ratio about its mean, so delta of the lattice is an upper bound in every composition.
A density w e^{x/2} (Laplace, bounded range) becomes 4 w tanh(h/4) e^{x/2} on every interior point: its transform is a
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
# More points than this are transformed by a table.
_FEW = 6


@dataclass(frozen=True, slots=True, eq=False)
class Mass:
    """`times` equal factors: weights under Q on indices (0, -1, ...), and w e^{jh/2} on each j from `first` to -1."""

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
    # delta is rounded up by at most a factor e^grown, and by `beyond`
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
    """Atoms at both ends (atom: the upper one) and a density between, in units of e^{(x-shift)/2}."""
    count = math.floor(2.0 * shift / step)
    rest = min(max(2.0 * shift - count * step, 0.0), step)
    share = math.expm1(rest - step) / math.expm1(-step) if rest > 0.0 else 1.0
    low = atom * math.exp(-shift)
    # half a point's mass at both ends of the run of whole cells
    point = 4.0 * density * math.tanh(0.25 * step)
    ends = [0.5 * point, 0.5 * point * math.exp(-0.5 * count * step)] if count else [0.0, 0.0]
    # the incomplete cell: from -shift to the lattice point above, at p0 = step - rest from the lattice point below
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

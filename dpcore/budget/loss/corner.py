"""The smallest mu of a polygonal trade-off curve: the curve of privacy losses on lattice points.

G_mu is convex, so it lies below a polygon if it is below every corner.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpcore.special import ndtri

Floats = NDArray[np.float64]

_MARGIN = 1e-10
# Weights lose digits below 1e-300. Likelihood ratios are at most e^60, so no corner above 1e-260 changes by as much as
# the margin. A corner below 1e-260 needs a mu of at most `_floor`, or none if failures are allowed.
_FAINT = 1e-260


def largest(weights: Floats, losses: Floats, delta: float, beyond: tuple[float, float] = (0.0, 0.0)) -> float:
    """The largest mu that a corner needs: Phi^-1(1 - alpha) - Phi^-1(f(alpha)), with failure probability delta.

    weights: probabilities of the losses under Q, with relative errors far below 1e-10. beyond: probabilities under P
    and under Q of outcomes on no lattice point, which may identify P or Q; if positive, delta must be positive too.
    """
    used = weights > 0.0
    under_q, under_p = weights[used], weights[used] * np.exp(losses[used])
    if len(under_q) < 2:
        return 0.0
    # Errors of the tests that reject from a given loss upwards: the type I error alpha, the type II error beta, and
    # their complements. Each sum begins with its small terms.
    alpha, accepted = np.cumsum(under_q[::-1])[::-1][1:], np.cumsum(under_q)[:-1] + beyond[1]
    beta, detected = np.cumsum(under_p)[:-1], np.cumsum(under_p[::-1])[::-1][1:] + beyond[0]
    clear = (alpha >= _FAINT) & (beta >= _FAINT)
    needed = _score(alpha[clear], accepted[clear], delta) + _score(beta[clear], detected[clear], delta)
    most = max(float(np.max(needed, initial=-math.inf)), _floor(losses[-1]) if delta < 1e-200 else 0.0)
    if not clear.any():
        return math.inf
    return most * (1.0 + 1e-12) + 1e-15 if most > 0.0 else 0.0


def _floor(reach: float) -> float:
    """An upper bound of the mu that a corner at alpha <= `_FAINT` needs: its power is at most e^reach alpha.

    It never determines the result: the other corners need about reach / 16 or more, and this is about reach / 34.
    """
    return float(ndtri(_FAINT * math.exp(reach)) - ndtri(_FAINT))


def _score(error: Floats, rest: Floats, delta: float) -> Floats:
    """Phi^-1(1 - error/(1-delta)), rounded up, from the smaller of the error and its complement; -inf beyond 1."""
    success = 1.0 - delta
    small = -ndtri(np.minimum(error * (1.0 - _MARGIN) / success, 1.0))
    large = ndtri(np.clip((rest * (1.0 + _MARGIN) - delta) / success, 0.0, 1.0))
    return np.asarray(np.where(error < 0.5, small, large))

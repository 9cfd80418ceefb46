"""The normal distribution with certified error: scipy's functions with margins for their error.

The errors were measured against 80-digit ball arithmetic.
"""

from __future__ import annotations

import math

import numpy as np

from dpcore import special
from dpcore.tradeoff.argument import UNIT, Array

ROOT2 = math.sqrt(2.0)
# 1 / sqrt(2 pi) and sqrt(pi / 2)
PEAK = 1.0 / math.sqrt(2.0 * math.pi)
MILLS0 = math.sqrt(math.pi / 2.0)

# Below `FAINT`, exp and erfc lose digits to underflow; then `DUST` is added to upper bounds.
FAINT = 1e-305
DUST = 3e-308

# Six Gauss-Legendre points integrate a stretch of `slope` of length 1/4 to 1e-19 (derivatives at -1/8 bound the rest).
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(6)
# From 3 on, fifty terms of the fraction, started at its fixed point, are exact to 4e-18.
_FAR = 3.0
_DEPTH = 50


def below(at: Array) -> tuple[Array, Array]:
    """(lower, upper) of Phi(at). scipy's error grows with at^2 on the left: 1.6 at^2 + 6 UNIT was measured."""
    value = special.ndtr(at)
    left = np.clip(at, -40.0, 0.0)
    margin = (8.0 + 3.0 * left * left) * UNIT
    faint = value < FAINT
    return (
        np.where(faint, 0.0, value * (1.0 - margin)),
        np.minimum(1.0, value * (1.0 + margin) + np.where(faint, DUST, 0.0)),
    )


def mills(at: Array) -> Array:
    """R(t) = (1 - Phi(t)) / phi(t), to 20 UNIT for t >= -0.2."""
    return np.asarray(MILLS0 * special.erfcx(at / ROOT2))


def slope(at: Array) -> tuple[Array, Array]:
    """(value, absolute error) of -R'(t) = 1 - t R(t), for t >= -0.2.

    For large t this cancels; there it equals R(t) K(t), K the tail 1/(t + 2/(t + 3/(...))) of Laplace's fraction.
    """
    ratio = mills(at)
    near = 1.0 - np.minimum(at, _FAR) * ratio
    far = at >= _FAR
    if not far.any():
        return near, np.full_like(near, 32.0 * UNIT)
    safe = np.maximum(at, _FAR)
    tail = 0.5 * (safe + np.sqrt(safe * safe + 4.0 * (_DEPTH + 1)))
    for term in range(_DEPTH, 1, -1):
        tail = safe + term / tail
    value = np.where(far, ratio / tail, near)
    return value, np.where(far, 40.0 * value, 32.0) * UNIT


def mills_drop(at: Array, width: Array) -> tuple[Array, Array]:
    """(value, absolute error) of R(t) - R(t + width), for t >= -0.2: by quadrature if the difference cancels."""
    near, far = mills(at), mills(at + width)
    wide = width >= 0.25
    if wide.all():
        return near - far, 24.0 * UNIT * (near + far)
    narrow = np.where(wide, 0.25, width)
    points = at[..., None] + narrow[..., None] * (0.5 + 0.5 * _NODES)
    values, errors = slope(points)
    half = 0.5 * narrow
    return (
        np.where(wide, near - far, half * (values @ _WEIGHTS)),
        np.where(wide, 24.0 * UNIT * (near + far), half * (errors @ _WEIGHTS + 8.0 * UNIT * (values @ _WEIGHTS))),
    )


def quantile(log_probability: float) -> float:
    """Phi^-1(e^log_probability) to 16 UNIT, for probabilities at most 1/4, however small."""
    if log_probability > -30.0:
        return float(special.ndtri(math.exp(log_probability)))
    at = float(special.ndtri_exp(log_probability))
    for _ in range(3):
        scaled = 0.5 * float(special.erfcx(-at / ROOT2))
        at -= (math.log(scaled) - 0.5 * at * at - log_probability) * 2.0 * scaled * MILLS0
    return at


def deviate(advantage: float, log_tail: float, delta: float) -> float:
    """W = -Phi^-1(p / (1 - delta)), rounded up, for p = e^log_tail = (1 - advantage) / 2; -inf where p >= 1 - delta.

    Near p = 1/2 only the advantage is accurate, in the tail only the logarithm.
    """
    left = (advantage * (1.0 + 8.0 * UNIT) - delta) / (1.0 - delta)
    if left <= -1.0:
        return -math.inf
    if left < 0.5:
        value = ROOT2 * float(special.erfinv(left))
        return value + 48.0 * UNIT * abs(value)
    value = -quantile(log_tail - math.log1p(-delta))
    lost = 8.0 * UNIT * (math.log1p(-delta) - log_tail)
    return value + lost * min(1.0, 1.0 / value) + 48.0 * UNIT * value

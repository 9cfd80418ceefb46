r"""Certified inversion of log-moment generating functions along a vertical contour near the saddle.

delta(x) = 1/(2 pi i) int M(s) e^{-sx} / (s(s+1)) ds over Re s = c > 0, and likewise, with the pole p on one side,
    Q(X > x)      M e^{-sx} / s       c > 0         Q(X <= x)    -M e^{-sx} / s       c < 0
    e^x P(X > x)  M e^{-sx} / (s+1)   c > -1        e^x P(X <= x) -M e^{-sx} / (s+1)  c < -1.
The trapezoid rule with step h = 2 pi / W returns sum_m e^{cmW} g(x + mW), exactly and with no term negative: the sum
is above g, and below it plus the terms m != 0, which Chernoff's bound and g <= 1 limit. What is left out beyond the
last node is limited by the decay of |M|, what is rounded by a forward bound. So both ends are certificates.
Where atoms keep |M| from falling X is blurred, and bounds are read from blurred laws on either side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from dpcore.tradeoff.domain import UNIT, Array
from dpcore.tradeoff.evidence import Complex, Cumulants, Evidence

# The relative error that the contours are laid out for: e^-34.
_DIGITS = 34.0
MOST_NODES, _ENOUGH = 40_000, 2_000


class Weak(ArithmeticError):
    """|M| does not fall fast enough for this contour."""


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """One contour: the nodes above the real axis, log M there, and what bounds the rest."""

    c: float
    pole: float
    step: float
    s: Complex
    logs: Complex
    error: Array
    top: float
    # (c', log M(c')) farther from the pole and, beyond the last node, sum e^{decay} / t and / t^2
    others: tuple[tuple[float, float], ...]
    beyond: float
    # X is blurred by up to this much, so that atoms do no harm: bounds are read that far to either side
    blur: float


@dataclass(slots=True, eq=False)
class Contour:
    """Tails of the sum of independent evidences."""

    parts: tuple[Evidence, ...]
    _nodes: dict[tuple[float, float, bool], Nodes] = field(default_factory=dict)
    _seen: dict[float, Cumulants] = field(default_factory=dict)

    def cumulants(self, c: float) -> Cumulants:
        """log M and two derivatives."""
        if c not in self._seen:
            each = [part.cumulants(c) for part in self.parts]
            self._seen[c] = (
                math.fsum(e[0] for e in each),
                math.fsum(e[1] for e in each),
                math.fsum(e[2] for e in each),
            )
        return self._seen[c]

    def saddle(self, x: float) -> float:
        """c with K'(c) = x, roughly; far out it stays where M is finite."""
        c, low, high = -0.5, -math.inf, math.inf
        for _ in range(60):
            value, slope, bend = self.cumulants(c)
            if not (math.isfinite(value) and math.isfinite(slope) and bend > 0.0):
                return 0.5 * (c + (low if c > 0 else high))
            low, high = (c, high) if slope < x else (low, c)
            move = (x - slope) / bend
            reach = 2.0 * (1.0 + abs(c)) + 4.0 / math.sqrt(bend)
            better = c + max(-reach, min(reach, move))
            if not low < better < high:
                better = 0.5 * (low + high)
            if abs(better - c) * math.sqrt(bend) < 0.05:
                break
            c = better
        return c

    def nodes(self, c: float, pole: float, steep: bool) -> Nodes:
        """The contour at c, laid out once; steep: for kernels that fall like 1/t^2."""
        key = (c, pole, steep)
        if key not in self._nodes:
            self._nodes[key] = self._lay(c, pole, steep)
        return self._nodes[key]

    def _lay(self, c: float, pole: float, steep: bool) -> Nodes:
        value, slope, bend = self.cumulants(c)
        if not (math.isfinite(value) and 1e-250 < bend < 1e250):
            raise Weak
        sign, sigma = math.copysign(1.0, c - pole), math.sqrt(bend)
        others = []
        for far in (1.0, 2.0, 4.0, 8.0, 16.0):
            at = c + sign * far / sigma
            found = self.cumulants(at)[0]
            if math.isfinite(found):
                others.append((at, found + 1e-9 * abs(found) + 1e-12))
        # Evidence down to 5 sigma short of the saddle's and 3 beyond it is asked here.
        short, beyond = slope - sign * 5.0 * sigma, slope + sign * 3.0 * sigma
        period = min(
            ((found - value - (at - c) * short + _DIGITS + 6.0) / abs(at - c) for at, found in others),
            default=math.inf,
        )
        period = max(period, (_DIGITS + 6.0 - value + (c - pole) * beyond + pole * 0.0) / abs(c - pole), 8.0 * sigma)
        period = max(period, (_DIGITS + 6.0) / abs(c - pole) * 0.5)
        if not 0.0 < period < 1e12:
            raise Weak
        step = 2.0 * math.pi / period
        last, tail, blur = self._end(c, sigma, step, steep)
        s: Complex = (c + 1j * step * np.arange(last + 1.0)).astype(np.complex128)
        logs, error = np.zeros_like(s), np.zeros(last + 1)
        for part in self.parts:
            more, lost = part.log_mgf(s)
            logs, error = logs + more, error + lost
        error += 2.0 * len(self.parts) * UNIT * np.abs(logs)
        return Nodes(c, pole, step, s, logs + _blurred(s, blur), error, value, tuple(others), tail, blur)

    def _end(self, c: float, sigma: float, step: float, steep: bool) -> tuple[int, float, float]:
        """(how many nodes, what the rest of the sum is at most relative to M(c), the blur that makes it so)."""
        t = 2.0 / sigma * 1.12 ** np.arange(330.0)
        fall = np.zeros_like(t)
        for part in self.parts:
            fall += part.decay(c, t)
        limit, most_nodes = min([part.widest(c) for part in self.parts]), MOST_NODES if steep else 8_000
        # nodes in [t, 1.12 t]: at most 0.12 t / step + 1, each at most e^fall / t or / t^2
        with np.errstate(under="ignore"):
            blocks = np.exp(np.minimum(fall, 0.0)) * (0.12 * t / step + 1.0) / (t**2 if steep else t)
        size = sigma * min(1.0, sigma) if steep else 1.0
        coarse = 200.0 / min(most_nodes * step, limit)
        none = 0.0 if steep or fall[-1] < -60.0 else 1e-12 * sigma
        for digits, most, blur in (
            (_DIGITS, _ENOUGH, none),
            (_DIGITS - 6.0, MOST_NODES, none),
            (_DIGITS - 9.0, most_nodes, coarse),
            (_DIGITS - 15.0, most_nodes, 2.0 * coarse),
            (_DIGITS - 20.0, most_nodes, 8.0 * coarse),
        ):
            # |sinh(s b/4) / (s b/4)|^4
            bound = (
                np.minimum(1.0, 4.0 * math.cosh(min(0.25 * abs(c) * blur, 300.0)) / np.maximum(t * blur, 1e-300)) ** 4
            )
            rest = np.cumsum((blocks * bound)[::-1])[::-1] + 10.0 * blocks[-1] * bound[-1]
            good = int(np.argmax(rest <= math.exp(-digits) / step * size))
            last = math.ceil(t[good] / step)
            if rest[good] <= math.exp(-digits) / step * size and last <= most and t[good] <= limit:
                return last, float(rest[good]), blur
        raise Weak

    def sums(self, nodes: Nodes, x: Array, steep: bool) -> tuple[Array, Array, Array]:
        """(trapezoid sum, its error, what the other terms add at most) at x, all divided by e^-pole x."""
        s, pole = nodes.s, nodes.pole
        kernel = 1.0 / (s * (s + 1.0)) if steep else 1.0 / (s - pole)
        shifted, sign = s - pole, math.copysign(1.0, nodes.c - pole)
        weight = np.full(len(s), nodes.step / math.pi)
        weight[0] *= 0.5
        flat = np.exp(nodes.logs - nodes.top) * (kernel * weight)
        with np.errstate(over="ignore", under="ignore"):
            peak = np.exp(np.minimum(nodes.top - (nodes.c - pole) * x, 700.0))
            value = sign * peak * _fourier(flat, nodes.step * x)
        # What every term may be off by: its logarithm, its phase and the powers that made it, the sum.
        size, index = np.abs(flat), np.arange(float(len(s)))
        still = np.expm1(np.minimum(nodes.error + (16.0 + 8.0 * index + 2.0 * abs(nodes.top)) * UNIT, 500.0))
        moving = 4.2 * UNIT * float(size @ (np.abs(shifted) * (1.0 + still)))
        error = float(size @ still) + moving * np.abs(x) + float(size.sum()) * (len(s) + 8.0) * UNIT
        left_out = nodes.step / math.pi * nodes.beyond
        grain = 8.0 * UNIT * float((np.abs(kernel) * weight).sum())
        error = peak * (1.0 + 1e-9) * (error + left_out + grain) + 1e-307
        return value, error, self._alias(nodes, x)

    def _alias(self, nodes: Nodes, x: Array) -> Array:
        """The terms m != 0: g <= 1 on the pole's side, Chernoff's bound on the other."""
        period, pole = 2.0 * math.pi / nodes.step, nodes.pole
        near = _geometric(abs(nodes.c - pole) * period)
        far = np.full_like(x, math.inf)
        for at, value in nodes.others:
            with np.errstate(over="ignore", under="ignore"):
                bound = np.exp(np.minimum(value - (at - pole) * x, 700.0)) * _geometric(abs(at - nodes.c) * period)
            far = np.minimum(far, bound)
        return (near + far) * (1.0 + 1e-6)


def _blurred(s: Complex, blur: float) -> Complex:
    """log of (sinh(s b/4) / (s b/4))^4: four uniform numbers on [-b/4, b/4] added to X."""
    at = np.where(np.abs(s) * blur < 1e-6, 1e-6, 0.25 * s * blur)
    return np.where(np.abs(s) * blur < 1e-6, 0.0, 4.0 * np.log(np.sinh(at) / at))


def _geometric(exponent: float) -> float:
    """e^-v + e^-2v + ..."""
    return 1.0 / math.expm1(exponent) if exponent < 700.0 else 0.0


def _fourier(terms: Complex, angle: Array) -> Array:
    """Re sum_k terms_k e^{-i k angle}: by powers where there is much to do."""
    if len(angle) < 24:
        phases = np.exp(-1j * np.multiply.outer(angle, np.arange(float(len(terms)))))
        return np.asarray((phases @ terms).real)
    turn = np.exp(-1j * angle)
    total = np.zeros_like(turn)
    for term in terms[::-1]:
        total = total * turn + term
    return np.asarray(total.real)

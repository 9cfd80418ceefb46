r"""Certified inversion of moment generating functions along a vertical contour near the saddle.

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

from dpcore.tradeoff.contour.nodes import Nodes
from dpcore.tradeoff.contour.transform import Cumulants, Evidence, Weak
from dpcore.tradeoff.contour.turning import Complex
from dpcore.tradeoff.domain import UNIT, Array

# The relative error that the contours are laid out for: e^-34.
_DIGITS = 34.0
MOST_NODES, _ENOUGH = 40_000, 2_000
# How far Chernoff's bounds are taken, in standard deviations of the tilted law.
_FAR = np.array([1.0, 2.5, 5.0, 9.0])
# Evidence from so many standard deviations short of the saddle's to so many beyond it is asked of a contour.
_SHORT, _PAST = 5.0, 3.0
_SPREAD = 1.3 ** np.arange(48.0)


@dataclass(slots=True, eq=False)
class Contour:
    """Tails of the sum of independent evidences."""

    parts: tuple[Evidence, ...]
    _nodes: dict[tuple[float, bool], Nodes | None] = field(default_factory=dict)
    _seen: dict[float, Cumulants] = field(default_factory=dict)
    _tops: dict[float, float] = field(default_factory=dict)

    def cumulants(self, c: float) -> Cumulants:
        """log M and two derivatives, roughly."""
        if c not in self._seen:
            value = slope = bend = 0.0
            for part in self.parts:
                a, b, d = part.cumulants(c)
                value, slope, bend = value + a, slope + b, bend + d
            self._seen[c] = value, slope, bend
        return self._seen[c]

    def usable(self, c: float) -> bool:
        """Whether a contour may be laid at c."""
        value, slope, bend = self.cumulants(c)
        return math.isfinite(value) and math.isfinite(slope) and 1e-290 < bend < 1e250 and abs(value) < 1e7

    def level(self, c: float) -> float:
        """log M(c), from above."""
        if c not in self._tops:
            value, lost = self._levels(np.array([c]))
            self._tops[c] = float(value[0] + lost[0])
        return self._tops[c]

    def _levels(self, c: Array) -> tuple[Array, Array]:
        value, lost = np.zeros_like(c), np.zeros_like(c)
        for part in self.parts:
            more, error = part.levels(c)
            value, lost = value + more, lost + error + 4.0 * UNIT * np.abs(more)
        return value, lost

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
            # near enough is asked first: a move that rounds away leaves no interval to halve
            if abs(better - c) * math.sqrt(bend) >= 0.05 and not low < better < high:
                better = 0.5 * (low + high)
            if abs(better - c) * math.sqrt(bend) < 0.05:
                break
            c = better
        return c

    def nodes(self, c: float, steep: bool) -> Nodes:
        """The contour at c, laid out once; steep: for kernels that fall like 1/t^2."""
        key = (c, steep)
        if key not in self._nodes:
            other = self._nodes.get((c, False))
            try:
                self._nodes[key] = other if steep and other and other.blur == 0.0 else self._lay(c, steep)
            except Weak:
                self._nodes[key] = None
        found = self._nodes[key]
        if found is None:
            raise Weak
        return found

    def _lay(self, c: float, steep: bool) -> Nodes:
        _, slope, bend = self.cumulants(c)
        if not self.usable(c):
            raise Weak
        sigma, poles = math.sqrt(bend), (0.0,) if steep else (0.0, -1.0)
        # Chernoff's bounds on the far sides of the poles
        sides = [side for side in (1.0, -1.0) if any((c - pole) * side > 0.0 for pole in poles)]
        at = np.concatenate(([c], *(c + side * _FAR / sigma for side in sides)))
        found, lost = self._levels(at)
        value, upper = float(found[0]), found + lost
        if not math.isfinite(upper[0]):
            raise Weak
        self._tops[c] = float(upper[0])
        pairs = [(float(a), float(u)) for a, u in zip(at, upper, strict=True) if math.isfinite(u)]
        right, left = [pair for pair in pairs if pair[0] > c], [pair for pair in pairs if pair[0] < c]
        period = max(self._period(c, value, slope, sigma, pole, right, left) for pole in poles)
        if not 0.0 < period < 1e300:
            raise Weak
        step = 2.0 * math.pi / period
        last, beyond, blur = self._end(c, sigma, step, steep)
        values, errors = self._along(c, step, last + 1)
        return Nodes(c, step, values, errors, value, float(lost[0]), tuple(right), tuple(left), beyond, blur)

    def _along(self, c: float, step: float, count: int) -> tuple[Complex, Array]:
        """The product over the parts."""
        values, errors = self.parts[0].turned(c, step, count)
        for part in self.parts[1:]:
            more, lost = part.turned(c, step, count)
            one, other = np.abs(values), np.abs(more)
            errors = errors * (other + lost) + one * lost + 4.0 * UNIT * one * other
            values = values * more
        return values, errors

    def _period(
        self,
        c: float,
        value: float,
        slope: float,
        sigma: float,
        pole: float,
        right: list[tuple[float, float]],
        left: list[tuple[float, float]],
    ) -> float:
        """W for which the other terms of the sum are below the digits, wherever the contour is asked."""
        sign = math.copysign(1.0, c - pole)
        short, past = slope - sign * _SHORT * sigma, slope + sign * _PAST * sigma
        margin = _DIGITS + 6.0
        far = min(
            ((v - value - (at - c) * short + margin) / abs(at - c) for at, v in (right if sign > 0.0 else left)),
            default=math.inf,
        )
        near = (margin - value + (c - pole) * past) / abs(c - pole)
        return max(far, near, 0.5 * margin / abs(c - pole), 8.0 * sigma)

    def _end(self, c: float, sigma: float, step: float, steep: bool) -> tuple[int, tuple[float, float], float]:
        """(how many nodes, what the rest of the sums is at most, the blur that makes it so)."""
        t = 2.5 / sigma * _SPREAD
        fall, (level, order) = np.zeros_like(t), (0.0, 0.0)
        for part in self.parts:
            fall += part.decay(c, t)
            more, power = part.tail(c, float(t[-1]))
            level, order = level + more, order + power
        limit = min(part.widest(c) for part in self.parts)
        most_nodes = MOST_NODES if steep else 8_000
        # Beside atoms blurring is needed and many contours follow, so each must be cheaper.
        near = limit if len(self.parts) == 1 else 0.1 * limit
        coarse = 200.0 / min(most_nodes * step, near)
        size = 0.4 / sigma / (abs(c) * abs(c + 1.0) if steep else max(abs(c), abs(c + 1.0)))
        plain = 0.0 if steep or order > 1.0 else 1e-12 * sigma
        for digits, most, blur in (
            (_DIGITS, _ENOUGH, plain),
            (_DIGITS - 6.0, MOST_NODES, plain),
            (_DIGITS - 9.0, most_nodes, coarse),
            (_DIGITS - 15.0, most_nodes, 2.0 * coarse),
            (_DIGITS - 20.0, most_nodes, 8.0 * coarse),
        ):
            rests = _rests(t, step, fall, (level, order), *_shrink(t, c, blur))
            rest = rests[1 if steep else 0]
            good = int(np.argmax(rest <= math.exp(-digits) / step * size))
            last = math.ceil(t[good] / step)
            if (
                rest[good] <= math.exp(-digits) / step * size
                and last <= most
                and t[good] <= (near if blur >= coarse else limit)
            ):
                return last, (float(rests[0][good]), float(rests[1][good])), blur
        raise Weak


def _rests(
    t: Array, step: float, fall: Array, tail: tuple[float, float], shrink: Array, power: float
) -> tuple[Array, Array]:
    """Bounds of the sums of |M| / M(c) / t and / t^2 over the nodes beyond each t."""
    level, order = tail
    with np.errstate(under="ignore", over="ignore"):
        size = np.exp(np.minimum(fall, 0.0)) * shrink
        count = np.append(np.diff(t) / step + 1.0, 0.0)
        found = []
        for kernel in (1.0, 2.0):
            falls = order + kernel + power - 1.0
            last = math.exp(min(level, 0.0)) * shrink[-1] / t[-1] ** kernel * (1.0 + t[-1] / (step * max(falls, 1e-3)))
            each = np.append((size * count)[:-1] / t[:-1] ** kernel, last if falls > 1e-3 else np.inf)
            found.append(np.cumsum(each[::-1])[::-1] * (1.0 + 1e-9))
    return found[0], found[1]


def _shrink(t: Array, c: float, blur: float) -> tuple[Array, float]:
    """(|sinh(s b/4) / (s b/4)|^4 over its value at c, at most; the power of t with which it falls at the end)."""
    if blur == 0.0:
        return np.ones_like(t), 0.0
    wide = 4.0 * math.cosh(min(0.25 * (abs(c) + 1.0) * blur, 300.0))
    found = np.minimum(1.0, wide / (t * blur)) ** 4
    return found, 4.0 if found[-1] < 1.0 else 0.0

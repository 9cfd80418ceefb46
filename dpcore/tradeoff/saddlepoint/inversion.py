r"""Certified inversion of moment generating functions along a vertical contour near the saddle.

delta(x) = 1/(2 pi i) int M(s) e^{-sx} / (s(s+1)) ds over Re s = c > 0, and likewise, with the pole p on one side,
    Q(X > x)      M e^{-sx} / s       c > 0         Q(X <= x)    -M e^{-sx} / s       c < 0
    e^x P(X > x)  M e^{-sx} / (s+1)   c > -1        e^x P(X <= x) -M e^{-sx} / (s+1)  c < -1.
The trapezoid rule with step h = 2 pi / W returns sum_m e^{cmW} g(x + mW), exactly and with non-negative terms: the sum
is at least g, and at most g plus the terms m != 0, which are bounded by Chernoff's bound and g <= 1. The truncation
error beyond the last node is bounded by the decay of |M|, rounding by a forward bound. So both ends are certified.
If atoms keep |M| from decaying, X is blurred (a small independent variable is added), and bounds come from blurred laws
on either side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from dpcore.tradeoff.argument import UNIT, Array
from dpcore.tradeoff.saddlepoint.phase import Complex
from dpcore.tradeoff.saddlepoint.quadrature import Nodes, rests, shrink
from dpcore.tradeoff.saddlepoint.transform import Cumulants, Evidence, Weak

# The relative error for which contours are designed: e^-34.
_DIGITS = 34.0
MOST_NODES, _ENOUGH = 40_000, 2_000
# Where Chernoff's bounds are evaluated, in standard deviations of the tilted law.
_FAR = np.array([1.0, 2.5, 5.0, 9.0])
# At `_DEEP` standard deviations from the mean the best contour of a normal law has c = 7 / sigma, a lower limit of c.
_DEEP, _WALLED = 7.0, 0.3
# A contour is used for x within so many of its widths of the x for which it is optimal.
_SHORT = 2.5
# Parts of the way from the pole at which a shorter contour is looked for, how much larger its integrand may be (its
# logarithm), and where Chernoff's bound is tried for it, in distances from the pole.
_SHARES, _SPARE, _FURTHER = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3), 4.0, (0.1, 0.25, 0.5, 1.0, 2.0)
# Nodes are bounded between these; the last is so large that densities of large variation have decayed too.
_SPREAD = 1.3 ** np.arange(72.0)


@dataclass(frozen=True, slots=True)
class Tilt:
    """A contour at c: log of the integrand M(c) / |c(c+1)|, the x for which c is optimal, and its width in x."""

    c: float
    value: float
    x: float
    wide: float

    def integrand(self, x: Array) -> Array:
        """The logarithm of the integrand, linear in x."""
        return np.asarray(self.value - self.c * x)

    def touch(self) -> float:
        """The x for which c is the saddle."""
        return self.value - self.c * self.x

    def near(self) -> float:
        """The distance from the optimal x up to which the contour is good."""
        return min(1.5 * self.wide, 3.0 / min(abs(self.c), abs(self.c + 1.0)))


@dataclass(slots=True, eq=False)
class Contour:
    """The moment generating function of a sum of independent losses, and contours for its inversion."""

    parts: tuple[Evidence, ...]
    _nodes: dict[tuple[float, bool], Nodes | None] = field(default_factory=dict)
    _seen: dict[float, Cumulants] = field(default_factory=dict)
    _tops: dict[float, float] = field(default_factory=dict)
    _beyond: dict[float, float] = field(default_factory=dict)  # the c with the best Chernoff bound of farther terms

    def cumulants(self, c: float) -> Cumulants:
        """Approximate log M and its first two derivatives."""
        if c not in self._seen:
            value = slope = bend = 0.0
            for part in self.parts:
                a, b, d = part.cumulants(c)
                value, slope, bend = value + a, slope + b, bend + d
            self._seen[c] = value, slope, bend
        return self._seen[c]

    def usable(self, c: float) -> bool:
        """Whether a contour at c is possible."""
        value, slope, bend = self.cumulants(c)
        return math.isfinite(value) and math.isfinite(slope) and 1e-290 < bend < 1e250 and abs(value) < 1e7

    def short(self) -> bool:
        """Whether contours need only a few thousand nodes, approximately."""
        _, slope, bend = self.cumulants(0.0)
        # extremely rare losses may make M overflow well before the best contour
        deep = self._minimum(slope + _DEEP * math.sqrt(bend), 1)
        if deep is not None and 1e-12 < bend < 100.0 and deep.c * math.sqrt(bend) < _WALLED:
            return False
        line = self.place(slope + 5.0 * math.sqrt(bend), 1)
        if line is None:
            return False
        t = 2.5 / math.sqrt(self.cumulants(line.c)[2]) * _SPREAD
        fall = np.sum([part.decay(line.c, t) for part in self.parts], axis=0)
        good = t * 20.0 / (math.pi * line.c) > 8000.0
        return bool(np.all(fall[:-1][good[:-1]] < 9.0 - _DIGITS))

    def level(self, c: float) -> float:
        """Upper bound of log M(c)."""
        if c not in self._tops:
            value, lost = self.levels(np.array([c]))
            self._tops[c] = float(value[0] + lost[0])
        return self._tops[c]

    def levels(self, c: Array) -> tuple[Array, Array]:
        """log M at real points and bounds of its error."""
        value, lost = np.zeros_like(c), np.zeros_like(c)
        for part in self.parts:
            more, error = part.levels(c)
            value, lost = value + more, lost + error + 4.0 * UNIT * np.abs(more)
        return value, lost

    def saddle(self, x: float) -> float:
        """Approximate c with K'(c) = x, restricted to finite M."""
        c, low, high = -0.5, -math.inf, math.inf
        for _ in range(60):
            value, slope, bend = self.cumulants(c)
            if not (math.isfinite(value) and math.isfinite(slope) and bend > 0.0):
                return 0.5 * (c + (low if c > 0 else high))
            low, high = (c, high) if slope < x else (low, c)
            move = (x - slope) / bend
            reach = 2.0 * (1.0 + abs(c)) + 4.0 / math.sqrt(bend)
            better = c + max(-reach, min(reach, move))
            # convergence is tested first, because a step below rounding leaves no interval to halve
            if abs(better - c) * math.sqrt(bend) >= 0.05 and not low < better < high:
                better = 0.5 * (low + high)
            if abs(better - c) * math.sqrt(bend) < 0.05:
                break
            c = better
        return c

    def line_at(self, c: float) -> Tilt | None:
        """The contour at c; None if it is not possible."""
        if not self.usable(c):
            return None
        value, slope, bend = self.cumulants(c)
        one, other = 1.0 / c, 1.0 / (c + 1.0)
        wide = math.sqrt(bend + one * one + other * other)
        return Tilt(c, value - math.log(abs(c * (c + 1.0))), slope - one - other, wide)

    def place(self, x: float, side: int) -> Tilt | None:
        """The minimum of the convex K(c) - c x - log|c(c+1)| right of 0 (1), left of -1 (-1), or between (0)."""
        line = self._minimum(x, side)
        return self._shorter(line, x, side) if line and side else line

    def _minimum(self, x: float, side: int) -> Tilt | None:
        # the distance from a pole: bracketed, and found by Newton's method
        low, high, d = 0.0, 1.0 if side == 0 else math.inf, (self.cumulants(-0.5)[2] or 1e-300) ** -0.5
        d = d if side else 0.5
        found = None
        for _ in range(100):
            line = self.line_at(-1.0 - d if side < 0 else d - (side == 0))
            off = math.inf if line is None else (line.x - x) * (-1.0 if side < 0 else 1.0)
            found = line or found
            if line and abs(off) < min(0.05 * line.wide, 0.3 / d):
                break
            low, high = (low, d) if off > 0.0 else (d, high)
            better = d - off / line.wide**2 if line else 0.0
            better = min(max(better, 0.125 * d), 8.0 * d)
            d = better if low < better < high else 0.5 * (low + high)
            if math.isfinite(high) and high - low <= 1e-9 * high:
                break
        return found

    def _shorter(self, best: Tilt, x: float, side: int) -> Tilt:
        """If M grows very fast, a contour nearer to the pole may be much shorter."""
        pole, chosen, least = (0.0 if side > 0 else -1.0), best, math.inf
        for share in _SHARES:
            line = self.line_at(pole + share * (best.c - pole))
            if line is None or line.integrand(np.array([x]))[0] - best.integrand(np.array([x]))[0] > _SPARE:
                break
            near, far, at = self._lengths(line, x, pole)
            if max(near, far) < 0.9 * least:
                chosen, least = line, max(near, far)
                self._beyond[line.c] = at
            if far <= 4.0 * near:
                break
        # the contour is used for the given x, even if it is optimal for another x
        return Tilt(chosen.c, chosen.value, x, chosen.wide) if chosen is not best else best

    def _lengths(self, line: Tilt, x: float, pole: float) -> tuple[float, float, float]:
        """Approximate W for the terms on the pole's side and on the other side, and the c for the other side."""
        value, _, bend = self.cumulants(line.c)
        moves = [far / math.sqrt(bend) for far in _FAR] + [far * abs(line.c - pole) for far in _FURTHER]
        far, found = math.inf, line.c
        for move in moves:
            at = line.c + math.copysign(move, line.c - pole)
            length = (self.cumulants(at)[0] - value - (at - line.c) * x + _DIGITS + 6.0) / move
            if length < far:
                far, found = length, at
        return (_DIGITS + 6.0 - value) / abs(line.c - pole) + abs(x), far, found

    def nodes(self, c: float, steep: bool) -> Nodes:
        """The contour at c, cached; steep: for kernels that decay like 1/t^2."""
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
        _, _, bend = self.cumulants(c)
        if not self.usable(c):
            raise Weak
        sigma, poles = math.sqrt(bend), ((0.0 if c > 0.0 else -1.0,) if steep else (0.0, -1.0))
        # Chernoff's bounds on the far sides of the poles
        sides = [side for side in (1.0, -1.0) if any((c - pole) * side > 0.0 for pole in poles)]
        extra = [self._beyond[c]] if c in self._beyond else []
        at = np.concatenate(([c], extra, *(c + side * _FAR / sigma for side in sides)))
        found, lost = self.levels(at)
        value, upper = float(found[0]), found + lost
        if not math.isfinite(upper[0]):
            raise Weak
        self._tops[c] = float(upper[0])
        pairs = [(float(a), float(u)) for a, u in zip(at, upper, strict=True) if math.isfinite(u)]
        right, left = [pair for pair in pairs if pair[0] > c], [pair for pair in pairs if pair[0] < c]
        line = self.line_at(c)
        assert line is not None
        period = max(self._period(line, value, pole, right, left) for pole in poles)
        if not 0.0 < period < 1e300:
            raise Weak
        step = 2.0 * math.pi / period
        last, beyond, blur = self._end(c, sigma, step, steep)
        values, errors = self._along(c, step, last + 1)
        return Nodes(c, step, values, errors, value, float(lost[0]), tuple(right), tuple(left), beyond, blur)

    def _along(self, c: float, step: float, count: int) -> tuple[Complex, Array]:
        """M(c+it) / M(c) at `count` nodes and its error bound: the product over the parts."""
        values, errors = self.parts[0].turn(c, step, count)
        for part in self.parts[1:]:
            more, lost = part.turn(c, step, count)
            one, other = np.abs(values), np.abs(more)
            errors = errors * (other + lost) + one * lost + 4.0 * UNIT * one * other
            values = values * more
        return values, errors

    def _period(
        self,
        line: Tilt,
        value: float,
        pole: float,
        right: list[tuple[float, float]],
        left: list[tuple[float, float]],
    ) -> float:
        """W for which the other terms of the sum are negligible, for every x of the contour."""
        away, c = abs(line.c - pole), line.c
        sign, wide = math.copysign(1.0, c - pole), min(_SHORT * line.wide, 6.0 / away)
        short, past = line.x - sign * wide, line.x + sign * wide
        margin = _DIGITS + 6.0
        far = min(
            ((v - value - (at - c) * short + margin) / abs(at - c) for at, v in (right if sign > 0.0 else left)),
            default=math.inf,
        )
        near = (margin - value + (c - pole) * past) / away
        return max(far, near, 0.5 * margin / away)

    def _end(self, c: float, sigma: float, step: float, steep: bool) -> tuple[int, tuple[float, float], float]:
        """(number of nodes, bounds of the remainders of the sums, the blur needed for them)."""
        t = 2.5 / sigma * _SPREAD
        fall, (level, order) = np.zeros_like(t), (0.0, 0.0)
        for part in self.parts:
            fall += part.decay(c, t)
            more, power = part.tail(c, float(t[-1]))
            level, order = level + more, order + power
        limit = min(part.widest(c) for part in self.parts)
        most_nodes = MOST_NODES if steep else 8_000
        # Atoms need blurring and many contours, so each contour must be cheaper.
        near = limit if len(self.parts) == 1 else 0.1 * limit
        coarse = 200.0 / min(most_nodes * step, near)
        size = 0.4 / sigma / (abs(c) * abs(c + 1.0) if steep else max(abs(c), abs(c + 1.0)))
        plain = 0.0 if steep or order > 1.0 else 1e-12 * sigma
        for digits, most, blur in (
            (_DIGITS, _ENOUGH, plain),
            (_DIGITS - 6.0, MOST_NODES, plain),
            (_DIGITS - 13.0, MOST_NODES, plain),
            (_DIGITS - 9.0, most_nodes, coarse),
            (_DIGITS - 15.0, most_nodes, 2.0 * coarse),
            (_DIGITS - 20.0, most_nodes, 8.0 * coarse),
        ):
            bounds = rests(t, step, fall, (level, order), *shrink(t, c, blur))
            rest = bounds[1 if steep else 0]
            good = int(np.argmax(rest <= math.exp(-digits) / step * size))
            last = math.ceil(t[good] / step)
            if (
                rest[good] <= math.exp(-digits) / step * size
                and last <= most
                and t[good] <= (near if blur >= coarse else limit)
            ):
                return last, (float(bounds[0][good]), float(bounds[1][good])), blur
        raise Weak

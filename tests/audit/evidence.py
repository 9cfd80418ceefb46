"""Evidence against a claimed trade-off curve, from outputs of two neighbouring tables alone: a betting e-process.

Outputs come in pairs, one of each table, in batches, and are told apart only by a code (a small whole number). Before
each batch the past chooses a region S of codes and a tangent (c, delta) of the curve f: under the claim P1(S) <= e^c
P0(S) + delta. The bet on the batch is the likelihood ratio of the past's estimate (p1, p0) against its Kullback-Leibler
projection on that half plane (the reverse information projection, Gruenwald, de Heide & Koolen 2024): it multiplies
wealth by at most 1 in expectation. So wealth is a supermartingale under the claim, and by Ville's inequality reaches
1/alpha with probability at most alpha, whenever one stops.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from dpcore.tradeoff.curve import Curve

ALPHA = 1e-6
REJECT = math.log(1 / ALPHA)

Draws = Callable[[int, int], np.ndarray]
"""(table 0 or 1, how many) -> outputs, one entry of the first axis each."""
Coder = Callable[[np.ndarray], np.ndarray]
"""Outputs -> codes from 0."""


@dataclass(frozen=True)
class Region:
    """S as a mask over codes, the table that should favour it, and the tangent e^c, delta."""

    inside: np.ndarray
    favoured: int
    slope: float
    delta: float


def quantiles(scores: np.ndarray, most: int = 64) -> Coder:
    """A coder by the quantiles of scores seen before."""
    edges = np.unique(np.quantile(scores, np.linspace(0, 1, most + 1)[1:-1]))
    return lambda values: np.searchsorted(edges, values, side="right")


@dataclass
class Audit:
    """The wealth won against a curve so far. `log_wealth` above log(1/alpha), at any time, rejects it at alpha."""

    curve: Curve
    codes: int
    log_wealth: float = 0.0
    best: float = 0.0
    batches: int = 0
    counts: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.counts = np.zeros((2, 2, self.codes))  # half of the past, table, code
        self._losses = np.linspace(0, max(1.0, float(self.curve.epsilon(1e-3))), 33)
        self._deltas = np.asarray(self.curve.delta(self._losses))

    def take(self, zero: np.ndarray, one: np.ndarray) -> None:
        """Bet on a batch of codes, as many of each table; then learn from it."""
        assert len(zero) == len(one)
        seen = np.array([np.bincount(codes, minlength=self.codes) for codes in (zero, one)])
        self._bet(seen)
        self.counts[self.batches % 2] += seen
        self.batches += 1

    def _bet(self, seen: np.ndarray) -> None:
        region = self._region()
        if region is None:
            return
        past = self.counts.sum(axis=0)
        shares = (past[:, region.inside].sum(axis=1) + 0.5) / (past.sum(axis=1) + 1.0)
        table = bet(shares[region.favoured], shares[1 - region.favoured], region.slope, region.delta, past[0].sum())
        for place, which in enumerate((region.favoured, 1 - region.favoured)):
            inside = seen[which, region.inside].sum()
            self.log_wealth += inside * table[place][0] + (seen[which].sum() - inside) * table[place][1]
        self.best = max(self.best, self.log_wealth)

    def _region(self) -> Region | None:
        """Codes ordered by one half of the past; how many of them, and which tangent, chosen on the other half."""
        order_by, judge = self.counts
        size = judge[0].sum()
        if not order_by.any() or not size:
            return None
        best, found = 0.0, None
        for favoured in (1, 0):
            order = np.argsort(-np.log((order_by[favoured] + 0.5) / (order_by[1 - favoured] + 0.5)), kind="stable")
            p, q = (np.cumsum(judge[which][order])[:, None] / size for which in (favoured, 1 - favoured))
            slopes = np.exp(self._losses)
            gaps = p - slopes * q - self._deltas
            variances = p * (1 - p) + slopes**2 * q * (1 - q) + (1 + slopes**2) / size
            merit = gaps / np.sqrt(variances)
            many, which = np.unravel_index(np.argmax(merit), merit.shape)
            if merit[many, which] > best:
                inside = np.zeros(self.codes, dtype=bool)
                inside[order[: many + 1]] = True
                best = merit[many, which]
                found = Region(inside, favoured, float(slopes[which]), float(self._deltas[which]))
        return found


def bet(p: float, q: float, slope: float, delta: float, size: float) -> tuple[tuple[float, float], ...]:
    """log factors ((inside, outside) for the favoured table, the same for the other); never a gain under the claim.

    p, q: estimated probabilities of the region, from `size` outputs a table; drawn back to the claim by their doubt.
    """
    gap = p - slope * q - delta
    variance = (p * (1 - p) + slope**2 * q * (1 - q)) / size
    if gap <= 0 or gap**2 <= variance:
        return ((0.0, 0.0), (0.0, 0.0))
    low = projection(p, q, slope, delta)
    high = slope * low + delta
    trust = 1 - variance / gap**2
    p, q = high + trust * (p - high), low + trust * (q - low)
    factors = ((p / high, (1 - p) / (1 - high)), (q / low, (1 - q) / (1 - low)))
    worst = max(sum(value(f, x) for f, x in zip(factors, corner, strict=True)) / 2 for corner in corners(slope, delta))
    ease = math.log(max(1.0, worst)) + 1e-12
    return tuple((math.log(a) - ease, math.log(b) - ease) for a, b in factors)


def value(factor: tuple[float, float], probability: float) -> float:
    """The expected factor when the region has this probability."""
    return factor[0] * probability + factor[1] * (1 - probability)


def corners(slope: float, delta: float) -> list[tuple[float, float]]:
    """The corners of {(p, q) in the unit square: p <= slope q + delta}, slope >= 1: a linear function peaks at one."""
    return [(0.0, 0.0), (0.0, 1.0), (delta, 0.0), (1.0, (1 - delta) / slope), (1.0, 1.0)]


def projection(p: float, q: float, slope: float, delta: float) -> float:
    """The u that minimises KL(p || slope u + delta) + KL(q || u): by bisection of the convex sum's derivative."""
    low, high = 1e-300, min(1.0, (1 - delta) / slope)
    for _ in range(200):
        u = (low + high) / 2
        v = slope * u + delta
        rising = slope * (v - p) / max(v * (1 - v), 1e-300) + (u - q) / max(u * (1 - u), 1e-300)
        low, high = (low, u) if rising > 0 else (u, high)
    return (low + high) / 2


def evidence(
    curve: Curve,
    draws: Draws,
    score: Callable[[np.ndarray], np.ndarray],
    pairs: int,
    *,
    batches: int = 20,
    codes: int = 64,
    coder: Coder | None = None,
    suspect: Draws | None = None,
) -> float:
    """The largest log wealth against `curve` in `pairs` outputs a table; stops early where it rejects at ALPHA.

    The first batch only teaches: it sets the quantiles of the score, unless a `coder` of `codes` codes is given. Where
    answers are few, `suspect` teaches instead: what the outputs would be if the worst were true.
    """
    size, lesson = max(1, pairs // batches), 100_000 if suspect else 0
    audit = None
    for number in range(batches + bool(suspect)):
        source, many = (suspect, lesson) if suspect and not number else (draws, size)
        zero, one = (score(source(which, many)) for which in (0, 1))
        if audit is None:
            coder = coder or quantiles(np.concatenate([zero, one]), codes)
            audit = Audit(curve, codes)
            if suspect:  # both halves of the past
                audit.take(coder(zero[::2]), coder(one[::2]))
                zero, one = zero[1::2], one[1::2]
        audit.take(coder(zero), coder(one))
        if audit.best >= REJECT:
            break
    assert audit is not None
    return audit.best

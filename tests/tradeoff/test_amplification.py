"""Samples are held against tests of the two distributions themselves, in ball arithmetic, over the whole range."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from flint import arb

from dpcore import tradeoff
from dpcore.tradeoff import Curve
from dpcore.tradeoff.family import amplification

from .truth import cdf, digits

# P(S), Q(S) and those of the complement, S = {log q/p > y}
Errors = tuple[arb, arb, arb, arb]
# (S for each y, the smallest and the largest of log q/p)
Pair = tuple[Callable[[arb], Errors], arb, arb]
INF = arb("inf")
# enough digits for every difference that matters; an undecided comparison is no finding
BITS = 400
# each of them up to three curves
SEEDS = 100


def gaussian(mu: float) -> Pair:
    def errors(y: arb) -> Errors:
        z = y / mu + arb(mu) / 2
        return cdf(-z), cdf(mu - z), cdf(z), cdf(z - mu)

    return errors, -INF, INF


def laplace(shift: float) -> Pair:
    def errors(y: arb) -> Errors:
        if y < -shift or y >= shift:
            return nothing(y >= shift)
        p, missed = (-(y + shift) / 2).exp() / 2, ((y - shift) / 2).exp() / 2
        return p, 1 - missed, 1 - p, missed

    return errors, -arb(shift), arb(shift)


def bounded_range(width: float) -> Pair:
    """Logistic laws at 0 and `width`, whose q/p = e^width ((1 + w) / (1 + e^width w))^2 at z = -log w."""

    def errors(y: arb) -> Errors:
        if y <= -width or y >= width:
            return nothing(y >= width)
        root, wide = ((y - width) / 2).exp(), arb(width).exp()
        w = (1 - root) / (root * wide - 1)
        return w / (1 + w), wide * w / (1 + wide * w), 1 / (1 + w), 1 / (1 + wide * w)

    return errors, -arb(width), arb(width)


def points(p: list[Any], q: list[Any]) -> Pair:
    loss = [INF if a == 0 else -INF if b == 0 else (arb(b) / arb(a)).log() for a, b in zip(p, q, strict=True)]

    def errors(y: arb) -> Errors:
        inside = [x > y for x in loss]
        return tuple(  # type: ignore[return-value]
            sum((arb(w) for w, chosen in zip(side, inside, strict=True) if chosen is which), arb(0))
            for which in (True, False)
            for side in (p, q)
        )

    return errors, min(loss, key=float), max(loss, key=float)


def pure(loss: float, failed: float = 0.0) -> Pair:
    up, down = (((1 - arb(failed)) / (1 + arb(sign * loss).exp())) for sign in (-1, 1))
    return points([down, up, failed, 0], [up, down, 0, failed]) if failed else points([down, up], [up, down])


def nothing(empty: bool) -> Errors:
    return (arb(0), arb(0), arb(1), arb(1)) if empty else (arb(1), arb(1), arb(0), arb(0))


def best(pair: Pair, rate: float, adding: bool, x: float) -> tuple[Errors, arb]:
    """(the best test of the sample at threshold x, its delta)."""
    share, slope = arb(rate), arb(x).exp()
    y = (((1 / slope if adding else slope) - (1 - share)) / share).max(arb(0))
    p, q, p_not, q_not = pair[0](y.log()) if y > 0 else (arb(1), arb(1), arb(0), arb(0))
    sample, sample_not = (1 - share) * p + share * q, (1 - share) * p_not + share * q_not
    found = (sample_not, p_not, sample, p) if adding else (p, sample, p_not, sample_not)
    return found, found[1] - slope * found[0]


def largest(pair: Pair, rate: float, adding: bool) -> arb:
    share, loss = arb(rate), pair[1] if adding else pair[2]
    if not loss.is_finite():
        return -(1 - share).log() if adding else INF
    end = ((1 - share) + share * loss.exp()).log()
    return -end if adding else end


def log_uniform(chance: random.Random, low: float, high: float) -> float:
    return 10.0 ** chance.uniform(math.log10(low), math.log10(high))


def near(chance: random.Random, value: float) -> float:
    return float(value + chance.randint(-4, 4) * math.ulp(value))


def base(chance: random.Random) -> tuple[Curve, Pair]:
    loss, mu = (chance.choice([log_uniform(chance, 1e-9, most), log_uniform(chance, 0.05, 8)]) for most in (700, 60))
    kind = chance.randrange(6)
    if kind == 4:
        failed = log_uniform(chance, 1e-300, 0.5)
        return tradeoff.approximate(loss, failed), pure(loss, failed)
    if kind == 5:
        # dyadic weights, one of them of q alone
        weights = [[chance.randint(1, 2 ** chance.randint(1, 43)) for _ in range(3)] for _ in range(2)]
        p, q = ([w / 2**45 for w in (*side, 2**45 - sum(side))] for side in weights)
        p, q = ([0.0, *p], [q[0] / 2, q[0] / 2, *q[1:]]) if chance.random() < 0.5 else (p, q)
        return tradeoff.discrete(p, q), points(p, q)
    return [
        (tradeoff.gaussian(mu), gaussian(mu)),
        (tradeoff.laplace(loss), laplace(loss)),
        (tradeoff.pure(loss), pure(loss)),
        (tradeoff.bounded_range(loss), bounded_range(loss)),
    ][kind]


def some_rate(chance: random.Random) -> float:
    wide = log_uniform(chance, 1e-12, 1 - 1e-12)
    return chance.choice([wide, log_uniform(chance, 1e-4, 0.9), 1.0 - wide, 1e-12, 1.0 - 1e-12])


def thresholds(chance: random.Random, rate: float, ends: list[float]) -> list[float]:
    edge, sign = math.log1p(-rate), chance.choice([-1.0, 1.0])
    found = [0.0, sign * log_uniform(chance, 1e-12, 1e4), sign * log_uniform(chance, 1e-3, 20), near(chance, edge)]
    found += [-near(chance, edge), edge * sign * (1.0 - log_uniform(chance, 1e-16, 0.5))]
    return [*found, *(near(chance, end) for end in ends), *(end * chance.uniform(-1.0, 1.0) for end in ends)]


def wrong(seed: int) -> Iterator[str]:
    """Every reading of a random sample that is not a bracket."""
    chance = random.Random(seed)
    (curve, pair), rate = base(chance), some_rate(chance)
    ways: list[tuple[Curve, tuple[bool, ...]]] = [
        (way, (adding,)) for way, adding in zip(split(curve.subsample(rate, "poisson")), (False, True), strict=True)
    ]
    if curve.inverse() == curve:
        # the hull of both
        ways.append((curve.subsample(rate), (False, True)))
    ends = [float(end) for end in (largest(pair, rate, adding) for adding in (False, True)) if end.is_finite()]
    for way, directions in ways:

        def truth(x: float, directions: tuple[bool, ...] = directions) -> arb:
            found = [best(pair, rate, adding, x)[1] for adding in directions]
            return found[0] if len(found) == 1 else found[0].max(found[1])

        name = f"seed {seed}, rate {rate}, {way}"
        xs = thresholds(chance, rate, ends)
        for x, low, high in zip(xs, *way.delta_bounds(xs), strict=True):
            if not low <= high or truth(x) < float(low) or truth(x) > float(high):
                yield f"delta({x}) = {truth(x)} is not in [{low}, {high}]: {name}"
        if len(directions) == 1:
            errors = [best(pair, rate, directions[0], x)[0] for x in xs]
            # the error alpha of a test lies between these doubles, and f decreases
            alphas = np.array([float(alpha) for alpha, *_ in errors])
            before, after = (np.clip(alphas + side * np.spacing(alphas), 0.0, 1.0) for side in (-1, 1))
            for (alpha, power, _, beta), high, low in zip(
                errors, way.bounds(before)[1], way.bounds(after)[0], strict=True
            ):
                if beta > float(high) or (power > 0 and beta < float(low)):
                    yield f"f({alpha}) = {beta} is not in [{low}, {high}]: {name}"
        deltas = [log_uniform(chance, 1e-300, 1 - 1e-12), rate * log_uniform(chance, 1e-12, 1), near(chance, rate)]
        deltas = [min(delta, 1.0 - 1e-12) for delta in deltas]
        for delta, low, high in zip(deltas, *(map(float, side) for side in way.epsilon_bounds(deltas)), strict=True):
            early = low > 0.0 and truth(min(low, 1e4)) < delta
            if early or not low <= high or (high < math.inf and truth(high) > delta):
                yield f"epsilon({delta}) is not in [{low}, {high}]: {name}"
        low, high = way.epsilon_bounds(0.0)
        most = max((largest(pair, rate, adding) for adding in directions), key=float)
        if not low <= high or most < low or (high < math.inf and not most <= high):
            yield f"epsilon(0) = {most} is not in [{low}, {high}]: {name}"


def split(both: Curve) -> tuple[Curve, Curve]:
    return both.first, both.second  # type: ignore[attr-defined]


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_reading_of_a_sample_is_a_bracket(seed: int) -> None:
    with digits(BITS):
        assert not list(wrong(seed))


scaled = amplification._scale_delta


@pytest.mark.parametrize(
    "first, name, bug",
    [
        (0, "_scale_delta", lambda curve, scale, at, lost, margin: scaled(curve, scale, at, 0.0 * lost, 0.0)),
        (36, "_end", lambda epsilon, rate: -np.log1p(rate * np.expm1(-epsilon))),
        (60, "tiny", np.zeros_like),
    ],
)
def test_the_check_notices_a_bug(first: int, name: str, bug: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amplification, name, bug)
    with digits(BITS):
        assert any(True for seed in range(first, SEEDS) for _ in wrong(seed))

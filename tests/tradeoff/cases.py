"""Random compositions, each with a truth of its own: by contours, or by finite sums where nothing falls."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb
from scipy.special import ndtri

from dpcore import tradeoff
from dpcore.tradeoff import Curve

from . import contours, sums

MOST_POINTS = 1500


@dataclass
class Case:
    """An expression for the curve, the laws that it may be read from (the worse one counts), failures, digits."""

    written: str
    laws: list[contours.Inverted | sums.Points | sums.Beside | sums.Splines]
    scale: float
    failing: float = 0.0
    bits: int = 150

    def curve(self) -> Curve:
        return eval(self.written, {"tradeoff": tradeoff})

    def delta(self, x: float) -> arb:
        values = [law.delta(x) for law in self.laws]
        return self.failing + (1 - arb(self.failing)) * (values[0] if len(values) == 1 else values[0].max(values[1]))

    def missing(self) -> arb:
        """delta at epsilon = inf."""
        law = self.laws[0]
        lost = 1 - law.kept[0] if isinstance(law, contours.Inverted) else arb(0)
        lost = (
            law.missing
            if isinstance(law, sums.Points)
            else law.points.missing
            if isinstance(law, sums.Beside)
            else lost
        )
        return self.failing + (1 - arb(self.failing)) * lost

    def f(self, alpha: float) -> arb:
        kept = 1 - arb(self.failing)
        if alpha >= 1.0 - self.failing:
            return arb(0)
        values = [f(law, arb(alpha) / kept, self.scale) for law in self.laws]
        return kept * (values[0] if len(values) == 1 else values[0].min(values[1]))


def f(law: contours.Inverted | sums.Points | sums.Beside | sums.Splines, alpha: arb, scale: float) -> arb:
    if isinstance(law, sums.Points):
        return law.polygon(alpha)
    if not isinstance(law, contours.Inverted):
        return sums.curve(law, alpha, 0.0, 3.0 * scale)
    if bool(alpha >= law.kept[1]):
        return arb(0)
    mean, bend = law.spread(-1.0)
    x = arb(mean - math.sqrt(bend) * float(ndtri(min(max(float(alpha), 1e-300), 1 - 1e-16))))
    for _ in range(60):
        found = law.alpha(x)
        if bool(abs(found - alpha) < abs(alpha) * arb(1e-18)):
            break
        # Newton's method on the logarithm of the smaller of alpha and what is left
        rest = law.kept[1] - found
        small = found if bool(found < rest) else rest
        aim = alpha if bool(found < rest) else law.kept[1] - alpha
        sign = 1 if bool(found < rest) else -1
        if not bool(small > contours.FAINT):
            x = ((x + arb(mean)) / 2).mid()
            continue
        move = sign * (small / aim).log() * small / law.density(x)
        limit = arb(6 * math.sqrt(bend))
        x = (x + (limit if bool(move > limit) else -limit if bool(move < -limit) else move)).mid()
    else:
        raise contours.Unknown(f"no x for {alpha}")
    return law.beta(x) + arb(x).exp() * (found - alpha)


def case(seed: int) -> Case:
    chance = random.Random(seed)
    kinds: list[Callable[[random.Random], Case]] = [smooth, smooth, sampled, discrete, laplaces, beside, many]
    return kinds[seed % len(kinds)](chance)


def some(chance: random.Random, low: float, high: float) -> float:
    return float(f"{10 ** chance.uniform(low, high):.6g}")


def count(chance: random.Random, most: int) -> int:
    return int(most ** chance.random())


def pmf(chance: random.Random, size: int) -> list[float]:
    """Numbers that add to 1 exactly."""
    cuts = sorted(chance.sample(range(1, 1024), size - 1))
    return [(b - a) / 1024 for a, b in zip([0, *cuts], [*cuts, 1024], strict=True)]


def pair(chance: random.Random) -> tuple[list[float], list[float]]:
    size = chance.randint(2, 5)
    p, q = pmf(chance, size), pmf(chance, size)
    if chance.random() < 0.25:
        p, q = [*p, 0.0], [*(x * 1023 / 1024 for x in q), 1 / 1024]
    return p, q


def written(parts: list[str], failing: float) -> str:
    parts = [*parts, f"tradeoff.approximate(0, {failing!r})"] if failing else parts
    return f"tradeoff.compose([{', '.join(parts)}])"


def failure(chance: random.Random) -> float:
    return some(chance, -12, -2) if chance.random() < 0.2 else 0.0


def mixed(chance: random.Random) -> tuple[list[str], list[contours.Factor], list[arb]]:
    """Laplace, pure and discrete factors; 1 - what Q and P keep."""
    parts: list[str] = []
    factors: list[contours.Factor] = []
    kept = [arb(1), arb(1)]
    for _ in range(chance.randint(0, 4)):
        e, k = some(chance, -3, 0.7), count(chance, 40)
        parts.append(f"tradeoff.laplace({e!r}).repeat({k})")
        factors.append(contours.two_sided(e, k))
    for _ in range(chance.randint(0, 3)):
        e, k = some(chance, -3, 0.7), count(chance, 40)
        parts.append(f"tradeoff.pure({e!r}).repeat({k})")
        factors.append(contours.two_point(e, k))
    for _ in range(chance.randint(0, 2)):
        (p, q), k = pair(chance), count(chance, 12)
        parts.append(f"tradeoff.discrete({p}, {q}).repeat({k})")
        factors.append(contours.points(p, q, k))
        kept[0] *= (1 - sum((arb(b) for a, b in zip(p, q, strict=True) if a == 0.0), arb(0))) ** k
        kept[1] *= (1 - sum((arb(a) for a, b in zip(p, q, strict=True) if b == 0.0), arb(0))) ** k
    chance.shuffle(parts)
    return parts, factors, kept


def smooth(chance: random.Random) -> Case:
    """Anything beside a Gaussian that is not too small for the oracle."""
    parts, factors, kept = mixed(chance)
    spread = math.sqrt(contours.Inverted(factors, (arb(1), arb(1))).spread(-0.5)[1]) if factors else 0.0
    mu, k = max(some(chance, -3, 0.5), float(f"{spread / 10:.6g}")), count(chance, 1000)
    mu = float(f"{mu / math.sqrt(k):.6g}")
    parts.insert(chance.randint(0, len(parts)), f"tradeoff.gaussian({mu!r}).repeat({k})")
    law = contours.Inverted([*factors, contours.normal(mu, k)], (kept[0], kept[1]))
    failing = failure(chance)
    return Case(written(parts, failing), [law], math.hypot(spread, mu * math.sqrt(k)), failing)


def sampled(chance: random.Random) -> Case:
    """Steps on Poisson samples, in one order or both, beside other noise."""
    rate, noise = some(chance, -3, -0.3), some(chance, -0.25, 0.6)
    mu = some(chance, -2, 0.3) if chance.random() < 0.5 else 0.0
    least = 20.0 / (rate**2 * math.expm1(min(noise**-2, 3.0)) + 1e-9)
    steps = count(chance, 20_000) if mu > 0.2 else int(min(max(least * chance.random(), 500.0), 200_000.0))
    parts = [f"tradeoff.gaussian({mu!r})"] if mu else []
    factors = [contours.normal(mu, 1)] if mu else []
    if chance.random() < 0.5:
        e, k = some(chance, -3, 0), count(chance, 10)
        parts.append(f"tradeoff.laplace({e!r}).repeat({k})")
        factors.append(contours.two_sided(e, k))
    orders = chance.choice(["", ".first", ".second"])
    parts.append(f"tradeoff.subsampled_gaussian({rate!r}, {noise!r}, {steps}){orders}")
    adding = {"": [False, True], ".first": [False], ".second": [True]}[orders]
    laws = [
        contours.Inverted([*factors, contours.poisson(1 / arb(noise), rate, way, steps)], (arb(1), arb(1)))
        for way in adding
    ]
    failing = failure(chance)
    return Case(written(parts, failing), [*laws], math.sqrt(laws[0].spread(-0.5)[1]), failing)


def atoms(chance: random.Random, most: int) -> tuple[list[str], sums.Points]:
    parts: list[str] = []
    found: list[list[sums.Point]] = []
    kept = arb(1)
    for _ in range(chance.randint(1, 5)):
        room = most / math.prod(map(len, found))
        if chance.random() < 0.6:
            e, k = some(chance, -3, 0.7), count(chance, max(1, min(int(room) - 1, 200)))
            parts.append(f"tradeoff.pure({e!r}).repeat({k})")
            part = sums.two_point(e, k)
        else:
            (p, q), k = pair(chance), count(chance, 3)
            parts.append(f"tradeoff.discrete({p}, {q}).repeat({k})")
            part = sums.pmfs(p, q, k)
            more = (1 - sum((arb(b) for a, b in zip(p, q, strict=True) if a == 0.0), arb(0))) ** k
        if len(part) > room:
            parts.pop()
        else:
            kept *= more if "discrete" in parts[-1] else 1
            found.append(part)
    return parts, sums.Points(sums.joined(found), 1 - kept)


def discrete(chance: random.Random) -> Case:
    """Points alone."""
    parts, law = atoms(chance, MOST_POINTS)
    failing = failure(chance)
    spread = max((abs(float(at)) for at, _ in law.points), default=1.0) / 3.0
    return Case(written(parts or ["tradeoff.identity()"], failing), [law], max(spread, 1e-3), failing, 260)


def beside(chance: random.Random) -> Case:
    """One Gaussian, however small, or one step on a sample, beside points."""
    parts, points = atoms(chance, 60)
    if chance.random() < 0.6:
        mu, k = some(chance, -3, 0.7), count(chance, 60)
        parts.append(f"tradeoff.gaussian({mu!r}).repeat({k})")
        law: sums.Gaussian | sums.Poisson = sums.Gaussian(arb(mu) * arb(k).sqrt())
    else:
        rate, noise, adding = some(chance, -3, -0.1), some(chance, -0.3, 0.7), chance.random() < 0.5
        parts.append(f"tradeoff.subsampled_gaussian({rate!r}, {noise!r}).{'second' if adding else 'first'}")
        law = sums.Poisson(1 / arb(noise), arb(rate), adding)
    failing = failure(chance)
    spread = 1.0 + max(abs(float(at)) for at, _ in points.points) / 3.0
    return Case(written(parts, failing), [sums.Beside(law, points)], spread, failing, 400)


def laplaces(chance: random.Random) -> Case:
    """A few Laplace releases, different ones, beside a few pure ones."""
    several: list[tuple[float, int]] = []
    pures: list[tuple[float, int]] = []
    while not several or (chance.random() < 0.6 and math.prod(k + 1 for _, k in several) < 12):
        several.append((some(chance, -3, 0.5), count(chance, 8)))
    if chance.random() < 0.4:
        pures.append((some(chance, -3, 0.5), count(chance, 5)))
    parts = [f"tradeoff.laplace({e!r}).repeat({k})" for e, k in several]
    parts += [f"tradeoff.pure({e!r}).repeat({k})" for e, k in pures]
    failing = failure(chance)
    scale = math.sqrt(sum(k * e * e for e, k in several + pures))
    return Case(written(parts, failing), [sums.Splines(several, pures)], scale, failing, 400)


def many(chance: random.Random) -> Case:
    """Many equal Laplace releases."""
    e, k = some(chance, -3, 0.3), count(chance, 60)
    failing = failure(chance)
    law = sums.Splines([(e, k)], [])
    return Case(written([f"tradeoff.laplace({e!r}).repeat({k})"], failing), [law], e * math.sqrt(k), failing, 500)

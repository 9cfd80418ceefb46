"""What a mechanism loses between two exact inputs, read off the noise that it asks for: no mechanism is named here.

Whatever its class, a mechanism draws through `dpcore.noise`. There it is seen what it adds to which integer, or from
which scores it selects; so two inputs show exactly how far apart the laws of its answers are.

added      Gaussian noise: mu^2 = sum (change / scale)^2. Laplace noise: epsilon = sum |change| / scale.
scaled     at scales that follow from the input (`tests.contracts.scaled`): the largest log ratio of densities.
chosen     by the exponential mechanism: the width of the band of log likelihood ratios, in which the norming constants
           cancel. By permute-and-flip: the largest log likelihood ratio, in balls, by its random order; on a grid of
           more than MOST_POINTS integers a bound of it, twice the largest change of a score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from dpcore import noise, tradeoff
from dpcore.budget.loss import Loss
from dpcore.budget.loss.base import root
from dpcore.mechanisms import Mechanism
from tests.contracts.scaled import Scaled, lost, probed
from tests.noise.conftest import ball
from tests.noise.test_selection import integral

ADDED = {noise.Gaussian: tradeoff.gaussian, noise.Laplace: tradeoff.laplace, noise.DiscreteLaplace: tradeoff.pure}
"""What noise of a law loses, by the mu or the epsilon of a change."""
BITS, MOST_POINTS = 200, 12
_ALPHAS = np.linspace(0.0, 1.0, 101)


@dataclass(frozen=True)
class Added:
    """Exact integers, and the law and scale of the noise that each of them gets; None for none."""

    exact: tuple[int, ...]
    laws: tuple[tuple[noise.Law, Fraction] | None, ...]


@dataclass(frozen=True)
class Chosen:
    """A selection: whether by permute-and-flip, its rate, and the score of each grid integer at each place.

    lows: the first grid integer of each place.
    """

    flips: bool
    rate: Fraction
    scores: tuple[tuple[int, ...], ...]
    lows: tuple[int, ...]


Seen = Added | Chosen | Scaled


def seen(mechanism: Mechanism, exact: np.ndarray, factor: Fraction = Fraction(1)) -> Seen:
    """What the mechanism does to these integers. factor: of the noise, for a mutant that draws less of it."""
    added: list[tuple[noise.Law, Fraction]] = []
    chosen: list[Chosen] = []
    given: list[int] = []

    def add(law: noise.Law, scale: Fraction, size: Any) -> np.ndarray:
        added.append((law, Fraction(scale) * factor))
        return np.full(size, given[len(added) - 1] if given else len(added), dtype=np.int64)

    def again(numbers: list[int]) -> np.ndarray:
        added.clear()
        given[:] = numbers
        return mechanism.draw(exact)

    def choose(flips: bool, runs: np.ndarray, rate: Fraction) -> np.ndarray:
        first: np.ndarray = runs[1, 0]
        chosen.append(Chosen(flips, Fraction(rate) / factor, _spread(runs), tuple(first.ravel().tolist())))
        return first

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(noise, "draw", add)
        patch.setattr(noise, "exponential", lambda runs, rate: choose(False, runs, rate))
        patch.setattr(noise, "permute_and_flip", lambda runs, rate: choose(True, runs, rate))
        answer = mechanism.draw(exact)
        if added and answer.shape != exact.shape:
            return probed(again, [*added])
    if chosen:
        assert len(chosen) == 1 and not added, "a mechanism adds noise, or selects once"
        return chosen[0]
    marks = (answer - exact).ravel().tolist()
    assert {*marks} <= {*range(len(added) + 1)}, "it does more to its input than to add noise"
    return Added(tuple(map(int, exact.ravel())), tuple(added[mark - 1] if mark else None for mark in marks))


def _spread(runs: np.ndarray) -> tuple[tuple[int, ...], ...]:
    """The score of each grid integer, place by place."""
    score, first, points = (part.reshape(part.shape[0], -1) for part in runs)
    places = []
    for place in range(score.shape[1]):
        lines = zip(first[:, place].tolist(), score[:, place].tolist(), points[:, place].tolist(), strict=True)
        places.append(tuple(value for _, value, count in sorted(lines) for _ in range(count)))
    return tuple(places)


@dataclass(frozen=True)
class Leak:
    """mu^2, or epsilon (of a band, its width); by how much of it a ball may round. curve: what it allows."""

    amount: Fraction
    squared: bool
    curve: tradeoff.Curve
    slack: Fraction = Fraction(0)


def leak(one: Seen, other: Seen) -> Leak:
    """What tells the two inputs apart. Noise that depends on its input is refused."""
    if isinstance(one, Added) and isinstance(other, Added):
        return _added(one, other)
    if isinstance(one, Scaled) and isinstance(other, Scaled):
        amount = Fraction(lost(one, other))
        return Leak(amount, False, tradeoff.pure(float(amount)), Fraction(1, 10**9))
    assert isinstance(one, Chosen) and isinstance(other, Chosen) and one.rate == other.rate
    if one.flips:
        amount = _flipped(one, other)
        return Leak(amount, False, tradeoff.pure(float(amount)), Fraction(1, 2**100))
    amount = one.rate * sum(_width(a, b) for a, b in zip(one.scores, other.scores, strict=True))
    return Leak(amount, False, tradeoff.bounded_range(float(amount)))


def _added(one: Added, other: Added) -> Leak:
    assert one.laws == other.laws, "noise depends on what it is added to"
    laws, total = {type(drawn[0]) for drawn in one.laws if drawn}, Fraction(0)
    assert len(laws) <= 1 and laws <= ADDED.keys(), f"not known here: {laws}"
    squared = noise.Gaussian in laws
    sizes: dict[Fraction, int] = {}
    for a, b, drawn in zip(one.exact, other.exact, one.laws, strict=True):
        assert drawn or a == b, "what gets no noise differs"
        if drawn and a != b:
            sizes[drawn[1]] = sizes.get(drawn[1], 0) + abs(a - b) ** (2 if squared else 1)
    for scale, moved in sizes.items():
        total += moved / scale ** (2 if squared else 1)
    size = math.sqrt(total) if squared else float(total)
    return Leak(total, squared, ADDED[laws.pop()](size) if total and laws else tradeoff.identity())


def _width(one: Sequence[int], other: Sequence[int]) -> int:
    changes = [a - b for a, b in zip(one, other, strict=True)]
    return max(changes, default=0) - min(changes, default=0)


def _flipped(one: Chosen, other: Chosen) -> Fraction:
    """The sum over places of the largest log likelihood ratio of either sign: places are drawn independently."""
    before, ctx.prec = ctx.prec, BITS
    try:
        high, low = arb(0), arb(0)
        for a, b in zip(one.scores, other.scores, strict=True):
            if len(a) > MOST_POINTS:
                bound = ball(2 * one.rate * max(abs(x - y) for x, y in zip(a, b, strict=True)))
                high, low = high + bound, low - bound
            elif len(a) > 1 and a != b:
                laws = zip(law(one.rate, a), law(one.rate, b), strict=True)
                ratios = [(p / q).log() for p, q in laws]
                high, low = high + max(ratios, key=float).max(arb(0)), low + min(ratios, key=float).min(arb(0))
        man, exponent = max(high, -low, key=float).upper().man_exp()
        return Fraction(int(man)) * Fraction(2) ** int(exponent)
    finally:
        ctx.prec = before


@cache
def law(rate: Fraction, scores: tuple[int, ...]) -> list[arb]:
    """The law of permute-and-flip, by its random order."""
    chance = [(-ball(rate * (score - min(scores)))).exp() for score in scores]
    return [p * integral([*chance[:v], *chance[v + 1 :]]) for v, p in enumerate(chance)]


def check(loss: Loss | None, found: Leak) -> None:
    """What is lost is at most what the ledger is told, in every account and as a curve."""
    if loss is None:
        assert not found.amount, "it loses something and is free"
        return
    assert not found.squared or loss.pure is None, "Gaussian noise is not pure"
    booked = loss.mu_squared if found.squared else loss.pure
    assert booked is not None and found.amount <= booked * (1 + found.slack), f"{float(found.amount):.6g} at {loss}"
    claimed = np.asarray(loss.curve(_ALPHAS))
    assert (claimed <= np.asarray(found.curve(_ALPHAS)) + 1e-12).all(), f"not the curve {loss}"
    if loss.mu_squared is not None and not loss.failure:
        counted = tradeoff.gaussian(root(loss.mu_squared))
        assert (np.asarray(counted(_ALPHAS)) <= claimed + 1e-12).all(), f"too little mu is booked for {loss}"


def size(found: Leak, loss: Loss) -> float:
    """Which share of what is booked is lost, in mu or in epsilon."""
    booked = loss.mu_squared if found.squared else loss.pure
    assert booked is not None
    share = float(found.amount / booked)
    return math.sqrt(share) if found.squared else share


def farthest(inputs: Sequence[Seen], pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of the pairs that are farthest apart by doubles: at least one, and whatever comes near it."""
    if isinstance(inputs[0], Scaled):
        return pairs  # each ratio is kept, and there are few
    first, last = np.array(pairs).T
    points = [_points(each) for each in inputs]
    gaps = np.array(points)[first] - np.array(points)[last]
    apart = _apart(inputs[0], gaps)
    near = np.flatnonzero(apart >= apart.max() * (1 - 1e-9))
    return [pairs[place] for place in near[:4].tolist()]


def _points(one: Seen) -> np.ndarray:
    """Coordinates whose differences say how far apart two inputs are: in scales of noise, or in likelihoods."""
    if isinstance(one, Added):
        return np.array(one.exact, dtype=np.float64) / _scales(one.laws)
    if not one.flips or max(map(len, one.scores)) > MOST_POINTS:
        return float(one.rate) * np.array([score for place in one.scores for score in place], dtype=np.float64)
    return np.array([_logarithm(p) for place in one.scores if place for p in law(one.rate, place)])


def _scales(laws: tuple[Any, ...]) -> np.ndarray:
    """The size of the noise on each coordinate; hardly any where there is none, and its square is a double too."""
    distinct = {id(drawn): drawn for drawn in laws}
    sizes = {name: float(drawn[1]) if drawn else 1e-60 for name, drawn in distinct.items()}
    return np.array([sizes[id(drawn)] for drawn in laws])


def _logarithm(p: arb) -> float:
    return float(p.log())


def _apart(one: Seen, gaps: np.ndarray) -> np.ndarray:
    if isinstance(one, Added):
        squared = any(drawn and isinstance(drawn[0], noise.Gaussian) for drawn in one.laws)
        total: np.ndarray = (np.square(gaps) if squared else np.abs(gaps)).sum(axis=1)
        return total
    sizes = [len(place) for place in one.scores if place]
    parts = np.split(gaps, np.cumsum(sizes)[:-1], axis=1)
    high, low = (sum(end(part, axis=1) for part in parts) for end in (np.max, np.min))
    return np.maximum(high, -low) if one.flips else high - low  # type: ignore[operator]

"""The law of what a mechanism answers, written down a second time: of each number by itself, in doubles."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
from flint import arb, ctx
from scipy import stats

from dpcore import noise
from tests.contracts.leak import BITS, Added, Seen, law
from tests.contracts.scaled import Place, Scaled
from tests.noise.conftest import Case, ball, cauchy, power_core, student

Law = dict[int, float]
"""The probability of each integer."""
FAR = 40.0
"""Scales beyond which no noise is looked for."""


def laws(one: Seen) -> list[Law]:
    """Of each number of an answer."""
    if isinstance(one, Added):
        pairs = zip(one.exact, one.laws, strict=True)
        return [_added(exact, *drawn) if drawn else {exact: 1.0} for exact, drawn in pairs]
    if isinstance(one, Scaled):
        return [_clamped(place) for place in one.places]
    before, ctx.prec = ctx.prec, BITS
    try:
        draw = law if one.flips else _weights
        found = [draw(one.rate, place) if place else [1.0] for place in one.scores]  # nothing to choose: its end
        return [{low + v: float(p) for v, p in enumerate(each)} for low, each in zip(one.lows, found, strict=True)]
    finally:
        ctx.prec = before


def _added(exact: int, drawn: noise.Law, scale: Fraction) -> Law:
    """Of an integer and its rounded noise."""
    width = float(scale)
    far = math.ceil(FAR * width)
    values = np.arange(-far, far + 1)
    if isinstance(drawn, noise.DiscreteLaplace):
        share = math.exp(-1 / width)
        chances = (1 - share) / (1 + share) * share ** np.abs(values)
    else:
        ideal = stats.norm if isinstance(drawn, noise.Gaussian) else stats.laplace
        assert isinstance(drawn, noise.Gaussian | noise.Laplace), drawn
        # by the tail on the side of the value, so that small probabilities keep their digits
        near, beyond = (np.abs(values) - 0.5) / width, (np.abs(values) + 0.5) / width
        chances = ideal.sf(near) - ideal.sf(beyond)
    return {exact + value: chance for value, chance in zip(values.tolist(), chances.tolist(), strict=True)}


def _clamped(place: Place) -> Law:
    """Of a centre with rounded noise at a scale, clamped to bounds: what lies beyond them is at them."""
    edges = [Fraction(2 * value + 1, 2) for value in range(place.low, place.high)]
    above = [1.0, *(float(_survival(place, edge)) for edge in edges), 0.0]
    return {place.low + value: p - q for value, (p, q) in enumerate(itertools.pairwise(above))}


def _survival(place: Place, edge: Fraction) -> arb:
    """P(centre + scale Z > edge), by the tail of the law."""
    z = ball(abs(edge - place.centre) / place.scale)
    half = _tail(place.law).exact(z) / 2
    return half if edge >= place.centre else 1 - half


@cache
def _tail(drawn: noise.Law) -> Case:
    match drawn:
        case noise.PowerCore():
            return power_core(drawn.epsilon, drawn.beta)
        case noise.StudentT():
            return student(drawn.df)
        case noise.Cauchy4():
            return cauchy()
    raise AssertionError(f"not known here: {drawn}")


def _weights(rate: Fraction, scores: tuple[int, ...]) -> list[float]:
    """The law of the exponential mechanism."""
    weights = [math.exp(-float(rate * (score - min(scores)))) for score in scores]
    return [weight / sum(weights) for weight in weights]

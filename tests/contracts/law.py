"""The law of what a mechanism answers, written down a second time: of each number by itself, in doubles."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from flint import ctx
from scipy import stats

from dpcore import noise
from tests.contracts.leak import BITS, Added, Seen, law

Law = dict[int, float]
"""The probability of each integer."""
FAR = 40.0
"""Scales beyond which no noise is looked for."""


def laws(one: Seen) -> list[Law]:
    """Of each number of an answer."""
    if isinstance(one, Added):
        pairs = zip(one.exact, one.laws, strict=True)
        return [_added(exact, *drawn) if drawn else {exact: 1.0} for exact, drawn in pairs]
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


def _weights(rate: Fraction, scores: tuple[int, ...]) -> list[float]:
    """The law of the exponential mechanism."""
    weights = [math.exp(-float(rate * (score - min(scores)))) for score in scores]
    return [weight / sum(weights) for weight in weights]

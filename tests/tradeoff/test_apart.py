"""Products of a bounded and an unbounded part: held against the sum over the bounded part's outcomes."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.apart import Apart
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.direction import Either
from tests.chance import seeds


def draw(seed: int) -> tuple[Curve, float, int]:
    """(an unbounded curve, the loss of coins beside it, how many of them)."""
    rng = random.Random(seed)
    rate, noise = 10.0 ** rng.uniform(-3.5, -0.3), 10.0 ** rng.uniform(-0.3, 0.7)
    sample = tradeoff.subsampled_gaussian(rate, noise, rng.choice([1, 1, 2, 5, 300]))
    assert isinstance(sample, Either)
    rest = rng.choice([sample.first, sample.second, tradeoff.gaussian(10.0 ** rng.uniform(-4.0, 0.7))])
    return rest, 10.0 ** rng.uniform(-6.0, 0.3), rng.choice([1, 2, 3])


def outcomes(loss: float, times: int) -> list[tuple[float, float]]:
    """(log q/p, q) of so many coins of this loss."""
    heads = 1.0 / (1.0 + math.exp(-loss))
    return [
        ((2 * k - times) * loss, math.comb(times, k) * heads**k * (1.0 - heads) ** (times - k))
        for k in range(times + 1)
    ]


def delta_of(rest: Curve, loss: float, times: int, x: float) -> tuple[float, float]:
    """delta(x) of the product is E_Q1 delta_rest(x - L): exact but for the brackets of the rest."""
    sides = [[q * side for side in rest.delta_bounds(x - at)] for at, q in outcomes(loss, times)]
    low, high = (math.fsum(side) for side in zip(*sides, strict=True))
    return low * (1.0 - 1e-13), high * (1.0 + 1e-13) + 1e-300


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", seeds(40, *range(10, 40)))
def test_a_product_is_the_sum_over_the_bounded_part(seed: int) -> None:
    rest, loss, times = draw(seed)
    both = tradeoff.compose([rest, tradeoff.pure(loss).repeat(times)])
    for x in (0.0, 0.3 * loss, loss * times, 0.5, 2.0):
        low, high = both.delta_bounds(x)
        least, most = delta_of(rest, loss, times, x)
        assert low <= most and least <= high
    for delta in (1e-3, 1e-6, 1e-10):
        low, high = both.epsilon_bounds(delta)
        below, above = rest.epsilon_bounds(delta)
        assert below * (1.0 - 1e-12) <= high and low <= above + loss * times * (1.0 + 1e-12)
        assert high <= (above + loss * times) * (1.0 + 1e-9) + 1e-12, "never wider than what the parts say"
        if high > 0.0:
            assert delta_of(rest, loss, times, high)[0] <= delta * (1.0 + 1e-9)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", seeds(12, *range(4, 12)))
def test_f_lies_between_what_the_unbounded_part_leaves(seed: int) -> None:
    rest, loss, times = draw(100 + seed)
    both, alpha = tradeoff.compose([rest, tradeoff.pure(loss).repeat(times)]), np.array([1e-4, 0.05, 0.3, 0.8])
    low, high = both.bounds(alpha)
    grown = math.exp(loss * times)
    assert (low >= np.minimum(rest.bounds(alpha)[0] / grown, high) * (1.0 - 1e-9)).all()
    assert (high <= rest.bounds(alpha)[1] + 1e-5).all()
    for at, below, above in zip(alpha, low, high, strict=True):
        for x in np.linspace(0.0, 6.0, 13):  # each delta is a line below f
            assert 1.0 - delta_of(rest, loss, times, float(x))[1] - math.exp(x) * at <= above * (1.0 + 1e-9) + 1e-12
        assert below <= above


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", seeds(20, 3, 5))
def test_the_parts_alone_are_a_bracket(seed: int) -> None:
    rest, loss, times = draw(200 + seed)
    apart = Apart(rest, loss * times * (1.0 + 1e-12))
    for x in np.linspace(0.0, 3.0, 7):
        low, high = (float(side[0]) for side in apart.delta(np.array([x])))
        least, most = delta_of(rest, loss, times, float(x))
        assert low <= most and least <= high


def test_what_looked_vacuous_is_not() -> None:
    step = tradeoff.compose([tradeoff.subsampled_gaussian(0.01, 0.73), tradeoff.pure(0.0375)])
    low, high = step.epsilon_bounds(1e-5)
    assert high - low <= 0.0376
    small = tradeoff.compose([tradeoff.gaussian(1e-6), tradeoff.pure(0.3)])
    assert small.epsilon(1e-6) <= 0.3 + 1e-5


@pytest.mark.audit
def test_far_in_the_tail_it_is_not_either() -> None:
    far = tradeoff.compose([tradeoff.subsampled_gaussian(0.02, 0.9, 500).symmetrize(), tradeoff.pure(1e-6)])
    assert far.epsilon(1e-14) <= far.epsilon_bounds(1e-14)[0] + 1e-5

"""Two pmfs that are nearly equal, and sums that are nearly 1: exact fractions of the given doubles are the truth."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError

Weights = list[Fraction]


def pair(seed: int) -> tuple[list[float], list[float]]:
    """Two pmfs whose ratios are 1 but for a share between 1e-15 and 1."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 6))
    p = rng.dirichlet(np.ones(size) * 10 ** rng.uniform(-1.0, 1.0))
    q = p * (1.0 + 10 ** rng.uniform(-15.0, 0.0) * rng.uniform(-1.0, 1.0, size))
    return p.tolist(), (q / q.sum()).tolist()


def delta_of(p: Weights, q: Weights, times: int) -> Fraction:
    """delta(0) of so many releases: the total variation."""
    each = (zip(*(((p[i], q[i])) for i in index), strict=True) for index in product(range(len(p)), repeat=times))
    return sum((max(math.prod(b) - math.prod(a), Fraction(0)) for a, b in each), Fraction(0))


@pytest.mark.sample(60)
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("times", [1, 2, 3])
def test_total_variation_of_the_doubles_and_of_the_pmfs(seed: int, times: int) -> None:
    p, q = pair(seed)
    low, high = tradeoff.discrete(p, q).repeat(times).delta_bounds(0.0)
    given = [Fraction(weight) for weight in p], [Fraction(weight) for weight in q]
    scaled = tuple([weight / sum(weights) for weight in weights] for weights in given)
    for weights in (given, scaled):
        assert Fraction(low) <= delta_of(*weights, times) <= Fraction(high)
    assert high - low <= 1e-12 * high + 4e-15 * times


@pytest.mark.parametrize("difference", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
def test_sums_that_are_exactly_one_lose_no_digit(difference: float) -> None:
    step = 2.0 ** round(math.log2(difference))
    p, q = [0.5 - step, 0.5 + step], [0.5 + step, 0.5 - step]
    low, high = tradeoff.discrete(p, q).delta_bounds(0.0)
    assert low <= 2.0 * step <= high <= 2.0 * step * (1.0 + 1e-13) and low >= 2.0 * step * (1.0 - 1e-13)
    end = math.log1p(2.0 * step / (0.5 - step))
    assert tradeoff.discrete(p, q).epsilon(0.0) == pytest.approx(end, rel=1e-12)


@pytest.mark.parametrize("missing", [1e-13, 1e-11, 9e-10])
@pytest.mark.parametrize("times", [1, 7])
def test_missing_mass_is_booked(missing: float, times: int) -> None:
    short = tradeoff.discrete([0.5, 0.5], [0.25, 0.75 - missing]).repeat(times)
    assert math.isinf(short.epsilon(0.0)) and math.isinf(short.mu())
    assert short.delta_bounds(50.0) == pytest.approx((times * missing, times * missing), rel=1e-3)
    assert short.inverse().delta(50.0) < 0.1 * missing
    assert short.bounds(0.0)[1] <= 1.0 - 0.99 * missing


@pytest.mark.parametrize("off", [1e-3, 1e-8, -1e-8, -0.2])
def test_a_sum_that_is_not_one_is_refused(off: float) -> None:
    with pytest.raises(DpError, match="non-negative and sum to 1"):
        tradeoff.discrete([0.5, 0.5], [0.5, 0.5 + off])


@pytest.mark.parametrize("seed", range(60))
def test_what_is_stored_is_what_was(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p, q = rng.dirichlet(np.ones(int(rng.integers(2, 40))), 2)
    if seed % 3 == 0:
        q[-1] = 0.0
        q *= (1.0 - 10 ** rng.uniform(-16.0, -9.1)) / q.sum()
    curve = tradeoff.discrete(p, q)
    stored = curve.to_dict()
    again = tradeoff.from_dict(json.loads(json.dumps(stored)))
    assert again == curve and again.to_dict() == stored
    assert {weight for weight in p.tolist() if weight} <= set(stored["p"])

"""Rényi divergences, held against plain integrals over the pair of laws, and over f itself."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError
from dpcore.tradeoff import Curve

from . import test_mixture as laws

ORDERS = [1e-3, 0.2, 0.5, 0.999999, 1.0, 1.0000001, 1.5, 2.0, 7.3, 32.0, 256.0]


def divergence(pair: laws.Pair, order: float) -> float:
    """log E_P (dQ/dP)^a / (a - 1), by a sum over X = log dQ/dP."""
    x, q, p = pair
    if order == 1.0:
        return float(np.sum(q * x))
    grown = float(np.sum(p * np.expm1(order * x) - order * (q - p)))
    return math.log1p(grown) / (order - 1.0)


def close(bounds: tuple[float, float], truth: float, rel: float) -> bool:
    low, high = bounds
    return low <= truth * (1 + rel) + 1e-13 and high >= truth * (1 - rel) - 1e-13


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(40))
def test_closed_forms_and_sums(seed: int) -> None:
    (curve, pair, _), chance = laws.case(seed), random.Random(seed)
    mirrored = (-pair[0], pair[2], pair[1])
    for order in (chance.choice(ORDERS), 10 ** chance.uniform(-2, 2), 1.0):
        truth = max(divergence(pair, order), divergence(mirrored, order))
        bounds = curve.renyi_bounds(order)
        # near 1 the plain sum loses what it is divided by
        assert close(bounds, truth, 1e-9 + 1e-12 / max(abs(order - 1.0), 1e-9) * (order != 1.0)), (curve, order)
        assert bounds[1] - bounds[0] <= 1e-6 * bounds[1] + 1e-15
        assert curve.renyi(order) == bounds[1]


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(24))
def test_samples_and_products(seed: int) -> None:
    (curve, pair, _), chance = laws.case(seed), random.Random(seed)
    rate, times, mu = laws.some(chance, -3, -0.1), chance.randint(1, 30), laws.some(chance, -2, 0.3)
    total = tradeoff.compose([curve.subsample(rate, "poisson").repeat(times), tradeoff.gaussian(mu)])
    for order in (chance.uniform(0.1, 0.9), 1.0, chance.uniform(1.1, 20.0)):
        each = [divergence(laws.mixed(pair, rate, adding), order) for adding in (False, True)]
        truth = times * max(each) + 0.5 * order * mu * mu
        bounds = total.renyi_bounds(order)
        assert close(bounds, truth, 1e-7)
        assert bounds[1] - bounds[0] <= 1e-4 * bounds[1]


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(12))
def test_steps_on_poisson_samples(seed: int) -> None:
    chance = random.Random(seed)
    rate, noise, order = laws.some(chance, -3, -0.2), laws.some(chance, 0, 0.7), chance.choice([0.5, 1.0, 2.0, 16.5])
    mu, z = 1.0 / noise, np.arange(-13.0, 13.0 + 17.0 / noise, 2e-3)
    base = np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi) * 2e-3
    x = np.log1p(rate * np.expm1(mu * z - 0.5 * mu * mu))
    found = []
    for under_p, loss in ((base, x), (base * np.exp(x), -x)):
        # terms of one sign, since E_P e^X = 1
        if order == 1.0:
            found.append(float(np.sum(under_p * (np.exp(loss) * loss - np.expm1(loss)))))
        else:
            grown = float(np.sum(under_p * (np.expm1(order * loss) - order * np.expm1(loss))))
            found.append(math.log1p(grown) / (order - 1.0))
    steps = chance.randint(1, 1000)
    bounds = tradeoff.subsampled_gaussian(rate, noise, steps).renyi_bounds(order)
    assert close(bounds, steps * max(found), 1e-5)
    assert bounds[1] - bounds[0] <= 1e-4 * bounds[1]


CURVES: list[Curve] = [
    tradeoff.laplace(0.8).subsample(0.2),
    tradeoff.gaussian(0.7).subsample(0.05),
    tradeoff.bounded_range(1.3),
    tradeoff.pure(0.4).group(3),
    tradeoff.subsampled_gaussian(0.3, 1.2).symmetrize(),
    tradeoff.bounded_range(0.9).subsample(0.3),
]


@pytest.mark.sample(6)
@pytest.mark.parametrize("curve", CURVES, ids=repr)
@pytest.mark.parametrize("order", [0.3, 1.0, 1.8, 3.0])
def test_of_any_curve_it_is_the_integral_of_its_slope(curve: Curve, order: float) -> None:
    """dQ/dP is -f'(alpha) where alpha is uniform under P."""
    alphas = np.concatenate((np.logspace(-30, -2, 6_000), np.linspace(0.01, 0.99, 6_000)[1:-1]))
    alphas = np.concatenate((alphas, 1.0 - np.logspace(-2, -13, 2_000)))
    width, drop = np.diff(alphas), np.maximum(-np.diff(curve(alphas)), 1e-300)
    ratio = drop / width
    if order == 1.0:
        truth = float(np.sum(width * (ratio * np.log(ratio) - ratio + 1.0)))
    else:
        truth = math.log1p(float(np.sum(width * (ratio**order - 1.0 - order * (ratio - 1.0))))) / (order - 1.0)
    low, high = curve.renyi_bounds(order)
    assert low <= truth * 1.005 and high >= truth * 0.995 and high - low <= 1e-4 * high


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(20))
def test_it_converts_to_no_more_than_it_promises(seed: int) -> None:
    """delta(epsilon) <= e^{(a-1)(D - epsilon)} (Mironov 2017, Prop. 3), and D rises with the order."""
    (curve, _, _), chance = laws.case(seed), random.Random(seed)
    total = curve.subsample(0.3, "poisson").repeat(chance.randint(1, 5)) if seed % 2 else curve
    orders = sorted(10 ** chance.uniform(-1, 2) for _ in range(4))
    bounds = [total.renyi_bounds(order) for order in orders]
    assert all(one[0] <= other[1] for one, other in itertools.pairwise(bounds))
    end = total.renyi(math.inf)
    assert bounds[-1][0] <= end
    for order, (_, high) in zip(orders, bounds, strict=True):
        if order > 1.0:
            epsilon = chance.uniform(0.0, 1.0) * end
            assert total.delta_bounds(epsilon)[0] <= math.exp((order - 1.0) * (high - epsilon)) * (1 + 1e-9)


def test_ends() -> None:
    assert tradeoff.identity().renyi(3.0) == 0.0
    assert tradeoff.pure(0.7).renyi(math.inf) == pytest.approx(0.7)
    assert tradeoff.gaussian(1.0).renyi(math.inf) == math.inf
    assert tradeoff.gaussian(0.5).renyi(4.0) == pytest.approx(0.5)
    failing = tradeoff.approximate(0.5, 1e-3)
    assert failing.renyi_bounds(1.0) == failing.renyi_bounds(2.0) == (math.inf, math.inf)
    low, high = failing.renyi_bounds(0.5)
    truth = tradeoff.pure(0.5).renyi(0.5) - 2.0 * math.log1p(-1e-3)
    assert low <= truth <= high * (1 + 1e-14) and high - low < 1e-12
    for size in (1e-300, 1e-9, 300.0, 1e6):
        for curve in (tradeoff.pure(size), tradeoff.laplace(size), tradeoff.bounded_range(size)):
            for order in (1e-9, 0.5, 1.0, 1 + 2**-50, 3.0, 1e9, 1e300):
                low, high = curve.renyi_bounds(order)
                assert 0.0 <= low <= high <= size


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, -math.inf, "2", True])
def test_an_order_is_a_positive_number(bad: object) -> None:
    with pytest.raises(DpError, match="`order` of `renyi` must be"):
        tradeoff.gaussian(1.0).renyi(bad)  # type: ignore[arg-type]


@pytest.mark.sample(1)
@pytest.mark.parametrize("mu", [5.0, 50.0, 300.0])
@pytest.mark.parametrize("rate", [1e-3, 0.5, 0.999])
def test_a_divergence_beyond_the_doubles_is_still_bounded(mu: float, rate: float) -> None:
    """E w^a is at least rate^a e^{a (a-1) mu^2/2}, and D at most that of the noise itself."""
    for curve in (tradeoff.gaussian(mu).subsample(rate, "poisson"), tradeoff.gaussian(mu).subsample(rate)):
        for order in (1.0, 3.0, 40.0):
            low, high = curve.renyi_bounds(order)
            assert low <= high <= 0.5 * order * mu * mu * (1 + 1e-12)
            if order > 1.0:
                assert high >= 0.5 * order * mu * mu + order * math.log(rate) / (order - 1.0)

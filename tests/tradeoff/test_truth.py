"""Every bound contains the truth of ball arithmetic and stays close to it, however extreme the numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb
from scipy import special

from dpcore import tradeoff
from dpcore.tradeoff import normal
from dpcore.tradeoff.argument import UNIT

from .truth import between, cdf, digits, gaussian_delta

MUS = [1e-9, 1e-5, 1e-2, 0.1, 0.2499, 0.25, 0.5, 1.0, 3.0, 10.0, 37.0, 1e3]
DELTAS = [0.3, 1e-2, 1e-6, 1e-12, 1e-18, 1e-30, 1e-100, 1e-200, 1e-300]


@pytest.mark.parametrize("mu", MUS)
def test_gaussian_epsilon_brackets_the_truth(mu: float) -> None:
    curve = tradeoff.gaussian(mu)
    for delta in DELTAS:
        lower, upper = curve.epsilon_bounds(delta)
        assert 0.0 <= lower <= upper < math.inf
        assert upper - lower <= 1e-11 * upper
        with digits():
            assert bool(gaussian_delta(mu, upper) <= arb(delta))
            assert lower == 0.0 or bool(gaussian_delta(mu, lower) >= arb(delta))


@pytest.mark.sample(5)
@pytest.mark.parametrize("mu", MUS)
def test_gaussian_delta_brackets_the_truth(mu: float) -> None:
    curve = tradeoff.gaussian(mu)
    spread = np.concatenate((np.linspace(-40.0, 40.0, 41), [0.01, -0.01]))
    for epsilon in [0.0, mu**2 / 2, *(float(mu * t + mu**2 / 2) for t in spread), 1.0, -1.0, 1e-9]:
        lower, upper = curve.delta_bounds(epsilon)
        with digits(3000):
            truth = gaussian_delta(mu, epsilon)
        assert between(lower, truth, upper), (mu, epsilon)
        if lower > 1e-300:
            assert upper - lower <= 1e-10 * upper


@pytest.mark.sample(5)
@pytest.mark.parametrize("mu", MUS)
def test_gaussian_f_brackets_the_truth(mu: float) -> None:
    curve = tradeoff.gaussian(mu)
    scores = np.concatenate((np.linspace(-37.0, 8.0, 60), [0.0]))
    for alpha in {float(normal.below(np.array([z]))[0][0]) for z in scores} - {1.0}:
        lower, upper = curve.bounds(alpha)
        with digits():
            score = quantile(arb(alpha))
            truth = cdf(-score - arb(mu))
        assert between(lower, truth, upper), (mu, alpha)
        if lower > 1e-300:
            assert upper - lower <= 1e-11 * upper


def quantile(probability: arb) -> arb:
    """Phi^-1 by Newton's method: digits double each time."""
    at = arb(float(special.ndtri(float(probability))))
    for _ in range(6):
        density = (-at * at / 2).exp() / (2 * arb.pi()).sqrt()
        at = (at - (cdf(at) - probability) / density).mid()
    return at


@pytest.mark.parametrize("epsilon", [1e-9, 1e-3, 0.1, 1.0, 7.3, 36.0, 100.0, 700.0])
def test_pure_and_laplace_bracket_the_truth(epsilon: float) -> None:
    pure, laplace = tradeoff.pure(epsilon), tradeoff.laplace(epsilon)
    kink = math.exp(-epsilon)
    for alpha in {kink * s for s in (0.1, 0.25, 0.5, 0.9, 1.0, 1.1)} | {1e-12, 0.1, 0.5, 0.7, 0.999}:
        if not 0.0 < alpha < 1.0:
            continue
        with digits():
            grown, a = arb(epsilon).exp(), arb(alpha)
            truth = max_of(1 - grown * a, (1 - a) / grown)
            third = (1 - a) / grown if alpha > 0.5 else 1 / (4 * a * grown)
            other = 1 - grown * a if bool(grown * a < arb(0.5)) else third
        assert between(pure.bounds(alpha)[0], truth, pure.bounds(alpha)[1]), alpha
        assert between(laplace.bounds(alpha)[0], other, laplace.bounds(alpha)[1]), alpha
    for part in (-2.0, -0.7, 0.0, 1e-6, 0.5, 0.999, 1.0, 1.5):
        e = part * epsilon
        with digits():
            x = arb(e)
            truth = (arb(epsilon).exp() - x.exp()) / (1 + arb(epsilon).exp())
            truth = max_of(max_of(truth, 1 - x.exp()), arb(0))
            other = max_of(1 - x.exp(), arb(0)) if abs(e) > epsilon else 1 - ((x - arb(epsilon)) / 2).exp()
        for curve, value in ((pure, truth), (laplace, other)):
            lower, upper = curve.delta_bounds(e)
            assert between(lower, value, upper), (curve, e)
            assert upper - lower <= 1e-13 * upper


def max_of(a: arb, b: arb) -> arb:
    return a if bool(a >= b) else b


@pytest.mark.parametrize("epsilon", [1e-9, 1e-6, 1e-3, 0.1, 0.5, 1.0, 1.2, 2.0, 10.0, 100.0, 1000.0, 1e6])
def test_mu_is_just_above_the_truth(epsilon: float) -> None:
    with digits(20000 if epsilon > 1e3 else 900):
        for curve, tail in (
            (tradeoff.pure(epsilon), -(1 + arb(epsilon).exp()).log()),
            (tradeoff.laplace(epsilon), -arb(epsilon) / 2 - arb(2).log()),
        ):
            mu = curve.mu()
            # mu is at least the smallest iff Phi(-mu/2) <= the fixed point of the curve
            assert bool(cdf(-arb(mu) / 2).log() <= tail), curve
            assert bool(cdf(-arb(mu * (1 - 1e-13)) / 2).log() > tail), curve


def test_the_normal_law_keeps_its_margins() -> None:
    points = np.concatenate((np.linspace(-0.2, 3.0, 400), np.linspace(3.0, 90.0, 200)))
    values, errors = normal.slope(points)
    ratios = normal.mills(points)
    peak = lambda x: (-x * x / 2).exp() / (2 * arb.pi()).sqrt()  # noqa: E731
    with digits(1200):
        for at, value, error, ratio in zip(points, values, errors, ratios, strict=True):
            x = arb(float(at))
            true_ratio = cdf(-x) / peak(x)
            true_slope = 1 - x * true_ratio
            assert bool(abs(arb(float(value)) - true_slope) <= arb(float(error)) / 2)
            assert bool(abs(arb(float(ratio)) / true_ratio - 1) <= 14 * UNIT)
        for z in np.linspace(-37.0, 8.0, 300):
            lower, upper = normal.below(np.array([z]))
            assert between(float(lower[0]), cdf(arb(float(z))), float(upper[0]))
        for log_p in (-1.4, -5.0, -29.0, -31.0, -690.0, -710.0, -1e4, -1e6):
            z = normal.quantile(log_p)
            # d log Phi = R(-z)^-1 dz
            off = (cdf(arb(z)).log() - arb(log_p)) * cdf(arb(z)) / peak(arb(z))
            assert bool(abs(off / arb(z)) <= 8 * UNIT), log_p

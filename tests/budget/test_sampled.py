"""The fast mu of steps on random samples is never below the true one, and hardly above it."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from dpcore import tradeoff
from dpcore.budget.loss import Gaussian, Subsampled, sampled
from dpcore.number import exact

NOISES = st.floats(math.log(0.01), math.log(4.0)).map(math.exp)
RATES = st.floats(math.log(1e-4), math.log(0.95)).map(math.exp)
DELTAS = st.sampled_from([1e-12, 1e-9, 1e-6, 1e-3])


def needed(delta: float, alpha: np.ndarray, beta: np.ndarray, level: np.ndarray, power: np.ndarray) -> float:
    """The mu that these pairs of type I and type II errors need. level, power: 1 less these errors."""
    scores = np.zeros(len(alpha))
    for error, rest in ((alpha, level), (beta, power)):
        small = -norm.ppf(np.clip(error / (1 - delta), 1e-300, 1))
        large = norm.ppf(np.clip((rest - delta) / (1 - delta), 0, 1 - 1e-16))
        scores += np.where(error < 0.5, small, large)
    return float(np.max(scores, initial=0.0))


@settings(max_examples=200)
@given(NOISES, RATES, DELTAS)
def test_one_step_agrees_with_its_closed_form(noise: float, rate: float, delta: float) -> None:
    z = np.linspace(-8.0, 9.0 + noise, 4001)  # a test that rejects above z; its inverse is the other direction
    beta, power = ((1 - rate) * side(z) + rate * side(z - noise) for side in (norm.cdf, norm.sf))
    truth = needed(delta, norm.sf(z), beta, norm.cdf(z), power)
    found = sampled.mu(noise, rate, 1, delta)
    assert truth * (1 - 1e-6) <= found
    if rate >= 0.005:  # where rarer, the lattice may be too long, and the exact curve is used
        assert found <= max(truth * 1.01, truth + 1e-4)


@settings(max_examples=12)
@given(NOISES, RATES, st.integers(101, 500), DELTAS)
def test_many_steps_agree_with_the_certified_curve(noise: float, rate: float, steps: int, delta: float) -> None:
    curve = tradeoff.subsampled_gaussian(rate, 1 / noise, steps)
    found = sampled.mu(noise, rate, steps, delta)
    if found > 6.0 or rate * noise < 1e-3:  # the certified curve takes long there
        return
    epsilon = np.array([0.0, 0.5, 1.0, 2.0]) * found
    booked = norm.cdf(found / 2 - epsilon / found) - np.exp(epsilon) * norm.cdf(-found / 2 - epsilon / found)
    assert (curve.delta_bounds(epsilon)[0] <= delta + (1 - delta) * booked * (1 + 1e-9)).all()
    assert found <= math.sqrt(steps) * noise * (1 + 1e-3)


@pytest.mark.parametrize(("noise", "rate", "delta"), [(1.0, 0.2, 1e-6), (0.3, 0.5, 1e-9), (2.5, 0.05, 1e-4)])
def test_two_steps_agree_with_sums_over_a_plane(noise: float, rate: float, delta: float) -> None:
    z = np.linspace(-9.0, 9.0 + noise, 1201)
    q = np.diff(norm.cdf(z))
    p = (1 - rate) * q + rate * np.diff(norm.cdf(z - noise))
    both_q, both_p = np.multiply.outer(q, q).ravel(), np.multiply.outer(p, p).ravel()
    order = np.argsort(-both_p / np.maximum(both_q, 1e-300), kind="stable")
    (alpha, level), (power, beta) = (
        (np.cumsum(mass[order])[:-1], np.cumsum(mass[order][::-1])[::-1][1:]) for mass in (both_q, both_p)
    )
    truth = needed(delta, alpha, beta, level, power)
    assert truth * 0.999 <= sampled.mu(noise, rate, 2, delta) <= truth * 1.005


def test_it_is_close_enough_that_a_slightly_smaller_rate_is_noticed() -> None:
    right = tradeoff.subsampled_gaussian(0.1, 2.0, 200).mu(1e-9)
    assert right <= sampled.mu(0.5, 0.1, 200, 1e-9) <= right * 1.001
    assert sampled.mu(0.5, 0.0998, 200, 1e-9) < right


EXACT = [
    Subsampled(Fraction(1, 100), Fraction(1, 10), 7),
    Subsampled(Fraction(1, 100), Fraction(1), 7, Fraction(1, 10**9)),
]


@pytest.mark.parametrize("loss", EXACT, ids=str)
def test_without_failures_or_sampling_it_is_that_of_gaussian_noise(loss: Subsampled) -> None:
    assert loss.mu_squared is not None
    assert math.sqrt(loss.mu_squared) == pytest.approx(math.sqrt(7) / 10, rel=1e-8)


def test_its_rounds_are_single_steps() -> None:
    loss = Subsampled(Fraction(1, 9), exact(0.2), 3, Fraction(1, 10**9))
    assert loss.parts == (replace(loss, steps=1),) * 3
    assert Gaussian(Fraction(1)).parts == (Gaussian(Fraction(1)),)

"""Audits by counts, against exact binomial sums and simulated attacks; and what an attacker may believe."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.errors import DpError


def below(count: int, trials: int, p: Fraction) -> Fraction:
    """P(Binomial(trials, p) <= count), exactly."""
    return sum((math.comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(count + 1)), start=Fraction(0))


@pytest.mark.parametrize("seed", range(30))
def test_the_limits_are_clopper_and_pearsons(seed: int) -> None:
    chance = random.Random(seed)
    trials = chance.randint(1, 60)
    count, confidence = chance.randint(0, trials), chance.choice([0.5, 0.9, 0.95, 0.999])
    found = tradeoff.audit(count, trials, 0, 1, confidence)
    half = Fraction(1 - Fraction(str(confidence))) / 2
    if count == trials:
        assert found.alpha == 1.0
    else:
        assert below(count, trials, Fraction(found.alpha)) <= half * (1 + Fraction(1, 10**12))
        assert below(count, trials, Fraction(found.alpha * (1 - 1e-7))) > half


@pytest.mark.parametrize("trials", [10**3, 10**6, 10**12])
def test_limits_of_many_trials(trials: int) -> None:
    found = tradeoff.audit(0, trials, trials // 2, trials, 0.9)
    assert found.alpha == pytest.approx(-math.expm1(math.log(0.05) / trials), rel=1e-8)
    assert 0.5 < found.beta < 0.5 + 1.0 / math.sqrt(trials)


def attack(generator: np.random.Generator, mu: float, trials: int) -> tradeoff.Audit:
    """The test x > 1.2 of N(0,1) against N(mu,1)."""
    without, within = generator.normal(0.0, 1.0, trials), generator.normal(mu, 1.0, trials)
    return tradeoff.audit(int((without > 1.2).sum()), trials, int((within <= 1.2).sum()), trials, 0.9)


def test_limits_hold_as_often_as_they_say() -> None:
    generator = np.random.default_rng(7)
    mu, curve = 1.0, tradeoff.gaussian(1.0)
    runs = [attack(generator, mu, 400) for _ in range(600)]
    for delta in (0.0, 1e-3):
        wrong = sum(run.mu(delta) > mu or run.epsilon(delta) > curve.epsilon_bounds(delta)[0] for run in runs)
        # 60 are allowed; 3.5 standard deviations above would be 86
        assert wrong <= 60
    assert sum(run.rejects(curve) for run in runs) <= 60
    # and they are not idle
    assert np.median([run.mu() for run in runs]) > 0.6


def test_a_mechanism_with_too_little_noise_is_rejected() -> None:
    generator = np.random.default_rng(11)
    claimed = tradeoff.gaussian(1.0)
    caught = [attack(generator, 1.0 / 0.7, 20_000) for _ in range(40)]
    assert all(run.rejects(claimed) and run.mu() > 1.0 for run in caught)
    honest = [attack(generator, 1.0, 20_000) for _ in range(40)]
    assert sum(run.rejects(claimed) for run in honest) <= 4
    # Laplace noise of 0.7 times the scale, against the pure claim
    generator = np.random.default_rng(12)
    without, within = generator.laplace(0.0, 0.7, 50_000), generator.laplace(1.0, 0.7, 50_000)
    found = tradeoff.audit(int((without > 1.0).sum()), 50_000, int((within <= 1.0).sum()), 50_000)
    assert found.rejects(tradeoff.laplace(1.0)) and not found.rejects(tradeoff.laplace(1.0 / 0.7))
    assert 0.0 < found.epsilon(0.0) < 1.0 / 0.7


@pytest.mark.parametrize("seed", range(20))
def test_what_is_shown_is_the_least_that_is_not_rejected(seed: int) -> None:
    chance = random.Random(seed)
    trials, delta = chance.randint(50, 5000), chance.choice([0.0, 1e-6, 1e-2])
    found = tradeoff.audit(chance.randint(0, trials // 5), trials, chance.randint(0, trials // 2), trials)
    if (mu := found.mu(delta)) > 0.0:
        failing = tradeoff.approximate(0.0, delta)
        assert found.rejects(tradeoff.compose([tradeoff.gaussian(mu * (1 - 1e-9)), failing]))
        assert not found.rejects(tradeoff.compose([tradeoff.gaussian(mu * (1 + 1e-9)), failing]))
    if (epsilon := found.epsilon(delta)) > 0.0:
        assert found.rejects(tradeoff.approximate(epsilon * (1 - 1e-9), delta))
        assert not found.rejects(tradeoff.approximate(epsilon * (1 + 1e-9), delta))
    assert not found.rejects(tradeoff.pure(50.0)) and found.rejects(tradeoff.identity()) == (mu > 0.0 or delta > 0.0)


def test_nothing_is_shown_by_a_coin() -> None:
    found = tradeoff.audit(500, 1000, 500, 1000)
    assert found.mu() == found.epsilon(1e-6) == 0.0 and not found.rejects(tradeoff.identity())
    assert tradeoff.audit(1, 1, 1, 1).mu(0.5) == 0.0


BAD: list[tuple[tuple[Any, ...], str]] = [
    ((1, 0, 0, 1), "`trials0` of `audit`"),
    ((2, 1, 0, 1), r"`false_positives` of `audit` must be a whole number in \[0, 1\]. Got 2."),
    ((0, 1, -1, 1), "`false_negatives` of `audit`"),
    ((0, 1.5, 0, 1), "`trials0` of `audit`"),
    ((0, 1, 0, 1, 1.0), r"`confidence` of `audit` must be in \(0, 1\)"),
    ((0, 1, 0, 1, math.nan), "`confidence` of `audit`"),
]


@pytest.mark.parametrize(("given", "sentence"), BAD)
def test_one_sentence(given: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        tradeoff.audit(*given)
    with pytest.raises(DpError, match="takes a trade-off curve"):
        tradeoff.audit(0, 1, 0, 1).rejects(0.5)  # type: ignore[arg-type]
    with pytest.raises(DpError, match="`delta` of an audit"):
        tradeoff.audit(0, 1, 0, 1).epsilon(1.0)


CURVES = [
    tradeoff.gaussian(0.8),
    tradeoff.pure(1.1),
    tradeoff.laplace(0.3),
    tradeoff.approximate(0.5, 1e-2),
    tradeoff.bounded_range(1.0),
    tradeoff.discrete([0.5, 0.3, 0.2], [0.1, 0.3, 0.6]),
    tradeoff.gaussian(1.0).subsample(0.2),
    tradeoff.laplace(1.0).subsample(0.2, "poisson"),
    tradeoff.compose([tradeoff.pure(0.3).repeat(4), tradeoff.gaussian(0.2)]),
    tradeoff.identity(),
]


@pytest.mark.sample(3)
@pytest.mark.parametrize("curve", CURVES, ids=repr)
def test_posterior_and_belief_are_those_of_the_best_test(curve: tradeoff.Curve) -> None:
    alphas = np.concatenate((np.logspace(-12, -2, 2000), np.linspace(0.0, 1.0, 4001)))
    beta = curve(alphas)
    for prior in (1e-6, 0.01, 0.3, 0.5, 0.8, 0.999):
        right = float(np.max((1.0 - prior) * (1.0 - alphas) + prior * (1.0 - beta)))
        assert right - 1e-12 <= curve.posterior(prior) <= right + 1e-3
        assert max(prior, 1.0 - prior) <= curve.posterior(prior) <= 1.0
        for alpha in (1e-9, 0.05, 0.6, 1.0):
            power = 1.0 - float(curve(alpha))
            truth = prior * power / (prior * power + (1.0 - prior) * alpha)
            assert curve.belief(prior, alpha) == pytest.approx(truth, rel=1e-6)
            assert prior * (1 - 1e-9) <= curve.belief(prior, alpha) <= curve.belief(prior) + 1e-12
    assert curve.posterior(0.5) == pytest.approx((1.0 + curve.advantage()) / 2.0, rel=1e-14)
    assert curve.posterior(0.0) == curve.posterior(1.0) == curve.belief(1.0) == 1.0 and curve.belief(0.0) == 0.0


def test_belief_has_a_ceiling_where_epsilon_has() -> None:
    # the odds rise by e^epsilon at most
    assert tradeoff.pure(1.0).belief(0.5) == pytest.approx(1.0 / (1.0 + math.exp(-1.0)))
    assert tradeoff.pure(1.0).posterior(0.5) == pytest.approx(1.0 / (1.0 + math.exp(-1.0)))
    assert tradeoff.gaussian(1.0).belief(0.5) == 1.0
    with pytest.raises(DpError, match="`prior` of `posterior`"):
        tradeoff.pure(1.0).posterior(1.5)
    with pytest.raises(DpError, match="`alpha` of `belief`"):
        tradeoff.pure(1.0).belief(0.5, math.nan)

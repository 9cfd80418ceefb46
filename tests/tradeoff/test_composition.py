"""Certified compositions: no bracket excludes what ball arithmetic integrates or enumerates."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from flint import acb, arb

from dpcore import tradeoff

from .truth import digits, gaussian_delta


def mixture(mu: float, losses: list[float], epsilon: float) -> arb:
    """delta of G_mu tensor pure(e_1) tensor ...: the mean of the Gaussian's over 2^k equally loud answers."""
    total = arb(0)
    for signs in itertools.product((1, -1), repeat=len(losses)):
        weight, moved = arb(1), arb(epsilon)
        for sign, loss in zip(signs, losses, strict=True):
            weight /= 1 + (-sign * arb(loss)).exp()
            moved -= sign * arb(loss)
        left = -moved / arb(mu) + arb(mu) / 2
        cdf = lambda z: (-z / arb(2).sqrt()).erfc() / 2  # noqa: E731
        total += weight * (cdf(left) - moved.exp() * cdf(left - arb(mu)))
    return total


def integrated(mu: float, shifts: list[float], losses: list[float], epsilon: float, c: float) -> arb:
    """delta by rigorous integration of M(s) e^{-s epsilon} / (s(s+1)) along Re s = c."""
    end = (2 * 120.0) ** 0.5 / mu

    def integrand(t: acb, _: bool) -> acb:
        s = acb(c) + acb(0, 1) * t
        z = s + acb(0.5)
        value = (acb(mu) ** 2 * s * (s + 1) / 2 - s * acb(epsilon)).exp() / (s * (s + 1))
        for e in shifts:
            value *= (-acb(e) / 2).exp() * ((z * e).cosh() + (z * e).sinh() / (2 * z))
        for e in losses:
            value *= (z * e).cosh() / (acb(e) / 2).cosh()
        return value

    total = acb.integral(integrand, 0, end, rel_tol=arb(2) ** -90, abs_tol=arb(2) ** -200, eval_limit=400_000)
    return total.real / arb.pi()


def lowest(mu: float, shifts: list[float], losses: list[float], epsilon: float) -> float:
    """c > 0 at which the integrand is smallest, roughly: on other contours digits cancel."""

    def size(c: float) -> float:
        z = c + 0.5
        found = 0.5 * mu * mu * c * (c + 1.0) - c * epsilon - math.log(c * (c + 1.0))
        found += sum(math.log(math.cosh(z * e) + math.sinh(z * e) / (2.0 * z)) for e in shifts)
        return found + sum(math.log(math.cosh(z * e)) for e in losses)

    return min((2.0**k for k in range(-4, 6)), key=size)


def check(seed: int) -> None:
    chance = random.Random(seed)
    mu = 10 ** chance.uniform(-0.7, 0.6)
    shifts = [10 ** chance.uniform(-2, 0.5) for _ in range(chance.randint(0, 4))]
    losses = [10 ** chance.uniform(-2, 0.5) for _ in range(chance.randint(0 if shifts else 1, 4))]
    curve = tradeoff.compose([tradeoff.gaussian(mu), *map(tradeoff.laplace, shifts), *map(tradeoff.pure, losses)])
    for epsilon in (0.0, chance.uniform(0.0, 3.0), 2.0 * mu, 5.0 * mu + 0.5 * mu**2):
        lower, upper = curve.delta_bounds(epsilon)
        with digits(260):
            if shifts:
                truth = integrated(mu, shifts, losses, epsilon, lowest(mu, shifts, losses, epsilon))
            else:
                truth = mixture(mu, losses, epsilon)
            assert bool(truth.rad() <= abs(truth) * arb(1e-9) + arb(1e-30)), (seed, epsilon, truth)
            # all of the ball outside of the bracket is a proof that the bracket is wrong
            assert not bool(truth < arb(lower)) and not bool(truth > arb(upper)), (seed, epsilon, lower, upper, truth)
        assert upper - lower <= 1e-9 * upper, (seed, epsilon, lower, upper)


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(100))
def test_random_products_contain_the_truth(seed: int) -> None:
    check(seed)


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(100, 1100))
def test_a_thousand_random_products_contain_the_truth(seed: int) -> None:
    check(seed)


TASKS = [
    (lambda: tradeoff.gaussian(1 / 50).repeat(1000), 1e-6, 2.92160059042704586),
    (lambda: tradeoff.laplace(0.05).repeat(10), 1e-6, 0.49897808944721983),
    (lambda: tradeoff.laplace(0.05).repeat(100), 1e-6, 2.193280876400887),
    (lambda: tradeoff.laplace(0.05).repeat(1000), 1e-6, 8.20444034393394),
    (lambda: mix_c(), 1e-6, 4.50435867170152263),
    (lambda: tradeoff.subsampled_gaussian(0.01, 1.0, 1000), 1e-5, 1.8282366665165768),
    (lambda: tradeoff.subsampled_gaussian(0.01, 1.0, 10_000), 1e-5, 6.187712389971539),
    (lambda: tradeoff.subsampled_gaussian(0.01, 1.0, 100_000), 1e-5, 25.5731069865215),
    (lambda: tradeoff.pure(0.05).repeat(100), 1e-6, 2.2075327009349355),
]


def mix_c() -> tradeoff.Curve:
    return tradeoff.compose(
        [
            *(tradeoff.laplace(float(e)) for e in np.linspace(0.01, 0.1, 50)),
            *(tradeoff.gaussian(1 / float(s)) for s in np.linspace(10, 50, 50)),
            *(tradeoff.pure(float(e)) for e in np.linspace(0.05, 0.5, 10)),
        ]
    )


@pytest.mark.parametrize(("build", "delta", "truth"), TASKS)
def test_tasks_are_bracketed_tightly(build, delta: float, truth: float) -> None:  # type: ignore[no-untyped-def]
    lower, upper = build().epsilon_bounds(delta)
    # truths are given to about twelve digits
    assert lower <= truth * (1 + 1e-11) and truth * (1 - 1e-11) <= upper
    assert upper - lower <= 1e-9 * upper


def test_far_out_as_tightly() -> None:
    curve = tradeoff.subsampled_gaussian(0.01, 1.0, 10_000)
    truths = {1e-10: 9.31614, 1e-12: 10.3467}
    for delta in (1e-10, 1e-12, 1e-14, 1e-18):
        lower, upper = curve.epsilon_bounds(delta)
        assert upper - lower <= 1e-9 * upper
        assert lower == pytest.approx(truths.get(delta, lower), abs=5e-5)


def test_the_whole_curve_is_tight_and_convex() -> None:
    alphas = np.arange(1, 1001) / 1001
    for curve in (mix_c(), tradeoff.subsampled_gaussian(0.01, 1.0, 10_000).first):  # type: ignore[attr-defined]
        lower, upper = curve.bounds(alphas)
        assert np.all(lower <= upper) and np.all(upper - lower <= 1e-9 * upper)
        assert np.all(np.diff(lower, 2) >= -1e-12)


@pytest.mark.sample(1)
@pytest.mark.parametrize("delta", [0.0, 1e-9, 1e-6, 1e-3])
def test_mu_of_a_product_holds(delta: float) -> None:
    curves = [
        mix_c(),
        tradeoff.laplace(0.1).repeat(10),
        tradeoff.pure(0.3).repeat(20),
        tradeoff.subsampled_gaussian(0.01, 1.0, 1000),
        tradeoff.discrete([0.6, 0.3, 0.1], [0.3, 0.3, 0.4]),
    ]
    alphas = np.concatenate((np.logspace(-14, -2, 60), np.linspace(0.01, 0.99, 99), 1 - np.logspace(-9, -2, 40)))
    for curve in curves:
        mu = curve.mu(delta)
        below = tradeoff.compose([tradeoff.gaussian(mu), tradeoff.approximate(0, delta)])
        assert np.all(below.bounds(alphas)[0] <= curve.bounds(alphas)[1] * (1 + 1e-12) + 1e-15), curve


def test_published_mu_of_laplace_products() -> None:
    assert tradeoff.laplace(0.1).repeat(10).mu() == pytest.approx(0.316669, abs=1e-3)
    assert tradeoff.laplace(0.1).repeat(10).mu() < 10**0.5 * tradeoff.laplace(0.1).mu()


def test_laws_of_the_product() -> None:
    f, g, h = tradeoff.laplace(0.3), tradeoff.pure(0.2), tradeoff.discrete([0.6, 0.3, 0.1], [0.3, 0.3, 0.4])
    normal = tradeoff.gaussian(0.5)
    both = tradeoff.compose([f, g, normal])
    assert both == tradeoff.compose([normal, g, f]) == tradeoff.compose([tradeoff.compose([f, normal]), g])
    assert tradeoff.compose([both, tradeoff.identity()]) == both
    assert f.repeat(6) == f.repeat(2).repeat(3) == tradeoff.compose([f] * 6)
    assert tradeoff.compose([h, g]).inverse() == tradeoff.compose([h.inverse(), g])
    assert tradeoff.from_dict(both.to_dict()) == both
    alphas = np.linspace(0.01, 0.99, 50)
    # one more release never helps; better noise never hurts
    assert np.all(tradeoff.compose([both, g])(alphas) <= both.bounds(alphas)[1])
    worse, better = (tradeoff.compose([curve, normal]) for curve in (tradeoff.pure(0.3), f))
    assert np.all(worse(alphas) <= better.bounds(alphas)[1])
    split = tradeoff.compose([tradeoff.approximate(0.2, 1e-3), normal])
    whole = tradeoff.compose([tradeoff.pure(0.2), tradeoff.approximate(0, 1e-3), normal])
    assert split == whole


def test_a_product_with_a_gaussian_agrees_with_its_mixture() -> None:
    lower, upper = tradeoff.compose([tradeoff.gaussian(0.5), tradeoff.pure(0.4)]).delta_bounds(1.0)
    assert lower <= 0.02249703285981052 <= upper
    assert upper - lower < 1e-13
    with digits():
        # the oracle without losses is the Gaussian's own
        assert bool(abs(mixture(0.5, [], 1.0) - gaussian_delta(0.5, 1.0)) < arb(1e-60))


def test_where_nothing_falls_the_bracket_is_wide_but_true() -> None:
    few = tradeoff.compose([tradeoff.laplace(1.0), tradeoff.laplace(2.0), tradeoff.laplace(0.3)])
    lower, upper = few.epsilon_bounds(1e-3)
    assert 2.0 < lower <= upper <= 3.3 * (1 + 1e-9)
    alone = tradeoff.subsampled_gaussian(0.1, 1.0, 5)
    assert alone.epsilon_bounds(1e-6)[1] >= tradeoff.subsampled_gaussian(0.1, 1.0, 1).epsilon(1e-6)

"""Contours and what they rest on: every transform, decay and level against ball arithmetic, and the extremes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import acb, arb
from scipy import integrate

from dpcore import tradeoff
from dpcore.tradeoff.numeric_curve import lawful
from dpcore.tradeoff.saddlepoint.laplace_mgf import TwoPoint, TwoSided
from dpcore.tradeoff.saddlepoint.mgf import Evidence, Normal, Points
from dpcore.tradeoff.saddlepoint.sample_mgf import SampleMgf

from .truth import digits


def transform(part: Evidence, s: acb) -> acb:
    """M(s) to thirty digits or more."""
    z = s + acb(0.5)
    match part:
        case Normal(mu):
            return (acb(mu) ** 2 * s * (s + 1) / 2).exp()
        case TwoPoint(loss=losses, times=times):
            value = acb(1)
            for e, n in zip(losses, times, strict=True):
                value *= ((z * acb(float(e))).cosh() / (acb(float(e)) / 2).cosh()) ** int(n)
            return value
        case TwoSided(shift=shifts, times=times):
            value = acb(1)
            for e, n in zip(map(float, shifts), times, strict=True):
                value *= ((-acb(e) / 2).exp() * ((z * e).cosh() + (z * e).sinh() / (2 * z))) ** int(n)
            return value
        case Points(at=at, weight=weight, times=times):
            total = acb(0)
            for x, w in zip(map(float, at), map(float, weight), strict=True):
                total += acb(w) * (s * acb(x)).exp()
            return total**times
        case SampleMgf(mu=mu, rate=rate, adding=adding, times=times):
            return step(mu, rate, -s if adding else s + 1) ** times
    raise AssertionError(part)


def step(mu: float, rate: float, power: acb) -> acb:
    def integrand(z: acb, _: bool) -> acb:
        w = 1 - arb(rate) + arb(rate) * (acb(mu) * z - acb(mu) ** 2 / 2).exp()
        return (-z * z / 2).exp() * (power * w.log()).exp() / (2 * arb.pi()).sqrt()

    return acb.integral(integrand, -18, 18 + max(0.0, float(power.real.mid())) * mu, rel_tol=arb(2) ** -110)


PARTS: list[Evidence] = [
    Normal(0.7),
    TwoPoint(np.array([0.01, 0.5, 4.0]), np.array([1.0, 1.0, 1.0])),
    TwoPoint(np.array([0.02]), np.array([1000.0])),
    TwoSided(np.array([0.01, 0.4, 3.0]), np.array([1.0, 1.0, 1.0])),
    TwoSided(np.array([0.05]), np.array([1000.0])),
    Points(np.array([-1.2, 0.1, 0.9]), np.array([0.2, 0.5, 0.3]), 7),
    SampleMgf(1.0, 0.01, False, 10_000),
    SampleMgf(1.0, 0.01, True, 10_000),
    SampleMgf(2.0, 0.2, False, 3),
    SampleMgf(2.0, 0.2, True, 3),
    SampleMgf(0.1, 0.9999, False, 50),
    SampleMgf(5.0, 1e-6, True, 100),
    SampleMgf(1e-3, 0.01, False, 1_000_000),
]


@pytest.mark.sample(5)
@pytest.mark.parametrize("part", PARTS, ids=repr)
@pytest.mark.parametrize("c", [-3.2, -0.45, 0.4, 2.7])
def test_levels_and_lines_are_within_their_errors(part: Evidence, c: float) -> None:
    sigma = math.sqrt(part.cumulants(c)[2])
    width = 0.9 / sigma
    values, errors = part.turn(c, width, 12)
    level, lost = (float(found[0]) for found in part.levels(np.array([c])))
    with digits(240):
        base = transform(part, acb(c))
        assert bool(abs(base.real.log() - arb(level)) <= arb(lost) + arb(1e-25))
        for k in range(12):
            truth = transform(part, acb(c) + acb(0, 1) * arb(width) * k) / base
            off = abs(truth - acb(values[k].real, values[k].imag))
            assert bool(off <= arb(float(errors[k])) + arb(1e-25)), (k, off, errors[k])
    assert errors[1:].max() < 1e-9


@pytest.mark.sample(4)
@pytest.mark.parametrize("part", PARTS, ids=repr)
@pytest.mark.parametrize("c", [-3.2, -0.45, 0.4, 2.7])
def test_decay_is_above_what_it_bounds(part: Evidence, c: float) -> None:
    sigma = math.sqrt(part.cumulants(c)[2])
    t = 0.5 / sigma * 1.25 ** np.arange(30.0)
    falls = part.decay(c, t)
    # a sampled step's transform is an integral in ball arithmetic: fewer of them
    every, further = (7, (1.0, 1.2)) if isinstance(part, SampleMgf) else (3, (1.0, 1.1, 1.24))
    with digits(160):
        base = abs(transform(part, acb(c)))
        for at, fall in zip(t[:22:every], falls[:22:every], strict=True):
            for more in further:
                size = abs(transform(part, acb(c) + acb(0, 1) * arb(float(at) * more))) / base
                assert not bool(size > arb(float(fall)).exp() * arb(1 + 1e-12) + arb(1e-30)), (at, fall)


@pytest.mark.audit
@pytest.mark.parametrize(("mu", "rate"), [(1.0, 0.1), (0.2, 0.1), (1.4, 0.02), (2.0, 0.5)])
def test_two_steps_agree_with_one_integral(mu: float, rate: float) -> None:
    one = tradeoff.subsampled_gaussian(rate, 1.0 / mu, 1)
    two = tradeoff.subsampled_gaussian(rate, 1.0 / mu, 2)
    for way, both in ((one.first, two.first), (one.second, two.second)):  # type: ignore[attr-defined]
        for epsilon in (0.0, 0.5 * rate, 3.0 * rate):
            truth = second_step(mu, rate, way, epsilon)
            lower, upper = both.delta_bounds(epsilon)
            assert lower <= truth * (1 + 1e-7) + 1e-12
            assert upper >= truth * (1 - 1e-7) - 1e-12
            assert lower >= 0.4 * truth - 1e-12


def second_step(mu: float, rate: float, way: tradeoff.Curve, epsilon: float) -> float:
    """delta of two steps: the first one's evidence moves the threshold of the second."""

    def inner(z: float) -> float:
        w = 1 - rate + rate * math.exp(mu * z - mu * mu / 2)
        adding = way.adding  # type: ignore[attr-defined]
        x = -math.log(w) if adding else math.log(w)
        density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * (1.0 if adding else w)
        return density * way.delta(epsilon - x)

    return float(integrate.quad(inner, -9.0, 9.0 + mu, epsabs=1e-13, epsrel=1e-10, limit=400)[0])


EXTREMES = [
    lambda: tradeoff.compose([tradeoff.gaussian(1e3), tradeoff.laplace(1)]),
    lambda: tradeoff.compose([tradeoff.gaussian(1e-9), tradeoff.laplace(1e-9)]),
    lambda: tradeoff.compose([tradeoff.gaussian(0.1), tradeoff.pure(1e3)]),
    lambda: tradeoff.subsampled_gaussian(0.01, 0.03, 1000),
    lambda: tradeoff.subsampled_gaussian(1e-9, 1.0, 1000),
    lambda: tradeoff.subsampled_gaussian(1e-9, 0.5, 10**6),
    lambda: tradeoff.subsampled_gaussian(0.01, 1e9, 1000),
    lambda: tradeoff.subsampled_gaussian(0.5, 1.0, 10**6),
    lambda: tradeoff.subsampled_gaussian(0.999999, 2.0, 100),
    lambda: tradeoff.subsampled_gaussian(0.01, 1.0, 3),
    lambda: tradeoff.laplace(0.01).repeat(10**6),
]


@pytest.mark.sample(1)
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("build", EXTREMES)
def test_extremes_are_answered_in_order_and_never_nan(build) -> None:  # type: ignore[no-untyped-def]
    curve = build()
    for pair in (
        *(curve.epsilon_bounds(delta) for delta in (1e-3, 1e-6, 1e-15)),
        *(curve.delta_bounds(epsilon) for epsilon in (-2.0, 0.0, 5.0, 800.0, 1e6)),
        *(curve.bounds(alpha) for alpha in (1e-12, 0.05, 0.9)),
    ):
        assert 0.0 <= pair[0] <= pair[1]
    # smaller delta, larger epsilon; what holds at one delta holds at the larger one
    assert curve.epsilon_bounds(1e-6)[0] <= curve.epsilon_bounds(1e-15)[1]


def test_a_few_steps_have_a_lower_bound() -> None:
    for steps in (2, 5, 10):
        lower, upper = tradeoff.subsampled_gaussian(0.1, 1.0, steps).epsilon_bounds(1e-6)
        assert 2.0 < lower <= upper <= lower * (1 + 1e-6)


def test_total_variations_add_where_no_contour_reaches() -> None:
    # 1e6 steps at rate 1e-9 differ in one of a thousand runs at most
    assert tradeoff.subsampled_gaussian(1e-9, 1.0, 10**6).delta_bounds(0.0)[1] < 1e-3
    assert tradeoff.subsampled_gaussian(1e-9, 1.0, 1000).epsilon_bounds(1e-6) == (0.0, 0.0)


def test_steps_more_than_700_away_are_not_clipped() -> None:
    wide = tradeoff.compose([tradeoff.gaussian(100.0), tradeoff.laplace(1.0)])
    lower, upper = wide.epsilon_bounds(1e-6)
    assert 5400.0 < lower <= upper <= lower * (1 + 1e-9)
    assert wide.delta_bounds(1.01 * upper)[0] < 1e-6 < wide.delta_bounds(0.99 * lower)[1]


def test_one_contour_serves_both_laws() -> None:
    curve = tradeoff.compose([tradeoff.gaussian(0.5), tradeoff.laplace(0.3)])
    law = lawful(curve)
    x = np.linspace(-2.0, 2.0, 41)
    (alpha_low, alpha_high), (beta_low, beta_high) = law.errors(x)
    # symmetric: beta(x) = alpha(-x)
    assert np.all(alpha_low[::-1] <= beta_high) and np.all(beta_low <= alpha_high[::-1])
    low, high = law.delta(x)
    middle = 1.0 - 0.5 * (beta_low + beta_high) - np.exp(x) * 0.5 * (alpha_low + alpha_high)
    assert np.all(low <= middle + 1e-12) and np.all(middle <= high + 1e-12)


def test_a_saddle_a_rounding_away_from_the_first_guess_is_found() -> None:
    law = lawful(tradeoff.gaussian(1.0).subsample(0.1).repeat(2))
    slope = law.contour.cumulants(-0.5)[1]
    for x in (slope, np.nextafter(slope, -1.0), np.nextafter(slope, 1.0), 0.0):
        assert law.contour.saddle(float(x)) == pytest.approx(-0.5, abs=1e-6)

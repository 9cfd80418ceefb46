"""Calibration ends on the private side, close to the truth, and refuses what the textbook cannot prove."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import calibrate, tradeoff
from dpcore.errors import DpError

from .tradeoff.truth import digits, gaussian_delta


def test_the_textbook_example() -> None:
    assert calibrate.sigma(1.0, 1.0, 1e-6) == pytest.approx(4.224678889326835, abs=1e-11)
    assert calibrate.sigma(3.0, 1.0, 1e-6) == pytest.approx(3 * 4.224678889326835, abs=1e-10)
    assert calibrate.mu_of_pure(1.0) == pytest.approx(1.2320353853449009, abs=1e-12)
    assert calibrate.mu_of_pure(0.0) == 0.0


@pytest.mark.parametrize("delta", [0.99, 0.3, 1e-2, 1e-6, 1e-10, 1e-18, 1e-100, 1e-300])
@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-3, 0.1, 1.0, 8.0, 100.0, 1e3])
def test_mu_is_the_largest_that_is_private(epsilon: float, delta: float) -> None:
    mu = calibrate.mu(epsilon, delta)
    with digits(2000):
        assert bool(gaussian_delta(mu, epsilon) <= arb(delta))
        assert bool(gaussian_delta(mu * (1 + 1e-11), epsilon) > arb(delta))


@settings(deadline=None)
@given(st.floats(1e-6, 1e6), st.floats(0.0, 50.0), st.floats(1e-30, 0.99))
def test_sigma_never_gives_more_than_mu(sensitivity: float, epsilon: float, delta: float) -> None:
    sigma, mu = calibrate.sigma(sensitivity, epsilon, delta), calibrate.mu(epsilon, delta)
    assert Fraction(sensitivity) <= Fraction(mu) * Fraction(sigma)
    assert tradeoff.gaussian(mu).delta(epsilon) <= delta * (1 + 1e-15)  # a bound, rounded up
    assert tradeoff.gaussian(mu).epsilon(delta) <= epsilon * (1 + 1e-9) + 1e-9


@settings(deadline=None)
@given(st.floats(1e-3, 2.772), st.floats(1e-30, 0.999))
def test_classic_sigma_is_private_where_it_is_offered(epsilon: float, delta: float) -> None:
    sigma = calibrate.classic_sigma(1.0, epsilon, delta)
    assert sigma >= calibrate.sigma(1.0, epsilon, delta)
    assert sigma == pytest.approx(math.sqrt(2 * math.log(2 / delta)) / epsilon, rel=1e-14)


def test_classic_sigma_is_refused_where_it_is_not_proven() -> None:
    assert calibrate.classic_sigma(1.0, 2 * math.log(4), 1e-5) > 0
    with pytest.raises(DpError, match="`classic_sigma` is proven only for epsilon up to 2 ln 4") as refused:
        calibrate.classic_sigma(1.0, 2.78, 1e-5)
    assert "dp.calibrate.sigma" in refused.value.hint
    # what would have happened at 12: more than three times the delta that was asked
    wrong = tradeoff.gaussian(12 / math.sqrt(2 * math.log(2 / 1e-5)))
    assert wrong.delta_bounds(12.0)[0] > 3 * 1e-5


@pytest.mark.parametrize(
    ("epsilon", "delta", "sentence"),
    [
        (-1.0, 1e-6, r"`epsilon` of `calibrate.mu` must be in \[0, 1e\+06\]. Got -1.0."),
        (math.nan, 1e-6, "`epsilon` of `calibrate.mu` must be"),
        (1.0, 0.0, "Laplace noise where delta is 0"),
        (1.0, 1.0, "`delta` of `calibrate.mu` must be"),
        (1.0, math.nan, "`delta` of `calibrate.mu` must be"),
    ],
)
def test_bad_promises_are_refused(epsilon: float, delta: float, sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        calibrate.mu(epsilon, delta)
    with pytest.raises(DpError, match=sentence):
        calibrate.sigma(1.0, epsilon, delta)


def test_bad_sensitivities_are_refused() -> None:
    with pytest.raises(DpError, match=r"`l2_sensitivity` of `calibrate\.sigma` must be"):
        calibrate.sigma(0.0, 1.0, 1e-6)
    with pytest.raises(DpError, match="`l2_sensitivity` of `classic_sigma` must be"):
        calibrate.classic_sigma(-1.0, 1.0, 1e-6)
    with pytest.raises(DpError, match="outside the range of floating-point numbers"):
        calibrate.sigma(1e308, 1e-9, 1e-12)


@pytest.mark.parametrize("start", [1e-3, 1.0, 300.0])
def test_scale_ends_on_the_private_side_of_the_smallest(start: float) -> None:
    curves = 0

    def laplaces(scale: float) -> tradeoff.Curve:
        nonlocal curves
        curves += 1
        return tradeoff.laplace(1.0 / scale).repeat(100)

    found = calibrate.scale(laplaces, 1.0, 1e-6, start)
    assert found == pytest.approx(41.4874828286085447, rel=2e-12)
    assert laplaces(found).delta(1.0) <= 1e-6
    assert laplaces(found * (1 - 1e-11)).delta_bounds(1.0)[0] > 1e-6
    assert curves <= 16
    gaussian = calibrate.scale(lambda s: tradeoff.gaussian(1.0 / s).repeat(20), 1.0, 1e-6, start)
    assert gaussian == pytest.approx(18.8933383592862889, rel=1e-12)
    assert tradeoff.gaussian(1.0 / gaussian).repeat(20).delta(1.0) <= 1e-6


@settings(deadline=None, max_examples=30)
@given(st.floats(0.05, 5.0), st.floats(1e-15, 0.3), st.integers(1, 30))
def test_scale_of_anything_is_private_and_hardly_too_large(epsilon: float, delta: float, times: int) -> None:
    def build(scale: float) -> tradeoff.Curve:
        return tradeoff.compose([tradeoff.pure(0.5 / scale), tradeoff.gaussian(1.0 / scale).repeat(times)])

    found = calibrate.scale(build, epsilon, delta)
    assert build(found).delta(epsilon) <= delta
    assert build(found * (1 - 1e-8)).delta(epsilon) > delta


def test_no_scale_is_enough_for_what_does_not_improve() -> None:
    with pytest.raises(DpError, match="found no scale that satisfies the guarantee"):
        calibrate.scale(lambda _: tradeoff.gaussian(3.0), 1.0, 1e-6)


@pytest.mark.parametrize("build", [3, None, tradeoff.gaussian(1.0).delta, lambda _: 1.0, lambda _: "laplace"])
def test_what_builds_no_curve_is_refused(build: Callable[[float], tradeoff.Curve]) -> None:
    with pytest.raises(DpError, match="must return a trade-off curve"):
        calibrate.scale(build, 1.0, 1e-6)


def test_renyi_and_zcdp_are_not_booked_as_gaussian() -> None:
    for refused in (lambda: calibrate.mu_of_zcdp(0.5), lambda: calibrate.mu_of_renyi(8.0, 0.5)):
        with pytest.raises(DpError, match="cannot be converted to Gaussian DP") as found:
            refused()
        assert "the curve of the noise itself" in found.value.hint
    # why: the discrete Gaussian of sigma 1 is 1/2-zCDP, and is not 1-GDP
    weights = [math.exp(-0.5 * k * k) for k in range(-30, 31)]
    total = math.fsum(weights)
    p, q = [w / total for w in [*weights, 0.0]], [w / total for w in [0.0, *weights]]
    assert tradeoff.discrete(p, q).delta_bounds(3.0)[0] > 1.2 * tradeoff.gaussian(1.0).delta(3.0)


def test_a_delta_is_booked_beside_mu() -> None:
    assert calibrate.mu_of_approximate(1.0, 0.0) == calibrate.mu_of_pure(1.0)
    with pytest.raises(DpError, match="cannot be converted to Gaussian DP without a delta") as found:
        calibrate.mu_of_approximate(1.0, 1e-6)
    assert "approximate(epsilon, delta).mu(delta)" in found.value.hint
    assert tradeoff.approximate(1.0, 1e-6).mu() == math.inf
    assert tradeoff.approximate(1.0, 1e-6).mu(1e-6) == pytest.approx(calibrate.mu_of_pure(1.0), rel=1e-5)


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda: calibrate.mu_of_zcdp(-1.0), "`rho` of `mu_of_zcdp` must be"),
        (lambda: calibrate.mu_of_renyi(1.0, 0.5), "`order` of `mu_of_renyi` must be"),
        (lambda: calibrate.mu_of_renyi(2.0, math.nan), "`epsilon` of `mu_of_renyi` must be"),
        (lambda: calibrate.mu_of_approximate(1.0, 1.0), "`delta` of `mu_of_approximate` must be"),
        (lambda: calibrate.mu_of_approximate(-1.0, 0.0), "`epsilon` of `mu_of_approximate` must be"),
        (lambda: calibrate.scale(tradeoff.gaussian, 1.0, 0.0), "`delta` of `calibrate.scale` must be"),
        (lambda: calibrate.scale(tradeoff.gaussian, math.inf, 0.1), "`epsilon` of `calibrate.scale` must be"),
        (lambda: calibrate.scale(tradeoff.gaussian, 1.0, 0.1, 0.0), "`start` of `calibrate.scale` must be"),
    ],
)
def test_bad_questions_are_refused(act: Callable[[], object], sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        act()

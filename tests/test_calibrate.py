"""Calibration ends on the private side, close to the truth, and refuses what the textbook cannot prove."""

from __future__ import annotations

import math
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
    assert tradeoff.gaussian(mu).delta(epsilon) <= delta
    assert tradeoff.gaussian(mu).epsilon(delta) <= epsilon * (1 + 1e-9) + 1e-9


@settings(deadline=None)
@given(st.floats(1e-3, 2.772), st.floats(1e-30, 0.999))
def test_classic_sigma_is_private_where_it_is_offered(epsilon: float, delta: float) -> None:
    sigma = calibrate.classic_sigma(1.0, epsilon, delta)
    assert sigma >= calibrate.sigma(1.0, epsilon, delta)
    assert sigma == pytest.approx(math.sqrt(2 * math.log(2 / delta)) / epsilon, rel=1e-14)


def test_classic_sigma_is_refused_where_it_is_not_proven() -> None:
    assert calibrate.classic_sigma(1.0, 2 * math.log(4), 1e-5) > 0
    with pytest.raises(DpError, match="`classic_sigma` is proven for epsilon up to 2 ln 4") as refused:
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
    with pytest.raises(DpError, match="leaves the range of numbers"):
        calibrate.sigma(1e308, 1e-9, 1e-12)

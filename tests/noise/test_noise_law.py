"""What laws say of themselves: half widths, quantiles, deviations, margins, parameters."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate

from dpcore.errors import DpError
from dpcore.noise import LAWS, Cauchy4, DiscreteLaplace, Gaussian, Laplace, PowerCore, StudentT, ball
from dpcore.noise.law import SHORT


@pytest.mark.parametrize("scale", [1e-6, 0.2, 1.0, 7.3, 30.0])
@pytest.mark.parametrize("level", [0.05, 0.5, 0.9, 0.95, 0.999])
def test_half_width_is_the_smallest_that_covers(case, scale: float, level: float) -> None:
    h = case.law.half_width(scale, level)
    assert 1 - case.beyond(h, scale) >= level - 1e-12
    assert h == 0 or 1 - case.beyond(h - 1, scale) < level + 1e-12


@pytest.mark.parametrize("scale", [0.3, 1.0, 6.0])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.99])
def test_half_width_of_the_discrete_law_against_sums(scale: float, level: float) -> None:
    mass = lambda k: math.tanh(1 / (2 * scale)) * math.exp(-abs(k) / scale)  # noqa: E731
    brute = next(h for h in range(1000) if math.fsum(map(mass, range(-h, h + 1))) >= level)
    assert DiscreteLaplace().half_width(scale, level) == brute


def test_half_width_at_a_tie_is_the_smaller() -> None:
    assert StudentT(1).half_width(0.5, 0.5) == 0  # P(|X| <= 0) = P(|Z| <= 1) = 1/2 exactly
    assert StudentT(1).half_width(4.5, 0.5) == 4


def test_half_width_is_exact_where_doubles_are_not(case, precise) -> None:
    for scale in (2**80, 1e300, Fraction(10**30, 7)):
        h = case.law.half_width(scale, 0.95)
        with ball.precision(2500):
            tail = 1 - ball.rational(0.95)
            assert case.threshold(h + 1, Fraction(scale)) < tail < case.threshold(h, Fraction(scale))
        assert abs(Fraction(h) / Fraction(scale) / Fraction(case.law.quantile(0.95)) - 1) < 1e-12


def test_quantile_inverts_the_tail(case) -> None:
    for level in (1e-6, 0.1, 0.5, 0.95, 1 - 1e-6):
        assert case.tail(case.law.quantile(level)) == pytest.approx(1 - level, rel=1e-9)


def test_known_quantiles() -> None:
    assert Gaussian().quantile(0.95) == pytest.approx(1.959963984540054, rel=1e-13)
    assert Laplace().quantile(0.95) == pytest.approx(math.log(20), rel=1e-13)
    assert StudentT(1).quantile(0.5) == pytest.approx(1.0, rel=1e-13)


def test_deviations() -> None:
    assert Gaussian().std(3) == 3
    assert Laplace().std(2) == pytest.approx(2 * math.sqrt(2))
    assert StudentT(3).std(2) == pytest.approx(2 * math.sqrt(3))
    assert StudentT(2).std(1) == math.inf
    assert Cauchy4().std(2) == 2
    assert PowerCore(1, 0.5).std(1) == math.inf
    table = {0.02: 1.462, 0.1: 1.687, 0.25: 2.380, 0.4: 4.281}  # published to three digits
    for beta, deviation in table.items():
        assert PowerCore(1, beta).std(1) == pytest.approx(deviation, abs=5e-4)
        assert PowerCore(0.25, beta / 4).std(1) == pytest.approx(4 * deviation, abs=2e-3)
    assert PowerCore(1, 1e-9).std(1) == pytest.approx(math.sqrt(2), rel=1e-6)


def test_deviations_against_the_tail(case) -> None:
    """E Z^2 = int 2 z P(|Z| > z) dz."""
    if not isinstance(case.law, DiscreteLaplace) and case.law.std(1) < 3:
        second = integrate.quad(lambda z: 2 * z * case.tail(z), 0, 50, limit=200)[0]
        second += integrate.quad(lambda z: 2 * z * case.tail(z), 50, np.inf, limit=200)[0]
        assert case.law.std(1) ** 2 == pytest.approx(second, rel=1e-4)


def test_deviation_of_the_discrete_law() -> None:
    for scale in (0.1, 1, 20):
        masses = [2 * math.tanh(1 / (2 * scale)) * math.exp(-k / scale) * k * k for k in range(2000)]
        assert DiscreteLaplace().std(scale) == pytest.approx(math.sqrt(math.fsum(masses)), rel=1e-12)
    assert round(DiscreteLaplace().std(1), 3) == 1.357
    assert DiscreteLaplace().std(1e-320) == 0
    assert DiscreteLaplace().std(1e12) == pytest.approx(math.sqrt(2) * 1e12)


WIDE = [StudentT(1.0), StudentT(100.0)] + [
    PowerCore(e, e * q) for e in (1e-6, 1.0, 1e3) for q in (1e-9, 1e-4, 0.5, 0.999, 1 - 1e-8)
]


def worst_share_of_margin(law, tails: np.ndarray) -> float:
    """The largest error of `bracket`, tails moved by 2^-49, as a share of the margin it claims."""
    z, margin = law.bracket(tails)
    worst = 0.0
    for t, guess, allowed in zip(tails, z, margin, strict=True):
        for move in (-(2.0**-49), 0.0, 2.0**-49):
            moved = ball.rational(t) * (1 + ball.rational(move))
            if moved <= 1:
                worst = max(worst, float(abs(law.ball(moved) - ball.rational(guess))) / allowed)
    return worst


def tails(count: int) -> np.ndarray:
    source = np.random.default_rng(11)
    near_one = 1 - 2.0 ** -source.uniform(1, 48, count)
    return np.concatenate([2.0 ** -source.uniform(0, 13, count), near_one, [SHORT, 0.5, 1 - 2.0**-48]])


def test_margins_are_four_times_the_error(case, precise) -> None:
    assert worst_share_of_margin(case.law, tails(60)) < 0.25


@pytest.mark.parametrize("law", WIDE, ids=repr)
def test_margins_hold_at_the_corners_of_the_domain(law, precise) -> None:
    assert worst_share_of_margin(law, tails(20)) < 0.25


@pytest.mark.audit
def test_margins_at_length(case, precise) -> None:
    assert worst_share_of_margin(case.law, tails(20_000)) < 0.25


def test_the_inverse_is_that_of_the_tail_in_balls(case, precise) -> None:
    for power in (1, 7, 40, 128, 700):
        tail = ball.rational(Fraction(3, 5) ** power)
        with ball.precision(2500):
            assert case.exact(case.law.ball(tail)).overlaps(tail)
        assert float(case.law.ball(tail).rad() / case.law.ball(tail)) < 1e-40


@pytest.mark.parametrize("factor", [1e-30, 0.1, 1.0, 10.0, 1e30])
@pytest.mark.parametrize("start", [0.0, 1.0, 50.0])
def test_a_root_is_certain_or_refused(factor: float, start: float, precise) -> None:
    """With a wrong density the guess is bad; what `solve` returns still contains the root, or is nan."""
    tail = ball.rational(0.3)
    found = ball.solve(lambda z: (-z).exp(), lambda z: (-z).exp() * factor / 2, start, tail)
    assert found.is_nan() or found.overlaps(-tail.log())
    assert factor != 1.0 or found.rad() < 1e-80


@pytest.mark.parametrize(
    "make",
    [
        lambda: StudentT(0.5),
        lambda: StudentT(math.nan),
        lambda: StudentT("3"),
        lambda: StudentT(1e9),
        lambda: PowerCore(1, 1),
        lambda: PowerCore(1, 0),
        lambda: PowerCore(0, 0.1),
        lambda: PowerCore(math.inf, 0.1),
        lambda: PowerCore(1, True),
        lambda: Gaussian().half_width(0, 0.95),
        lambda: Gaussian().half_width(1, 1),
        lambda: Gaussian().half_width(1, 0),
        lambda: Gaussian().quantile(math.nan),
        lambda: Gaussian().std(-1),
        lambda: DiscreteLaplace().std(math.inf),
    ],
)
def test_bad_parameters_are_refused(make) -> None:
    with pytest.raises(DpError, match="must be in"):
        make()


def test_laws_are_values_in_one_list() -> None:
    assert len({StudentT(3), StudentT(3.0), Gaussian(), Gaussian(), Laplace(), DiscreteLaplace()}) == 4
    assert Laplace() != DiscreteLaplace()
    assert all(law.__doc__ for law in LAWS) and len(LAWS) == 6
    with pytest.raises(AttributeError):
        StudentT(3).df = 4  # type: ignore[misc]

"""Steps on small samples, and curves beyond any law: nothing leaves the doubles, and what is known is answered."""

from __future__ import annotations

import math
import random
import warnings

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff import Curve
from dpcore.tradeoff.family.direction import Either
from dpcore.tradeoff.numeric_curve import lawful
from dpcore.tradeoff.saddlepoint import few
from dpcore.tradeoff.saddlepoint.few import Few


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rate", "noise", "steps", "delta", "width"),
    [
        # e^x leaves the doubles on one circle
        (6.126811180660193e-4, 0.14908505979677722, 99, 3.284782212779548e-4, 2e-6),
        # a rough lattice must not spread more than the law itself
        (1.6270807400716108e-5, 13.036023875255653, 3040, 1.7093629486399913e-12, 2e-6),
        (1.4e-4, 20.0, 150, 5e-12, 1e-6),
        # nearly as much as all that can be told
        (0.01, 0.3, 300, 1e-3, 1e-6),
        # rare steps, hundreds of them: the law is far wider than where delta is read
        (5e-4, 1.5, 439, 1e-5, 1e-6),
        (5e-4, 1.1, 576, 1e-8, 1e-6),
        (1e-4, 1.5, 500, 1e-6, 1e-6),
    ],
)
def test_a_narrow_bracket_without_a_warning(rate: float, noise: float, steps: int, delta: float, width: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        low, high = tradeoff.subsampled_gaussian(rate, noise, steps).epsilon_bounds(delta)
    assert 0.0 < low <= high <= low * (1.0 + width)


def test_what_lies_beyond_all_readings_is_not_kept() -> None:
    curve = tradeoff.subsampled_gaussian(5e-4, 1.5, 198).first  # type: ignore[attr-defined]
    curve.epsilon_bounds(3e-8)
    law = lawful(curve)
    assert isinstance(law, Few)
    circles = [known.circle for known in few._circles.of(law)]
    assert circles and sum(len(circle.mass) for circle in circles) < 0.2 * sum(circle.points for circle in circles)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("rate", "noise", "steps"), [(0.01, 1.0, 2), (0.1, 0.7, 3), (0.002, 2.0, 5)])
def test_f_of_a_few_steps_is_narrow(rate: float, noise: float, steps: int) -> None:
    curve, alpha = tradeoff.subsampled_gaussian(rate, noise, steps), np.array([1e-4, 0.01, 0.1, 0.5, 0.9])
    low, high = curve.bounds(alpha)
    assert np.all(high - low <= 1e-8)
    for x in (0.0, 0.05, 0.5):
        # no tangent is above f, and each touches it somewhere
        assert np.all(high >= 1.0 - curve.delta(x) - np.exp(x) * alpha - 1e-12)


def beside(seed: int) -> tuple[Curve, Curve, Curve]:
    """(a step, points, both)."""
    chance = random.Random(seed)
    rate, noise = 10 ** chance.uniform(-3, -0.3), 10 ** chance.uniform(-0.3, 1.2)
    step = tradeoff.subsampled_gaussian(rate, noise, 1)
    p = [chance.uniform(0.2, 0.8) for _ in range(2)]
    points = chance.choice(
        [
            tradeoff.pure(10 ** chance.uniform(-3, 0.3)).repeat(chance.choice([1, 3, 20])),
            tradeoff.discrete([p[0], 1.0 - p[0]], [p[1], 1.0 - p[1]]),
        ]
    )
    return step, points, tradeoff.compose([step, points])


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(16))
def test_a_step_beside_points_is_known(seed: int) -> None:
    step, points, both = beside(seed)
    low, high = both.epsilon_bounds(1e-5)
    assert high - low <= 1e-6 * high
    assert high <= step.epsilon(1e-5) + points.epsilon(0.0) + 1e-12
    assert high >= max(step.epsilon_bounds(1e-5)[0], points.epsilon_bounds(1e-5)[0])
    alpha = np.array([1e-3, 0.1, 0.5])
    below, above = both.bounds(alpha)
    assert np.all(above - below <= 1e-7)
    assert np.all(above <= np.minimum(step.bounds(alpha)[1], points.bounds(alpha)[1]) + 1e-12)


def test_delta_far_out_is_small_and_needs_no_memory() -> None:
    curve = tradeoff.subsampled_gaussian(3.351779e-4, 2.4925, 10)
    low, high = curve.delta_bounds(np.array([50.0, 800.0]))
    assert np.all(low <= high) and np.all(high < 1e-200)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("shift", "times"), [(0.05, 1000), (0.02, 2500), (0.01, 10_000), (1.0, 300), (0.3, 700)])
def test_f_of_many_laplace_releases_is_narrow(shift: float, times: int) -> None:
    alpha = np.linspace(0.05, 0.95, 10)
    low, high = tradeoff.laplace(shift).repeat(times).bounds(alpha)
    assert np.all(high - low <= 1e-9)
    assert np.all(low[:-1] >= low[1:] - 1e-9)
    # several releases tell at least as much as one
    assert np.all(high <= tradeoff.laplace(shift).bounds(alpha)[1] + 1e-12)


UNREAD: list[tuple[Curve, list[Curve]]] = [
    (tradeoff.pure(312.0), [tradeoff.pure(312.0).repeat(699_452), tradeoff.gaussian(1.0)]),
    (tradeoff.laplace(400.0), [tradeoff.laplace(400.0).repeat(10**6), tradeoff.gaussian(2.0)]),
]


@pytest.mark.parametrize(("factor", "parts"), UNREAD)
def test_a_product_is_never_less_than_a_factor_alone(factor: Curve, parts: list[Curve]) -> None:
    product, alpha, at = tradeoff.compose(parts), np.array([1e-6, 0.1, 0.9]), np.array([0.0, 1.0, 100.0])
    assert np.all(product.bounds(alpha)[1] <= factor.bounds(alpha)[1] * (1.0 + 1e-9) + 1e-13)
    assert np.all(product.delta_bounds(at)[1] >= factor.delta_bounds(at)[0])
    assert np.all(product.delta_bounds(at)[0] >= factor.delta_bounds(at)[0] * (1.0 - 1e-9))


def point(rate: float, mu: float, way: Curve, adding: bool, x: float) -> tuple[float, float]:
    """(alpha, beta) of two steps at the threshold x: the second one's errors, integrated over the first."""
    nodes, weights = np.polynomial.legendre.leggauss(12)
    edges = np.linspace(-9.5, 9.5 + mu, 1500)
    half = 0.5 * np.diff(edges)[:, None]
    z = (edges[:-1, None] + half * (1.0 + nodes)).ravel()
    base = (half * weights).ravel() * np.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
    loss = np.log1p(rate * np.expm1(mu * z - 0.5 * mu * mu))
    under_p, under_q, moved = (base * np.exp(loss), base, -loss) if adding else (base, base * np.exp(loss), loss)
    alpha, beta = lawful(way).errors(x - moved)  # type: ignore[arg-type]
    return float(under_p @ alpha[0]), float(under_q @ beta[1])


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_f_of_two_steps_passes_through_its_tests(seed: int) -> None:
    chance = random.Random(seed)
    rate, noise = 10.0 ** chance.uniform(-3.5, -0.1), 10.0 ** chance.uniform(-0.3, 0.6)
    one, two = (tradeoff.subsampled_gaussian(rate, noise, steps) for steps in (1, 2))
    assert isinstance(one, Either) and isinstance(two, Either)
    for adding, way, both in ((False, one.first, two.first), (True, one.second, two.second)):
        end = -math.log1p(-rate) if adding else way.epsilon(1e-7)
        points = [point(rate, 1.0 / noise, way, adding, share * end) for share in (-0.1, 0.02, 0.3, 0.9)]
        alpha, beta = (np.array(side) for side in zip(*points, strict=True))
        low, high = both.bounds(alpha)
        assert np.all(low <= beta * (1.0 + 1e-6) + 1e-9) and np.all(high >= beta * (1.0 - 1e-6) - 1e-9)
        assert np.all(high - low <= 1e-6)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(6))
def test_f_of_few_steps_is_narrow(seed: int) -> None:
    chance = random.Random(100 + seed)
    rate, noise = 10.0 ** chance.uniform(-3.5, -0.3), 10.0 ** chance.uniform(-0.3, 0.6)
    curve, alpha = tradeoff.subsampled_gaussian(rate, noise, chance.choice([2, 5, 20, 90])), np.linspace(0.0, 1.0, 31)
    low, high = curve.bounds(alpha)
    assert np.all(high - low <= 3e-6)
    assert np.all(np.diff(low) <= 1e-6)


@pytest.mark.audit
def test_f_far_out_is_nearly_1() -> None:
    low = tradeoff.subsampled_gaussian(0.01, 1.3, 3).bounds(np.array([1e-300, 1e-30, 1e-12]))[0]
    assert np.all(low >= 1.0 - 1e-6)

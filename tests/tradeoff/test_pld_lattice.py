"""The lattice against finite sums in ball arithmetic, against contours, and against exact sums."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb

from dpcore import tradeoff
from dpcore.tradeoff import numeric_curve
from dpcore.tradeoff.composed import Composed
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.exact import equal_laplace, laplace_pure
from dpcore.tradeoff.pld import characteristic, mass
from dpcore.tradeoff.pld.lattice import Lattice
from dpcore.tradeoff.representation import masses
from dpcore.tradeoff.saddlepoint.inversion import Contour
from dpcore.tradeoff.saddlepoint.laplace_mgf import TwoSided

from . import sums
from .truth import digits

MIXES: list[tuple[list[tuple[float, int]], list[tuple[float, int]]]] = [
    ([(1.0, 1), (2.0, 1), (0.3, 1)], []),
    ([(0.05, 1), (0.0731, 1)], []),
    ([(0.5, 2), (0.2, 1)], [(0.3, 3)]),
    ([(0.7, 1)], [(0.11, 5), (1.3, 1)]),
]


def mixed(laplaces: list[tuple[float, int]], pures: list[tuple[float, int]]) -> Curve:
    parts = [tradeoff.laplace(e).repeat(k) for e, k in laplaces] + [tradeoff.pure(e).repeat(k) for e, k in pures]
    return tradeoff.compose(parts)


def lawful(curve: Curve) -> Lattice:
    assert isinstance(curve, Composed)
    law = curve.law()
    assert isinstance(law, Lattice)
    return law


@pytest.mark.sample(1)
@pytest.mark.parametrize(("laplaces", "pures"), MIXES)
def test_the_bracket_holds_the_truth_and_is_narrow(
    laplaces: list[tuple[float, int]], pures: list[tuple[float, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # the exact sum would be read
    monkeypatch.setattr(laplace_pure, "_LOUDEST", 0.0)
    numeric_curve.lawful.cache_clear()
    curve = mixed(laplaces, pures)
    lawful(curve)
    end = sum(e * k for e, k in laplaces + pures)
    with digits(500):
        truth = sums.Splines(laplaces, pures)
        for x in (-0.83 * end, -0.2 * end, 0.0, 0.1234 * end, 0.47 * end, 0.913 * end):
            low, high = curve.delta_bounds(x)
            value = truth.delta(arb(x))
            assert not bool(value < arb(low)) and not bool(value > arb(high)), (x, low, high)
            assert high - low <= 1e-6 * high
        for delta in (1e-3, 1e-6, 1e-12, 1e-18):
            below, above = curve.epsilon_bounds(delta)
            assert above - below <= 1e-8 * above
            assert not bool(truth.delta(arb(below)) < arb(delta)) and not bool(truth.delta(arb(above)) > arb(delta))
        for alpha in (1e-9, 0.01, 0.2, 0.5, 0.9, 0.999):
            low, high = curve.bounds(alpha)
            value = sums.curve(truth, alpha, 0.0, end)
            assert not bool(value < arb(low)) and not bool(value > arb(high)), (alpha, low, high)
            assert high - low <= 2e-4 * high


def test_fifty_different_laplace_releases() -> None:
    curve = tradeoff.compose([tradeoff.laplace(float(e)) for e in np.linspace(0.01, 0.1, 50)])
    lawful(curve)
    for delta in (1e-6, 1e-18):
        low, high = curve.epsilon_bounds(delta)
        assert high - low <= 1e-8 * high
        assert curve.delta_bounds(high)[1] <= delta < curve.delta_bounds(low)[0] * (1 + 1e-9)
    # lesser noise everywhere tells more
    assert curve.epsilon(1e-6) < tradeoff.laplace(0.1).repeat(50).epsilon_bounds(1e-6)[0]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("shift", "times"), [(0.05, 10), (0.05, 100), (0.3, 40), (1.0, 7)])
def test_it_agrees_with_the_exact_sum(shift: float, times: int) -> None:
    law = Contour((TwoSided(np.array([shift]), np.array([float(times)])),))
    end = shift * times
    lattice = Lattice(lambda step: [mass.two_sided(shift, times, step)], law, (-end, end), (-end, end), np.zeros_like)
    exact = equal_laplace.Spline(shift, times, equal_laplace.terms_of(shift, times))
    for share in (-0.3137, 0.0123, 0.1713, 0.5237):
        at = np.array([share * end])
        (low, high), (below, above) = lattice.delta(at), exact.delta(at)
        assert low <= above and high >= below
        assert high - low <= 1e-6 * high and above - below <= 1e-9 * above


def test_twenty_randomised_responses_are_exact() -> None:
    losses = [float(e) for e in np.linspace(0.05, 0.5, 20)]
    curve = tradeoff.compose([tradeoff.pure(e) for e in losses])
    at, weight = np.zeros(1), np.ones(1)
    for e in losses:
        at, weight = np.add.outer(at, [e, -e]).ravel(), np.multiply.outer(weight, [1, math.exp(-e)]).ravel()
        weight = weight / (1 + math.exp(-e))
    for x in (0.0, 1.0, 3.3, 5.0):
        exact = math.fsum(weight[at > x] * -np.expm1(x - at[at > x]))
        low, high = curve.delta_bounds(x)
        assert low * (1 - 1e-13) <= exact <= high * (1 + 1e-13)
        assert high - low <= 1e-10 * high
    assert curve.epsilon_bounds(0.0)[1] == pytest.approx(math.fsum(losses), rel=1e-13)


def test_points_beside_noise_in_both_orders() -> None:
    lopsided = tradeoff.discrete([0.5, 0.3, 0.2], [0.1, 0.3, 0.6])
    curve = tradeoff.compose([lopsided.repeat(2), tradeoff.laplace(0.7)])
    mirrored = curve.inverse()
    for x in (-1.3, -0.2, 0.0, 0.4, 2.0):
        (low, high), (below, above) = curve.delta_bounds(x), mirrored.delta_bounds(-x)
        # delta(x) = 1 - e^x + e^x delta'(-x)
        assert low <= 1 - math.exp(x) * (1 - above) + 1e-15 and high >= 1 - math.exp(x) * (1 - below) - 1e-15
        exact = beside([0.5, 0.3, 0.2], [0.1, 0.3, 0.6], 0.7, x)
        assert low - 1e-14 <= exact <= high + 1e-14 and high - low <= 1e-7 * high
    alphas = np.array([0.05, 0.3, 0.6])
    assert np.allclose(mirrored(curve(alphas)), alphas, atol=1e-4)


def beside(p: list[float], q: list[float], shift: float, x: float) -> float:
    """Two draws of points, then Laplace noise's own delta: a mean over nine points."""
    total = 0.0
    for a, b in ((a, b) for a in range(3) for b in range(3)):
        evidence = math.log(q[a] * q[b] / (p[a] * p[b]))
        total += q[a] * q[b] * tradeoff.laplace(shift).delta(x - evidence)
    return total


def test_what_only_one_of_them_shows_is_never_missed() -> None:
    curve = tradeoff.compose([tradeoff.discrete([0.5, 0.3, 0.2, 0.0], [0.2, 0.3, 0.49, 0.01]), tradeoff.laplace(0.7)])
    assert curve.epsilon_bounds(0.005) == (math.inf, math.inf)
    low, high = curve.epsilon_bounds(0.02)
    assert high - low <= 1e-8 * high
    assert curve.delta_bounds(30.0)[0] == pytest.approx(0.01, rel=1e-12)
    assert curve.inverse().delta_bounds(30.0)[1] < 1e-12


def test_a_comb_keeps_both_masses_and_spreads_the_likelihood() -> None:
    for made, at in (
        (mass.two_sided(0.3137, 1, 1e-3), 0.3137),
        (mass.two_sided(1e-4, 1, 1e-3), 1e-4),
        (mass.band(0.3137, 1, 1e-3), 0.3137),
        (mass.band(1e-4, 1, 1e-3), 1e-4),
        (mass.band(3.0, 1, 0.0317), 3.0),
        (mass.points(np.array([0.4, -0.1, 0.05]), np.array([0.5, 0.2, 0.3]), 1, 0.0317, 0.0), 0.4),
    ):
        total = math.exp(-0.4) * 0.5 + math.exp(0.1) * 0.2 + math.exp(-0.05) * 0.3 if at == 0.4 else 1.0
        assert made.total(0.0, made.step) == pytest.approx(1.0, abs=1e-14)
        assert made.total(-1.0, made.step) * math.exp(-at) == pytest.approx(total, abs=1e-14)
    exact = math.exp(-0.3137 / 2) * (math.cosh(0.3137 * 3.3) + math.sinh(0.3137 * 3.3) / 6.6)
    found = mass.two_sided(0.3137, 1, 1e-3).total(2.8, 1e-3) * math.exp(2.8 * 0.3137)
    assert exact < found < exact * (1 + 1e-6)
    exact = math.sinh(0.3137 * 3.3) / (6.6 * math.sinh(0.3137 / 2))
    found = mass.band(0.3137, 1, 1e-3).total(2.8, 1e-3) * math.exp(2.8 * 0.3137)
    assert exact < found < exact * (1 + 1e-6)


def test_selections_of_different_epsilons_have_a_closed_transform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(characteristic, "_table", None)
    losses = np.linspace(0.05, 0.9, 20)
    low, high = tradeoff.compose([tradeoff.bounded_range(float(loss)) for loss in losses]).delta_bounds(2.0)
    # a coin with the same ends is the worst of all their laws
    assert high - low <= 1e-6 * high
    assert high <= tradeoff.compose([tradeoff.pure(float(loss)) for loss in losses]).delta(2.0)


@pytest.mark.parametrize("c", [0.5, 3.0, 40.0])
def test_the_transform_is_that_of_the_masses(c: float) -> None:
    size, step = 2048, 1e-3
    several = [mass.two_sided(0.3137, 2, step), mass.points(np.array([0.3, -0.3]), np.array([0.6, 0.4]), 3, step, 0.0)]
    found = characteristic.spectrum(several, c, step, size)
    dense = np.ones(size // 2 + 1, dtype=complex)
    for one in several:
        masses = np.bincount(one.indices % size, one.weight * np.exp(c * step * one.indices), size)
        if one.run:
            inner = np.arange(one.first, 0)
            masses += np.bincount(inner % size, one.run * np.exp((c + 0.5) * step * inner), size)
        dense *= np.fft.rfft(masses / masses.sum()) ** one.times
    assert np.max(np.abs(found - dense)) < 1e-14


def test_memory_stays_small() -> None:
    import tracemalloc

    curve = tradeoff.compose([tradeoff.laplace(0.1 + 0.01 * i) for i in range(12)])
    tracemalloc.start()
    curve.epsilon_bounds(1e-6)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6


def test_every_step_builds_its_own_combs() -> None:
    curve = mixed([(0.5, 2)], [(0.3, 3)])
    assert isinstance(curve, Composed)
    fine, coarse = masses(curve.factors, 1e-4), masses(curve.factors, 1e-2)
    for one, other in zip(fine, coarse, strict=True):
        assert one.total(5.0, 1e-4) <= other.total(5.0, 1e-2)

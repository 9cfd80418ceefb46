"""The curves against the definition: the best test between two explicit laws, found by sorting likelihood ratios."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from dpcore import tradeoff

Array = NDArray[np.float64]
ALPHAS = np.linspace(0.001, 0.999, 97)


def best_test(p: Array, q: Array, alphas: Array) -> Array:
    """T(P, Q) of two pmfs: reject where q/p is large, randomise at the critical point."""
    order = np.argsort(-(q / p), kind="stable")
    levels = np.concatenate(([0.0], np.cumsum(p[order])))
    errors = np.concatenate(([1.0], 1.0 - np.cumsum(q[order])))
    return np.interp(alphas, levels, errors)


def cells(law: object, edges: Array) -> Array:
    """Masses of half-infinite and finite cells, each tail computed on its own side."""
    low, high = law.cdf(edges), law.sf(edges)  # type: ignore[attr-defined]
    inner = np.where(edges[:-1] < 0, low[1:] - low[:-1], high[:-1] - high[1:])
    return np.concatenate(([low[0]], inner, [high[-1]]))


@pytest.mark.parametrize("mu", [0.05, 0.5, 1.0, 2.5])
def test_gaussian(mu: float) -> None:
    edges = np.linspace(-8.0, 8.0 + mu, 200_001)
    p, q = cells(stats.norm(), edges), cells(stats.norm(mu), edges)
    # a grid of outcomes is post-processing: its curve is above, by less and less
    found = best_test(p, q, ALPHAS)
    assert np.all(found >= tradeoff.gaussian(mu)(ALPHAS) - 1e-12)
    assert np.allclose(found, tradeoff.gaussian(mu)(ALPHAS), rtol=0, atol=1e-8)
    for epsilon in (-0.5, 0.0, 0.3, 1.0):
        exact = np.sum(np.maximum(p - math.exp(epsilon) * q, 0.0))
        assert tradeoff.gaussian(mu).delta(epsilon) == pytest.approx(exact, abs=1e-8)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_laplace(epsilon: float) -> None:
    edges = np.unique(np.concatenate((np.linspace(-2.0, 2.0 + epsilon, 100_001), [0.0, epsilon])))
    p, q = cells(stats.laplace(), edges), cells(stats.laplace(epsilon), edges)
    curve = tradeoff.laplace(epsilon)
    assert np.allclose(best_test(p, q, ALPHAS), curve(ALPHAS), rtol=0, atol=1e-8)
    for e in (-2 * epsilon, -0.4 * epsilon, 0.0, 0.7 * epsilon, epsilon):
        assert curve.delta(e) == pytest.approx(np.sum(np.maximum(p - math.exp(e) * q, 0.0)), abs=1e-8)
    loss = np.log(p / q)
    moments = curve.moments()
    assert moments.kl == pytest.approx(np.sum(p * loss), abs=1e-8)
    assert moments.kappa2 == pytest.approx(np.sum(p * loss**2), abs=1e-8)
    assert moments.kappa3 == pytest.approx(np.sum(p * np.abs(loss) ** 3), abs=1e-8)
    assert moments.kappa3_centered == pytest.approx(np.sum(p * np.abs(loss - moments.kl) ** 3), abs=1e-8)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.2, 0.0), (1.0, 0.0), (1.0, 0.1), (2.0, 0.3), (0.0, 0.2)])
def test_randomised_response_that_may_fail(epsilon: float, delta: float) -> None:
    told = math.exp(epsilon) / (1 + math.exp(epsilon))
    tiny = 1e-300
    p = np.array([delta, tiny, (1 - delta) * told, (1 - delta) * (1 - told)])
    q = np.array([tiny, delta, (1 - delta) * (1 - told), (1 - delta) * told])
    p, q = np.maximum(p, tiny), np.maximum(q, tiny)
    curve = tradeoff.approximate(epsilon, delta)
    assert np.allclose(best_test(p, q, ALPHAS), curve(ALPHAS), rtol=0, atol=1e-12)
    for e in (-3.0, -0.5, 0.0, 0.5, 3.0):
        assert curve.delta(e) == pytest.approx(np.sum(np.maximum(p - math.exp(e) * q, 0.0)), abs=1e-12)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_moments_of_a_group(size: int) -> None:
    epsilon = 0.7
    curve = tradeoff.pure(epsilon).group(size)
    ends = np.linspace(0.0, 1.0, 400_001)
    masses = -np.diff(curve(ends))
    width = np.diff(ends)
    loss = -np.log(masses / width)
    moments = curve.moments()
    assert moments.kl == pytest.approx(np.sum(width * loss), abs=1e-4)
    assert moments.kappa2 == pytest.approx(np.sum(width * loss**2), abs=1e-4)
    assert moments.kappa3 == pytest.approx(np.sum(width * np.abs(loss) ** 3), abs=1e-4)
    assert moments.kappa3_centered == pytest.approx(np.sum(width * np.abs(loss - moments.kl) ** 3), abs=1e-4)


def test_hockey_stick_of_composed_failure() -> None:
    curve = tradeoff.compose([tradeoff.gaussian(1.0), tradeoff.approximate(0.0, 0.02), tradeoff.identity()])
    assert curve.delta(1.0) == pytest.approx(0.02 + 0.98 * tradeoff.gaussian(1.0).delta(1.0), abs=1e-14)

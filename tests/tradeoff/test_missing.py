"""What only one of two tables can show, in products: one reading of f and of delta takes it in, whatever the backend.

Q = lost [inf] + (1 - lost) Q' and P = spared [-inf] + (1 - spared) P' give f(a) = (1 - lost) f'(a / (1 - spared)) for
f' = T(P', Q'), and releases beside it change nothing about that: a second answer without any missing mass.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff import Curve

ALPHA = np.array([0.0, 1e-9, 1e-4, 0.01, 0.1, 0.2, 0.5, 0.9, 0.999, 1.0])

BESIDE: dict[str, Callable[[np.random.Generator], list[Curve]]] = {
    "nothing": lambda rng: [],
    "a coin": lambda rng: [tradeoff.pure(rng.uniform(0.01, 2.0))],
    "coins, in two lists": lambda rng: [tradeoff.pure(rng.uniform(0.05, 0.2)) for _ in range(22)],
    "laplace and a coin": lambda rng: [tradeoff.laplace(rng.uniform(0.1, 2.0)), tradeoff.pure(rng.uniform(0.1, 1.0))],
    "a sample of fixed size": lambda rng: [tradeoff.gaussian(1.0).subsample(rng.uniform(0.05, 0.5))],
    "Gaussian noise": lambda rng: [tradeoff.gaussian(rng.uniform(0.2, 2.0))],
    "many equal coins": lambda rng: [tradeoff.pure(rng.uniform(0.01, 0.1)).repeat(300)],
}


def pair(rng: np.random.Generator, lost: float, spared: float) -> tuple[Curve, Curve]:
    """A discrete curve with missing mass, and without."""
    size = int(rng.integers(2, 5))
    p, q = (rng.dirichlet(np.ones(size)) for _ in range(2))
    with_it = tradeoff.discrete([*(1.0 - spared) * p, 0.0, spared], [*(1.0 - lost) * q, lost, 0.0])
    return with_it, tradeoff.discrete(p, q)


@pytest.mark.sample(2)
@pytest.mark.parametrize("lost", [1e-12, 1e-3, 0.05, 0.3, 0.8])
@pytest.mark.parametrize("name", BESIDE)
def test_f_beside_missing_mass_is_f_without_it_shrunk(name: str, lost: float) -> None:
    rng = np.random.default_rng([len(name), int(1e3 * lost)])
    spared = float(rng.choice([0.0, 0.1]))
    beside = BESIDE[name](rng)
    with_it, without = (tradeoff.compose([curve, *beside]) for curve in pair(rng, lost, spared))
    low, high = with_it.bounds(ALPHA)
    inner = np.minimum(ALPHA / (1.0 - spared), 1.0)
    below = without.bounds(np.minimum(inner * (1.0 + 1e-12), 1.0))[0]
    above = without.bounds(inner * (1.0 - 1e-12))[1]
    assert np.all(low <= (1.0 - lost) * above * (1.0 + 1e-12) + 1e-15)
    assert np.all(high >= (1.0 - lost) * below * (1.0 - 1e-12) - 1e-15)
    assert with_it.delta(700.0) >= lost * (1.0 - 1e-12)
    assert math.isinf(with_it.epsilon(0.0)) and math.isinf(with_it.mu(0.5 * lost))


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", BESIDE)
def test_f_and_delta_are_each_others_envelope(name: str) -> None:
    rng = np.random.default_rng(len(name))
    curve = tradeoff.compose([pair(rng, 0.1, 0.05)[0], *BESIDE[name](rng)])
    x = np.linspace(-3.0, 6.0, 37)
    (low, high), (below, above) = curve.bounds(ALPHA), curve.delta_bounds(x)
    line = np.multiply.outer(ALPHA, np.exp(x))
    assert np.all(high[:, None] >= 1.0 - above - line - 1e-12)
    assert np.all(above >= 1.0 - high[:, None] - line - 1e-12)
    # and near to it: the highest of few lines is not far below
    assert np.all((1.0 - below - line).max(axis=1) >= low - 0.1)


@pytest.mark.parametrize("exponent", range(1, 300, 13))
def test_what_p_keeps_may_be_less_than_a_rounding(exponent: int) -> None:
    """f(alpha) = 1 - alpha / kept for P = (kept, the rest) and Q = (1, 0)."""
    kept = 10.0**-exponent
    alpha = kept * np.array([1e-9, 1e-3, 0.3, 0.9])
    low, high = tradeoff.discrete([kept, 1.0 - kept], [1.0, 0.0]).bounds(alpha)
    truth = 1.0 - alpha / kept
    assert np.all(low <= truth + 1e-15)
    assert np.all(high >= truth - 1e-15)
    if exponent < 20:
        assert np.all(high - low < 1e-9)

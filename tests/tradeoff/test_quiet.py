"""Steps that say little, alone and beside others: held against sums over a grid of their noise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.tradeoff.curve import Curve
from dpcore.tradeoff.family.direction import Either
from dpcore.tradeoff.family.poisson import Poisson
from dpcore.tradeoff.quiet import Quiet

EDGES = np.linspace(-9.0, 12.0, 701)
POINT = 0.5 * (EDGES[1:] + EDGES[:-1])
MASS = np.exp(-0.5 * POINT**2) * np.diff(EDGES) / math.sqrt(2.0 * math.pi)
# what the grid may be off by, relatively
OFF = 2e-3

Step = tuple[float, float]


def draw(seed: int, most: float) -> list[Step]:
    """(rate, mu) of one or two steps."""
    rng = np.random.default_rng(seed)
    return [(10.0 ** rng.uniform(-10.0, most), 10.0 ** rng.uniform(-3.0, 0.5)) for _ in range(1 + seed % 2)]


def evidence(steps: list[Step]) -> tuple[np.ndarray, np.ndarray]:
    """(V = W - 1 on the grid, its mass without the unit)."""
    value, mass = np.zeros(1), np.ones(1)
    for rate, mu in steps:
        each = rate * np.expm1(mu * POINT - 0.5 * mu**2)
        value = (value[:, None] + each + value[:, None] * each).ravel()
        mass = (mass[:, None] * MASS).ravel()
    return value, mass


def delta_of(steps: list[Step], adding: bool, x: float) -> float:
    """E (W - e^x)_+, or E (1 - e^x W)_+ where the unit is added."""
    value, mass = evidence(steps)
    gain = -math.exp(x) * value - math.expm1(x) if adding else value - math.expm1(x)
    return float(np.sum(mass * np.maximum(gain, 0.0)))


def quiet_of(steps: list[Step], adding: bool, rest: Curve) -> Quiet:
    return Quiet(rest, tuple((Poisson(mu, rate, adding), 1) for rate, mu in steps))


@pytest.mark.sample(2)
@pytest.mark.parametrize("adding", [False, True])
@pytest.mark.parametrize("seed", range(16))
def test_steps_alone_are_in_their_bracket(seed: int, adding: bool) -> None:
    steps = draw(seed, -0.2)
    quiet = quiet_of(steps, adding, tradeoff.identity())
    scale = math.sqrt(quiet.variance())
    for x in (-0.5, -scale, 0.0, 0.1 * scale, scale, 5.0 * scale, 0.3):
        low, high = (float(side[0]) for side in quiet.delta(np.array([x])))
        truth = delta_of(steps, adding, x)
        assert low <= truth * (1.0 + OFF) + 1e-15 and truth * (1.0 - OFF) - 1e-15 <= high
    for delta in (1e-4 * scale, 0.01 * scale, 0.3 * scale, 2.0 * scale):
        low, high = (float(side[0]) for side in quiet.epsilon(np.array([min(delta, 0.9)])))
        assert low <= high
        if math.isfinite(high):
            assert delta_of(steps, adding, high) * (1.0 - OFF) <= delta
    for alpha in (1e-3, 0.1, 0.5, 0.9):
        low, high = (float(side[0]) for side in quiet.bounds(np.array([alpha])))
        lines = [1.0 - alpha - delta_of(steps, adding, x) - math.expm1(x) * alpha for x in (0.0, scale, -scale, 0.2)]
        assert low <= high and max(lines) <= high + OFF * scale + 1e-15
        assert low >= 1.0 - alpha - 0.5 * scale * (1.0 + 1e-9) - 1e-15


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(16))
def test_steps_beside_others_are_in_their_bracket(seed: int) -> None:
    steps, adding, loss = draw(seed, -2.0), seed % 4 < 2, float(10.0 ** np.random.default_rng(seed).uniform(-2.0, 0.7))
    heads = 1.0 / (1.0 + math.exp(-loss))
    quiet = quiet_of(steps, adding, tradeoff.pure(loss))
    for x in (-0.5 * loss, 0.0, 0.5 * loss, loss, loss + 0.1):
        truth = heads * delta_of(steps, adding, x - loss) + (1.0 - heads) * delta_of(steps, adding, x + loss)
        low, high = (float(side[0]) for side in quiet.delta(np.array([x])))
        assert low <= truth * (1.0 + OFF) + 1e-15 and truth * (1.0 - OFF) - 1e-15 <= high
        assert high - low <= 1.1 * float(quiet.steps_delta(np.zeros(1))[0]) + 1e-14
    for delta in (1e-6, 0.01, 0.2):
        low, high = (float(side[0]) for side in quiet.epsilon(np.array([delta])))
        assert low <= high
        if math.isfinite(high):
            at = heads * delta_of(steps, adding, high - loss) + (1.0 - heads) * delta_of(steps, adding, high + loss)
            assert at * (1.0 - OFF) <= delta


@pytest.mark.sample(1)
@pytest.mark.parametrize(("rate", "noise", "steps"), [(1e-9, 1.0, 10), (1e-6, 10.0, 30), (1e-4, 1000.0, 10)])
def test_small_rates_are_not_read_as_nothing_or_all(rate: float, noise: float, steps: int) -> None:
    curve = tradeoff.subsampled_gaussian(rate, noise, steps)
    assert isinstance(curve, Either)
    # by the central limit theorem nearly G_mu
    mu = rate * math.sqrt(steps * math.expm1(noise**-2))
    truth = mu / math.sqrt(2.0 * math.pi)
    low, high = curve.delta_bounds(0.0)
    assert truth * 0.1 <= low <= truth * 1.02 and truth * 0.5 <= high <= truth * 1.6
    assert curve.epsilon(1e-9) <= 100.0 * mu
    assert curve.bounds(0.1)[0] >= 0.9 - 0.6 * mu and curve.first.delta(-4e-9) <= 4e-9 + 0.6 * mu


@pytest.mark.sample(1)
@pytest.mark.parametrize("rate", [1e-4, 3e-3])
@pytest.mark.parametrize("epsilon", [0.1, 2.6])
def test_one_step_beside_laplace_moves_it_little(rate: float, epsilon: float) -> None:
    laplace = tradeoff.laplace(epsilon)
    both = tradeoff.compose([tradeoff.subsampled_gaussian(rate, 1.0), laplace])
    moved = rate * 0.383  # total variation of the step: rate (2 Phi(1/2) - 1)
    for x in (-0.5, 0.0, 0.5 * epsilon):
        low, high = both.delta_bounds(x)
        assert laplace.delta_bounds(x)[0] <= high and laplace.delta_bounds(x)[0] * (1.0 - 1e-12) <= low
        assert high <= laplace.delta(x) + moved * (1.0 + 1e-9)
    low, high = both.bounds(0.1)
    assert laplace(0.1) - moved <= low <= high <= laplace.bounds(0.1)[1] * (1.0 + 1e-12)

"""Privacy-loss distributions made elsewhere: rounded up by other means here, read back, and composed."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from scipy.special import ndtr

from dpcore import tradeoff
from dpcore.errors import DpError

from . import test_mixture as laws


def gaussian(mu: float, step: float, far: float = 9.0) -> tuple[int, np.ndarray, float]:
    """Losses N(mu^2/2, mu^2) under Q, each rounded up; both far ends cut off."""
    lowest = math.floor((0.5 * mu * mu - far * mu) / step)
    edges = step * np.arange(lowest, math.ceil((0.5 * mu * mu + far * mu) / step) + 1)
    z = (edges - 0.5 * mu * mu) / mu
    masses = np.where(z[1:] < 0.0, ndtr(z[1:]) - ndtr(z[:-1]), ndtr(-z[:-1]) - ndtr(-z[1:]))
    # what is below the lowest is rounded up to it
    return lowest, np.concatenate(([ndtr(z[0])], masses)), float(ndtr(-z[-1]))


def rounded(pair: laws.Pair, step: float) -> tuple[int, np.ndarray, float]:
    at = np.ceil(pair[0] / step - 1e-12).astype(int)
    return int(at.min()), np.bincount(at - at.min(), pair[1]), 0.0


@pytest.mark.sample(1)
@pytest.mark.parametrize(("mu", "step"), [(1.0, 1e-2), (1.0, 1e-3), (0.1, 1e-4), (3.0, 5e-3)])
@pytest.mark.parametrize("times", [1, 10])
def test_ten_gaussian_releases_imported(mu: float, step: float, times: int) -> None:
    total, truth = tradeoff.from_pld(step, gaussian(mu, step)).repeat(times), tradeoff.gaussian(mu).repeat(times)
    for delta in (1e-3, 1e-6, 1e-9):
        low, high = total.epsilon_bounds(delta)
        assert high >= truth.epsilon_bounds(delta)[0]
        # every loss is rounded up by half a step on average
        assert 0.0 < low <= high <= truth.epsilon(delta) + 1.1 * times * step
        assert high - low <= 1e-4 * high
    for epsilon in (0.0, 0.5 * mu, 2.0 * mu * math.sqrt(times)):
        low, high = total.delta_bounds(epsilon)
        assert high >= truth.delta_bounds(epsilon)[0] and low <= high <= low * 1.001 + 1e-9
    for alpha in (0.01, 0.2, 0.6):
        low, high = total.bounds(alpha)
        assert low <= truth.bounds(alpha)[1] and (high - low <= 1e-3 or mu * math.sqrt(times) > 5.0)
    assert total.delta(0.1) < 1.0
    assert tradeoff.from_dict(total.to_dict()) == total


@pytest.mark.audit
@pytest.mark.parametrize("times", [2, 10])
def test_many_points_are_known_as_well_as_few(times: int) -> None:
    step = 6e-5
    losses = gaussian(1.0, step)
    assert len(losses[1]) > 2**18
    total, truth = tradeoff.from_pld(step, losses).repeat(times), tradeoff.gaussian(1.0).repeat(times)
    low, high = total.epsilon_bounds(1e-6)
    assert truth.epsilon_bounds(1e-6)[0] <= high <= truth.epsilon(1e-6) + 1.1 * times * step
    assert high - low <= 1e-4 * high
    low, high = total.delta_bounds(1.0)
    assert truth.delta_bounds(1.0)[0] <= high and high - low <= 1e-4 * high
    low, high = total.bounds(0.2)
    assert low <= truth.bounds(0.2)[1] and high - low <= 1e-4


@pytest.mark.parametrize("seed", range(12))
def test_both_orders(seed: int) -> None:
    """Finite laws on the grid itself: the imported curve is the curve."""
    chance = random.Random(seed)
    step = 2.0 ** -chance.randint(3, 8)
    at = np.array(sorted(chance.sample(range(-40, 40), 6)))
    q = np.array([chance.uniform(0.1, 1.0) for _ in at])
    x = step * at
    q = q / q.sum()
    # moved until P has no more than 1
    p = q * np.exp(-x)
    if p.sum() > 1.0:
        x, at = x + step * math.ceil(math.log(p.sum()) / step), at + math.ceil(math.log(p.sum()) / step)
        p = q * np.exp(-x)
    masses = np.zeros(int(at.max() - at.min()) + 1)
    masses[at - at.min()] = q
    remove = (int(at.min()), masses, 0.0)
    # the other order has -L under P, and infinity where P is alone
    mirrored = np.zeros(len(masses))
    mirrored[at.max() - at] = p
    add = (int(-at.max()), mirrored, 1.0 - float(p.sum()))
    curve = tradeoff.from_pld(step, remove, add)
    direct = tradeoff.discrete([*p, 1.0 - p.sum()], [*q, 0.0])
    for epsilon in (0.0, 0.3 * float(x.max()), 2.0 * step, -step):
        truth = max(direct.delta(epsilon), direct.inverse().delta(epsilon))
        low, high = curve.delta_bounds(epsilon)
        assert low <= truth * (1 + 1e-9) + 1e-12 and high >= truth * (1 - 1e-9) - 1e-12
    both = curve.repeat(3)
    truth = max(direct.repeat(3).delta(step), direct.inverse().repeat(3).delta(step))
    assert both.delta(step) == pytest.approx(truth, rel=1e-6, abs=1e-9)


def test_a_poisson_sample_of_laplace_noise_imported() -> None:
    pair = laws.laplace(1.0)
    ways = [rounded(laws.mixed(pair, 0.05, adding), 1e-4) for adding in (False, True)]
    imported = tradeoff.from_pld(1e-4, *ways).repeat(10)
    low, high = tradeoff.laplace(1.0).subsample(0.05, "poisson").repeat(10).epsilon_bounds(1e-6)
    assert low <= imported.epsilon(1e-6) <= high + 1.5e-3


def test_what_is_missing_is_booked_as_infinite() -> None:
    full = gaussian(1.0, 1e-2)
    short = (full[0], np.append(full[1][:-400], np.zeros(400)), full[2])
    cut = float(np.sum(full[1][-400:]))
    curve = tradeoff.from_pld(1e-2, short)
    low, high = curve.delta_bounds(600.0)
    assert low <= (cut + full[2]) * (1 + 1e-8) and high >= (cut + full[2]) * (1 - 1e-8) and high - low <= 1e-12
    assert curve.epsilon(0.5 * cut) == math.inf
    assert tradeoff.from_pld(1e-2, (0, [0.5, 0.3], 0.1)).delta_bounds(5.0) == pytest.approx((0.2, 0.2))


def test_masses_that_are_a_little_too_large_are_still_an_upper_bound() -> None:
    lowest, masses, infinity = gaussian(1.0, 1e-2)
    grown = tradeoff.from_pld(1e-2, (lowest, masses * (1 + 3e-6), infinity))
    plain = tradeoff.from_pld(1e-2, (lowest, masses, infinity))
    for epsilon in (0.0, 0.5, 2.0, 4.0):
        assert grown.delta(epsilon) >= plain.delta_bounds(epsilon)[0]
        assert grown.delta(epsilon) <= plain.delta(epsilon) * (1 + 1e-4)


BAD: list[tuple[Any, str]] = [
    ((0, [0.5, 0.6], 0.0), "must add to at most 1. Got 1.1"),
    ((0, [0.5, -0.1], 0.0), "must be at least 0"),
    ((0, [0.5, math.nan], 0.0), "must be at least 0"),
    ((0, [], 0.0), "must have 1 to"),
    ((0, "half", 0.0), "must be a list of numbers"),
    ((0, [[1.0]], 0.0), "must have 1 to"),
    ((0.5, [1.0], 0.0), "`lowest` in `remove`"),
    ((0, [0.5], 1.5), "`infinity` in `remove`"),
    ((0, [0.0], 1.0), "no finite loss"),
    ((0, [1.0]), r"must be \(lowest, probabilities, infinity\)"),
    ((-10, [1.0], 0.0), "E e\\^-loss is 2.718"),
    (None, r"must be \(lowest, probabilities, infinity\)"),
]


@pytest.mark.parametrize(("losses", "sentence"), BAD)
def test_one_sentence(losses: Any, sentence: str) -> None:
    with pytest.raises(DpError, match=sentence):
        tradeoff.from_pld(0.1, losses)


@pytest.mark.parametrize("step", [0.0, -1.0, math.nan, "1"])
def test_a_step_is_positive(step: Any) -> None:
    with pytest.raises(DpError, match="`step` of `from_pld` must be"):
        tradeoff.from_pld(step, (0, [1.0], 0.0))

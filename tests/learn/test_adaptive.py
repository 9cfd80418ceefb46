"""The lesson on adaptive noise: its figures are those of the library, of brute force and of quadrature."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from scipy import integrate

import dpcore as dp
from dpcore.learn import adaptive, blocks, cuts, lognormal
from dpcore.learn.adaptive import Noise

OTHER = (0.0, 0.0, 0.0, 0.0, 1.0)


def by_quadrature(first: Noise, second: Noise, epsilon: float) -> float:
    """The delta of two Laplace distributions."""

    far = 40 * max(first.scale, second.scale)
    at = np.linspace(-far, 1 + far, 2_000_001)
    gap = np.maximum(first.density(at) - math.exp(epsilon) * second.density(at), 0.0)
    return float(integrate.trapezoid(gap, at))


def test_laplace_noise_at_smooth_sensitivity_loses_the_known_delta() -> None:
    pair = [adaptive.noise(values, "smooth", 1.0, 1.0) for values in (adaptive.USUAL, OTHER)]
    assert pair == [Noise(0.0, 1.0), Noise(0.0, pytest.approx(math.exp(-1)))]
    c = 2.0 / (math.e - 1.0)  # the log ratio (e - 1)|t| - 1 exceeds 1 beyond
    exact = math.exp(-c) - math.e * math.exp(-math.e * c)
    assert exact == pytest.approx(0.19738, abs=5e-6)
    assert exact - 5e-3 < adaptive.delta(*pair, 1.0) <= exact + 1e-12
    found = adaptive.leak(adaptive.USUAL, "smooth", 1.0, 1.0)
    assert found.delta >= adaptive.delta(*pair, 1.0)


def test_noise_by_local_sensitivity_gives_the_table_away() -> None:
    """The neighbour has no noise at all, so that any other answer proves the table."""
    found = adaptive.leak(adaptive.USUAL, "local", 1.0, 1.0)
    assert found.delta == 1.0 and sorted(noise.scale for noise in found.noises) == [0.0, 1.0]
    for shift in (0.0, 0.5, 1.0):  # noise of one scale, that of the global sensitivity, is as private as it claims
        assert adaptive.delta(Noise(0.0, 1.0), Noise(shift, 1.0), 1.0) <= 1e-12


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(12))
def test_delta_is_a_lower_bound_and_close(seed: int) -> None:
    chance = random.Random(seed)
    first, second = (Noise(chance.random(), 10 ** chance.uniform(-1, 0.7)) for _ in range(2))
    epsilon = chance.uniform(0.1, 3)
    actual, found = by_quadrature(first, second, epsilon), adaptive.delta(first, second, epsilon)
    assert actual - 0.01 < found <= actual + 1e-6


@pytest.mark.parametrize("seed", range(8))
def test_no_neighbour_of_these_tells_more(seed: int) -> None:
    chance = random.Random(seed)
    values = tuple(sorted(chance.choice([0.0, 0.2, 0.5, 1.0]) for _ in range(chance.randint(1, 6))))
    epsilon, beta = chance.uniform(0.2, 2), chance.uniform(0.2, 2)
    scaling = chance.choice(list(adaptive.SCALINGS))
    best = adaptive.leak(values, scaling, epsilon, beta).delta
    mine = adaptive.noise(values, scaling, epsilon, beta)
    for place, new in itertools.product(range(len(values)), {0.0, 1.0, *values}):
        other = tuple(sorted((*values[:place], new, *values[place + 1 :])))
        theirs = adaptive.noise(other, scaling, epsilon, beta)
        assert adaptive.delta(mine, theirs, epsilon) <= best + 1e-9
        assert adaptive.delta(theirs, mine, epsilon) <= best + 1e-9


def test_the_highest_bar_is_the_smooth_sensitivity() -> None:
    for beta in (0.1, 0.7, 2.0):
        picture = adaptive.around(adaptive.USUAL, beta)
        bars = picture.chart.data[1].y
        bound = dp.sensitivity.order_statistic(adaptive.USUAL, 3, 0, 1, beta)
        assert max(bars) == pytest.approx(bound.smooth)
        assert f"smooth sensitivity {bound.smooth:.3g}" in picture.words


@pytest.mark.parametrize("text", ["", ",", "a", "0, 2", "-1", "nan", "1e999", ", ".join(["0"] * 12)])
def test_a_table_that_is_none_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(dp.DpError) as caught:
        adaptive.table(text)
    assert caught.value.hint == "For example 0, 0, 0, 1, 1."


def test_a_table_is_sorted_and_its_separators_are_forgiven() -> None:
    assert adaptive.table(" 1; 0,,0.25 ") == (0.0, 0.25, 1.0)


def test_one_block_moves_the_centre_by_no_more_than_its_local_sensitivity() -> None:
    most = dp.sensitivity.center_of_attention(blocks.ANSWERS, 1.0, 1.0).profile[0]
    center = blocks.attention(blocks.ANSWERS).center
    farthest = 0.0
    for place, value in itertools.product(range(len(blocks.ANSWERS)), np.linspace(0, 1, 201)):
        other = (*blocks.ANSWERS[:place], float(value), *blocks.ANSWERS[place + 1 :])
        farthest = max(farthest, abs(blocks.attention(other).center - center))
    assert 0.2 * most < farthest <= most
    held = blocks.attention(blocks.ANSWERS)
    assert sum(held.low <= answer <= held.high for answer in blocks.ANSWERS) >= 6


def test_the_worst_cut_is_that_of_the_library_for_every_number_of_changes() -> None:
    profile = cuts.bound(0.5).profile
    assert [cuts.worst(k).change for k in range(cuts.MOST + 1)] == pytest.approx(list(profile))
    assert len(set(profile)) > 3, "the slider would show nothing"


def test_the_tree_is_the_cheapest_of_all() -> None:
    def connects(edges: tuple[int, ...]) -> bool:
        part = {0}
        for _ in edges:
            part |= {end for edge in edges if set(cuts.EDGES[edge]) & part for end in cuts.EDGES[edge]}
        return len(part) == len(cuts.PLACES)

    trees = filter(connects, itertools.combinations(range(cuts.MOST), len(cuts.PLACES) - 1))
    assert set(cuts.tree()) == set(min(trees, key=lambda edges: sum(cuts.WEIGHTS[edge] for edge in edges)))


def test_a_weight_changed_across_the_first_cut_changes_the_cost_so_much() -> None:
    """By every change of one weight, on a grid of weights: A^(0) is the local sensitivity, or above."""

    def cost(weights: tuple[float, ...]) -> float:
        part, total = list(range(len(cuts.PLACES))), 0.0
        for edge in sorted(range(cuts.MOST), key=weights.__getitem__):
            first, last = (part[end] for end in cuts.EDGES[edge])
            if first != last:
                part, total = [first if name == last else name for name in part], total + weights[edge]
        return total

    base = cost(cuts.WEIGHTS)
    changed = [
        abs(cost((*cuts.WEIGHTS[:edge], value, *cuts.WEIGHTS[edge + 1 :])) - base)
        for edge, value in itertools.product(range(cuts.MOST), np.linspace(0, 1, 11).tolist())
    ]
    assert max(changed) == pytest.approx(cuts.worst(0).change)


@pytest.mark.parametrize(("beta", "size"), [(0.02, 1.72), (0.05, 2.06), (0.1, 2.66), (0.2, 4.20)])
def test_log_normal_noise_has_its_known_size_and_its_renyi_divergence(beta: float, size: float) -> None:
    """Two steps are checked: the smallest size, and 1/2-zCDP at sensitivities that differ as far as they may."""
    sigma = lognormal.best(beta)
    assert lognormal.deviation(sigma, beta) == pytest.approx(size, abs=0.006)
    assert all(lognormal.deviation(sigma * factor, beta) > lognormal.deviation(sigma, beta) for factor in (0.95, 1.05))
    assert lognormal.power_core(beta) < lognormal.deviation(sigma, beta)
    at = np.concatenate([-np.geomspace(200, 1e-6, 3_000), np.geomspace(1e-6, 200, 3_000)])
    rest = math.exp(-1.5 * sigma**2) * (1 - beta / sigma)

    def density(center: float, bound: float) -> np.ndarray:
        """By quadrature over the normal factor."""
        nodes = np.linspace(-9, 9, 401)
        weights = np.exp(-(nodes**2) / 2) * (nodes[1] - nodes[0])
        scales = bound / rest * np.exp(sigma * nodes)
        parts = np.exp(-np.abs(at[:, None] - center) / scales) / (2 * scales)
        return parts @ (weights / math.sqrt(2 * math.pi))

    first, second = density(0.0, 1.0), density(math.exp(-beta), math.exp(-beta))
    for order in (1.5, 2.0, 4.0, 8.0):
        moment = integrate.trapezoid(np.exp(order * np.log(first) + (1 - order) * np.log(second)), at)
        assert math.log(moment) / (order - 1) <= order / 2


def test_power_core_noise_is_the_smaller_at_every_beta_of_the_slider() -> None:
    low, high = lognormal.BETAS
    for beta in np.linspace(low, high, 39):
        assert lognormal.power_core(float(beta)) < lognormal.deviation(lognormal.best(float(beta)), float(beta))

"""The lesson on clusters: rounds are k-means, a point moves the numbers of a round by no more than is said."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.learn import clusters
from dpcore.learn.clusters import POINTS, START


def lloyd(centers: np.ndarray) -> np.ndarray:
    """A round of k-means, point by point."""
    members: list[list[np.ndarray]] = [[] for _ in centers]
    for point in POINTS:
        members[min(range(len(centers)), key=lambda k: float(np.sum((point - centers[k]) ** 2)))].append(point)
    return np.array([np.mean(own, axis=0) if own else center for own, center in zip(members, centers, strict=True)])


def test_rounds_without_noise_are_those_of_k_means() -> None:
    found, centers = clusters.course(np.zeros((clusters.MOST, 3, 3)), 6, 1.0, noisy=False), START
    for after in range(7):
        assert found.centers[after] == pytest.approx(centers)
        centers = lloyd(centers)
    distances = [clusters.distance(each) for each in found.centers]
    assert all(b <= a + 1e-12 for a, b in itertools.pairwise(distances)) and distances[-1] < 0.12


def test_a_point_moves_the_numbers_of_a_round_by_at_most_what_is_said() -> None:
    """Over the whole square; a corner moves them by as much."""
    assert POINTS.shape == (300, 2) and POINTS.min() >= 0.0 and POINTS.max() <= 1.0
    grid = np.stack(np.meshgrid(np.linspace(0, 1, 21), np.linspace(0, 1, 21)), axis=-1).reshape(-1, 2)
    norms = np.sqrt(1 + np.square(grid - 0.5).sum(axis=1))
    assert norms.max() == pytest.approx(clusters.REACH)


@pytest.mark.parametrize("rounds", [1, 3, 10])
@pytest.mark.parametrize("mu", clusters.PRICES)
def test_all_rounds_have_the_price(rounds: int, mu: float) -> None:
    found = clusters.course(clusters.draw_noise(), rounds, mu)
    assert found.spent(rounds) == pytest.approx(mu) and found.spent(0) == 0.0
    together = tradeoff.gaussian(clusters.REACH / found.sigma).repeat(rounds)
    assert float(together.mu()) == pytest.approx(mu)
    assert found.centers.shape == (rounds + 1, 3, 2) and (found.centers >= 0).all() and (found.centers <= 1).all()


def test_noise_has_the_said_size_and_the_same_noise_serves_every_price() -> None:
    """An extreme count keeps its centre; the centres of a high price are those without noise."""
    drawn = clusters.draw_noise()
    far = clusters.course(drawn, 5, 1000.0).centers - clusters.course(drawn, 5, 1.0, noisy=False).centers
    assert np.abs(far).max() < 1e-3
    kept = clusters.moved(START, np.full((3, 3), -1e9), 1.0)
    assert kept == pytest.approx(START)
    chance = np.random.default_rng(1)
    ends = [clusters.moved(START, 2.0 * chance.normal(size=(3, 3)), 2.0) for _ in range(400)]
    counts = np.bincount(np.argmin(clusters._distances(START), axis=1), minlength=3)
    assert np.std([end[2, 0] for end in ends]) == pytest.approx(2.0 / counts[2], rel=0.3)
    draws = np.array([clusters.draw_noise() for _ in range(100)])
    assert abs(draws.mean()) < 0.1 and draws.std() == pytest.approx(1.0, abs=0.06)  # 9 and 8 of their deviations


def test_more_rounds_than_are_needed_only_add_noise() -> None:
    """On average over the noise, at a small price; the pictures say what is spent."""
    draws = [clusters.draw_noise() for _ in range(120)]

    def end(rounds: int) -> float:
        return float(np.mean([clusters.distance(clusters.course(drawn, rounds, 0.5).centers[-1]) for drawn in draws]))

    assert end(10) > end(4) < end(1)
    noisy, exact = (clusters.course(draws[0], 4, 0.5, noisy=added) for added in (True, False))
    words = [str(make(noisy, exact).words) for make in (clusters.paths, clusters.progress)]
    assert "Each round has mu 0.25" in words[0] and f"± {clusters.REACH / 0.25:.3g} points" in words[0]
    assert "first round mu 0.25 is spent, after the last mu 0.5" in words[1]
    figure = clusters.progress(noisy, exact).chart
    assert list(figure.data[1].x) == pytest.approx([0.25 * math.sqrt(after) for after in range(5)])

"""The lesson on gradients: the gradient is the record, the step is as private as said, and the pictures say so."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from dpcore.learn import gradient


def loss(weights: np.ndarray, record: np.ndarray) -> float:
    """The logistic loss of a record with label 1."""
    return math.log1p(math.exp(-float(weights @ np.append(record.ravel(), 1.0))))


def test_the_gradient_is_that_of_the_logistic_loss_and_the_record_itself() -> None:
    """By differences; and divided by its last coordinate."""
    size, step = gradient.RECORD.size + 1, 1e-5
    by_differences = [
        (loss(step * unit, gradient.RECORD) - loss(-step * unit, gradient.RECORD)) / (2 * step) for unit in np.eye(size)
    ]
    found = gradient.gradient()
    assert found == pytest.approx(by_differences, abs=1e-6)
    assert (found[:-1] / found[-1]).reshape(8, 8) == pytest.approx(gradient.RECORD)


@pytest.mark.parametrize("clip", gradient.CLIPS)
def test_clipping_bounds_the_norm_and_hides_nothing(clip: float) -> None:
    found = gradient.clipped(gradient.gradient(), clip)
    assert np.linalg.norm(found) == pytest.approx(min(clip, float(np.linalg.norm(gradient.gradient()))))
    assert gradient.read(found, clip) == pytest.approx(gradient.RECORD)
    assert gradient.likeness(gradient.read(found, clip)) == pytest.approx(1.0)


def test_more_noise_means_less_likeness_on_average() -> None:
    chance = np.random.default_rng(3)
    draws = chance.normal(size=(300, gradient.RECORD.size + 1))
    means = [
        np.mean([gradient.likeness(gradient.read(gradient.released(drawn, 1.0, sigma), 1.0)) for drawn in draws])
        for sigma in gradient.NOISES
    ]
    assert means[0] == pytest.approx(1.0) and all(b < a for a, b in itertools.pairwise(means))
    assert means[-1] < 0.2 < 0.7 < means[2]


@pytest.mark.parametrize("sigma", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("steps", [1, 10])
def test_no_attacker_does_better_than_is_said(sigma: float, steps: int) -> None:
    """The best test, by the likelihood ratio of all steps, recognises as many records as the picture says."""
    chance, clip, trials = np.random.default_rng(5), 1.0, 20_000
    signal = gradient.clipped(gradient.gradient(), clip)
    along = signal / np.linalg.norm(signal)
    noise = chance.normal(size=(trials, steps)) * sigma * clip
    scores = noise.sum(axis=1) / math.sqrt(steps)
    shift = float(signal @ along) * math.sqrt(steps)
    threshold = np.quantile(scores, 1 - gradient.ALARMS)
    found = float((scores + shift > threshold).mean())
    exact = stats.norm.cdf(gradient.mu(sigma, steps) - stats.norm.isf(gradient.ALARMS))
    assert found == pytest.approx(exact, abs=0.02)
    words = gradient.attack(sigma, steps).words
    assert f"it is {100 * exact:.3g}".split(".")[0] in str(words)


def test_the_noise_is_standard_and_fresh() -> None:
    draws = np.array([gradient.draw_noise() for _ in range(150)])
    assert draws.shape == (150, 65) and abs(draws.mean()) < 0.08 and draws.std() == pytest.approx(1.0, abs=0.06)
    assert (draws[0] != draws[1]).any()


def test_pictures_have_four_tiles_and_numbers_inside_black_and_white() -> None:
    for sigma in gradient.NOISES:
        picture = gradient.pictures(gradient.draw_noise(), 0.25, sigma)
        assert len(picture.chart.data) == 4 and "norm 0.25" in str(picture.words)
        assert all(np.min(tile.z) >= 0.0 and np.max(tile.z) <= 1.0 for tile in picture.chart.data)
        assert [tuple(map(tuple, tile.z)) == tuple(map(tuple, gradient.RECORD)) for tile in picture.chart.data[:2]] == [
            True,
            True,
        ]
    assert "for certain" in str(gradient.attack(0.0, 1).words) and gradient.mu(0.0) == math.inf

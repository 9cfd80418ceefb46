"""Averages of rounded noise hold their level, exactly, whatever scale is chosen after the first draw."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from dpcore.mechanisms import Mechanism, standardised
from dpcore.mechanisms.additive import DiscreteLaplaceNoise, GaussianNoise, LaplaceNoise
from dpcore.mechanisms.combined import Combined, combine

CHOICES = np.geomspace(0.2, 60, 60)
"""Scales of the second measurement."""


def probabilities(kind: type, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers, and the probability of each as noise of a kind."""
    values = np.arange(-int(45 * scale) - 3, int(45 * scale) + 4)
    if kind is DiscreteLaplaceNoise:
        weights = np.exp(-np.abs(values) / scale)
        return values, weights / weights.sum()
    law = stats.norm(scale=scale) if kind is GaussianNoise else stats.laplace(scale=scale)
    return values, law.cdf(values + 0.5) - law.cdf(values - 0.5)


def noise(kind: type, scale: float) -> Mechanism:
    found: Mechanism = kind((Fraction(scale),), None)
    return found


def missed(kind: type, first: float, level: float, plain: bool = False) -> float:
    """How often the interval misses, exactly, if the second scale is the worst for each first draw."""
    values, mass = probabilities(kind, first)
    worst = np.zeros(len(values))
    for scale in CHOICES:
        parts = [(noise(kind, one), np.zeros((1, 1))) for one in (first, float(scale))]
        found = (None if plain else standardised(parts, [1, 1])) or combine(parts)
        assert found is not None
        half = found[0].error(level).half[0]
        others, chance = probabilities(kind, float(scale))
        stds = [one.error(0.5).std[0] for one, _ in parts]  # type: ignore[union-attr]
        share = stds[1] ** 2 / (stds[0] ** 2 + stds[1] ** 2)
        if not plain and found[0] != combine(parts)[0]:  # type: ignore[index]
            continuous = first if kind is GaussianNoise else np.sqrt(2) * first
            share = found[0].stds[0] / np.sqrt(2) / continuous
        ends = [(sign * half - share * values) / (1 - share) for sign in (-1, 1)]
        below, above = np.searchsorted(others, ends[0] - 1e-9), np.searchsorted(others, ends[1] + 1e-9)
        total = np.concatenate([[0.0], np.cumsum(chance)])
        worst = np.maximum(worst, 1 - (total[above] - total[below]))
    return float((mass * worst).sum())


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("first", [0.3, 0.5, 1.0, 2.5, 12.0, 80.0])
@pytest.mark.parametrize("kind", [GaussianNoise, LaplaceNoise, DiscreteLaplaceNoise])
def test_no_scale_chosen_later_makes_more_intervals_miss(kind: type, first: float, level: float) -> None:
    assert missed(kind, first, level) <= (1 - level) * (1.04 if first > 40 else 1.0 + 1e-9)


@pytest.mark.parametrize("kind", [GaussianNoise, DiscreteLaplaceNoise])
def test_by_inverse_variance_alone_more_of_them_do(kind: type) -> None:
    assert missed(kind, 12.0, 0.95, plain=True) > 0.08
    assert missed(kind, 80.0, 0.95, plain=True) > 0.08


def test_a_public_coordinate_and_rounding_are_kept() -> None:
    parts = [(GaussianNoise((Fraction(0), Fraction(scale)), None), np.ones((2, 3))) for scale in (3, 7)]
    found = standardised(parts, [1, 1])
    assert found is not None and found[0].stds[0] == 0.0 and (found[1] == 1).all()
    assert found[0].stds[1] == pytest.approx(np.sqrt(2) / (1 / 3 + 1 / 7))
    assert Combined.from_dict(found[0].to_dict(), None) == found[0] and found[0].rounding == 0.5
    assert found[0].error(0.95).half == (0.0, pytest.approx(1.959964 * found[0].stds[1] + 0.5))
    assert standardised([parts[0], parts[0]], [1, 1]) is None

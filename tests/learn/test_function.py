"""The lesson on functions: figures of the theory, recomputed in another way."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from dpcore import calibrate, tradeoff
from dpcore.errors import DpError
from dpcore.learn import bandwidth, constant, path, points, support
from dpcore.noise import entropy


@pytest.fixture
def drawn(monkeypatch):
    """The same noise path in every run."""
    monkeypatch.setattr(entropy, "_source", np.random.default_rng(3).bytes)
    return points.draw_noise()


def test_a_point_keeps_its_value_whatever_else_is_read(drawn):
    ten, hundred, thousand = (drawn.at(points.hours(count)) for count in points.COUNTS)
    assert hundred[::11] == pytest.approx(ten, abs=1e-12)
    assert thousand[::111] == pytest.approx(ten, abs=1e-12)
    assert np.abs(np.diff(thousand)).max() < 0.1  # a smooth path, not fresh noise at each point


def test_the_noise_is_the_process_of_the_other_lesson():
    """Its covariance is the kernel, and the values of two paths are not the same."""
    at = points.hours(50)
    features = points.waves(at)
    assert np.abs(features @ features.T - path.kernel(at, at)).max() < 1e-9
    assert np.linalg.norm(points.waves(np.array([path.PERSON_HOUR]))) == pytest.approx(1.0, abs=1e-12)


def test_more_points_never_cost_more_than_the_curve():
    losses = [points.loss(count) for count in (2, 4, 10, 100, 1000)]
    assert losses == sorted(losses)
    assert losses[0] < 0.9 / points.SIGMA
    assert losses[-1] == pytest.approx(1 / points.SIGMA, abs=1e-6) and losses[-1] <= 1 / points.SIGMA + 1e-12


@pytest.mark.parametrize("count", [2, 4, 8])
def test_the_loss_of_few_points_is_that_of_their_gram_matrix(count):
    at = points.hours(count)
    bump = path.kernel(at, [path.PERSON_HOUR])[:, 0]
    expected = math.sqrt(bump @ np.linalg.solve(path.kernel(at, at), bump)) / points.SIGMA
    assert points.loss(count) == pytest.approx(expected, abs=1e-6)


def test_its_words_have_the_price_of_the_points_and_of_the_curve(drawn):
    said = points.picture(drawn, 10).words
    assert f"mu {math.floor(1e4 * points.loss(10)) / 1e4:g}; the whole curve has mu 1" in said
    assert len(points.picture(drawn, 1000).chart.data[-1].x) == 1000
    with pytest.raises(DpError):
        points.hours(1)


@pytest.mark.parametrize("ratio", [0.5, 0.75, 1.0, 1.2, 1.3])
def test_rough_noise_has_the_norm_of_the_theory(ratio):
    """By quadrature on the line: the integral of |bump's transform|^2 over the noise's."""
    w = np.linspace(-400, 400, 200_001)
    s, g = support.BUMP, ratio * support.BUMP
    bump, kernel = (width * math.sqrt(2 * math.pi) * np.exp(-np.square(w * width) / 2) for width in (s, g))
    seen = kernel > 1e-280
    norm = np.trapezoid(bump[seen] ** 2 / kernel[seen], w[seen]) / (2 * math.pi)
    assert support.limit(ratio) ** 2 == pytest.approx(norm, rel=1e-6)
    assert support.losses(ratio, 400)[-1] == pytest.approx(support.limit(ratio), rel=1e-4)


@pytest.mark.parametrize("ratio", [1.5, 1.75, 2.0])
def test_smooth_noise_has_no_limit(ratio):
    losses = support.losses(ratio, 120)
    assert (np.diff(losses) > 0).all()
    assert losses[-1] > 1e6 and losses[60] > 100
    assert math.isinf(support.limit(ratio))
    assert "no end" in support.picture(ratio).words


def test_the_loss_of_frequencies_is_that_of_two_gaussian_laws():
    """The mean over the standard deviation of the log-likelihood ratio's statistic, for every weight at most mu."""
    ratio, most = 1.5, 20
    j = np.arange(2_000)
    m = np.where(j == 0, 1.0, 2.0)
    p, q = (np.exp(-np.square(math.pi * j * width) / 2) for width in (support.BUMP, ratio * support.BUMP))
    mean, variance = m * p / (m @ p), m * q / (m @ q)
    best = mean[: most + 1] / variance[: most + 1]
    ratios = [
        abs(weights @ mean[: most + 1]) / math.sqrt(weights**2 @ variance[: most + 1])
        for weights in (best, *np.random.default_rng(1).normal(size=(50, most + 1)) * best)
    ]
    assert max(ratios) == ratios[0] == pytest.approx(support.losses(ratio, most)[-1], rel=1e-12)


@pytest.mark.parametrize(("count", "nats"), list(zip(bandwidth.SHOWN, (0.011, 0.27, 2.98, 14.4, 110.5), strict=True)))
def test_the_divergence_is_that_of_the_table(count, nats):
    other = Fraction(21, 100)
    assert bandwidth.divergence(bandwidth.WIDTH, other, count) == pytest.approx(nats, rel=0.04)
    assert bandwidth.divergence(other, bandwidth.WIDTH, count) < nats
    assert bandwidth.divergence(bandwidth.WIDTH, bandwidth.WIDTH, count) == pytest.approx(0, abs=1e-12)


def test_the_divergence_of_few_points_is_the_average_of_log_likelihood_ratios():
    """By simulation, in doubles, where the matrices are not yet singular."""
    at = np.linspace(0, 1, 5)
    grams = [np.exp(-((np.subtract.outer(at, at) / h) ** 2) / 2) for h in (0.2, 0.25)]
    draws = np.linalg.cholesky(grams[0]) @ np.random.default_rng(4).normal(size=(5, 200_000))
    quadratic = [np.einsum("in,in->n", draws, np.linalg.solve(gram, draws)) for gram in grams]
    ratios = (quadratic[1] - quadratic[0] + np.linalg.slogdet(grams[1])[1] - np.linalg.slogdet(grams[0])[1]) / 2
    found = bandwidth.divergence(bandwidth.WIDTH, Fraction(1, 4), 5)
    assert ratios.mean() == pytest.approx(found, abs=5 * ratios.std() / math.sqrt(ratios.size))


@pytest.mark.parametrize("other", bandwidth.OTHERS)
def test_more_points_tell_bandwidths_apart_better(other):
    for first, second in ((bandwidth.WIDTH, other), (other, bandwidth.WIDTH)):
        values = [bandwidth.divergence(first, second, count) for count in bandwidth.POINTS]
        assert values == sorted(values) and values[0] > 0
    assert f"{bandwidth.divergence(bandwidth.WIDTH, other, 31):.3g} at 31 points" in bandwidth.picture(other).words


@pytest.mark.parametrize("delta", constant.DELTAS)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0, 14.0])
def test_the_least_constant_has_exactly_this_delta(epsilon, delta):
    least = constant.needed(epsilon, delta)
    assert tradeoff.gaussian(epsilon / least).delta(epsilon) == pytest.approx(delta, rel=1e-6)
    assert tradeoff.gaussian(epsilon / (0.99 * least)).delta(epsilon) > delta
    enough = least <= constant.textbook(delta)
    assert enough == (constant.actual(epsilon, delta) <= delta) == (epsilon < constant.crossing(delta))
    assert ("is enough" if enough else "is false") in constant.picture(epsilon, delta).words


def test_the_theorem_is_false_from_the_epsilons_of_the_table():
    found = [constant.crossing(delta) for delta in (1e-3, 1e-5, 1e-6, 1e-10)]
    assert found == pytest.approx([8.51, 9.3913, 9.73, 10.76], abs=0.006)
    assert constant.actual(12.0, 1e-5) == pytest.approx(3.61e-5, rel=2e-3)
    assert constant.actual(1.0, 1e-5) == pytest.approx(2.4e-8, rel=0.03)
    assert constant.textbook(1e-5) == pytest.approx(calibrate.classic_sigma(1.0, 1.0, 1e-5))

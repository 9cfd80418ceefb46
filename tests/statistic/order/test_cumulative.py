"""Noisy cumulative counts hold what they state, over real draws; a smaller noise and real columns are noticed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize, stats

from dpcore import noise
from dpcore.statistic.learners.tree import BRANCHES, Tree, best_tree
from dpcore.statistic.order.cumulative import CumulativeReading, gaussian_factor, laplace_factor, monotone, read
from dpcore.statistic.waves.factor_matrix import Factor
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.square_root import SquareRoot
from tests.chance import least
from tests.statistic.dense import SCALE, coordinates, real_factor

DRAWS = 20_000


def settings() -> list[tuple[Factor, noise.Law, float]]:
    """Sizes, laws and scales at random, the smallest included."""
    rng = np.random.default_rng(12)
    sizes = [1, 2, 3, *rng.integers(4, 60, 2).tolist()]
    gaussian = [(gaussian_factor(m), noise.Gaussian(), SCALE / 10 ** rng.uniform(-2, 1.5)) for m in sizes]
    return gaussian + [(laplace_factor(m), noise.Laplace(), 10 ** rng.uniform(0, 3)) for m in sizes]


def errors(factor: Factor, law: noise.Law, scale: float, decode: np.ndarray | None = None) -> np.ndarray:
    """Errors of cumulative counts of about 10^6 rows a cell over DRAWS groups, shape (DRAWS, cells)."""
    projection = Projection(factor, (DRAWS,))
    counts = np.random.default_rng(factor.cells).integers(9 * 10**5, 11 * 10**5, (DRAWS, factor.cells))
    exact = coordinates(projection, counts)
    noisy = exact + noise.draw(law, scale, exact.shape)
    found = projection.prefixes(noisy) if decode is None else np.cumsum(noisy.astype(float) @ decode.T, axis=1)
    return found - np.cumsum(counts, axis=1)


def fits(found: np.ndarray, std: np.ndarray, law: noise.Law) -> bool:
    """Whether every cell's mean and mean square are those of the stated standard error, and its interval covers."""
    z = found / std
    mean = np.abs(z.mean(axis=0)).max() * math.sqrt(DRAWS)
    kurtosis = max(3.0, float(stats.kurtosis(z, axis=0).max()) + 3.5)
    spread = np.abs(np.square(z).mean(axis=0) - 1).max() / math.sqrt((kurtosis - 1) / DRAWS)
    factor = max(noise.Gaussian().quantile(0.95), law.quantile(0.95) / law.std(1.0))
    covered = (np.abs(z) <= factor).mean(axis=0).min()
    return bool(mean < 6.5 and spread < 6.5 and covered >= least(DRAWS, 0.95))


@pytest.mark.sample(3)
@pytest.mark.parametrize(("factor", "law", "scale"), settings(), ids=str)
def test_errors_and_coverage_are_the_stated_ones(factor: Factor, law: noise.Law, scale: float) -> None:
    std = Projection(factor).std_errors(math.sqrt(law.std(scale) ** 2 + 1 / 12))
    assert fits(errors(factor, law, scale), std, law)


@pytest.mark.sample(2)
@pytest.mark.parametrize("factor", [SquareRoot(1), SquareRoot(33), best_tree(33)], ids=str)
@pytest.mark.parametrize("share", [0.9, 1.12])
def test_another_noise_is_noticed(factor: Factor, share: float) -> None:
    law = noise.Laplace() if isinstance(factor, Tree) else noise.Gaussian()
    scale = 50.0 if isinstance(factor, Tree) else SCALE * 1.7
    assert not fits(errors(factor, law, share * scale), Projection(factor).std_errors(law.std(scale)), law)


def test_decoding_with_real_columns_is_noticed() -> None:
    factor, scale = SquareRoot(33), SCALE * 5.0
    inverse = np.linalg.inv(real_factor(33)) / SCALE
    std = Projection(factor).std_errors(scale)
    assert not fits(errors(factor, noise.Gaussian(), scale, inverse), std, noise.Gaussian())


@pytest.mark.parametrize("cells", [1, 2, 3, 5, 10, 64, 365, 1024, 4096])
def test_no_other_kind_has_a_smaller_error(cells: int) -> None:
    trees = [Tree(cells), best_tree(cells), *(Tree(cells, (low, 1)) for low in BRANCHES if low < cells)]

    def gaussian(factor: Factor) -> float:
        return math.sqrt(factor.squared_norm * factor.variances().mean())

    assert gaussian(gaussian_factor(cells)) <= min(map(gaussian, trees)) * (1 + 1e-9)
    root = SquareRoot(cells)
    laplace = laplace_factor(cells)
    assert laplace.l1_norm**2 * laplace.variances().mean() <= root.l1_norm**2 * root.variances().mean() * (1 + 1e-9)


def test_monotone_is_the_nearest_and_never_further_than_the_worst() -> None:
    rng = np.random.default_rng(4)
    exact = np.cumsum(rng.poisson(rng.exponential(3, (200, 30))), axis=1).astype(float)
    noisy = exact + rng.normal(0, 10 ** rng.uniform(-1, 2, (200, 1)), exact.shape)
    view = monotone(noisy)
    assert view.shape == noisy.shape
    nearest = np.array([optimize.isotonic_regression(row).x for row in noisy])
    expected = np.clip(nearest, 0, np.maximum(noisy[:, -1:], 0))
    np.testing.assert_allclose(view, expected, rtol=0, atol=1e-11 * np.abs(noisy).max())
    assert (np.diff(view, axis=1) >= 0).all() and (view >= 0).all()
    assert (view <= np.maximum(noisy[:, -1:], 0)).all()
    assert (np.abs(view - exact).max(axis=1) <= np.abs(noisy - exact).max(axis=1) * (1 + 1e-12)).all()
    assert (monotone(exact) == exact).all()
    assert monotone(np.array([3.0, 1.0, 5.0, 4.0])).tolist() == [2.0, 2.0, 4.0, 4.0]
    assert monotone(np.array([3.0, 1.0, -2.0])).tolist() == [0.0, 0.0, 0.0]
    assert monotone(noisy.reshape(10, 20, 30)).tolist() == view.reshape(10, 20, 30).tolist()


def by_hand(points: list[float], edges: list[float], rows: np.ndarray, width: float) -> CumulativeReading:
    return read(points, edges, np.cumsum(rows).astype(float), np.full(len(rows), width))


def test_reading_at_edges_inside_and_outside() -> None:
    found = by_hand([-1, 0, 0.5, 1, 2, 3, 4, math.nan, math.inf], [0, 1, 3], np.array([10, 4]), 2.0)
    none = math.nan
    np.testing.assert_array_equal(found.value, [none, 0, 5, 10, 12, 14, none, none, none])
    np.testing.assert_array_equal(found.low, [none, 0, 0, 8, 8, 12, none, none, none])
    np.testing.assert_array_equal(found.high, [none, 0, 12, 12, 16, 16, none, none, none])


def test_a_view_moves_the_line_and_not_the_interval() -> None:
    released = np.array([[5.0, 3.0], [1.0, 2.0]])
    found = read([1, 1.5], [0, 1, 2], released, np.array([1.0, 2.0]), monotone(released))
    assert found.value.tolist() == [[3.0, 3.0], [1.0, 1.5]]
    assert found.low.tolist() == [[4.0, 4.0], [0.0, 0.0]]
    assert found.high.tolist() == [[6.0, 5.0], [2.0, 4.0]]


def test_intervals_inside_cells_hold_whatever_the_rows() -> None:
    rng, cells = np.random.default_rng(9), 12
    edges = np.cumsum(rng.exponential(1, cells + 1))
    for rows in (rng.uniform(edges[0], edges[-1], 500), np.repeat(edges[:-1], 40), np.repeat(edges[1:] - 1e-9, 40)):
        counts = np.histogram(rows, edges)[0]
        projection = Projection(SquareRoot(cells), (DRAWS,))
        exact = coordinates(projection, np.tile(counts, (DRAWS, 1)))
        noisy = projection.prefixes(exact + noise.draw(noise.Gaussian(), 3 * SCALE, exact.shape))
        half = noise.Gaussian().quantile(0.9) * projection.std_errors(3 * SCALE)
        points = rng.uniform(edges[0], edges[-1], 50)
        found = read(points, edges, noisy, half)
        truth = (rows[:, None] < points).sum(axis=0)
        covered = ((found.low <= truth) & (truth <= found.high)).mean(axis=0)
        assert covered.min() >= least(DRAWS, 0.9)

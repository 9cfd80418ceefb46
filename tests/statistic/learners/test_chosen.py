"""Noise of a chosen covariance: the norm that is claimed is the supremum, and the noise has the asked covariance."""

from __future__ import annotations

import hashlib
import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from dpcore import noise
from dpcore.mechanisms.additive import spherical
from dpcore.statistic.learners import chosen as module
from dpcore.statistic.learners.chosen import CHOSEN, ERROR, MOST_INFLATION, Lower, Matrix, chosen, eliminated, inflation
from dpcore.statistic.sums.strategy import Setting, Strategy
from tests.contracts.example import definite

FLOAT = 1e-8
"""The error of the comparisons in doubles, at an inflation of at most MOST_INFLATION."""


def drawn(seed: int) -> tuple[Matrix, Matrix, Setting]:
    """Queries of any kind and size, a covariance of any shape, and public facts."""
    chance = random.Random(seed)
    queries, cells = chance.randint(1, 5), chance.randint(1, 4)
    kinds = [[-1, 0, 1], [0.1, 2, -1.25], [1 / 3, 1e3, -0.7], [1e6, 1e-6, 3]]
    rows = [[float(chance.choice(chance.choice(kinds))) for _ in range(cells)] for _ in range(queries)]
    rows = [row if any(row) else [1.0] * cells for row in rows]
    groups, rows_most = chance.choice([(), (2,)]), chance.choice([1, 2, 3])
    setting = Setting(True, groups, chance.choice(["add_remove", "replace"]), rows_most, chance.random() < 0.5)
    covariance = tuple(map(tuple, definite(chance, queries)))
    return tuple(map(tuple, rows)), covariance, setting


def units(setting: Setting, cells: int) -> np.ndarray:
    """The counts of all groups that one unit can have, shape (units, groups, cells); the first is no unit."""
    groups = 2 if setting.groups else 1
    sizes = range(setting.max_rows + 1)
    places = [some for n in sizes for some in itertools.combinations_with_replacement(range(groups * cells), n)]
    counts = [np.bincount(np.array(some, dtype=int), minlength=groups * cells) for some in places]
    return np.array(counts, dtype=float).reshape(-1, groups, cells)


def supremum(matrix: Matrix, covariance: Matrix, setting: Setting) -> float:
    """sup |M^-1/2 (v - v')| by brute force, the root by eigenvalues in doubles, the groups independent."""
    scale = np.sqrt(np.diag(np.array(covariance)))
    values, vectors = np.linalg.eigh(np.array(covariance) / np.outer(scale, scale))
    root = (vectors / np.sqrt(values)) @ vectors.T
    whitened = units(setting, len(matrix[0])) @ (root @ (np.array(matrix) / scale[:, None])).T
    points = whitened.reshape(len(whitened), -1)
    if setting.neighbors == "add_remove":
        return float(np.linalg.norm(points, axis=1).max())
    points = points if setting.optional or setting.groups else points[1:]
    return max(float(np.linalg.norm(points - point, axis=1).max()) for point in points)


def claimed(matrix: Matrix, covariance: Matrix, setting: Setting) -> np.ndarray:
    """The covariance of the noise of the answers at mu = 1."""
    factor, decoder = chosen(matrix, covariance)
    strategy = Strategy(CHOSEN, setting.projection(factor), decoder)
    scale = float(spherical(strategy.projection, Fraction(1)).scales[0])
    assert strategy.std_errors(scale) == pytest.approx(np.sqrt(np.diag(scale**2 * decoder @ decoder.T)))
    return scale**2 * decoder @ decoder.T


def off(noisy: np.ndarray, covariance: Matrix, factor: float) -> float:
    """The largest relative error of the variance of a combination, against `factor` times the covariance."""
    scale = np.sqrt(np.diag(np.array(covariance)))
    lower = np.linalg.cholesky(np.array(covariance) / np.outer(scale, scale))
    inner = np.linalg.solve(lower, np.linalg.solve(lower, noisy / np.outer(scale, scale)).T) / factor
    return float(np.abs(np.linalg.eigvalsh((inner + inner.T) / 2) - 1).max())


def check(seed: int) -> None:
    """The noise is the asked shape, scaled such that the largest distance of neighbours is the price, and unbiased."""
    matrix, covariance, setting = drawn(seed)
    factor, decoder = chosen(matrix, covariance)
    exact = np.array(factor.rows, dtype=float)
    assert np.abs(decoder @ exact - np.array(matrix)).max() <= FLOAT * np.abs(np.array(matrix)).max(), "it is biased"
    reach = supremum(matrix, covariance, setting)
    if reach:
        assert off(claimed(matrix, covariance, setting), covariance, reach**2) <= 4 * ERROR, (seed, reach)
    else:
        assert setting.projection(factor).public


@pytest.mark.sample(30)
@pytest.mark.parametrize("seed", range(400))
def test_the_noise_is_the_chosen_shape_at_the_largest_distance(seed: int) -> None:
    check(seed)


def failing(seeds: range) -> int:
    """How many checks fail."""
    chosen.cache_clear()
    found = 0
    for seed in seeds:
        try:
            check(seed)
        except AssertionError:
            found += 1
    chosen.cache_clear()
    return found


def inverted(covariance: Matrix) -> Lower | None:
    """M^+1/2 in place of M^-1/2."""
    return eliminated(tuple(map(tuple, np.linalg.inv(np.array(covariance)).tolist())))


def diagonal(covariance: Matrix) -> Lower | None:
    """Variances alone."""
    size = range(len(covariance))
    return eliminated(tuple(tuple(covariance[i][j] if i == j else 0.0 for j in size) for i in size))


def halved(covariance: Matrix) -> Lower | None:
    """The lower triangle of an unsymmetrised matrix: each covariance counts half."""
    size = range(len(covariance))
    return eliminated(tuple(tuple(covariance[i][j] / (1 + (i != j)) for j in size) for i in size))


@pytest.mark.parametrize("mutant", [inverted, diagonal, halved])
def test_another_shape_is_seen(mutant: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert failing(range(25)) == 0
    monkeypatch.setattr(module, "eliminated", mutant)
    assert failing(range(25)) > 12


def test_what_is_drawn_has_the_covariance_and_nine_tenths_of_it_has_not() -> None:
    matrix, covariance = (
        ((1.0, 0.0, 2.0), (1.0, -1.0, 0.0), (0.0, 1.0, 1.0)),
        ((1.0, 0.6, 0.1), (0.6, 4.0, -1.0), (0.1, -1.0, 9.0)),
    )
    setting = Setting(True, (), "replace", 2, True)
    factor, decoder = chosen(matrix, covariance)
    scale, draws = spherical(setting.projection(factor), Fraction(1)).scales[0], 20_000
    for share, fits in ((Fraction(1), True), (Fraction(9, 10), False)):
        noisy = noise.draw(noise.Gaussian(), scale * share, (draws, len(matrix))).astype(float) @ decoder.T
        assert (off(noisy.T @ noisy / draws, covariance, supremum(matrix, covariance, setting) ** 2) < 0.1) == fits


def test_the_shape_alone_matters_and_not_its_size() -> None:
    matrix, covariance, setting = drawn(7)
    larger = tuple(tuple(64 * entry for entry in row) for row in covariance)
    assert claimed(matrix, larger, setting) == pytest.approx(claimed(matrix, covariance, setting), rel=4 * ERROR)


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_positive_definite_is_decided_exactly(size: int) -> None:
    """One part in 10^12 on either side of a singular matrix, which doubles cannot tell apart."""
    chance = random.Random(size)
    mixed = [[chance.randint(-9, 9) for _ in range(size - 1)] or [0] for _ in range(size)]
    for row in mixed:
        row[-1] = row[-1] or 1
    singular = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in mixed] for one in mixed]
    if size == 1:
        singular = [[0]]

    def moved(by: float) -> Matrix:
        return tuple(tuple(float(singular[i][j]) + by * (i == j) for j in range(size)) for i in range(size))

    assert eliminated(moved(0.0)) is None and eliminated(moved(-1e-12)) is None
    assert eliminated(moved(1e-12)) is not None and inflation(moved(0.0)) == np.inf
    assert size == 1 or inflation(moved(1e-12)) > MOST_INFLATION


@pytest.mark.parametrize("seed", range(8))
def test_the_inflation_is_that_of_the_inverse(seed: int) -> None:
    _, covariance, _ = drawn(seed)
    own = np.diag(np.array(covariance)) * np.diag(np.linalg.inv(np.array(covariance)))
    assert inflation(covariance) == pytest.approx(own.max(), rel=1e-6)


def test_the_integers_are_the_same_on_every_machine() -> None:
    """Pinned: of queries and variances with few digits and with many."""
    matrix = ((1.0, 0.1, -3.0), (0.0, 1 / 3, 1e6), (1e-6, 2.0, 0.25))
    covariance = ((1.0, 0.7, 1e-3), (0.7, 2 / 3, -1e-3), (1e-3, -1e-3, 1e-4))
    found = hashlib.sha256(repr(chosen(matrix, covariance)[0].rows).encode()).hexdigest()
    assert found[:16] == "a54133480de58b0b"

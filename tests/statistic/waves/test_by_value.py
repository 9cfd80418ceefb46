"""Numbers at each value of a whole-number column, off its released coordinates: exact without noise, with its noise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpcore.statistic.waves import by_value
from dpcore.statistic.waves.few_rows import few_rows, standing_out
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.spectrum import Spectrum, SpectrumReading

SIZES = [1, 2, 3, 7, 24, 101, 400]


def sums_of(rows: np.ndarray) -> np.ndarray:
    """C_0 .. C_m, S_1 .. S_m, one by one."""
    size = len(rows)
    angles = math.pi * np.outer(np.arange(1, size + 1), (np.arange(size) + 0.5) / size)
    return np.concatenate([[rows.sum()], np.cos(angles) @ rows, np.sin(angles) @ rows])


def spectrum(rows: np.ndarray, seed: int) -> Spectrum:
    return Spectrum(4, sums_of(rows), np.random.default_rng(seed).uniform(0.1, 4, len(rows) + 1))


@pytest.mark.parametrize("size", SIZES)
def test_numbers_are_the_rows_at_each_value_and_their_noise_is_told(size: int) -> None:
    rows = np.random.default_rng(size).integers(0, 10**6, size).astype(float)
    one = spectrum(rows, size)
    found = by_value.numbers(one)
    assert found.numbers == pytest.approx(rows, abs=1e-5)
    reading = np.array([by_value.numbers(Spectrum(4, unit, one.variances)).numbers for unit in np.eye(2 * size + 1)])
    noise = np.diag(np.concatenate([one.variances, one.variances[1:]]))
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    assert reading.T @ noise @ reading == pytest.approx(found.covariance[apart], abs=1e-9)


@pytest.mark.parametrize("size", SIZES)
def test_the_coordinates_of_a_release_go_as_far_as_needed(size: int) -> None:
    factor = Fourier(size)
    assert factor.frequencies == size and factor.circle == 4


@pytest.mark.parametrize("seed", range(20))
def test_kernels_are_those_of_the_rows_and_their_mirror_images(seed: int) -> None:
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 60))
    rows = random.integers(0, 1000, size).astype(float)
    width = float(size * 10 ** random.uniform(-3, 0)) if seed % 3 else by_value.FINEST
    found = by_value.numbers(spectrum(rows, seed))
    expected = np.zeros(size)
    for turn in range(-8, 9):
        for place in range(size):
            for image in (2 * size * turn + place, 2 * size * turn - 1 - place):
                expected += rows[place] * np.exp(-(((np.arange(size) - image) / width) ** 2) / 2)
    assert found.read(width, True).value == pytest.approx(expected, rel=1e-6, abs=1e-5)
    straight = sum(rows[place] * np.exp(-(((np.arange(size) - place) / width) ** 2) / 2) for place in range(size))
    assert found.read(width, False).value == pytest.approx(straight, rel=1e-6, abs=1e-5)
    weights = by_value.kernel(size, width, True)
    spread = weights @ found.covariance[np.abs(np.subtract.outer(np.arange(size), np.arange(size)))] @ weights.T
    assert found.read(width, True).variance == pytest.approx(np.diag(spread))


def test_the_finest_kernel_leaves_each_value_by_itself() -> None:
    rows = np.array([10.0, 10**6, 3.0, 0.0, 10**6])
    found = by_value.numbers(spectrum(rows, 1)).read(by_value.FINEST, True).value
    assert np.abs(found - rows).max() < 8, "4e-6 of a million"


@pytest.mark.parametrize("seed", range(10))
def test_the_criterion_is_the_squared_error_up_to_a_constant(seed: int) -> None:
    """In the mean over the noise, of the means at all values against those of the rows."""
    random = np.random.default_rng(seed)
    size = int(random.integers(5, 40))
    rows = random.integers(200, 2000, size).astype(float)
    means = np.sin(np.arange(size) * random.uniform(0.1, 1.5)) / 2
    variances = np.array([np.full(size + 1, random.uniform(50, 500)) for _ in range(2)])
    exact, widths = (sums_of(rows), sums_of(rows * means)), (0.2, 1.0, 3.0, float(size))
    criteria, errors = np.zeros((600, len(widths))), np.zeros((600, len(widths)))
    for draw in range(len(criteria)):
        count, total = (
            by_value.numbers(Spectrum(4, one + random.normal(0, np.sqrt(np.concatenate([v, v[1:]]))), v))
            for one, v in zip(exact, variances, strict=True)
        )
        for place, width in enumerate(widths):
            criteria[draw, place] = by_value.criterion(count, total, width)
            m = total.read(width, True).value / count.read(width, True).value
            errors[draw, place] = rows @ (m - means) ** 2
    apart = (criteria - criteria[:, :1]) - (errors - errors[:, :1])
    uncertain = apart.std(axis=0) / math.sqrt(len(apart))
    assert (np.abs(apart.mean(axis=0)) <= 6 * uncertain + 0.05 * errors.mean(axis=0).max() + 1e-9).all()


def test_values_are_left_by_themselves_where_noise_lets_them_be_seen() -> None:
    rows, widths = np.full(24, 1000.0), np.geomspace(by_value.FINEST, 24, 96)

    def chosen(means: np.ndarray, noise: float) -> float:
        variances = np.full(25, noise)
        return by_value.best(
            *(by_value.numbers(Spectrum(4, sums_of(one), variances)) for one in (rows, rows * means)), widths
        )

    steps = np.where(np.arange(24) < 23, 0.2, -0.2)  # one value is not like the others
    assert chosen(steps, 1.0) == by_value.FINEST
    assert chosen(np.zeros(24), 1.0) == by_value.FINEST, "small beside the bounds"
    assert chosen(np.linspace(-0.1, 0.1, 24), 3e6) > 2


@pytest.mark.parametrize("seed", range(8))
def test_a_count_is_noise_where_it_does_not_stand_out(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = np.where(random.random(200) < 0.5, 0.0, 10 ** random.uniform(2, 4, 200))
    noisy = rows + random.normal(0, 10, 200)
    found = few_rows(SpectrumReading(noisy, np.full(200, 100.0)))
    assert found[rows == 0].sum() >= (rows == 0).sum() - 6, "each is missed once in 700 times"
    assert not found[rows > 100].any()


def test_a_coarser_count_decides_where_a_fine_one_is_all_noise() -> None:
    fine, coarse = (
        SpectrumReading(np.full(4, 3.0), np.full(4, 4.0)),
        SpectrumReading(np.array([50.0, 50, 50, 0]), np.full(4, 4.0)),
    )
    seen = standing_out(lambda width: fine if width < 1 else coarse, [0.5, 2.0, 3.0])
    assert seen == 2.0 and standing_out(lambda width: fine, [0.5, 2.0]) == 2.0
    assert few_rows(coarse).tolist() == [False, False, False, True]

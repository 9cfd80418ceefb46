"""Bands for whole curves: they hold everywhere together as often as they say, and are not much wider than needed."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from dpcore.statistic.waves import band
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.spectrum import Spectrum

DRAWS = 600


def setting(seed: int) -> tuple[Spectrum, float, bool]:
    """Sums of no rows, a bandwidth, and whether it is folded; noise of size 1 on the weights' scale."""
    random = Random(seed)
    given = random.choice([None, None, Fraction(10 ** random.uniform(-1.7, 0.7))])
    factor = Fourier(random.choice([60, 400]), given)
    width = float(given) if given else 10 ** random.uniform(math.log10(2.5 / factor.cells), 0)
    variances = np.square(2.0**24 / np.array(factor.weights, dtype=float))
    zeros = np.zeros(factor.coordinates)
    return Spectrum(factor.circle, zeros, variances), width, random.random() < 0.7


def noises(spectrum: Spectrum, width: float, fold: bool, seed: int) -> np.ndarray:
    """Noise over its standard deviation at many points, shape (DRAWS, points)."""
    random, found = np.random.default_rng(seed), []
    u = np.linspace(0, 1, max(33, math.ceil(3 / width)))
    std = np.sqrt(np.concatenate([spectrum.variances, spectrum.variances[1:]]))
    for _ in range(DRAWS):
        drawn = Spectrum(spectrum.circle, random.normal(size=len(std)) * std, spectrum.variances)
        read = drawn.read(u, width, fold)
        found.append(read.value / np.sqrt(read.variance))
    return np.array(found)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(24))
def test_bands_hold_everywhere_and_are_not_much_too_wide(seed: int) -> None:
    spectrum, width, fold = setting(seed)
    length = band.path(spectrum, width, fold)
    one, other = (noises(spectrum, width, fold, 2 * seed + place) for place in (0, 1))
    for level in (0.5, 0.9):
        error = 4 * math.sqrt(level * (1 - level) / DRAWS)
        inside = float((np.abs(one).max(axis=1) <= band.of_curve(length, level)).mean())
        assert level - error <= inside <= level + 0.35 * (1 - level) + error
        both = float((np.hypot(one, other).max(axis=1) <= band.of_ratio(length, level)).mean())
        assert level - error <= both <= level + 0.5 * (1 - level) + error


def test_a_constant_needs_no_more_than_a_point() -> None:
    spectrum = Spectrum(4, np.zeros(3), np.array([1.0, 1e-30]))
    length = band.path(spectrum, 1.0, True)
    assert length < 1e-6
    assert band.of_curve(length, 0.95) == pytest.approx(1.959964, abs=1e-5)
    assert band.of_ratio(length, 0.95) == pytest.approx(math.sqrt(-2 * math.log(0.05)), abs=1e-5)


def test_longer_paths_and_higher_levels_are_wider() -> None:
    for of in (band.of_curve, band.of_ratio):
        widths = [of(length, 0.95) for length in (0.0, 1.0, 10.0, 1000.0)]
        assert widths == sorted(widths)
        assert of(10.0, 0.5) < of(10.0, 0.9) < of(10.0, 0.999)

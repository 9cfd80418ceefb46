"""Bands for whole surfaces: they hold everywhere together as often as they say, and are not much wider than needed."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from random import Random
from statistics import NormalDist

import numpy as np
import pytest

from dpcore.statistic.learners.machine import kept
from dpcore.statistic.order.machine_score import norm, scores, wider
from dpcore.statistic.waves import band
from dpcore.statistic.waves.column_waves import PAIRS, column_waves, scale_of
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.plane import FINEST, WIDEST, Plane
from dpcore.statistic.waves.plane_spectrum import PlaneSpectrum, spectrum
from dpcore.statistic.waves.spectrum import NEAR, TAIL, Spectrum

DRAWS = 300
LEVELS = (0.5, 0.9)
Setting = tuple[PlaneSpectrum, tuple[float, float], bool]


def setting(seed: int) -> Setting:
    """Sums of no rows, bandwidths from the finest to the widest, and whether the surface is folded."""
    random = Random(seed)

    def width() -> Fraction:
        return Fraction(float(FINEST) * float(WIDEST / FINEST) ** random.random())

    given = random.choice([None, None, (width(), width()), (FINEST, FINEST), (width(), Fraction(WIDEST))])
    factor = Plane((256, 256), given, random.choice([12, 40, 100]))
    least = math.log10(5 / 6 / factor.radius)
    widths = (float(given[0]), float(given[1])) if given else (10 ** random.uniform(least, 0), 10**least)
    return noise(factor), widths, random.random() < 0.7


def noise(factor: Plane) -> PlaneSpectrum:
    return spectrum(factor.circles, factor.weights, np.zeros(factor.coordinates), 2.0**20)


def largest(found: PlaneSpectrum, widths: tuple[float, float], fold: bool, seed: int) -> np.ndarray:
    """The largest noise over its standard deviation, at about three points for each bandwidth."""
    random, std = np.random.default_rng(seed), np.sqrt(found.variances)
    u, v = (np.linspace(0, 1, min(121, max(17, math.ceil(3 / width)))) for width in widths)
    sizes = []
    for _ in range(DRAWS):
        sums = tuple(random.normal(size=std.shape) * std for _ in range(4))
        read = replace(found, sums=sums).grid(u, v, widths, fold)
        sizes.append(np.abs(read.value / np.sqrt(read.variance)).max())
    return np.array(sizes)


def error(level: float) -> float:
    """Four standard deviations of a share of the draws."""
    return 4 * math.sqrt(level * (1 - level) / DRAWS)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(24))
def test_bands_hold_everywhere_and_are_not_much_too_wide(seed: int) -> None:
    found, widths, fold = setting(seed)
    sizes = largest(found, widths, fold, seed)
    for level in LEVELS:
        inside = float((sizes <= band.of_surface(found, widths, fold, level)).mean())
        assert level - error(level) <= inside <= level + 0.6 * (1 - level) + error(level)
        if band.patch(found.circles, found.variances, widths, fold).area > 1:
            pointwise = NormalDist().inv_cdf((1 + level) / 2)
            assert (sizes <= pointwise).mean() < level - error(level)


@pytest.mark.parametrize("width", [Fraction(1, 12), Fraction(1, 4)])
def test_bands_of_a_kernel_machine_hold_everywhere(width: Fraction) -> None:
    random = np.random.default_rng(int(1 / width))
    line, side = np.linspace(0, 1, 101), np.linspace(0, 1, math.ceil(2 / width))
    plane = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    for factor, points in ((Fourier(512, width), line[:, None]), (Plane((32, 32), (width, width)), plane)):
        found = scores(factor, random.normal(size=(DRAWS, int(np.count_nonzero(kept(factor))))), points)
        sizes = np.abs(found).max(axis=1) / norm(factor)
        for level in LEVELS:
            inside = float((sizes <= wider(factor, level)).mean())
            assert level - error(level) <= inside <= level + 0.6 * (1 - level) + error(level)


@pytest.mark.parametrize(("circle", "width"), [(4, 0.03), (4, 0.1), (4, 0.4), (8, 0.2), (64, 2.5)])
def test_derivatives_of_waves_are_those_of_the_waves(circle: int, width: float) -> None:
    """By differences of what `Spectrum` reads from the sums of one frequency at a time."""
    size, h = 6, 1e-4 * min(1.0, width)
    waves, scale = column_waves(circle, size, width, True), scale_of(size - 1, circle, width, True)
    zone = 0.5 if circle > 4 else min(0.5, TAIL * width)
    u = (np.arange(len(waves.weights) - 2) + 0.5) / max(1, len(waves.weights) - 2) * zone
    for j in range(min(size, len(scale))):
        total = np.zeros((len(PAIRS), len(u)))
        for place in {j, size - 1 + j} if j else {0}:
            at = np.array([_read(circle, size, place, u + step, width) for step in (-h, 0.0, h)]) / scale[j]
            orders = (at[1], (at[2] - at[0]) / (2 * h), (at[0] - 2 * at[1] + at[2]) / h**2)
            total += [orders[a] * orders[b] for a, b in PAIRS]
        near = np.array([waves.products[pair][j, 1:-1] for pair in PAIRS])
        smooth = np.abs(np.array([u, u]) / width - np.array([[NEAR], [TAIL]])).min(axis=0, initial=9) > 2 * h / width
        assert np.abs(total - near)[:, smooth].max(initial=0.0) < 1e-4 * (1 + np.abs(near).max())


def _read(circle: int, size: int, place: int, u: np.ndarray, width: float) -> np.ndarray:
    sums = np.zeros(2 * size - 1)
    sums[place] = 1.0
    return Spectrum(circle, sums, np.ones(size)).read(u, width).value * circle / 2


@pytest.mark.parametrize("circle", [4, 8, 64])
def test_without_folding_waves_are_the_same_everywhere(circle: int) -> None:
    waves, turn = column_waves(circle, 6, 0.1, False), 4 * math.pi / circle * np.arange(6)
    for pair, expected in zip(PAIRS, (turn**0, 0 * turn, turn**2, -(turn**2), 0 * turn, turn**4), strict=True):
        assert pytest.approx(np.tile(expected, (2, 1)), abs=1e-9) == waves.products[pair].T
    assert waves.weights.tolist() == [0.0, 1.0]


def test_an_area_is_that_of_small_triangles() -> None:
    """Of the unit vectors that noise at points is made of, near each other on a fine grid."""
    for given, widths in ((None, (0.3, 0.2)), ((Fraction(1, 5), Fraction(1, 4)), (0.2, 0.25))):
        found = noise(Plane((8, 8), given, 8))
        side = np.linspace(0, 1, 121)
        std = np.sqrt(found.variances)
        vectors = []
        for place in range(4):
            for j, k in np.argwhere(std > 0):
                sums = [np.zeros(std.shape) for _ in range(4)]
                sums[place][j, k] = std[j, k]
                vectors.append(replace(found, sums=tuple(sums)).grid(side, side, widths).value)
        psi = np.array(vectors).reshape(len(vectors), 121, 121)
        psi /= np.linalg.norm(psi, axis=0)
        u, v = np.diff(psi, axis=1)[:, :, 1:], np.diff(psi, axis=2)[:, 1:, :]
        dot = (u * v).sum(axis=0)
        area = float(np.sqrt(np.maximum((u * u).sum(axis=0) * (v * v).sum(axis=0) - dot**2, 0)).sum())
        edges = np.linalg.norm(np.diff(psi[:, :, 0], axis=1), axis=0).sum()
        edges += np.linalg.norm(np.diff(psi[:, 0, :], axis=1), axis=0).sum()
        patch = band.patch(found.circles, found.variances, widths, True)
        assert patch.area == pytest.approx(area, rel=0.01)
        assert patch.length == pytest.approx(edges, rel=0.01)


def test_a_surface_that_moves_along_one_column_alone_has_the_band_of_a_curve() -> None:
    variances = np.array([[1.0, 1e-30], [0.8, 1e-30], [0.5, 1e-30]])
    found = PlaneSpectrum((4, 4), tuple(np.zeros((3, 2)) for _ in range(4)), variances)
    line = Spectrum(4, np.zeros(5), variances[:, 0])
    for level in (0.5, 0.9, 0.999):
        curve = band.of_curve(band.path(line, 0.2, True), level)
        assert band.of_surface(found, (0.2, 0.2), True, level) == pytest.approx(curve, abs=1e-3)


def test_finer_bandwidths_and_higher_levels_are_wider() -> None:
    found = noise(Plane((256, 256), None))
    wide = [band.of_surface(found, (width, width), True, 0.95) for width in (1.0, 0.3, 0.1, 0.03, 0.01)]
    assert wide == sorted(wide)
    assert wide[0] < 2.0 < 4.5 < wide[-1] < 5.0
    levels = [band.of_surface(found, (0.1, 0.1), True, level) for level in (0.5, 0.9, 0.999)]
    assert levels == sorted(levels)

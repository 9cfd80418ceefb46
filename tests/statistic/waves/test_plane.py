"""Fourier coordinates of a plane: integers by their definition, the reach against all pairs of cells, the reading."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from dpcore.statistic.waves import circle, plane
from dpcore.statistic.waves.plane import FINEST, RADIUS, WIDEST, Plane, masks
from dpcore.statistic.waves.plane_spectrum import PlaneSpectrum, spectrum
from dpcore.statistic.waves.projection import Projection
from tests.statistic.waves.test_fourier import direct as along


def drawn(seed: int, most: int = 24) -> Plane:
    """Sizes and bandwidths over the whole range, the ends included; a third without bandwidth."""
    random = Random(seed)
    sizes = (random.choice([1, 2, 3, random.randint(4, most)]), random.randint(1, most))

    def width() -> Fraction:
        return random.choice([FINEST, Fraction(WIDEST), Fraction(float(FINEST) * 800 ** random.random())])

    return Plane(sizes, random.choice([None, (width(), width()), (width(), width())]))


def columns(factor: Plane) -> np.ndarray:
    """T transposed, from one row in each cell, before sums are rounded down by 2^16."""
    return factor.products(np.eye(factor.cells, dtype=np.int64))


def defined(factor: Plane, cell: int) -> np.ndarray:
    """The coordinates of a row in a cell, in doubles, from their definition."""
    size, waves = factor.weights.shape, []
    for axis, place in enumerate(divmod(cell, factor.sizes[1])):
        angle = 2 * math.pi * (place + 0.5) / factor.sizes[axis] / (factor.circles[axis] / 2)
        waves.append([wave(angle * np.arange(size[axis])) for wave in (np.cos, np.sin)])
    products = [np.outer(waves[0][place % 2], waves[1][place // 2]) for place in range(4)]
    both = zip(products, masks(factor.weights), strict=True)
    return np.concatenate([(factor.weights * product)[mask] for product, mask in both]) * 2.0**40


FACTORS = [drawn(seed) for seed in range(40)]


@pytest.mark.sample(12)
@pytest.mark.parametrize("factor", [factor for factor in FACTORS if factor.coordinates < 10_000], ids=str)
def test_entries_are_what_they_stand_for_rounded_toward_zero(factor: Plane) -> None:
    for cell in Random(1).sample(range(factor.cells), min(factor.cells, 5)):
        found = factor.products(np.eye(1, factor.cells, cell, dtype=np.int64))[0].astype(float)
        real = defined(factor, cell)
        rest = (real - found) * np.where(real >= 0, 1, -1)
        assert len(found) == factor.coordinates
        assert rest.min() > -1e-6 * 2.0**40
        assert rest.max() < factor.weights.max() * 2.0**21 * (1 + 1e-6)
        assert (np.sign(found) * np.sign(real) >= 0)[np.abs(real) > 2.0**22].all()


def test_weights_follow_the_spectrum() -> None:
    weights = Plane((256, 256)).weights
    j, k = np.indices(weights.shape)
    there = j**2 + k**2 <= RADIUS**2
    assert ((weights > 0) == there).all()
    expected = 1 / (j**2 + k**2 + 9)
    assert (weights**2 / weights[0, 0] ** 2)[there] == pytest.approx((expected / expected[0, 0])[there], rel=0.15)
    assert 0.95 < (weights**2).sum() / 2**24 <= 1
    for h, g in ((0.05, 0.2), (1.0, 0.03), (float(FINEST), float(FINEST))):
        factor = Plane((256, 100), (Fraction(h), Fraction(g)))
        weights, (p, q) = factor.weights.astype(float), (side / 2 for side in factor.circles)
        j, k = np.indices(weights.shape)
        expected = (
            np.where(j, 2, 1) * np.where(k, 2, 1) * np.exp(-2 * math.pi**2 * ((j * h / p) ** 2 + (k * g / q) ** 2))
        )
        amplitude = 2**12 * np.sqrt(expected / expected.sum())
        assert np.abs(weights - amplitude).max() < 1.05
        assert factor.circles[0] / 2 >= max(2, 1 + 12 * h)
        assert factor.coordinates <= 70_000


@pytest.mark.sample(15)
@pytest.mark.parametrize("seed", range(60))
def test_the_reach_is_never_exceeded_and_nearly_attained(seed: int) -> None:
    factor, random = drawn(seed, 7), Random(-seed)
    if factor.cells == 1 or factor.coordinates > 8_000:
        return
    table = columns(factor)
    for rows, others, count, value in ((1, 1, 1, 0), (random.randint(1, 4), random.randint(0, 4), 3, 5)):
        gram = table @ table.T
        own = np.array([gram[place, place] for place in range(len(table))])
        squares = (count**2 + value**2) * (rows**2 * own[:, None] + others**2 * own)
        both = np.maximum(-(count**2 + value**2) * gram, (value**2 - count**2) * gram)
        # with values, two rows of one cell that have opposite ones may be farthest apart
        pairs = np.ones_like(gram, dtype=bool) if value else ~np.eye(factor.cells, dtype=bool)
        found = int((squares + 2 * rows * others * both)[pairs].max())
        claimed = factor.squared_distance(rows, others, count, value) << 32
        assert found <= claimed
        assert math.sqrt(claimed) <= math.sqrt(found) * 1.0003 + 2.0**40 * max(rows, others)
    assert max(own) <= factor.squared_norm << 32 <= max(own) * (1 + 1e-4)
    total = int(np.abs(table).sum(axis=1).max())
    assert total <= factor.l1_norm << 16 <= total * (1 + 1e-4) + 2**16


@pytest.mark.parametrize("seed", range(12))
def test_rounded_sums_of_neighbours_are_no_farther_apart_than_claimed(seed: int) -> None:
    """Other rows on both sides decide how the neighbours' sums are rounded."""
    factor, random = drawn(seed, 5), Random(seed)
    if factor.coordinates > 4_000:
        return
    for relation in ("add_remove", "replace"):
        projection = Projection(factor, (2,), relation, 2)  # type: ignore[arg-type]
        for _ in range(20):
            others = np.array([random.randint(0, 50) for _ in range(2 * factor.cells)], dtype=object)
            tables = [others.copy(), others.copy()]
            for table in tables[: 2 if relation == "replace" else 1]:
                for _ in range(2):
                    table[random.randrange(len(table))] += 1
            first, second = (projection.exact(table[None])[0] for table in tables)
            gap = [abs(int(one) - int(other)) for one, other in zip(first, second, strict=True)]
            assert sum(value**2 for value in gap) <= projection.squared_l2_sensitivity()
            assert sum(gap) <= projection.l1_sensitivity()
    one = Projection(factor)
    assert math.isqrt(one.squared_l2_sensitivity()) >= math.sqrt(factor.squared_norm) + math.sqrt(factor.coordinates)


def test_a_cosine_that_is_too_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claim rests on c^2 + s^2 <= 1 in every cell, which is checked when a table is made."""
    right = circle.cosines

    def long(cells: int, parts: int, frequencies: int) -> np.ndarray:
        return right(cells, parts, frequencies) + 2**17

    monkeypatch.setattr(circle, "cosines", long)
    plane._axis.cache_clear()
    with pytest.raises(ArithmeticError):
        Plane((37, 5)).apply(np.zeros((1, 185), dtype=np.int64))
    plane._axis.cache_clear()


def test_sums_of_many_rows_are_exact() -> None:
    factor, random = Plane((9, 14)), np.random.default_rng(3)
    counts = random.integers(0, 2**34, (3, factor.cells))
    expected = counts.astype(object) @ columns(factor)
    assert (factor.products(counts) == expected).all()
    assert (factor.products(counts.astype(object)) == expected).all()
    assert (factor.apply(counts) == expected // 2**16).all()


def test_the_digest_tells_every_setting() -> None:
    every = {*FACTORS, Plane((256, 256)), Plane((256, 255)), Plane((255, 256))}
    assert len({factor.digest for factor in every}) == len(every)


def released(factor: Plane, counts: np.ndarray, noise: float = 0.0, seed: int = 0) -> PlaneSpectrum:
    """Coordinates with Gaussian noise. noise: its standard deviation, relative to the sensitivity."""
    std = noise * math.sqrt(factor.squared_norm)
    coordinates = factor.apply(counts[None])[0].astype(float)
    coordinates += np.random.default_rng(seed).normal(size=len(coordinates)) * std
    return spectrum(factor.circles, factor.weights, coordinates, std)


class Line:
    """What the reference along one column needs of a factor."""

    def __init__(self, cells: int) -> None:
        self.cells = cells


@pytest.mark.parametrize("fold", [True, False])
@pytest.mark.parametrize(
    ("given", "widths"),
    [
        (None, (0.05, 0.2)),
        (None, (0.5, 0.08)),
        ((Fraction(1, 20), Fraction(1, 5)), (0.05, 0.2)),
        ((Fraction(2), Fraction(1, 8)), (2.0, 0.125)),
    ],
)
def test_readings_are_sums_of_kernels(
    given: tuple[Fraction, Fraction] | None, widths: tuple[float, float], fold: bool
) -> None:
    """Against products of kernels on the line and their mirror images, one by one."""
    factor, random = Plane((40, 30), given), np.random.default_rng(1)
    points = random.random((50, 2))
    points[:2] = [[0, 0], [1, 0.5]]
    counts = np.zeros((40, 30), dtype=np.int64)
    expected = np.zeros(len(points))
    for _ in range(8):
        cell = random.integers(40), random.integers(30)
        counts[cell] += 1
        sides = []
        for axis, size in enumerate((40, 30)):
            one = np.eye(size, dtype=np.int64)[cell[axis]]
            sides.append(along(Line(size), one, points[:, axis], widths[axis], fold))  # type: ignore[arg-type]
        expected += sides[0] * sides[1]
    read = released(factor, counts.ravel())
    assert np.abs(read.read(points, widths, fold).value - expected).max() <= 2e-4 * expected.max()
    grid = read.grid(points[:7, 0], points[:6, 1], widths, fold)
    some = np.array([[u, v] for u in points[:7, 0] for v in points[:6, 1]])
    again = read.read(some, widths, fold)
    assert np.abs(grid.value - again.value).max() < 1e-9 * expected.max()
    assert np.abs(grid.variance - again.variance).max() < 1e-9


@pytest.mark.sample(2)
@pytest.mark.parametrize("fold", [True, False])
@pytest.mark.parametrize("given", [None, (Fraction(1, 8), Fraction(3, 2))])
def test_the_variance_is_that_of_the_readings(given: tuple[Fraction, Fraction] | None, fold: bool) -> None:
    factor, points = Plane((20, 16), given), np.array([[0.0, 0.0], [0.1, 0.9], [0.5, 0.5], [1.0, 0.3]])
    widths = (0.125, 1.5 if given else 0.2)
    read = [
        released(factor, np.zeros(320, dtype=np.int64), 0.3, seed).read(points, widths, fold) for seed in range(1500)
    ]
    found = np.var([one.value for one in read], axis=0)
    assert found == pytest.approx(read[0].variance, rel=0.16)


def test_the_chosen_bandwidths_have_about_the_least_error() -> None:
    """Two clusters of different widths along each column; the risk needs no rows, only noisy numbers."""
    random, size, n = np.random.default_rng(2), 128, 100_000
    side = np.where(random.random(n) < 0.5, 0.3, 0.7)
    points = np.clip(np.column_stack([random.normal(side, 0.04), random.normal(side, 0.12)]), 0, 0.9999)
    cells = (points * size).astype(int)
    counts = np.bincount(cells[:, 0] * size + cells[:, 1], minlength=size**2)
    at = (np.arange(64) + 0.5) / 64

    def normal(x: np.ndarray, middle: float, sd: float) -> np.ndarray:
        return np.exp(-(((x - middle) / sd) ** 2) / 2) / (sd * math.sqrt(2 * math.pi))

    truth = sum(0.5 * np.outer(normal(at, one, 0.04), normal(at, one, 0.12)) for one in (0.3, 0.7))
    factor = Plane((size, size))
    found = released(factor, counts, 2.0)
    choices = np.geomspace(0.025, 1.0, 20), np.geomspace(0.025, 1.0, 20)

    def error(widths: tuple[float, float]) -> float:
        return float(np.square(found.grid(at, at, widths).value.reshape(64, 64) / n - truth).mean())

    least = min(error((h, g)) for h in choices[0] for g in choices[1])
    assert error(found.best(choices)) <= 1.3 * least
    assert released(factor, 0 * counts, 2.0).best(choices) == (1.0, 1.0)


@pytest.mark.parametrize("law", ["normal", "laplace"])
@pytest.mark.parametrize("std", [300.0, 3_000.0])
def test_much_noise_does_not_choose_a_narrow_kernel(law: str, std: float) -> None:
    """One cluster of 20,000 rows: errors of most choices are near the least one, and none is many times it."""
    random = np.random.default_rng(5)
    found = spectrum((4, 4), Plane((256, 256)).weights, np.zeros(Plane((256, 256)).coordinates), 1.0)
    sizes = [np.arange(size) for size in found.variances.shape]
    bell = np.outer(*(np.exp(-((math.pi * j * 0.08) ** 2) / 2) * np.cos(math.pi * j * 0.4) for j in sizes))
    choices, at = (np.geomspace(1 / 120, 1.0, 24),) * 2, np.linspace(0, 1, 81)
    noise = np.sqrt(found.variances) * std / math.sqrt(found.variances[0, 0])
    ratios = []
    for _ in range(8):
        drawn = random.normal(size=bell.shape) if law == "normal" else random.laplace(size=bell.shape) / math.sqrt(2)
        noisy = replace(found, sums=(20_000 * bell + noise * drawn,) + (0 * bell,) * 3, variances=noise**2)

        def error(widths: tuple[float, float], noisy: PlaneSpectrum = noisy) -> float:
            clean = replace(noisy, sums=(20_000 * bell,) + (0 * bell,) * 3)
            gap = noisy.grid(at, at, widths).value - clean.grid(at, at, (1 / 120, 1 / 120)).value
            return float(np.sqrt(np.square(gap).mean()))

        least = min(error((h, g)) for h in choices[0][::3] for g in choices[1][::3])
        ratios.append(error(noisy.best(choices)) / least)
    assert np.median(ratios) < 2
    assert max(ratios) < 8

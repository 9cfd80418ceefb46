"""Fourier coordinates: the integers against their definition, the reach against all pairs of cells, the reading."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from dpcore.statistic.waves import circle, cosine_series, fourier, spectrum
from dpcore.statistic.waves.fourier import FINEST, MOST_FREQUENCIES, WIDEST, Fourier, _table
from dpcore.statistic.waves.projection import Projection
from dpcore.statistic.waves.spectrum import Spectrum, SpectrumReading


def drawn(seed: int, most: int = 300) -> Fourier:
    """Cells and a bandwidth over the whole range, the ends included; a third without bandwidth."""
    random = Random(seed)
    cells = random.choice([1, 2, 3, random.randint(4, most)])
    width = float(FINEST) * (WIDEST / float(FINEST)) ** random.random()
    bandwidth = random.choice([None, FINEST, Fraction(WIDEST), Fraction(width), Fraction(width)])
    return Fourier(cells, bandwidth)


def columns(factor: Fourier) -> np.ndarray:
    """T transposed, from what `apply` makes of one row in each cell."""
    return factor.apply(np.eye(factor.cells, dtype=np.int64))


FACTORS = [drawn(seed) for seed in range(60)]
WHOLE = [Fourier(4096), Fourier(4096, FINEST), Fourier(4096, Fraction(WIDEST)), Fourier(8192), Fourier(3000)]


@pytest.mark.sample(12)
@pytest.mark.parametrize("factor", FACTORS, ids=str)
def test_entries_are_what_they_stand_for_rounded_toward_zero(factor: Fourier) -> None:
    table, random = columns(factor), Random(factor.cells)
    p = Fraction(factor.circle, 2)
    before, ctx.prec = ctx.prec, 200
    try:
        for _ in range(200):
            cell, j = random.randrange(factor.cells), random.randint(0, factor.frequencies)
            angle = 2 * j * Fraction(2 * cell + 1, 2 * factor.cells) / p
            turned = arb(fmpq(angle.numerator, angle.denominator))
            for place, real in ((j, turned.cos_pi()), (j + factor.frequencies, turned.sin_pi())):
                if j or place == 0:
                    entry, exact = int(table[cell, place]), real * factor.weights[j]
                    rest = (exact - entry) * (1 if exact >= 0 else -1)
                    assert rest > -1e-30
                    assert rest < 1 + 2.0**-12
    finally:
        ctx.prec = before


@pytest.mark.parametrize("factor", [*FACTORS[:12], *WHOLE], ids=str)
def test_weights_follow_the_spectrum(factor: Fourier) -> None:
    weights = np.array(factor.weights, dtype=float) / 2**24
    assert 0.9999 < (weights**2).sum() <= 1
    j = np.arange(len(weights))
    if factor.bandwidth is None:
        expected = 1 / (j + 2)
        assert factor.frequencies == min(MOST_FREQUENCIES, factor.cells)
    else:
        expected = np.where(j, 2, 1) * np.exp(-2 * (math.pi * j * float(2 * factor.bandwidth / factor.circle)) ** 2)
        assert factor.frequencies < MOST_FREQUENCIES  # none is cut off
        assert factor.circle / 2 >= max(2, 1 + 12 * factor.bandwidth)
    assert weights**2 / weights[0] ** 2 == pytest.approx(expected / expected[0], rel=1e-5, abs=1e-6)


def largest(factor: Fourier, rows: int, others: int) -> int:
    """|rows t_a - others t_b|^2 over all pairs of different cells."""
    table = columns(factor).astype(object)
    return max(
        int(((rows * table[a] - others * table[b]) ** 2).sum())
        for a in range(factor.cells)
        for b in range(factor.cells)
        if a != b
    )


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(80))
def test_the_reach_is_never_exceeded_and_nearly_attained(seed: int) -> None:
    factor, random = drawn(seed, 24), Random(-seed)
    if factor.cells == 1:
        return
    for rows, others in ((1, 1), (random.randint(1, 5), random.randint(0, 5))):
        found, claimed = largest(factor, rows, others), factor.squared_distance(rows, others)
        assert found <= claimed
        assert math.sqrt(claimed) <= math.sqrt(found) * 1.0001 + 2 * max(rows, others) * math.sqrt(factor.coordinates)


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(60))
def test_the_l1_reach_is_never_exceeded(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From all pairs, and by the bound that large tables take."""
    factor, random = drawn(seed, 24), Random(seed)
    table = columns(factor).astype(object)
    for rows, others in ((1, 1), (random.randint(1, 5), random.randint(0, 5))):
        found = max(int(np.abs(rows * a - others * b).sum()) for a in table for b in table)
        assert found == factor.l1_distance(rows, others)
        monkeypatch.setattr(fourier, "_FEW", 0)
        assert found <= factor.l1_distance(rows, others)
        monkeypatch.undo()


@pytest.mark.parametrize("factor", WHOLE, ids=str)
def test_the_reach_of_whole_tables(factor: Fourier) -> None:
    table = _table(factor).astype(np.int64)
    counts = np.random.default_rng(0).integers(0, 50, (2, factor.cells))
    assert (
        factor.apply(counts) == [sum(count * row for count, row in zip(one, table, strict=True)) for one in counts]
    ).all()
    squares = np.square(table).sum(axis=1)
    assert squares.max() == factor.squared_norm <= 2**48
    assert np.abs(table).sum(axis=1).max() == factor.l1_norm
    assert factor.squared_norm >= 2**48 * 0.9999
    some = table[:: max(1, factor.cells // 700)].astype(np.float64)
    gram = some @ some.T
    own = gram.diagonal()
    assert (own[:, None] + own - 2 * gram).max() * (1 - 1e-9) <= factor.squared_distance(1, 1)
    replaced = Projection(factor, (), "replace", optional=False).squared_l2_sensitivity()
    assert Projection(factor).squared_l2_sensitivity() == factor.squared_norm
    grouped = Projection(factor, (3,), "replace").squared_l2_sensitivity()
    assert grouped == max(2 * factor.squared_norm, factor.squared_distance(1, 1)) >= replaced


def test_the_digest_tells_every_setting() -> None:
    every = [*WHOLE, *FACTORS]
    assert len({factor.digest for factor in every}) == len(set(every))


def released(factor: Fourier, counts: np.ndarray, noise: float = 0.0, seed: int = 0) -> Spectrum:
    """Coordinates with Gaussian noise. noise: its standard deviation on the weights' scale."""
    weights = np.array(factor.weights, dtype=float)
    drawn = np.random.default_rng(seed).normal(size=factor.coordinates) * noise * 2**24
    sums = (factor.apply(counts[None])[0] + drawn) / np.concatenate([weights, weights[1:]])
    return Spectrum(factor.circle, sums, (noise * 2**24 / weights) ** 2)


def direct(factor: Fourier, counts: np.ndarray, u: np.ndarray, h: float, fold: bool) -> np.ndarray:
    """The sum of Gaussian kernels on the line, and of their mirror images, one by one."""
    places = (np.arange(factor.cells) + 0.5) / factor.cells
    images = [2 * k + sign * u for k in range(-80, 81) for sign in (1, -1)] if fold else [u]
    total = np.zeros(len(u))
    for image in images:
        if image.max() > -9 * h and image.min() < 1 + 9 * h:
            total += np.exp(-(((image[:, None] - places) / h) ** 2) / 2) @ counts
    return total / (math.sqrt(2 * math.pi) * h)


@pytest.mark.parametrize("fold", [True, False])
@pytest.mark.parametrize("seed", range(16))
def test_a_reading_is_the_sum_of_kernels(seed: int, fold: bool) -> None:
    """Without noise, at any bandwidth that may be read: only the rounding of entries is between them."""
    random = Random(seed)
    cells = random.choice([7, 100, 4096])
    given = random.choice([None, random.uniform(0.01, 0.08), random.uniform(0.1, 10)])
    factor = Fourier(cells, None if given is None else Fraction(given))
    h = given or random.uniform(max(0.01, 0.6 / cells), 1)
    counts = np.random.default_rng(seed).poisson(5, cells)
    u = np.linspace(0, 1, 61)
    value, expected = released(factor, counts).read(u, h, fold).value, direct(factor, counts, u, h, fold)
    few = cells == 7 and not fold  # a kernel that is cut off has a kink, which needs many frequencies
    assert np.abs(value - expected).max() < (2e-3 if few else 2e-5) * expected.max()


def test_a_circle_that_is_too_short_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel reaches around it, and a row at one end is seen at the other."""
    factor, counts, u = Fourier(100, Fraction(1, 2)), np.eye(100, dtype=np.int64)[0], np.linspace(0, 1, 61)
    expected = direct(factor, counts, u, 0.5, False)

    def error(factor: Fourier) -> float:
        return float(np.abs(released(factor, counts).read(u, 0.5, False).value - expected).max() / expected.max())

    assert error(factor) < 2e-5
    monkeypatch.setattr(circle, "REACH", 0)
    monkeypatch.setattr(spectrum, "WRAPS", 1.0)
    assert error(Fourier(100, Fraction(1, 2) + Fraction(1, 10**9))) > 0.01


@pytest.mark.sample(3)
@pytest.mark.parametrize("fold", [True, False])
@pytest.mark.parametrize("given", [None, Fraction(1, 50), Fraction(2)])
def test_the_variance_is_that_of_the_readings(given: Fraction | None, fold: bool) -> None:
    factor, u, h = Fourier(300, given), np.array([0.0, 0.03, 0.4, 1.0]), float(given or 0.05)
    counts = np.zeros(300, dtype=np.int64)
    read = [released(factor, counts, 0.3, seed).read(u, h, fold) for seed in range(3000)]
    values = np.array([one.value for one in read])
    assert values.std(axis=0) == pytest.approx(np.sqrt(read[0].variance), rel=0.06)
    assert np.abs(values.mean(axis=0)) == pytest.approx(0, abs=0.08 * np.sqrt(read[0].variance).max())


def test_many_points_are_read_as_few(monkeypatch: pytest.MonkeyPatch) -> None:
    factor = Fourier(4096)
    one = released(factor, np.random.default_rng(3).poisson(2, 4096), 0.1)
    u = np.random.default_rng(4).random(2000)
    for fold in (True, False):
        direct_ = one.read(u, 0.004, fold)
        monkeypatch.setattr(cosine_series, "_FEW", 0)
        fast = one.read(u, 0.004, fold)
        monkeypatch.undo()
        for name in ("value", "variance"):
            exact = getattr(direct_, name)
            assert np.abs(getattr(fast, name) - exact).max() < 1e-8 * np.abs(exact).max()


def errors(one: Spectrum, truth: np.ndarray, widths: list[float]) -> tuple[list[float], list[float]]:
    """The squared error over the box of the estimate of a share, and its unbiased estimate, at some bandwidths."""
    u = np.linspace(0, 1, 201)
    n = one.count
    read: list[SpectrumReading] = [one.read(u, h) for h in widths]
    square = [float(np.trapezoid((each.value / n - truth) ** 2, u)) for each in read]
    return square, [one.risk(h) for h in widths]


def test_the_risk_is_unbiased_up_to_a_constant() -> None:
    """Differences between bandwidths: of mean squared errors, and of mean risks, on rows of a known density."""
    widths, factor, n = [0.01, 0.03, 0.1, 0.3], Fourier(1024), 1500
    u = np.linspace(0, 1, 201)
    truth = 1 + 0.8 * np.cos(2 * np.pi * u) - 0.15 * np.cos(5 * np.pi * u)
    shares = 1 + 0.8 * np.cos(2 * np.pi * (np.arange(1024) + 0.5) / 1024)
    shares -= 0.15 * np.cos(5 * np.pi * (np.arange(1024) + 0.5) / 1024)
    random = np.random.default_rng(11)
    found = []
    for seed in range(80):
        counts = random.multinomial(n, shares / shares.sum())
        square, risk = errors(released(factor, counts, 1.0, seed), truth, widths)
        found.append([(s - square[1]) - 2 * (r - risk[1]) for s, r in zip(square, risk, strict=True)])
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / math.sqrt(len(found))
    assert (np.abs(mean) <= 4 * error + 1e-12).all()


def test_the_bandwidth_that_is_chosen_is_nearly_the_best() -> None:
    random, factor = np.random.default_rng(5), Fourier(4096)
    listed = spectrum.bandwidths(1 / 380)
    u = np.linspace(0, 1, 201)
    ratios = []
    for seed in range(6):
        x = np.clip(np.where(random.random(30_000) < 0.5, 0.3, 0.7) + random.normal(0, 0.05, 30_000), 0, 0.9999)
        one = released(factor, np.bincount((x * 4096).astype(int), minlength=4096), 4.0, seed)
        truth = sum(np.exp(-(((u - m) / 0.05) ** 2) / 2) / (2 * 0.05 * math.sqrt(2 * math.pi)) for m in (0.3, 0.7))
        square, _ = errors(one, truth, [float(h) for h in listed])
        ratios.append(square[int(np.argmin(np.abs(listed - one.best(listed))))] / min(square))
    assert np.median(ratios) < 1.3


def test_a_group_without_rows_takes_the_widest() -> None:
    listed = spectrum.bandwidths(1 / 380)
    assert released(Fourier(100), np.zeros(100, dtype=np.int64), 3.0).best(listed) == 1.0

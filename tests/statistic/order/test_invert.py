"""Quantiles read off noisy cumulative counts: intervals that hold over real draws, and what breaks them is noticed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from dpcore import noise
from dpcore.statistic.order import cumulative
from dpcore.statistic.order.cumulative import gaussian_factor, invert, laplace_factor, monotone
from dpcore.statistic.waves.projection import Projection
from tests.chance import least
from tests.statistic.dense import SCALE, coordinates

DRAWS = 4_000
SHARES = np.array([0.0, 0.01, 0.1, 0.5, 0.9, 0.99, 1.0])
LEVEL = 0.95


def values(random: np.random.Generator, high: int) -> np.ndarray:
    """Rows on whole numbers below `high`: none, one, ties everywhere, two clusters, or a bell."""
    size = int(10 ** random.uniform(1, 4.5))
    match int(random.integers(0, 6)):
        case 0:
            return np.zeros(0, dtype=np.int64)
        case 1:
            return random.integers(0, high, 1)
        case 2:
            return np.full(size, random.integers(0, high))
        case 3:
            return random.choice([0, high - 1], size)
        case 4:
            return random.integers(0, high, size)
    bell = random.normal(random.uniform(0, high), 10 ** random.uniform(-1, math.log10(high) + 0.1), size)
    return np.clip(bell.astype(np.int64), 0, high - 1)


def truth(rows: np.ndarray) -> np.ndarray:
    """The row of rank ceil(q n), the lower end if there is none."""
    ordered = np.sort(rows)
    ranks = [max(1, math.ceil(round(share * len(rows), 9))) for share in SHARES]
    return np.array(
        [ordered[rank - 1] if len(rows) and share else 0 for rank, share in zip(ranks, SHARES, strict=True)]
    )


def covered(seed: int, given: Callable[[np.ndarray], np.ndarray] = lambda half: half) -> np.ndarray:
    """How often each quantile of a table by chance lies in its interval. given: the half widths that are used."""
    random = np.random.default_rng(seed)
    width = int(random.integers(1, 6))
    cells = int(10 ** random.uniform(0.5, 2))
    rows = values(random, width * cells)
    if seed % 2:
        factor, law, scale = gaussian_factor(cells), noise.Gaussian(), SCALE * 10 ** random.uniform(-1, 2)
    else:
        factor, law, scale = laplace_factor(cells), noise.Laplace(), 10 ** random.uniform(0, 2)
    projection = Projection(factor, (DRAWS,))
    counts = np.bincount(rows // width, minlength=cells)
    drawn = coordinates(projection, np.tile(counts, (DRAWS, 1)))
    prefixes = projection.prefixes(drawn + noise.draw(law, scale, drawn.shape))
    quantile = max(noise.Gaussian().quantile(LEVEL), law.quantile(LEVEL) / law.std(1.0))
    half = quantile * Projection(factor).std_errors(math.sqrt(law.std(scale) ** 2 + 1 / 12))
    found = invert(SHARES, np.arange(cells + 1) * float(width), prefixes, given(half))
    assert (found.low <= found.value).all() and (found.value <= found.high).all()
    exact = truth(rows)
    return ((found.low <= exact) & (exact <= found.high)).mean(axis=0)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(60))
def test_each_quantile_lies_in_its_interval_often_enough(seed: int) -> None:
    assert (covered(seed) >= least(DRAWS, LEVEL)).all()


def test_half_of_the_width_is_noticed() -> None:
    assert any((covered(seed, lambda half: half / 2) < least(DRAWS, LEVEL)).any() for seed in range(20))


def nine_tenths_without_the_last(half: np.ndarray) -> np.ndarray:
    return np.append(0.9 * half[:-1], 0.0)


def test_a_public_last_count_and_nine_tenths_are_noticed() -> None:
    """The number of rows is taken as known, and the noise as a tenth smaller."""
    seeds = range(40)
    assert any((covered(seed, nine_tenths_without_the_last) < least(DRAWS, LEVEL)).any() for seed in seeds)


def slow(share: float, edges: np.ndarray, counts: list[float], half: list[float]) -> tuple[float, float, float]:
    """By definition, one group at a time."""
    last, free = counts[-1], [0.0, *half]
    below = [0.0, *counts]
    line = [0.0, *monotone(np.array([counts]))[0]]
    fits = []
    for cell in range(1, len(edges)):
        ends = [(below[at] - share * last, free[at] + share * half[-1]) for at in (cell - 1, cell)]
        if ends[0][0] <= ends[0][1] + 1e-9 and ends[1][0] >= -ends[1][1] - 1e-9:
            fits.append(cell)
    fits = fits or [1, len(edges) - 1]
    low, high = edges[fits[0] - 1], edges[fits[-1]]
    cell = next(cell for cell in range(1, len(edges)) if line[cell] >= share * line[-1])
    rise = line[cell] - line[cell - 1]
    part = (share * line[-1] - line[cell - 1]) / rise if rise > 0 else 0.0
    at = edges[cell - 1] + part * (edges[cell] - edges[cell - 1])
    return min(max(at, low), high), low, high


def test_it_is_what_the_definition_says() -> None:
    random = np.random.default_rng(8)
    for _ in range(300):
        cells, groups = int(random.integers(1, 9)), int(random.integers(1, 4))
        edges = np.cumsum(random.exponential(1, cells + 1)) - 3
        counts = np.cumsum(random.integers(0, 20, (groups, cells)), axis=1) + random.normal(0, 15, (groups, cells))
        half = np.abs(random.normal(0, 10, cells)) * random.integers(0, 2)
        found = invert(SHARES, edges, counts, half)
        assert found.value.shape == found.low.shape == found.high.shape == (groups, len(SHARES))
        for (group, line), (place, share) in itertools.product(enumerate(counts.tolist()), enumerate(SHARES.tolist())):
            expected = slow(share, edges, line, half.tolist())
            assert (found.value[group, place], found.low[group, place], found.high[group, place]) == pytest.approx(
                expected
            )


def test_without_noise_it_is_the_cell_of_the_quantile() -> None:
    counts = np.array([[0.0, 3.0, 3.0, 10.0]])
    found = invert([0.0, 0.3, 0.31, 0.7, 1.0], [0, 1, 2, 3, 4], counts, np.zeros(4))
    assert found.low.tolist() == [[0, 1, 3, 3, 3]] and found.high.tolist() == [[2, 4, 4, 4, 4]], (
        "a tie counts for both sides"
    )
    assert found.value[0] == pytest.approx([0, 2, 3 + 0.1 / 7, 3 + 4 / 7, 4])


def test_nothing_counted_is_the_lower_end() -> None:
    for counts in ([0.0, 0.0], [-5.0, -3.0], [4.0, -2.0]):
        found = cumulative.invert([0.1, 0.9], [10.0, 20.0, 30.0], np.array([counts]), np.array([9.0, 9.0]))
        assert found.value.tolist() == [[10, 10]] and found.high.tolist() == [[30, 30]]

"""The error of a density of two columns: integrated squared error beside a noisy histogram's of equal squares.

The histogram has the public number of bins along each column that is best for these data at this price, which nobody
knows beforehand; its counts are clipped at zero and divided by their sum. The density without noise has the bandwidth
that is best, the same along both columns. Murmur chooses its bandwidths from the released numbers; with the bandwidths
given beforehand the noise is that of these alone, and the best ones are what compares with those bins.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpcore as dp
from benchmarks.density import DELTA, EPSILON, HIGH, normal
from benchmarks.size import sized
from benchmarks.table import Table, better, ratio
from dpcore.mechanisms import Mu
from dpcore.statistic.waves.plane_spectrum import PlaneSpectrum
from dpcore.table.table import Table as Facts

Doubles = NDArray[np.float64]

ROWS = sized({1_000: 0.9, 10_000: 0.9, 100_000: 0.3, 1_000_000: 0.3}, {1_000: 0.9})
"""The number of rows: the target for the ratio to the histogram."""
SIDE = sized(384, 48)
BINS = sized((1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192), (8, 16))  # along each column; they divide SIDE
AT = (np.arange(SIDE) + 0.5) / SIDE  # where errors are read along each column
WIDTHS = np.geomspace(1 / 240, 1 / 12, sized(16, 2))  # in boxes
MU = dp.calibrate.mu(EPSILON, DELTA)
GIVEN = sized((0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7), (0.5,))  # along both columns, in their unit

KINDS: dict[str, tuple[Callable[[np.random.Generator, int], Doubles], Callable[[Doubles], Doubles]]] = {
    "normal": (
        lambda chance, n: chance.normal(6, 1, (2, n)),
        lambda x: np.outer(normal(x, 6, 1), normal(x, 6, 1)),
    ),
    "two clusters": (
        lambda chance, n: chance.choice([4.0, 8.0], n) + chance.normal(0, 0.7, (2, n)),
        lambda x: (np.outer(normal(x, 4, 0.7), normal(x, 4, 0.7)) + np.outer(normal(x, 8, 0.7), normal(x, 8, 0.7))) / 2,
    ),
}
"""Rows, and their density on a grid."""


def table(runs: int) -> Table:
    """Both kinds of data, all numbers of rows. runs: tables each."""
    runs = max(sized(4, 1), runs // 20)
    out = Table(
        f"Integrated squared error of a density of two columns in [0, {HIGH:g}] at ({EPSILON:g}, {DELTA:g}), "
        f"add/remove: mean of {runs} tables",
        ("data", "rows", "Murmur", "/ histogram", "given / histogram", "target", "bins", "bandwidth", "/ noiseless"),
    )
    for kind in KINDS:
        for rows, target in ROWS.items():
            ours, given, histograms, clean = errors(kind, rows, runs)
            bins, width = BINS[int(histograms.argmin())], GIVEN[int(given.argmin())]
            least = histograms.min()
            against = *better(ours / least, given.min() / least, target), f"at most {target}×"
            out.add(kind, f"{rows:,}", f"{ours:.3g}", *against, f"{bins} × {bins}", f"{width:g}", ratio(ours / clean))
    out.note(
        "Histogram, bandwidth given beforehand, density without noise: with the bins and the bandwidths that are best "
        "for these data. Murmur: the bandwidths are chosen from the released numbers."
    )
    out.note("Two clusters: around (4, 4) and (8, 8), so that the columns depend on each other.")
    return out


def errors(kind: str, rows: int, runs: int) -> tuple[float, Doubles, Doubles, float]:
    """Mean integrated squared errors: Murmur's, also at all given bandwidths, of all histograms, the best noiseless."""
    draw, density = KINDS[kind]
    truth = density(AT * HIGH)
    free, fixed = Plane(None), [Plane(width) for width in GIVEN]
    ours, given, histograms, cleans = 0.0, np.zeros(len(GIVEN)), np.zeros(len(BINS)), np.zeros(len(WIDTHS))
    for seed in range(runs):
        chance = np.random.default_rng(seed)
        points = np.clip(draw(chance, rows), 0.0, np.nextafter(HIGH, 0.0)) / HIGH
        ours += squared(free.read(points), truth) / runs
        given += [squared(one.read(points), truth) / runs for one in fixed]
        sure = free.noiseless(points)
        cleans += [squared(shares(sure, (width, width)), truth) / runs for width in WIDTHS.tolist()]
        fine = counted(points, (SIDE, SIDE))
        histograms += [squared(binned(fine, bins, MU, chance), truth) / runs for bins in BINS]
    return ours, given, histograms, float(cleans.min())


class Plane:
    """A density at the price, without a ledger. bandwidth: None if it is chosen from the released numbers."""

    def __init__(self, bandwidth: float | None) -> None:
        price = Mu(Fraction(MU) ** 2)
        self.facts = Facts(dp.Schema(x=dp.Number(0, HIGH), y=dp.Number(0, HIGH)))
        self.query = dp.JointDensity("x", "y", bandwidth=bandwidth).bind(self.facts.schema)
        self.statistic = self.query.statistic(self.facts, price)
        self.mechanism = self.query.mechanism(self.facts, price)
        self.sizes = self.query.factor(self.facts.schema).sizes

    def read(self, points: Doubles) -> Doubles:
        """The density on the grid with fresh noise. points: from 0 to 1, shape (2, n)."""
        drawn = self.mechanism.draw(self._exact(points))
        (released,) = self.query.spectra(self.facts, drawn, self.mechanism.error(0.95).std[0])
        one, other = self.query.chosen(self.facts.schema, released)
        return shares(released, (one / HIGH, other / HIGH))

    def noiseless(self, points: Doubles) -> PlaneSpectrum:
        """The same sums without noise."""
        (sure,) = self.query.spectra(self.facts, self._exact(points), 0.0)
        return sure

    def _exact(self, points: Doubles) -> NDArray[Any]:
        return self.statistic.exact(counted(points, self.sizes).ravel()[None])


def counted(points: Doubles, sizes: tuple[int, int]) -> NDArray[np.int64]:
    """The number of points in each cell. points: from 0 to 1, shape (2, n)."""
    first, second = ((side * size).astype(np.int64) for side, size in zip(points, sizes, strict=True))
    return np.bincount(first * sizes[1] + second, minlength=math.prod(sizes)).reshape(sizes)


def shares(spectrum: PlaneSpectrum, widths: tuple[float, float]) -> Doubles:
    """The estimated density on the grid: not below zero, of volume 1."""
    surface = np.maximum(spectrum.grid(AT, AT, widths).value, 0.0).reshape(SIDE, SIDE)
    found: Doubles = surface / (surface.mean() * HIGH**2)
    return found


def binned(fine: NDArray[np.int64], bins: int, mu: float, chance: np.random.Generator) -> Doubles:
    """The density of a noisy histogram on the grid: not below zero, of volume 1."""
    size = SIDE // bins
    counts = fine.reshape(bins, size, bins, size).sum(axis=(1, 3))
    noisy = np.maximum(counts + chance.normal(0, 1 / mu, (bins, bins)), 0.0)
    found: Doubles = np.kron(noisy, np.ones((size, size))) / max(noisy.sum(), 1e-9) * (bins / HIGH) ** 2
    return found


def squared(surface: Doubles, truth: Doubles) -> float:
    """The integrated squared error."""
    return float(np.square(surface - truth).mean() * HIGH**2)

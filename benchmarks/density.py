"""The error of a density: integrated squared error beside a noisy histogram's, and beside a density without noise.

The histogram has the public number of bins that is best for these data at this price, which nobody knows beforehand;
its counts are clipped at zero and divided by their sum. The density without noise has the bandwidth that is best.
Murmur chooses its bandwidth from the released numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import dpcore as dp
from benchmarks.size import sized
from benchmarks.table import Table, ratio
from dpcore.mechanisms import Mu
from dpcore.statistic.waves.spectrum import Spectrum, bandwidths
from dpcore.table.table import Table as Facts

Doubles = NDArray[np.float64]

HIGH = 12.0
EPSILON, DELTA = 1.0, 1e-6
EVERY = {1_000: (0.95, math.inf), 10_000: (0.5, 1.7), 100_000: (0.3, 1.25), 1_000_000: (0.3, 1.15)}
ROWS = sized(EVERY, {1_000: EVERY[1_000]})
"""The number of rows: the targets for the ratio to the histogram, and to the density without noise."""
BINS = sized((4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512), (8, 16))
AT = np.linspace(0.0, 1.0, 1_537)  # the ends of all bins are among these, or between two of them


def normal(x: Doubles, mean: float, deviation: float) -> Doubles:
    """The density of a normal distribution."""
    return np.exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * math.sqrt(2 * math.pi))


KINDS: dict[str, tuple[Callable[[np.random.Generator, int], Doubles], Callable[[Doubles], Doubles]]] = {
    "normal": (lambda chance, n: chance.normal(6, 1, n), lambda x: normal(x, 6, 1)),
    "bimodal": (
        lambda chance, n: chance.choice([4.0, 8.0], n) + chance.normal(0, 0.7, n),
        lambda x: (normal(x, 4, 0.7) + normal(x, 8, 0.7)) / 2,
    ),
    "log-normal": (
        lambda chance, n: np.exp(chance.normal(0.5, 0.5, n)),
        lambda x: normal(np.log(np.maximum(x, 1e-9)), 0.5, 0.5) / np.maximum(x, 1e-9),
    ),
    "exponential": (lambda chance, n: chance.exponential(1.0, n), lambda x: np.exp(-x)),
}


def table(runs: int) -> Table:
    """All kinds of data, all numbers of rows. runs: tables each."""
    runs = max(sized(4, 1), runs // 5)
    out = Table(
        f"Integrated squared error of a density in [0, {HIGH:g}] at ({EPSILON:g}, {DELTA:g}), add/remove: mean of "
        f"{runs} tables",
        ("data", "rows", "Murmur", "/ noisy histogram", "target", "/ density without noise", "target"),
    )
    for kind in KINDS:
        for rows, targets in ROWS.items():
            ours, histogram, clean = errors(kind, rows, runs)
            cells = [f"{ours:.3g}"]
            for other, target in zip((histogram, clean), targets, strict=True):
                told = "" if math.isinf(target) else f"at most {target}×"
                cells += [ratio(ours / other, at_most=target), told]
            out.add(kind, f"{rows:,}", *cells)
    out.note("Histogram and density without noise: with the bins and the bandwidth that are best for these data.")
    return out


def errors(kind: str, rows: int, runs: int) -> tuple[float, float, float]:
    """Mean integrated squared errors: Murmur's, the best histogram's, the best density's without noise."""
    draw, density = KINDS[kind]
    truth = density(AT * HIGH)
    facts = Facts(dp.Schema(x=dp.Number(0, HIGH)))
    query = dp.Density("x").bind(facts.schema)
    mu = dp.calibrate.mu(EPSILON, DELTA)
    price = Mu(Fraction(mu) ** 2)
    statistic, mechanism = query.statistic(facts, price), query.mechanism(facts, price)
    widths = bandwidths(query.cells(facts.schema).finest / HIGH)[:: sized(1, 20)]
    ours, histograms, cleans = [], np.zeros(len(BINS)), np.zeros(len(widths))
    for seed in range(runs):
        chance = np.random.default_rng(seed)
        x = np.clip(draw(chance, rows), 0.0, np.nextafter(HIGH, 0.0))
        counts = np.bincount((x / HIGH * statistic.factor.cells).astype(np.int64), minlength=statistic.factor.cells)
        exact = statistic.exact(counts[None])
        noisy = mechanism.draw(exact).astype(np.float64)
        ((released,),) = query.spectra(facts, noisy, mechanism.error(0.95).std[0])
        ours.append(squared(shares(released, query.chosen(facts.schema, (released,)) / HIGH), truth))
        ((sure,),) = query.spectra(facts, exact.astype(np.float64), 0.0)
        cleans += [squared(shares(sure, float(width)), truth) for width in widths]
        histograms += [squared(binned(counts, bins, mu, chance), truth) for bins in BINS]
    return float(np.mean(ours)), float(histograms.min()) / runs, float(cleans.min()) / runs


def shares(spectrum: Spectrum, width: float) -> Doubles:
    """The estimated density at AT: not below zero, of area 1."""
    line = np.maximum(spectrum.read(AT, width).value, 0.0)
    return line / (np.trapezoid(line, AT) * HIGH)


def binned(counts: NDArray[np.int64], bins: int, mu: float, chance: np.random.Generator) -> Doubles:
    """The density of a noisy histogram at AT: not below zero, of area 1."""
    ends = np.linspace(0, len(counts), bins + 1).round().astype(np.int64)
    noisy = np.maximum(np.add.reduceat(counts, ends[:-1]) + chance.normal(0, 1 / mu, bins), 0.0)
    places = np.minimum((AT * bins).astype(np.int64), bins - 1)
    found: Doubles = noisy[places] / max(noisy.sum(), 1e-9) * bins / HIGH
    return found


def squared(line: Doubles, truth: Doubles) -> float:
    """The integrated squared error."""
    return float(np.trapezoid((line - truth) ** 2, AT) * HIGH)

"""The error of a trend: its squared error along the column beside that of means by equal bins at the same price.

The bins have the public number that is best for these data at this price, which nobody knows beforehand. Their means
are drawn as `dp.Mean` draws them, from exact sums. Murmur chooses its bandwidth from the released numbers; with the
bandwidth given beforehand the noise is that of this bandwidth alone, and the best one is what compares with those bins.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import dpcore as dp
from benchmarks.density import DELTA, EPSILON
from benchmarks.size import sized
from benchmarks.table import Table, better
from dpcore.mechanisms import Mu
from dpcore.table.table import Table as Facts

Doubles = NDArray[np.float64]

ROWS = sized((1_000, 10_000, 100_000, 1_000_000), (1_000,))
TARGET = 0.6
PARTS = sized(6_144, 96)
BINS = sized((1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512), (8, 12))  # they divide PARTS
WIDTHS = sized(
    (0.004, 0.006, 0.008, 0.01, 0.013, 0.016, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.13, 0.16, 0.2),
    (0.05,),
)
AT = (np.arange(PARTS) + 0.5) / PARTS
DEVIATION = 0.15
MU = dp.calibrate.mu(EPSILON, DELTA)

Curve = Callable[[Doubles], Doubles]


def step(place: float) -> Curve:
    """A step up at a place."""
    return lambda x: np.where(x < place, -0.5, 0.5)


CURVES: dict[str, Callable[[np.random.Generator], Curve]] = {
    "sine": lambda chance: lambda x: 0.5 * np.sin(2 * math.pi * x),
    "step at 1/√3": lambda chance: step(1 / math.sqrt(3)),
    "step anywhere": lambda chance: step(chance.uniform(0.1, 0.9)),
}
"""The mean of values from -1 to 1, of one table."""
DRAWN = sized(tuple(CURVES), ("step anywhere",))


@dataclass(frozen=True)
class Values:
    """Values with a mean from -1 to 1, and how they are declared for a trend and for means by bins."""

    draw: Callable[[np.random.Generator, Doubles], Doubles]
    declared: dp.Number | dp.Flag
    averaged: dp.Number
    low: float = field(default=-1.0)

    @property
    def unit(self) -> float:
        """The column's unit: half of its range in it is half of the range from -1 to 1."""
        return (float(self.averaged.high) - float(self.averaged.low)) / 2


VALUES = {
    "numbers": Values(
        lambda chance, mean: np.clip(mean + chance.normal(0, DEVIATION, len(mean)), -1.0, 1.0),
        dp.Number(-1, 1),
        dp.Number(-1, 1),
    ),
    "true or false": Values(
        lambda chance, mean: (chance.random(len(mean)) < (1 + mean) / 2).astype(np.float64),
        dp.Flag(),
        dp.Number(0, 1, integer=True),
        0.0,
    ),
}


def table(runs: int) -> Table:
    """Both curves of both kinds of values, all numbers of rows. runs: tables each."""
    runs = max(sized(4, 1), runs // 10)
    out = Table(
        f"Squared error of a trend at ({EPSILON:g}, {DELTA:g}), add/remove, along evenly spread rows: mean of "
        f"{runs} tables",
        (
            "curve",
            "values",
            "rows",
            "Murmur",
            "/ means by bins",
            "bandwidth given / means",
            "target",
            "bins",
            "bandwidth",
        ),
    )
    for curve in DRAWN:
        for name in VALUES:
            for rows in ROWS:
                ours, given, means = errors(curve, name, rows, runs)
                against = better(ours / means.min(), given.min() / means.min(), TARGET)
                best = f"{BINS[int(means.argmin())]}", f"{WIDTHS[int(given.argmin())]:g}"
                out.add(curve, name, f"{rows:,}", f"{ours:.3g}", *against, f"at most {TARGET}×", *best)
    out.note(
        "Means by bins, bandwidth given: the public number of bins and the public bandwidth (in ranges) that are best "
        "for these data. Murmur: the bandwidth is chosen from the released numbers. Errors are in half ranges, squared."
    )
    out.note(
        "A step without noise of privacy, of a Gaussian kernel / bins that lie by chance, each of the best width: "
        "(.234 × .282 / (1/6))^½ = .63. Bins with an edge near the step are better."
    )
    out.note(
        "Means run from a quarter to three quarters of the range; numbers deviate from them by "
        f"{100 * DEVIATION / 2:g} % of it."
    )
    out.note(
        "1/√3 is the edge of no bins, but that of 12 and of 64 is within 0.6 % and 0.1 % of the range of it. A step "
        "anywhere is elsewhere in each table, so that no number of bins is right by chance."
    )
    return out


def errors(curve: str, name: str, rows: int, runs: int) -> tuple[float, Doubles, Doubles]:
    """Mean squared errors: Murmur's, those at all bandwidths given beforehand, those of the means by all bins."""
    values = VALUES[name]
    trend, fixed = Trend(values), [Trend(values, width) for width in WIDTHS]
    bins = [Means(values, size) for size in BINS]
    ours, given, means = 0.0, np.zeros(len(WIDTHS)), np.zeros(len(BINS))
    for seed in range(runs):
        chance = np.random.default_rng(seed)
        x, mean = chance.random(rows), CURVES[curve](chance)
        y, truth = values.draw(chance, mean(x)), mean(AT)
        ours += squared(values, trend.read(x, y), truth) / runs
        given += [squared(values, one.read(x, y), truth) / runs for one in fixed]
        means += [squared(values, one.read(x, y), truth) / runs for one in bins]
    return ours, given, means


class Trend:
    """A trend at the price, without a ledger. bandwidth: in ranges; None if it is chosen from the released numbers."""

    def __init__(self, values: Values, bandwidth: float | None = None) -> None:
        self.values, self.price = values, Mu(Fraction(MU) ** 2)
        self.facts = Facts(dp.Schema(x=dp.Number(0, 1), y=values.declared))
        self.query = dp.Trend("y", "x", bandwidth=bandwidth).bind(self.facts.schema)
        self.statistic = self.query.statistic(self.facts, self.price)
        self.mechanism = self.query.mechanism(self.facts, self.price)

    def read(self, x: Doubles, y: Doubles) -> Doubles:
        """A curve with fresh noise, at AT."""
        exact = self.statistic.exact(summed(x, self.statistic.factor.cells, y, self.values.low, self.statistic.steps))
        drawn = self.mechanism.draw(exact).astype(np.float64)
        return self.query.read(self.facts, drawn, self.mechanism.error(0.95), AT, {}).estimate


class Means:
    """Means by equal bins at the price, without a ledger."""

    def __init__(self, values: Values, bins: int) -> None:
        self.values, self.bins, self.price = values, bins, Mu(Fraction(MU) ** 2)
        self.facts = Facts(dp.Schema(x=dp.Number(0, 1), y=values.averaged))
        by = [dp.Bins("x", tuple(place / bins for place in range(bins + 1)))]
        self.query = dp.Mean("y", by=by).bind(self.facts.schema)
        self.statistic = self.query.statistic(self.facts, self.price)
        self.mechanism = self.query.mechanism(self.facts, self.price)

    def read(self, x: Doubles, y: Doubles) -> Doubles:
        """Means with fresh noise, at AT."""
        exact = self.statistic.exact(summed(x, self.bins, y, self.values.low, self.query.lattice(self.facts).steps))
        drawn = self.mechanism.draw(exact).astype(np.float64)
        found = self.query.estimate(self.facts, self.price, drawn, self.mechanism.error(0.95))
        return np.repeat(found.estimate, PARTS // self.bins)


def summed(x: Doubles, cells: int, y: Doubles, low: float, steps: int) -> NDArray[np.int64]:
    """Rows and sums of grid integers in equal cells. Sums of up to 2^24 rows are exact."""
    places = (x * cells).astype(np.int64)
    grid = np.rint((y - low) / (1.0 - low) * steps)
    return np.array([np.bincount(places, minlength=cells), np.bincount(places, grid, minlength=cells)]).astype(np.int64)


def squared(values: Values, line: Doubles, truth: Doubles) -> float:
    """The mean squared error along the column, in half ranges."""
    return float(np.square((line - values.low) / values.unit - 1.0 - truth).mean())

"""Smooth sensitivity: seconds of a bound, and the error of power-core noise against the noise of the source.

python -m benchmarks.smooth bounds RUNS          seconds of each bound of 10^6 sorted values
python -m benchmarks.smooth errors KIND RUNS     both root mean square errors of a median, on each table
"""

from __future__ import annotations

import sys
from statistics import median
from typing import Any

import numpy as np

import dpcore as dp
from benchmarks import quantiles, rounds
from benchmarks.child import answer, module
from benchmarks.clock import middle, timed
from benchmarks.error import error
from benchmarks.rounds import HIGH
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds

VALUES, RUNS = sized((1_000_000, 5), (1_000, 1))
TABLES, RELEASES, SOURCE_DRAWS = sized((20, 2_000, 100_000), (1, 20, 100))
LIMIT = 1.0
EPSILON, SOURCE = 1.0, 0.1  # the source's alpha and beta are both epsilon / 10 for gamma = 4 (Nissim et al. 2007)
TARGET = 0.1
SCALE = 2**20  # noise of the source is drawn as integers of this scale
BOUNDS = {
    "median, add/remove": lambda x: dp.sensitivity.median(x, 0.0, HIGH, SOURCE),
    "median, replace": lambda x: dp.sensitivity.median(x, 0.0, HIGH, SOURCE, "replace"),
    "0.9-quantile, add/remove": lambda x: dp.sensitivity.quantile(x, 0.9, 0.0, HIGH, SOURCE),
    "order statistic, replace": lambda x: dp.sensitivity.order_statistic(x, VALUES // 2, 0.0, HIGH, SOURCE),
    "trimmed mean, replace": lambda x: dp.sensitivity.trimmed_mean(x, VALUES // 10, 0.0, HIGH, SOURCE),
}


def bounds() -> Table:
    """The slowest of several data sets counts: spread evenly, all equal, and two clusters with a gap at the rank."""
    out = Table(f"Smooth sensitivity of {VALUES:,} sorted values", ("what", "elapsed", "processor time", "target"))
    for name, (elapsed, worked) in module("smooth", "bounds", RUNS).items():
        missed = " (missed)" if elapsed > LIMIT else ""
        out.add(name, seconds(elapsed), seconds(worked), f"{seconds(LIMIT)}{missed}")
    out.note("Of evenly spread values, equal values, and two clusters with a gap at the median, the slowest.")
    return out


def errors() -> Table:
    """A median with noise scaled to its smooth sensitivity: ours, and 1/(1 + z^4) at the source's constants."""
    out = Table(
        f"Median of {quantiles.ROWS:,} rows in [0, 100] with smooth noise at epsilon {EPSILON:g}, add/remove: root "
        f"mean square error, the median of {TABLES} tables",
        ("data", "power-core", "gamma 4, the source's constants", "ratio", "least", "most", "target"),
    )
    for kind in quantiles.KINDS:
        found = module("smooth", "errors", kind, RELEASES)
        ours, theirs = (median(pair[side] for pair in found) for side in (0, 1))
        row = (kind, f"{ours:.3g}", f"{theirs:.3g}")
        ratios = [mine / source for mine, source in found if source]
        if ratios:
            least, most = (f"{end(ratios):.2f}×" for end in (min, max))
            out.add(*row, ratio(ours / theirs, at_most=TARGET), least, most, f"at most {TARGET}×")
        else:
            out.add(*row, "both exact" if not ours else "theirs is exact (missed)", "", "", f"at most {TARGET}×")
    out.note(f"{RELEASES:,} answers by Murmur, and {SOURCE_DRAWS:,} of the source's, a table; both cut at the bounds.")
    return out


def _bounds(runs: int) -> dict[str, Any]:
    chance = np.random.default_rng(12)
    half = VALUES // 2
    tables = [
        np.sort(chance.uniform(0.0, HIGH, VALUES)),
        np.full(VALUES, HIGH / 2),
        np.sort(np.concatenate((chance.uniform(0.0, 10.0, half), chance.uniform(90.0, HIGH, half)))),
    ]
    found = {}
    for name, bound in BOUNDS.items():
        found[name] = max(middle([timed(lambda bound=bound, x=x: bound(x)) for _ in range(runs)]) for x in tables)
    return found


def _errors(kind: str, releases: int) -> list[tuple[float, float]]:
    """The errors of both on each table."""
    return [_pair(np.sort(quantiles.kinds(seed)[kind]), kind == quantiles.WHOLE, releases) for seed in range(TABLES)]


def _pair(rows: np.ndarray, whole: bool, releases: int) -> tuple[float, float]:
    """The errors of both on sorted rows."""
    exact = float(rows[(len(rows) - 1) // 2])
    with rounds.asked(rows.tolist(), whole) as column:
        ours = column.answers(dp.Median("x", method="smooth"), rounds.pure(EPSILON), releases)
    scale = dp.sensitivity.median(rows, 0.0, HIGH, SOURCE * EPSILON).smooth / (SOURCE * EPSILON)
    noise = dp.noise.draw(dp.noise.Cauchy4(), SCALE, SOURCE_DRAWS).astype(np.float64) / SCALE
    theirs = np.clip(exact + scale * noise, 0.0, HIGH)
    theirs = np.rint(theirs) if whole else theirs
    return error(ours, [exact])[0], float(np.sqrt(np.mean(np.square(theirs - exact))))


if __name__ == "__main__":
    work = {"bounds": lambda runs: _bounds(int(runs)), "errors": lambda kind, runs: _errors(kind, int(runs))}
    answer(work[sys.argv[1]](*sys.argv[2:]))

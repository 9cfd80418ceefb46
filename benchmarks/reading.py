"""Reading smooth functions at many points, and their prices: time, and the error against the sum of the series.

python -m benchmarks.reading evaluate|quote ASK RUNS    one of them for a question, as JSON

The series is summed term by term in extended precision, from the released coefficients and the kernel's transform.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpcore as dp
from benchmarks.child import answer, module
from benchmarks.clock import Pair, middle, timed
from benchmarks.density import HIGH
from benchmarks.joint import KINDS
from benchmarks.size import sized
from benchmarks.table import Table, seconds
from dpcore.statistic.waves.spectrum import taper

Doubles = NDArray[np.float64]

ROWS, POINTS, SUMMED = sized((100_000, 1_000_000, 10_000), (1_000, 100, 50))
RUNS, QUOTES = sized((3, 9), (1, 1))
ERROR, QUOTED = 1e-8, 0.05
SCHEMA = dp.Schema(x=dp.Number(0, HIGH), y=dp.Number(0, HIGH))
Question = dp.Density | dp.JointDensity | dp.Trend
ASKS: dict[str, tuple[Question, float]] = {
    "density of x": (dp.Density("x"), 1.0),
    "density of x and y": (dp.JointDensity("x", "y"), 4.0),
    "trend of y along x": (dp.Trend("y", "x"), 2.0),
}
"""Each question, and the seconds that a million points of it may take: one for each series along one column."""
REFUSED = "trend of y along x"
"""Its margin of error depends on the rows, so that no price is sold for one; what counts is when a quote says so."""


def table() -> Table:
    """A row for each question and bandwidth."""
    out = Table(
        f"Reading a released function at {POINTS:,} points, of {ROWS:,} rows in two clusters",
        ("what", "bandwidth", "elapsed", "processor time", "target", "error, of the peak", "target"),
    )
    for name, (_, limit) in ASKS.items():
        for said, read in module("reading", "evaluate", name, RUNS).items():
            elapsed, worked = middle(read["seconds"])
            goal = seconds(limit) + (" (missed)" if elapsed > limit else "")
            wrong = f"{ERROR:g}" + (" (missed)" if read["error"] > ERROR else "")
            cells = (seconds(elapsed), seconds(worked), goal, f"{read['error']:.1e}", wrong)
            out.add(name, f"{said}, {100 * read['bandwidth']:.2g} % of the range", *cells)
    out.note(f"Medians of {RUNS} runs. The error is the largest at {SUMMED:,} of the points.")
    return out


def quotes() -> Table:
    """A row for each question: `quote` at prices that no earlier one had."""
    out = Table(
        "Price and predicted error of a smooth function, by `quote`",
        ("what", "first of its process", "elapsed", "processor time", "target"),
    )
    for name in ASKS:
        for said, pairs in module("reading", "quote", name, QUOTES).items():
            first, (elapsed, worked) = pairs[0], middle(pairs[1:])
            goal = seconds(QUOTED) + (" (missed)" if elapsed > QUOTED else "")
            before = seconds(first[0]) if said == "at a price" else "–"
            told = f"{said} (refused)" if name == REFUSED and said == "for an error" else said
            out.add(f"{name}, {told}", before, seconds(elapsed), seconds(worked), goal)
    out.note(f"Medians of {QUOTES} quotes after the first one.")
    return out


@contextmanager
def desk(rows: int) -> Iterator[dp.Desk]:
    """A desk with rows in two clusters."""
    import pandas as pd

    points = np.clip(KINDS["two clusters"][0](np.random.default_rng(1), rows), 0.0, HIGH)
    with tempfile.TemporaryDirectory(dir=".bench") as home, dp.Desk(home=home) as opened:
        frame = pd.DataFrame({"x": points[0], "y": points[1]})
        opened.add_dataset("t", dp.read(frame), schema=SCHEMA, budget=dp.Budget(mu=100.0), expected_rows=rows)
        yield opened


def _quote(name: str, runs: int) -> dict[str, list[Pair]]:
    query = ASKS[name][0]
    with desk(1_000) as opened:
        found: dict[str, list[Pair]] = {"at a price": [], "for an error": []}
        for run in range(runs + 1):
            plan = dp.Plan([query], mu=1 + run / 1000)
            found["at a price"].append(timed(partial(opened.quote, "t", plan)))
        (ask,) = opened.quote("t", plan).asks
        for run in range(runs + 1):
            plan = dp.Plan([dp.Ask(query, half_width=ask.error.half_width * (1 + run / 1000))])
            found["for an error"].append(timed(partial(_for_an_error, opened, plan, name == REFUSED)))
    return found


def _for_an_error(opened: dp.Desk, plan: dp.Plan, refused: bool) -> None:
    """The quote of a plan, or that it is refused. Raises RuntimeError if it is not."""
    try:
        opened.quote("t", plan)
    except dp.QueryError:
        if not refused:
            raise
    else:
        if refused:
            raise RuntimeError("A margin that depends on the rows was sold.")


def _evaluate(name: str, runs: int) -> dict[str, Any]:
    """At the chosen bandwidth and at the finest one, which has the most terms."""
    query = ASKS[name][0]
    with desk(ROWS) as opened:
        (release,) = opened.release("t", dp.Plan([query], mu=dp.calibrate.mu(1.0, 1e-6)))
    chance = np.random.default_rng(2)
    points = chance.uniform(0, HIGH, (POINTS, 2) if isinstance(query, dp.JointDensity) else POINTS)
    found = {}
    for said, width in zip(("chosen", "finest"), _widths(release), strict=True):
        settings: dict[str, Any] = {"bandwidth": width} if said == "finest" else {}
        times = [timed(partial(release.evaluate, points, **settings)) for _ in range(runs + 1)][1:]
        read = release.evaluate(points[:SUMMED], **settings).estimate.to_numpy()
        many = release.evaluate(points, **settings).estimate.to_numpy()[:SUMMED]
        exact = summed(release, points[:SUMMED] / HIGH, width)
        error = max(float(np.abs(line - exact).max()) for line in (read, many)) / float(np.abs(exact).max())
        share = min(width) / HIGH if isinstance(width, tuple) else width / HIGH
        found[said] = {"seconds": times, "error": error, "bandwidth": share}
    return found


def _spectra(release: dp.Release) -> Any:
    """The released sums."""
    ((step,),) = release.rounds
    spread: Any = step.mechanism.error(0.95)
    query: Any = release.query
    (found,) = query.spectra(release.facts_table, np.asarray(step.array), spread.std[0])
    return found


def _widths(release: dp.Release) -> tuple[Any, Any]:
    """The chosen bandwidth and the finest one; pairs for two columns."""
    query: Any = release.query
    cells, chosen = query.cells(SCHEMA), query.chosen(SCHEMA, _spectra(release))
    if isinstance(query, dp.JointDensity):
        return chosen, (query.finest(SCHEMA, cells[0]), query.finest(SCHEMA, cells[1]))
    return chosen, cells.finest


def summed(release: dp.Release, u: Doubles, width: Any) -> Doubles:
    """The estimates at points in boxes, folded, term by term."""
    spectra = _spectra(release)
    if isinstance(release.query, dp.JointDensity):
        first, second = (_waves(u[:, axis], spectra.sums[0].shape[axis] - 1, width[axis] / HIGH) for axis in (0, 1))
        line = np.zeros(len(u), dtype=np.longdouble)
        for place, sums in enumerate(spectra.sums):
            line += ((first[place % 2] @ sums.astype(np.longdouble)) * second[place // 2]).sum(axis=1) / HIGH**2
    else:
        waves = _waves(u, spectra[0].frequencies, width / HIGH)
        line, *total = (
            waves[0] @ one.sums[: one.frequencies + 1] + waves[1][:, 1:] @ one.sums[one.frequencies + 1 :]
            for one in spectra
        )
        if total:
            squares = np.square(waves[0]) + np.square(waves[1])
            least = np.sqrt(squares @ spectra[0].variances)  # few rows count as one deviation of noise
            line = HIGH / 2 * (1 + np.clip(total[0] / np.maximum(line, least), -1, 1))
        else:
            line = line / HIGH
    return np.asarray(line, dtype=np.float64)


def _waves(u: Doubles, frequencies: int, width: float) -> tuple[NDArray[np.longdouble], NDArray[np.longdouble]]:
    """Cosines and sines times the kernel's transform, folded near the bounds, on a circle of two boxes."""
    j = np.arange(frequencies + 1, dtype=np.longdouble)
    pi = np.longdouble(4) * np.arctan(np.longdouble(1))
    scale = np.exp(-np.square(pi * j * width) / 2) * np.where(j > 0, 2, 1)
    angles, t = pi * np.outer(u.astype(np.longdouble), j), taper(u, width)[:, None]
    return (1 + t) / 2 * np.cos(angles) * scale, (1 - t) / 2 * np.sin(angles) * scale


if __name__ == "__main__":
    _ways: dict[str, Callable[[str, int], Any]] = {"evaluate": _evaluate, "quote": _quote}
    answer(_ways[sys.argv[1]](sys.argv[2], int(sys.argv[3])))

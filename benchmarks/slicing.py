"""Many quantiles: Murmur's methods beside SliceQuantiles (Imola et al. 2025).

python -m benchmarks.slicing REPEATS    Murmur's part, as JSON

SliceQuantiles is written here from the paper: ranks with the noise of continual counting (a binary-tree mechanism with
several branches, half of epsilon), slices of the sorted rows around them, and the exponential mechanism at the middle
of each slice. It has no version for prices in mu. "Failed" counts the runs in which slices overlap or leave the rows,
where the method answers with uniform numbers; they are not among its errors.
"""

from __future__ import annotations

import math
import sys

import numpy as np

import dpcore as dp
from benchmarks import rounds
from benchmarks.child import answer, module
from benchmarks.size import sized
from benchmarks.table import Table, ratio
from dpcore.statistic.learners.tree import best_tree

ROWS, STEPS = sized(200_000, 2_000), 2**20
SIZES = sized((10, 20, 50, 99), (10,))
EPSILON = 1.0
METHODS = ("halving", "slicing", "cumulative")
AT_MOST = 1.05


def columns() -> dict[str, np.ndarray]:
    """The rows of the paper's kinds, sorted, on a grid: uniform, and normal with bounds at ten standard deviations."""
    chance = np.random.default_rng(3)
    values = {"uniform": chance.random(ROWS), "normal": np.clip(chance.normal(0.5, 0.05, ROWS), 0, 1)}
    return {name: np.sort(np.rint(column * STEPS)) for name, column in values.items()}


def table(repeats: int) -> Table:
    """A row for each kind of data and number of quantiles: root mean square errors in ranks."""
    out = Table(
        f"Many quantiles of {ROWS:,} rows at epsilon {EPSILON:g}: root mean square error in ranks, {repeats} releases",
        ("data", "quantiles", *METHODS, "by default", "SliceQuantiles", "failed", "default / better"),
    )
    ours, peers = module("slicing", repeats), columns()
    for key, (usual, errors) in ours.items():
        kind, size = key.split()
        theirs, failed = _sliced(peers[kind], int(size), repeats)
        better = min(errors["halving"], theirs)
        figures = [f"{errors[method]:.3g}" for method in METHODS]
        figures += [usual, f"{theirs:.3g}", f"{failed:.0%}"]
        out.add(kind, size, *figures, ratio(errors[usual] / better, at_most=AT_MOST))
    out.note("The better of halving and SliceQuantiles counts.")
    return out


def shares(size: int) -> tuple[float, ...]:
    """Evenly spaced shares."""
    return tuple(round(place / (size + 1), 6) for place in range(1, size + 1))


def _off(rows: np.ndarray, wanted: tuple[float, ...], found: np.ndarray) -> float:
    """The mean square error in ranks."""
    ranks = np.array(wanted) * len(rows)
    below, upto = np.searchsorted(rows, found, "left"), np.searchsorted(rows, found, "right")
    return float(np.square(np.maximum(np.maximum(below - ranks, ranks - upto), 0)).mean())


def _sliced(rows: np.ndarray, size: int, repeats: int) -> tuple[float, float]:
    """The error of SliceQuantiles, and how often it failed."""
    chance, squares = np.random.default_rng(size), []
    for _ in range(repeats):
        found = slice_quantiles(chance, rows, shares(size), EPSILON)
        if found is not None:
            squares.append(_off(rows, shares(size), found))
    return (math.sqrt(np.mean(squares)) if squares else math.inf), 1 - len(squares) / repeats


def slice_quantiles(
    chance: np.random.Generator, rows: np.ndarray, wanted: tuple[float, ...], epsilon: float
) -> np.ndarray | None:
    """SliceQuantiles on sorted whole numbers from 0 to STEPS; None if it failed."""
    tree, half = best_tree(len(wanted)), epsilon / 2
    noise = chance.laplace(0, tree.l1_norm / half, (1, tree.coordinates))
    middles = np.rint(np.array(wanted) * len(rows) + tree.prefixes(noise)[0]).astype(int)
    rate = half / 2  # of a score that one row changes by at most 1, where a row of the slice is replaced
    reach = math.ceil(math.log(len(wanted) * STEPS / 1e-9) / rate)  # wider than in the paper: a miss is rarer
    if (np.diff(middles) < 2 * reach + 1).any() or middles[0] < reach or middles[-1] >= len(rows) - reach:
        return None
    return np.array([_middle(chance, rows[at - reach : at + reach], rate) for at in middles])


def _middle(chance: np.random.Generator, inside: np.ndarray, rate: float) -> float:
    """A number of the grid, by the exponential mechanism with the distance in rows from the middle of a slice."""
    edges = np.concatenate(([0.0], inside, [float(STEPS)]))
    score = np.abs(np.arange(len(inside) + 1) - len(inside) / 2)
    weights = np.diff(edges) * np.exp(-rate * score)
    gap = chance.choice(len(weights), p=weights / weights.sum())
    return float(chance.uniform(edges[gap], edges[gap + 1]))


def _measured(repeats: int) -> dict[str, tuple[str, dict[str, float]]]:
    many = {}
    for kind, rows in columns().items():
        with rounds.asked(rows.tolist(), high=STEPS, expected_rows=ROWS) as column:
            for size in SIZES:
                many[f"{kind} {size}"] = (
                    _default(column.table, size),
                    {method: _error(column, rows, shares(size), method, repeats) for method in METHODS},
                )
    return many


def _default(table: dp.Table, size: int) -> str:
    """The method that answers where none is named."""
    asked = [
        dp.Quantiles("x", shares(size), method=method, check=False).bind(table.schema) for method in ("auto", *METHODS)
    ]
    best, *others = [type(each.chosen(table, rounds.pure(EPSILON))) for each in asked]
    return METHODS[others.index(best)]


def _error(column: rounds.Asked, rows: np.ndarray, wanted: tuple[float, ...], method: str, repeats: int) -> float:
    """The root mean square error in ranks."""
    answers = column.answers(dp.Quantiles("x", wanted, method=method, check=False), rounds.pure(EPSILON), repeats)
    return math.sqrt(np.mean([_off(rows, wanted, np.array(found)) for found in answers]))


if __name__ == "__main__":
    answer(_measured(int(sys.argv[1])))

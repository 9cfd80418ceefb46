"""The inertia of k-means over that without noise: clusters of synthetic rows, and of flights.

Inertia is the sum of squared distances of rows from the nearest centre. Without noise it is the least of several runs
of Lloyd's iterations on the rows themselves, from starts by k-means++.
"""

from __future__ import annotations

from functools import partial

import numpy as np

import dpcore as dp
from benchmarks import flights
from benchmarks.child import Failed
from benchmarks.error import compared
from benchmarks.fitted import GAUSSIAN, Case, Doubles, desks, grouped, mean, released, theirs
from benchmarks.size import sized
from benchmarks.table import Table, ratio

ROWS = sized({10_000: 1.1, 2_000: 1.15}, {500: 1.15})
"""The number of rows: the target for the ratio to the inertia without noise."""
COLUMNS, CLUSTERS, WIDTHS = sized((2, 3, 4), (2,)), (4, 5), (0.1, 0.2)
BOUNDS = {"hour": (5, 24), "distance": (0, 3000), "arr_delay": (-60, 180), "air_time": (0, 400)}
STARTS, STEPS = sized(8, 1), 100


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: tables of each kind."""
    cases = [case for columns in COLUMNS for rows in ROWS for case in [*synthetic(columns, rows, runs),
                                                                      *flown(columns, rows, runs)]]  # fmt: skip
    least = [without_noise(case) for case in cases]
    with desks() as desk:
        mine = [centres(released(desk, case, query(case), [GAUSSIAN])[0], case) for case in cases]
    figures = grouped(cases, lambda place: inertia(cases[place].values, mine[place]) / least[place])
    others: dict[tuple[str, int], list[float]] = {}
    try:
        version, found = theirs("clusters", cases)
        others = grouped(cases, lambda place: inertia(cases[place].values, found[place]) / least[place])
    except Failed as reason:
        out.note(f"diffprivlib: skipped, {reason}.")
    for (kind, rows), values in figures.items():
        ours, spread = mean(values)
        against = ratio(ours, at_most=ROWS[rows]) + f" ± {ours * spread:.2g}"
        what = "k-means: inertia over that without noise"
        out.add(what, kind, f"{rows:,}", f"{ours:.3f}", "no noise", "1", against, f"at most {ROWS[rows]}×")
        if (kind, rows) in others:
            their = mean(others[kind, rows])
            label = f"diffprivlib {version}"
            out.add("", "", "", f"{ours:.3f}", label, f"{their[0]:.3f}", compared((ours, spread), their), "–")


def query(case: Case) -> dp.KMeans:
    """The question."""
    return dp.KMeans(case.names, case.count)


def centres(release: dp.Release, case: Case) -> Doubles:
    """The released centres, shape (clusters, columns)."""
    table = release.table
    return np.stack([table[table["variable"] == name]["estimate"].to_numpy(dtype=float) for name in case.names], axis=1)


def synthetic(columns: int, rows: int, runs: int) -> list[Case]:
    """Normal clusters of random places, sizes and one of two widths."""
    found = []
    for seed in range(runs):
        chance, count = np.random.default_rng([columns, seed]), CLUSTERS[seed % len(CLUSTERS)]
        middles, shares = chance.uniform(-0.7, 0.7, (count, columns)), chance.dirichlet(np.full(count, 3.0))
        width = WIDTHS[seed // len(CLUSTERS) % len(WIDTHS)]
        values = middles[chance.choice(count, rows, p=shares)] + chance.normal(0, width, (rows, columns))
        found.append(Case(f"synthetic, {columns} columns", count, np.clip(values, -1, 1)))
    return found


def flown(columns: int, rows: int, runs: int) -> list[Case]:
    """Random flights, each column in halves of its bounds."""
    names = list(BOUNDS)[:columns]
    every = flights.arrived([name for name in BOUNDS if name != "hour"])[names].to_numpy()
    low, high = np.array([BOUNDS[name] for name in names], dtype=np.float64).T
    scaled = np.clip((2 * every - low - high) / (high - low), -1, 1)
    pick = partial(np.random.default_rng(columns).choice, len(scaled), rows, replace=False)
    counts = [CLUSTERS[seed % len(CLUSTERS)] for seed in range(runs)]
    return [Case(f"flights, {columns} columns", count, scaled[pick()]) for count in counts]


def without_noise(case: Case) -> float:
    """The least inertia of all starts."""
    chance = np.random.default_rng(len(case.values))
    return min(inertia(case.values, lloyd(case.values, start(case, chance))) for _ in range(STARTS))


def start(case: Case, chance: np.random.Generator) -> Doubles:
    """A start by k-means++: each row by its squared distance from the former ones."""
    rows = case.values
    found = rows[[chance.integers(len(rows))]]
    while len(found) < case.count:
        far = distances(rows, found).min(axis=1)
        found = np.vstack([found, rows[chance.choice(len(rows), p=far / far.sum())]])
    return found


def lloyd(rows: Doubles, found: Doubles) -> Doubles:
    """The centres at the end of Lloyd's iterations."""
    for _ in range(STEPS):
        owner = distances(rows, found).argmin(axis=1)
        size = np.bincount(owner, minlength=len(found))
        sums = np.stack([np.bincount(owner, column, len(found)) for column in rows.T], axis=1)
        moved = np.where(size[:, None] > 0, sums / np.maximum(size, 1)[:, None], found)
        if np.abs(moved - found).max() < 1e-5:
            break
        found = moved
    return found


def distances(rows: Doubles, places: Doubles) -> Doubles:
    """Squared, shape (rows, places)."""
    squares = np.square(rows).sum(axis=1)[:, None] - 2 * rows @ places.T + np.square(places).sum(axis=1)
    return np.maximum(squares, 0.0)


def inertia(rows: Doubles, found: Doubles) -> float:
    """The sum of squared distances from the nearest centre."""
    return float(distances(rows, found).min(axis=1).sum())

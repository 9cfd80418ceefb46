"""The squared error of the predictions of a linear regression beyond those of least squares on the same rows.

Errors are of 50,000 other rows of the same kind. All predictions are clipped to the bounds of the target.
"""

from __future__ import annotations

import numpy as np

import dpcore as dp
from benchmarks.child import Failed
from benchmarks.error import compared
from benchmarks.fitted import GAUSSIAN, PURE, Case, Doubles, desks, grouped, mean, released, theirs
from benchmarks.size import sized
from benchmarks.table import Table

ROWS = sized({2_000: 0.5, 20_000: 0.35}, {2_000: 0.5})
"""The number of rows: the target for the ratio to diffprivlib's error."""
HELD, FEATURES = sized(50_000, 500), 6
PRICES = {"(1, 1e-06)": GAUSSIAN, "epsilon 1": PURE}
EXPLAINED, LEFT = 0.25, 0.2  # standard deviations of the mean by the features, and around it
KINDS = ("even features", "normal features")


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: tables of each kind."""
    cases = [case(kind, rows, seed) for kind in KINDS for rows in ROWS for seed in range(runs)]
    with desks() as desk:
        mine = [[np.array(coefficients(release)) for release in released(desk, each, query(each), [*PRICES.values()])]
                for each in cases]  # fmt: skip
    others: dict[tuple[str, int], list[float]] = {}
    try:
        version, found = theirs("regression", cases)
        others = grouped(cases, lambda place: excess(cases[place], found[place]))
    except Failed as reason:
        out.note(f"diffprivlib: skipped, {reason}.")
    for number, price in enumerate(PRICES):
        figures = grouped(cases, lambda place, number=number: excess(cases[place], mine[place][number]))
        for (kind, rows), values in figures.items():
            what = f"linear regression at {price}: squared error beyond least squares"
            ours, target = mean(values), ROWS[rows]
            if (kind, rows) not in others:
                out.add(what, kind, f"{rows:,}", f"{ours[0]:.2g}")
                continue
            their = mean(others[kind, rows])
            against = compared(ours, their, target)
            cells = f"{ours[0]:.2g}", f"diffprivlib {version}", f"{their[0]:.2g}", against, f"at most {target}×"
            out.add(what, kind, f"{rows:,}", *cells)
    out.note(f"The best constant's squared error is {EXPLAINED**2:.2g} beyond that of least squares.")


def case(kind: str, rows: int, seed: int) -> Case:
    """Features that are spread evenly, or that are normal and correlated; the target comes last."""
    chance = np.random.default_rng(seed)
    beta = chance.normal(size=FEATURES)
    size = rows + HELD
    if kind == KINDS[0]:
        x = chance.uniform(-1, 1, (size, FEATURES))
    else:
        x = 0.35 * (np.sqrt(0.7) * chance.normal(size=(size, FEATURES)) + np.sqrt(0.3) * chance.normal(size=(size, 1)))
    x = np.clip(x, -1, 1)
    told = x @ beta
    y = EXPLAINED * told / told.std() + LEFT * chance.normal(size=size)
    values = np.column_stack([x, np.clip(y, -1, 1)])
    return Case(kind, 0, values[:rows], values[rows:])


def query(each: Case) -> dp.LinearRegression:
    """The question."""
    *names, target = each.names
    return dp.LinearRegression(target, names)


def coefficients(release: dp.Release) -> list[float]:
    """The released intercept and coefficients."""
    table = release.table
    return [float(value) for value in table[table["part"] == "coefficient"]["estimate"]]


def excess(each: Case, found: Doubles) -> float:
    """The squared error of other rows beyond that of least squares."""
    x, y = each.values[:, :-1], each.values[:, -1]
    best = np.linalg.lstsq(np.column_stack([np.ones(len(x)), x]), y, rcond=None)[0]
    return squared(each, found) - squared(each, best)


def squared(each: Case, found: Doubles) -> float:
    """The mean squared error of other rows."""
    assert each.held is not None
    x, y = each.held[:, :-1], each.held[:, -1]
    return float(np.square(np.clip(found[0] + x @ found[1:], -1, 1) - y).mean())

"""The variance that two released principal components lose, beside other mechanisms at the same price.

Lost is the part of the total variance that the true two components explain and the released ones do not.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import dpcore as dp
from benchmarks.child import Failed
from benchmarks.error import compared
from benchmarks.fitted import GAUSSIAN, Case, Doubles, desks, mean, released, theirs
from benchmarks.size import sized
from benchmarks.table import Table
from dpcore.mechanisms import Mu
from dpcore.queries.models import eigen
from dpcore.queries.models.features import features
from dpcore.table.table import Table as Facts

ROWS, COLUMNS, KEPT = sized(10_000, 500), 6, 2
SPREAD = (0.45, 0.35, 0.2, 0.15, 0.1, 0.1)  # standard deviations along the true components, in halves of the range
TARGETS = {"upper triangle": 0.7, "diffprivlib": 0.1}
RELEASES = sized(10, 1)  # of each table


def add(out: Table, runs: int) -> None:
    """The rows of the table of results. runs: tables."""
    cases = [case(seed) for seed in range(runs)]
    prices = [GAUSSIAN] * RELEASES
    with desks() as desk:
        mine = [[lost(each, loadings(release, each)) for release in released(desk, each, query(each), prices)]
                for each in cases]  # fmt: skip
    ours = mean([float(np.mean(figures)) for figures in mine])
    others = {"upper triangle": [float(np.mean([lost(each, found) for found in triangle(each)])) for each in cases]}
    labels = {"upper triangle": "noise on the upper triangle"}
    try:
        version, found = theirs("components", cases)
        others["diffprivlib"] = [lost(*pair) for pair in zip(cases, found, strict=True)]
        labels["diffprivlib"] = f"diffprivlib {version}"
    except Failed as reason:
        out.note(f"diffprivlib: skipped, {reason}.")
    for name, values in others.items():
        their = mean(values)
        against = compared(ours, their, TARGETS[name])
        figures = f"{ours[0]:.2g}", labels[name], f"{their[0]:.2g}", against, f"at most {TARGETS[name]}×"
        out.add("principal components: share of the variance lost", f"{COLUMNS} columns", f"{ROWS:,}", *figures)


def case(seed: int) -> Case:
    """Normal rows along random directions, around a random place."""
    chance = np.random.default_rng(seed)
    directions = np.linalg.qr(chance.normal(size=(COLUMNS, COLUMNS)))[0]
    values = chance.normal(size=(ROWS, COLUMNS)) * SPREAD @ directions.T + chance.uniform(-0.2, 0.2, COLUMNS)
    return Case("", KEPT, np.clip(values, -1, 1))


def query(each: Case) -> dp.PrincipalComponents:
    """The question."""
    return dp.PrincipalComponents(each.names)


def loadings(release: dp.Release, each: Case) -> Doubles:
    """The released components, one a row."""
    table = release.table
    names = [f"component {place}" for place in range(1, 1 + each.count)]
    return np.stack([table[table["part"] == name]["estimate"].to_numpy(dtype=float) for name in names])


def lost(each: Case, found: Doubles) -> float:
    """The share of the variance that the true components explain and these do not."""
    covariance = np.cov(each.values.T)
    values = np.linalg.eigvalsh(covariance)[::-1]
    basis = np.linalg.qr(found.T)[0]
    return float((values[: each.count].sum() - np.trace(basis.T @ covariance @ basis)) / values.sum())


def triangle(each: Case) -> list[Doubles]:
    """Components with independent noise on the upper triangle: beside the diagonal as large as on it, read alike."""
    schema = dp.Schema({name: dp.Number(-1, 1) for name in each.names})
    products = features(schema, tuple(each.names))
    price = Mu(Fraction(GAUSSIAN["mu"]) ** 2)
    spread = query(each).bind(schema).mechanism(Facts(schema, dp.Unit()), price).error(0.95)
    assert spread is not None
    variances = np.square(np.array(spread.std) / products.units(Mu))
    largest = np.full(len(variances), variances.max())  # the diagonal's
    whole = np.column_stack([np.ones(len(each.values)), each.values])
    gram = whole.T @ whole
    exact = np.array([gram[entry] for entry in products.entries])
    chance = np.random.default_rng(len(each.values))
    draws = (exact + np.sqrt(largest) * chance.normal(size=len(exact)) for _ in range(RELEASES))
    return [eigen.components(noisy, largest, products.places).vectors[: each.count] for noisy in draws]

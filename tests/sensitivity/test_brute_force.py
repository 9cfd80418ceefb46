"""Declared sensitivities against every neighbouring pair of small tables: never exceeded, and nearly attained.

A table is a multiset of units; all units but one are the same on both sides and cancel, for every statistic is a sum
over units. So all pairs of one unit's row sets are all neighbouring pairs. Two-unit tables check the cancelling.
"""

from __future__ import annotations

import itertools
from fractions import Fraction as Exact

import numpy as np
import pytest

from dpcore.mechanisms import Epsilon, Mu, Price, gaussian, laplace
from dpcore.mechanisms.additive import spherical
from dpcore.queries import (
    QUERIES,
    Correlation,
    Count,
    Covariance,
    CrossTable,
    Cumulative,
    Density,
    DistinctUnits,
    Fraction,
    Histogram,
    JointDensity,
    KernelMachine,
    KMeans,
    LinearRegression,
    Mean,
    Perceptron,
    PrincipalComponents,
    Query,
    Ratio,
    StandardDeviation,
    StatisticalQueries,
    Sum,
    Threshold,
    Trend,
    Variance,
    VectorMean,
    Workload,
)
from dpcore.queries.question.single import Single
from dpcore.sensitivity import Contribution
from dpcore.sensitivity.relation import Neighbors
from dpcore.statistic import Linear, Projection
from dpcore.table.category import Category
from dpcore.table.column import Flag, Identifier, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.contracts.neighbour import sold
from tests.oracle import Row, evaluate

SCHEMA = Schema(
    x=Number(-1, 2, integer=True),
    y=Number(0, 3, integer=True, missing=1),
    z=Number(0, 1, integer=True, missing=0),
    g=Category(["a", "b", "c"]),
    f=Flag(),
    unit=Identifier(),
)
OVER = (Condition("g", "!=", "c"),)
EACH = [
    Condition("y", ">=", 2),
    Condition("f", "==", True),
    Condition("g", "in", ["a"]),
    Condition("g", "in", ["a", "b"]),
]
APART = [Condition("g", "==", "a"), Condition("g", "==", "b"), Condition("g", "==", "c"), Condition("y", "<", 1)]
ASKS: list[Query] = [
    Count(),
    Count(where=OVER),
    Count(by=["g"]),
    Count(by=["g", "f"], where=OVER),
    DistinctUnits(),
    DistinctUnits(where=OVER),
    DistinctUnits(by=["g"]),
    Fraction(Condition("f", "==", True)),
    Fraction(Condition("f", "==", True), by=["g"]),
    Fraction(Condition("f", "==", True), where=OVER),
    *(
        kind(column, by=by, where=where)
        for kind in (Sum, Mean, Variance, StandardDeviation)
        for column in ("x", "y")
        for by, where in (((), ()), (("g",), ()), ((), OVER))
    ),
    *(
        kind(columns, by=by, where=where)
        for kind, columns in ((Covariance, ["x", "y"]), (Correlation, ["y", "x"]), (VectorMean, ["x", "y"]))
        for by, where in (((), ()), (("g",), ()), ((), OVER))
    ),
    *(Ratio(*columns, by=by) for columns in (("x", "y"), ("y", "x"), ("z", "y")) for by in ((), ("g",))),
    Ratio("y", "z", where=OVER),
    Covariance(["y", "z"]),
    VectorMean(["y", "z"]),
    VectorMean(["x", "y"], radius=1.0),
    VectorMean(["x", "y"], by=["g"], radius=0.7),
    VectorMean(["y", "z"], radius=0.5),
    StatisticalQueries(EACH),
    StatisticalQueries(EACH[:1]),
    StatisticalQueries(EACH, by=["g"]),
    StatisticalQueries(EACH[:2], where=OVER),
    StatisticalQueries(APART),
    StatisticalQueries(APART, where=OVER),
    StatisticalQueries([Condition("y", ">=", 0), Condition("y", "!=", 3), Condition("f", "==", False)]),
    Histogram("x", bins=2),
    Histogram("y", bins=4),
    Histogram("x", edges=[-1, 0.5]),
    Histogram("g"),
    CrossTable(["g", "f"]),
    Cumulative("x", 4),
    Cumulative("y", 4),
    Cumulative("y", 2, by=["g"]),
    Cumulative("x", 1, where=OVER),
    Density("x"),
    Density("y", by=["g"]),
    Density("y", bandwidth=0.4),
    Density("y", bandwidth=20),
    Density("x", bandwidth=0.9, where=OVER),
    JointDensity("x", "y"),
    JointDensity("y", "z", by=["g"]),
    JointDensity("x", "y", 0.3, 20, where=OVER),
    Trend("y", "x"),
    Trend("f", "y", by=["g"]),
    Trend("x", "y", bandwidth=0.8),
    Trend("z", "y", bandwidth=20, where=OVER),
    LinearRegression("x", ["y", "g", "f"]),
    LinearRegression("y", ["g"], where=OVER),
    Perceptron("f", ["x", "g"]),
    Perceptron("f", ["y"], where=OVER),
    PrincipalComponents(["x", "y"]),
    PrincipalComponents(["y", "z"], where=OVER),
    KMeans(["x", "y"], 2),
    KMeans(["z"], where=OVER),
    KMeans(["x", "y"], 2, method="rounds"),
    KMeans(["y"], 1, method="rounds"),
    Threshold("f", "x", 4),
    Threshold("f", "y", 2, where=OVER),
    Workload("g", [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
    Workload("g", [[1, -1, 0], [0.5, 2, -1]], where=OVER),
    Workload("y", [[1, 1, 1, 1], [1, -1, 0, 0]]),
    Workload("y", [[1, 1, 1, 1]]),
    Workload("f", [[1, 0.3], [-2, 1], [1, 1]], by=["g"]),
    Workload("g", [[1, 0, 0], [1, 1, 0], [1, 1, 1]], covariance=[[1, 0.7, 0], [0.7, 1, -0.3], [0, -0.3, 4]]),
    Workload("y", [[1, 1, 1, 1], [1, -1, 0, 0.1]], covariance=[[2, -1.2], [-1.2, 1]]),
    Workload("f", [[1, 0.3], [-2, 1]], by=["g"], where=OVER, covariance=[[1, 0.9], [0.9, 1]]),
]
UNITS = [Unit(), Unit("unit", 1), Unit("unit", 2), Unit("unit", 2, 1)]


def test_every_query_of_additive_noise_is_covered() -> None:
    """Scores and minimisers have brute force of their own, in test_rank.py and test_machine.py of tests/statistic."""
    assert {type(ask) for ask in ASKS} == {kind for kind in QUERIES if issubclass(kind, Single)} - {KernelMachine}


def domain() -> list[Row]:
    """Every kind of row: each value of x with g, and rows that vary y and f."""
    wide = [{"x": x, "y": 1, "g": g, "f": True} for x in (None, -1, 0, 1, 2) for g in ("a", "b", "c")]
    rest = [{"x": 2, "y": y, "g": g, "f": f} for y in (0, 3) for g in ("a", "b", None) for f in (True, False, None)]
    far = [{"x": -1, "y": y, "g": "a", "f": True} for y in (0, 3)]
    return [{**row, "z": int(row["y"] == 3)} for row in wide + rest] + [{**row, "z": int(row["y"] == 0)} for row in far]


def row_sets(unit: Unit, nonempty: bool) -> list[list[Row]]:
    """All sets of rows that one unit can have after truncation."""
    sizes = range(1 if nonempty else 0, unit.max_rows + 1)
    sets = [list(rows) for size in sizes for rows in itertools.combinations_with_replacement(domain(), size)]
    return [[{**row, "unit": "u"} for row in rows] for rows in sets]


def group_bounded(query: Query, unit: Unit, rows: list[Row]) -> bool:
    """Whether the rows respect max_groups, as the engine's truncation makes sure."""
    if not query.by or unit.max_groups is None:
        return True
    return len({tuple(row[name] for name in query.by) for row in rows}) <= unit.max_groups


def worst(query: Query, table: Table, price: Price, statistic: Linear | Projection, scales: np.ndarray) -> float:
    """The largest distance between statistics of neighbouring tables, in the norm of what is paid."""
    replaced = table.neighbors == "replace"
    sets = [rows for rows in row_sets(table.unit, replaced) if group_bounded(query, table.unit, rows)]
    aggregate = query.aggregate(table)
    points = np.array([statistic.exact(evaluate(aggregate, rows)) for rows in sets], dtype=float)
    inverse = np.where(scales > 0, 1 / np.where(scales > 0, scales, 1), 0)[:, None]
    exact_public = points[:, scales == 0]
    assert (exact_public == exact_public[:1]).all(), "a coordinate without noise must not change"
    points = (points * inverse).reshape(len(points), -1)
    if not replaced:
        points, others = points, points[:1]
    else:
        others = points
    best = 0.0
    for other in others:
        gap = np.abs(points - other)
        size = gap.sum(axis=1) if isinstance(price, Epsilon) else np.sqrt(np.square(gap).sum(axis=1))
        best = max(best, float(size.max()))
    return best


def check(query: Query, table: Table, price: Price) -> None:
    """At most the declared distance, and above 0.9 of it."""
    statistic = query.statistic(table, price)
    if isinstance(price, Epsilon):
        declared = float(statistic.l1_sensitivity())
        scales = np.array([float(bool(scale)) for scale in laplace(statistic, Exact(1)).scales])
    else:
        noise = spherical if isinstance(statistic, Projection) else gaussian
        scales = np.array([float(scale) for scale in noise(statistic, Exact(1)).scales])
        declared = float(scales.any())
    found = worst(query, table, price, statistic, scales)
    assert found <= declared * (1 + 1e-9), f"{query} exceeds what it declares: {found} against {declared}"
    assert found >= declared * 0.9 - 1e-12, f"{query} declares too much: {found} against {declared}"


@pytest.mark.sample(2)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("unit", UNITS, ids=str)
@pytest.mark.parametrize("price", [Mu(Exact(1)), Epsilon(Exact(1))], ids=repr)
def test_sensitivity_is_the_supremum(neighbors: Neighbors, unit: Unit, price: Price) -> None:
    for ask in ASKS:
        if sold(query := ask.bind(SCHEMA), table := Table(SCHEMA, unit, neighbors), price):
            check(query, table, price)


@pytest.mark.sample(100)
@pytest.mark.parametrize("neighbors", ["add_remove", "replace"])
@pytest.mark.parametrize("price", [Mu(Exact(1)), Epsilon(Exact(1))], ids=repr)
@pytest.mark.parametrize("ask", ASKS, ids=str)
def test_nine_tenths_of_it_fail(
    ask: Query, price: Price, neighbors: Neighbors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seeded bug: every sensitivity times 0.9."""
    query, table = ask.bind(SCHEMA), Table(SCHEMA, Unit(), neighbors)
    if not sold(query, table, price) or query.statistic(table, price).public:
        return
    l1, norm = Contribution.l1_sensitivity, Contribution.norm
    monkeypatch.setattr(Contribution, "l1_sensitivity", lambda self: 0.9 * l1(self))
    whole, squared = Projection.l1_sensitivity, Projection.squared_l2_sensitivity
    monkeypatch.setattr(Projection, "l1_sensitivity", lambda self: 0.9 * whole(self))
    monkeypatch.setattr(Projection, "squared_l2_sensitivity", lambda self: round(0.81 * squared(self)))
    monkeypatch.setattr(Contribution, "norm", lambda self, scales: 0.9 * norm(self, scales))
    with pytest.raises(AssertionError, match="exceeds"):
        check(query, table, price)


def test_units_cancel() -> None:
    """A second unit, the same on both sides, changes no distance; one unit in a coordinate where sums are rounded."""
    table = Table(SCHEMA, Unit("unit", 2), "add_remove")
    other = [{"x": 1, "y": 1, "z": 0, "g": "a", "f": True, "unit": "v"}]
    for ask in ASKS:
        query = ask.bind(SCHEMA)
        statistic, aggregate = query.statistic(table, Mu(Exact(1))), query.aggregate(table)
        empty = statistic.exact(evaluate(aggregate, []))
        base = statistic.exact(evaluate(aggregate, other))
        for rows in row_sets(table.unit, True)[::7]:
            alone = statistic.exact(evaluate(aggregate, rows)) - empty
            gap = np.abs(statistic.exact(evaluate(aggregate, other + rows)) - base - alone)
            rounds = isinstance(statistic, Projection) and statistic.factor.rounds
            assert gap.max() <= (1 if rounds else 0)

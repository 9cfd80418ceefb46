"""Courses of every learner on neighbouring tables that are as far apart as its price allows, in every round.

Most rows are alike, so that each round asks nearly the same whatever the noise; the one unit lies at an end of all
columns, on the side that the others do not expect. A unit has many rows: rounding to whole numbers hides nothing then.
"""

from __future__ import annotations

from typing import Any

import dpcore as dp
from dpcore.queries import Query
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import Table, Unit
from tests.contracts.course import Counted, Course

MANY, ROWS = 10**7, 64
SCHEMA = dp.Schema(
    x=dp.Number(-1, 1, missing=0),
    z=dp.Number(-1, 1, missing=0),
    y=dp.Number(-1, 1, missing=0),
    f=dp.Flag(),
    late=dp.Flag(),
    u=dp.Identifier(),
)
RATED = dp.Schema(u=dp.Identifier(), item=dp.Category(["a", "b"]), stars=dp.Number(1, 5))


def row(x: float = 1, late: bool = True, y: float = 1, *, f: bool | None = None) -> dict[str, Any]:
    """Both numbers are the same; the flag is true where they are above 0."""
    return {"x": x, "z": x, "y": y, "f": x > 0 if f is None else f, "late": late, "unit": "u"}


def others(*rows: dict[str, Any]) -> Counted:
    """Many of each."""
    return tuple((MANY, (each,)) for each in rows)


TRUE, FALSE, LOW, HIGH = row(), row(late=False), row(-1), row(-1, late=False)
FITTING, EVEN = others(TRUE, HIGH), others(TRUE, FALSE, LOW, HIGH)
FLAT = others(row(y=0), row(-1, y=0))
# by name: the question, the other rows, and the row that comes; under replace, the other rows and both
LISTED: dict[str, tuple[Query, Counted, dict[str, Any], Counted, tuple[dict[str, Any], dict[str, Any]]]] = {
    "conjunction": (dp.Conjunction("late", ["f"]), FITTING, TRUE, FITTING, (TRUE, FALSE)),
    "threshold": (dp.Threshold("late", "x"), (), TRUE, (), (TRUE, HIGH)),
    "decision tree": (
        dp.DecisionTree("late", ["f", "x"], depth=2, bins=2), others(FALSE, LOW), TRUE, others(FALSE, LOW), (TRUE, HIGH)
    ),
    "perceptron": (dp.Perceptron("late", ["x", "z"], 3), others(FALSE), TRUE, others(FALSE), (TRUE, HIGH)),
    "logistic regression": (dp.LogisticRegression("late", ["x"]), FITTING, FALSE, EVEN, (TRUE, FALSE)),
    "linear regression": (dp.LinearRegression("y", ["x", "z"]), (), TRUE, (), (TRUE, row(-1))),
    "principal components": (dp.PrincipalComponents(["x", "y"]), (), TRUE, (), (TRUE, row(-1))),
    "k-means by a grid": (dp.KMeans(["x", "z"], clusters=2, method="grid"), (), TRUE, (), (TRUE, HIGH)),
    "k-means in rounds": (
        dp.KMeans(["x", "z"], clusters=2, method="rounds", rounds=2), FITTING, TRUE, FITTING, (TRUE, HIGH)
    ),
    "logistic gradient descent": (
        dp.NoisySGD("late", ["x"], steps=3, clip=0.25), FITTING, FALSE, EVEN, (TRUE, FALSE)
    ),
    "linear gradient descent": (
        dp.NoisySGD("y", ["x"], steps=3, clip=0.25), others(TRUE, row(-1, y=-1)), row(y=-1), FLAT, (row(y=1), row(y=-1))
    ),
}  # fmt: skip
RECOMMENDER, SAMPLED = "recommender", "gradient descent on samples"
NAMES = (*LISTED, RECOMMENDER, SAMPLED)


def course(name: str, neighbors: Neighbors) -> Course | None:
    """One of them; None if it is not asked under this relation."""
    if name == RECOMMENDER:
        return _recommender(neighbors)
    if name == SAMPLED:
        sampled = dp.NoisySGD("y", ["x"], steps=3, rate=0.3, clip=0.25)
        return _course(sampled, (), ((ROWS, (row(y=-1),)),)) if neighbors == "add_remove" else None
    query, many, one, more, pair = LISTED[name]
    if neighbors == "add_remove":
        return _course(query, many, ((ROWS, (one,)),))
    return _course(query, more, ((ROWS, (pair[1],)),), ((ROWS, (pair[0],)),))


def _course(query: Query, many: Counted, one: Counted, zero: Counted = ()) -> Course:
    table = Table(SCHEMA, Unit("u", ROWS), "replace" if zero else "add_remove")
    return Course(query.bind(SCHEMA), table, many, (zero, one))


def _recommender(neighbors: Neighbors) -> Course:
    """A user with one rating, where all others' is the opposite; the other user in place of it rates the other item."""

    def rating(item: str, stars: float) -> Counted:
        return ((1, ({"unit": item, "item": item, "stars": stars},)),)

    many = tuple((MANY, rows) for item in ("a", "b") for _, rows in rating(item, 1.0))
    table = Table(RATED, Unit("u", 2), neighbors)
    query = dp.Recommender("u", "item", "stars").bind(RATED)
    return Course(query, table, many, (rating("b", 5.0) if neighbors == "replace" else (), rating("a", 5.0)))

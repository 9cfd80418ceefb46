"""The parameters of a question about clusters, and their checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dpcore.errors import QueryError
from dpcore.number import shown, whole
from dpcore.queries.question.parameter import Parameter
from dpcore.table.column import Number
from dpcore.text import Text

MOST_COLUMNS, MOST_CLUSTERS, MOST_ROUNDS = 20, 20, 10
GRID_COLUMNS, ROUNDS = 4, 5
"""The most columns of a grid; and the usual number of rounds."""
AUTO, GRID, IN_ROUNDS = "auto", "grid", "rounds"
METHODS = {
    AUTO: Text("Grid up to {most} columns, else rounds", most=GRID_COLUMNS),
    GRID: Text("One noisy grid of counts"),
    IN_ROUNDS: Text("Rounds of counts and sums (Lloyd)"),
}
PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        "columns",
        "several",
        Text("From {low} to {high} columns of numbers.", low=1, high=MOST_COLUMNS),
        (Number,),
        low=1,
        high=MOST_COLUMNS,
    ),
    Parameter(
        "clusters",
        "whole",
        Text("How many clusters to find, from {low} to {high}.", low=1, high=MOST_CLUSTERS),
        low=1,
        high=MOST_CLUSTERS,
        default=3,
        label=Text("Clusters"),
    ),
    Parameter(
        "method",
        "choice",
        Text("A grid has the smaller error, but is for at most {most} columns.", most=GRID_COLUMNS),
        choices=tuple(METHODS.items()),
        label=Text("Method"),
    ),
    Parameter(
        "rounds",
        "whole",
        Text("How often centres are moved, from {low} to {high}; of no effect on a grid.", low=1, high=MOST_ROUNDS),
        low=1,
        high=MOST_ROUNDS,
        default=ROUNDS,
        label=Text("Rounds"),
        when=("method", (AUTO, IN_ROUNDS)),
    ),
)


def check(columns: Sequence[Any], clusters: object, method: object, rounds: object) -> None:
    """Raises QueryError unless these can be asked."""
    if not 1 <= len(columns) <= MOST_COLUMNS or not all(isinstance(name, str) for name in columns):
        raise QueryError(
            "`columns` must be {low} to {high} columns of numbers. Got {columns}.",
            'For example columns=["age", "cost"].',
            low=1,
            high=MOST_COLUMNS,
            columns=shown(list(columns)),
        )
    whole(clusters, "`clusters`", low=1, high=MOST_CLUSTERS, error=QueryError)
    whole(rounds, "`rounds`", low=1, high=MOST_ROUNDS, error=QueryError)
    if not isinstance(method, str) or method not in METHODS:
        raise QueryError(
            "`method` must be one of {methods}. Got {method}.",
            methods=", ".join(METHODS),
            method=shown(method),
        )
    if method == GRID and len(columns) > GRID_COLUMNS:
        raise QueryError(
            "A grid is for at most {most} columns. Got {size}.",
            'Use fewer columns, or method="rounds".',
            most=GRID_COLUMNS,
            size=len(columns),
        )

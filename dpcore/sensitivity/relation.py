"""The neighbouring relation: which pairs of tables must be hard to distinguish."""

from typing import Any, Literal, get_args

from dpcore.errors import DpError
from dpcore.number import shown, whole

Neighbors = Literal["add_remove", "replace"]
"""add_remove: one unit is added or removed. replace: one unit is replaced by another; the number of units is public."""
MOST_ROWS = 10**15


def relation(value: Any, error: type[DpError] = DpError) -> Neighbors:
    """A relation by its name. Raises `error`."""
    if value in get_args(Neighbors):
        chosen: Neighbors = value
        return chosen
    raise error(
        "`neighbors` must be one of {get_args}. Got {neighbors}.",
        "add_remove protects membership in the table; replace makes the number of units public.",
        get_args=", ".join(get_args(Neighbors)),
        neighbors=shown(value),
    )


def public_rows(rows: object, neighbors: object) -> int:
    """The number of rows to divide by: 1 if `rows` is None. Raises DpError."""
    relation(neighbors)
    if rows is None:
        return 1
    if neighbors == "add_remove":
        raise DpError(
            "Where rows are added or removed, their number is private and no estimate can be divided by it.",
            "Leave `rows` out and release the sum with a noisy count.",
        )
    return whole(rows, "`rows`", low=1, high=MOST_ROWS)

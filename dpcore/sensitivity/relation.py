"""The neighbouring relation: which pairs of tables must be hard to distinguish."""

from typing import Any, Literal, get_args

from dpcore.errors import DpError
from dpcore.number import shown

Neighbors = Literal["add_remove", "replace"]
"""add_remove: one unit is added or removed. replace: one unit is replaced by another; the number of units is public."""


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

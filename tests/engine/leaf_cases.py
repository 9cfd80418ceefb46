"""Aggregates by the leaves of a tree, whose statements are reviewed."""

from __future__ import annotations

from typing import Any

from dpcore.table.aggregate import Aggregate, Categories, Edges, Flags, Leaf, Periods, Rows
from dpcore.table.condition import Condition
from dpcore.table.leaf import Branch
from dpcore.table.table import Table


def cases(
    table: Table, stored: Any, as_text: Any, keys: tuple[Categories, Flags, Periods], old: Condition
) -> dict[str, tuple[Any, ...]]:
    """By name: the table, the types of its columns, and aggregates."""
    ward, flag, months = keys
    ages = Edges("age", (-0.5, 30.5, 60.5, 90.5, 120.5), even=True)
    leaf = Leaf(Branch(ward, (0, 1, 0), (Branch(ages, (0, 0, 1, 1), (2, Branch(flag, (1, 0), (0, 3)))), 1)))
    present = ("age", "smoker")
    one = Aggregate((Rows(),), keys=(leaf, flag), present=present)
    other = Aggregate((Rows(),), keys=(leaf, months, flag), present=present)
    of_text = Aggregate((Rows(),), keys=(leaf, months), where=(old,), present=(ward.column,))
    return {
        "leaves": (table, stored, one),
        "leaves_by_several_keys": (table, stored, one, other),
        "leaves_of_text": (table, as_text, of_text),
    }

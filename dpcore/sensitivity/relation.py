"""The neighbouring relation: which pairs of tables must be hard to distinguish."""

from typing import Literal

Neighbors = Literal["add_remove", "replace"]
"""add_remove: one unit is added or removed. replace: one unit is replaced by another; the number of units is public."""

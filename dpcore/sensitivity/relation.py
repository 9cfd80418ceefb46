"""The neighbouring relation: which two tables must be hard to tell apart."""

from typing import Literal

Neighbors = Literal["add_remove", "replace"]
"""One unit more or less; or one unit replaced by another, and the number of units public."""

"""A key that is a public tree: the cell of a row is the leaf that the row reaches by its values in several columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from dpcore.errors import QueryError
from dpcore.table.split import Split

MOST_LEAVES, DEEPEST = 1_024, 32
"""The largest tree that is written as a statement."""


@final
@dataclass(frozen=True, slots=True)
class Branch:
    """An inner node of a tree. key: of the split. places: for each cell of the key, the index of its child.

    children: branches, or the numbers of leaves. Each child has at least one cell.
    """

    key: Split
    places: tuple[int, ...]
    children: tuple[Branch | int, ...]

    @property
    def leaves(self) -> Iterator[int]:
        """The numbers of the leaves below this node, in order."""
        for child in self.children:
            if isinstance(child, Branch):
                yield from child.leaves
            else:
                yield child

    @property
    def columns(self) -> Iterator[str]:
        """The columns of all splits, in order; some more than once."""
        yield self.key.column
        for child in self.children:
            if isinstance(child, Branch):
                yield from child.columns

    @property
    def depth(self) -> int:
        """The largest number of splits on the way to a leaf."""
        return 1 + max(child.depth if isinstance(child, Branch) else 0 for child in self.children)

    @property
    def whole(self) -> bool:
        """Whether every cell has a child, and every child a cell, in all branches."""
        fits = len(self.places) == self.key.size and set(self.places) == set(range(len(self.children)))
        return fits and all(child.whole for child in self.children if isinstance(child, Branch))


@final
@dataclass(frozen=True, slots=True)
class Leaf:
    """One cell for each leaf of a public tree, by number. A row with a missing value on its way is in no cell.

    Missing values in other columns do not matter. So a question whose rounds must read the same rows lists all columns
    of its trees in `present`. Raises QueryError.
    """

    tree: Branch

    def __post_init__(self) -> None:
        leaves = list(self.tree.leaves)
        if sorted(leaves) != list(range(len(leaves))) or not self.tree.whole:
            raise QueryError("The leaves of a tree must be numbered from 0, and each cell of a split have a child.")
        if len(leaves) > MOST_LEAVES or self.tree.depth > DEEPEST:
            raise QueryError(
                "A tree can have at most {leaves:,} leaves and {depth} splits on the way to one.",
                leaves=MOST_LEAVES,
                depth=DEEPEST,
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its splits, each once."""
        return tuple(dict.fromkeys(self.tree.columns))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(list(self.tree.leaves))

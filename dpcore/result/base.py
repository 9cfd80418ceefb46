"""The base class of result shapes: public keys and noisy figures, one entry per cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dpcore.text import Text

FIGURES = ("estimate", "std_error", "low", "high")

Keys = Mapping[str, Sequence[Any]]
"""The key columns, one entry per cell."""
Figures = Mapping[str, Sequence[float]]
"""The columns of `FIGURES`, one entry per cell; NaN if no public fact bounds the error."""


@dataclass(frozen=True)
class Shape:
    """Keys and figures of an answer. Subclasses are final.

    cell: the noun for one entry in a sentence; empty if there is only one. pictured: whether even a single number has
    a picture beside it.
    """

    cell: ClassVar[Text]
    pictured: ClassVar[bool] = False

    keys: Keys
    figures: Figures

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self.figures["estimate"])

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The whole table: keys, then figures."""
        return {**self.keys, **self.figures}


@dataclass(frozen=True)
class Grouped(Shape):
    """A shape whose entries are groups of rows, named by their keys: its chart has a mark for each, side by side."""

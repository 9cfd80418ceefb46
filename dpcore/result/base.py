"""What every shape of an answer has: public keys and noisy figures, one entry a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dpcore.text import Text

FIGURES = ("estimate", "std_error", "low", "high")

Keys = Mapping[str, Sequence[Any]]
"""The key columns, one entry a cell."""
Figures = Mapping[str, Sequence[float]]
"""The columns of `FIGURES`, one entry a cell; NaN where nothing public bounds an error."""


@dataclass(frozen=True)
class Shape:
    """Keys and figures of an answer. Subclasses are final.

    cell: what one entry is called in a sentence; empty where there is only one.
    """

    cell: ClassVar[Text]

    keys: Keys
    figures: Figures

    @property
    def size(self) -> int:
        """How many entries it has."""
        return len(self.figures["estimate"])

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The whole table: keys, then figures."""
        return {**self.keys, **self.figures}


@dataclass(frozen=True)
class Grouped(Shape):
    """A shape whose entries are groups of rows, named by their keys: its chart has a mark for each, side by side."""

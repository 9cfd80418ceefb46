"""A number about a public graph, which is drawn beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Graph(Shape):
    """An answer of one cell, without keys, about a public connected graph.

    names: of its vertices. edges: the places of their ends. Both are parameters of the question, not answers.
    """

    cell: ClassVar[Text] = Text("")
    pictured: ClassVar[bool] = True

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]

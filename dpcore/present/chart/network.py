"""What both drawings of a public graph share: where its vertices are, and which of their names find room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, final

import numpy as np

from dpcore.present.chart.layout import layout
from dpcore.present.chart.picture import Network
from dpcore.present.page.text import visible

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Side = Literal["right", "left", "above", "below"]
Box = tuple[float, float, float, float]

WIDTH: Final = 420.0
MOST_NAMED: Final = 60
"""In a graph of more vertices no name is drawn; each is said when a vertex is pointed at."""
LONGEST: Final = 16
MANY_EDGES: Final = 600
"""More edges are drawn thinner and paler."""
_EDGE, _LINE, _LETTER = 14.0, 13.0, 7.4  # the margin, and the size of a text, in pixels
_BESIDE = 44.0  # the margin at the left and right if names are drawn
_OUT: Final = {"right": (1.0, 0.0), "left": (-1.0, 0.0), "above": (0.0, -1.0), "below": (0.0, 1.0)}
_STEPS = 24  # points of an edge at which a name is checked against it


@final
@dataclass(frozen=True, slots=True)
class Placed:
    """The vertices in pixels on an area of width WIDTH. sides: where each name is drawn, None if it finds no room."""

    at: tuple[tuple[float, float], ...]
    height: float
    radius: float
    sides: tuple[Side | None, ...]

    def label(self, vertex: int) -> tuple[float, float, Literal["start", "middle", "end"]]:
        """The anchor of a vertex's name: (x, y of its baseline, which part of it is there)."""
        (x, y), away = self.at[vertex], self.radius + 4
        match self.sides[vertex]:
            case "left":
                return x - away, y + 4, "end"
            case "above":
                return x, y - away, "middle"
            case "below":
                return x, y + away + 9, "middle"
            case _:
                return x + away, y + 4, "start"


@lru_cache(maxsize=64)
def placed(network: Network) -> Placed:
    """The drawing of a graph: positions, size of a vertex, and names."""
    size = len(network.names)
    places, height = layout(size, network.edges)
    named = size <= MOST_NAMED
    margin = _BESIDE if named else _EDGE
    scale = min(WIDTH - 2 * margin, 130.0 + 25.0 * size)  # a few vertices need no large drawing
    margin = (WIDTH - scale) / 2
    at = tuple((margin + scale * x, 2 * _EDGE + scale * y) for x, y in places)
    whole, radius = scale * height + 4 * _EDGE, 5.0 if named else 3.0
    empty: tuple[Side | None, ...] = (None,) * size
    drawing = Placed(at, whole, radius, empty)
    return Placed(at, whole, radius, _sides(network, drawing) if named else empty)


def _sides(network: Network, drawing: Placed) -> tuple[Side | None, ...]:
    """For the vertices with most edges first: the side on which the name crosses no name and no vertex.

    Of several sides, the one that crosses the fewest edges and is farthest from the vertex's neighbours.
    """
    at, count = np.array(drawing.at), len(network.names)
    ends = at[np.array(network.edges)]
    share = np.linspace(0.0, 1.0, _STEPS)[:, None, None]
    along = ((1 - share) * ends[None, :, 0] + share * ends[None, :, 1]).reshape(-1, 2)
    degree = np.bincount(np.array(network.edges).ravel(), minlength=count)
    taken: list[Box] = []
    sides: list[Side | None] = [None] * count
    for vertex in sorted(range(count), key=lambda vertex: (-int(degree[vertex]), vertex)):
        others, away = np.delete(at, vertex, axis=0), at[vertex] - _middle(ends, at[vertex])
        free = [
            (int(_inside(along, box).sum()), -round(float(away @ _OUT[side]), 3), side, box)
            for side, box in _boxes(network.names[vertex], drawing, vertex)
            if _fits(box, drawing.height)
            and not any(_overlap(box, other) for other in taken)
            and not _inside(others, _wider(box, drawing.radius)).any()
        ]
        if free:
            _, _, sides[vertex], box = min(free)
            taken.append(box)
    return tuple(sides)


def _middle(ends: Floats, at: Floats) -> Floats:
    """The mean position of the vertices that an edge joins to the one at `at`."""
    near = [pair[place] for place in (0, 1) for pair in ends if (pair[1 - place] == at).all()]
    middle: Floats = np.mean(near, axis=0)
    return middle


def _boxes(name: str, drawing: Placed, vertex: int) -> Iterator[tuple[Side, Box]]:
    """(left, top, right, bottom) of a name on each side of its vertex."""
    (x, y), away, wide = drawing.at[vertex], drawing.radius + 4, _LETTER * len(visible(name, LONGEST))
    half = _LINE / 2
    yield "right", (x + away, y - half, x + away + wide, y + half)
    yield "left", (x - away - wide, y - half, x - away, y + half)
    yield "above", (x - wide / 2, y - away - _LINE + 3, x + wide / 2, y - away + 3)
    yield "below", (x - wide / 2, y + away - 3, x + wide / 2, y + away + _LINE - 3)


def _fits(box: Box, height: float) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= WIDTH and box[3] <= height


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _inside(points: Floats, box: Box) -> NDArray[np.bool_]:
    x, y = points.T
    found: NDArray[np.bool_] = (x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])
    return found

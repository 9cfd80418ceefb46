"""The cuts of a small public graph that decide how much one private weight can change the cost of a spanning tree."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import final

from dpcore.learn.picture import FIRST, QUIET, SECOND, Picture, line
from dpcore.present.chart.plotly import base
from dpcore.present.language.translation import Say
from dpcore.sensitivity import SmoothSensitivity, spanning_tree
from dpcore.text import Text

PLACES = ((0.0, 0.0), (3.0, 0.0), (1.5, 1.8), (1.0, 0.4), (2.0, 0.4), (1.5, 1.0))
EDGES = ((0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (0, 3), (1, 4), (2, 5))
WEIGHTS = (0.15, 0.2, 0.25, 0.3, 0.1, 0.35, 0.5, 0.55, 0.6)
UPPER = 1.0
MOST = len(EDGES)


@final
@dataclass(frozen=True)
class Cut:
    """A side of a cut, the edges that cross it by weight, and how much one edge can change the cost there."""

    side: frozenset[int]
    crossing: tuple[int, ...]
    change: float


def worst(changes: int) -> Cut:
    """The cut at which one weight changes the cost most, once up to `changes` weights have been changed."""
    inner = range(1, len(PLACES))
    sides = (frozenset(side) for size in inner for side in itertools.combinations(inner, size))
    return max((_cut(side, changes) for side in sides), key=lambda cut: cut.change)


def bound(beta: float) -> SmoothSensitivity:
    """The sensitivity of the cost when one weight changes."""
    return spanning_tree(EDGES, WEIGHTS, UPPER, beta)


def tree() -> tuple[int, ...]:
    """The edges of the cheapest tree (Kruskal 1956)."""
    part, chosen = list(range(len(PLACES))), list[int]()
    for edge in sorted(range(len(EDGES)), key=WEIGHTS.__getitem__):
        first, last = (part[end] for end in EDGES[edge])
        if first != last:
            part = [first if name == last else name for name in part]
            chosen.append(edge)
    return tuple(chosen)


def picture(changes: int, beta: float, say: Say = str) -> Picture:
    """The graph: the tree in bold, the edges of the worst cut in orange."""
    figure, cut, chosen = base(), worst(changes), tree()
    for edge, (first, last) in enumerate(EDGES):
        ends = (PLACES[first], PLACES[last])
        color = SECOND if edge in cut.crossing else QUIET
        line(figure, [x for x, _ in ends], [y for _, y in ends], color, width=6 if edge in chosen else 2)
        at = [(one + other) / 2 for one, other in zip(*ends, strict=True)]
        beside = {name: 13 * shift for name, shift in zip(("xshift", "yshift"), _across(*ends), strict=True)}
        figure.add_annotation(x=at[0], y=at[1], text=f"{WEIGHTS[edge]:g}", showarrow=False, **beside)
    figure.add_scatter(
        x=[x for x, _ in PLACES],
        y=[y for _, y in PLACES],
        mode="markers",
        marker={"color": [SECOND if vertex in cut.side else FIRST for vertex in range(len(PLACES))], "size": 16},
        hoverinfo="skip",
    )
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, range=[-0.25, 2.05], fixedrange=True)
    return Picture(
        figure,
        Text(
            "Bold: the cheapest tree, cost {cost:.3g}. Orange: the cut at which one weight can change the cost most, "
            "by {change:.3g}, once k = {changes} others have changed. Times e to the power of -beta k that is "
            "{damped:.3g}. The largest of these over k is the smooth sensitivity, {smooth:.3g}.",
            cost=sum(WEIGHTS[edge] for edge in chosen),
            changes=changes,
            change=cut.change,
            damped=cut.change * math.exp(-beta * changes),
            smooth=bound(beta).smooth,
        ),
    )


def _across(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The direction across an edge, upwards, of length 1."""
    along = other[0] - one[0], other[1] - one[1]
    size = math.copysign(math.hypot(*along), along[0] or 1.0)
    return -along[1] / size, along[0] / size


def _cut(side: frozenset[int], changes: int) -> Cut:
    crossing = [edge for edge, (first, last) in enumerate(EDGES) if (first in side) != (last in side)]
    crossing.sort(key=WEIGHTS.__getitem__)
    weights = [WEIGHTS[edge] for edge in crossing] + [UPPER] * (changes + 2)
    return Cut(side, tuple(crossing), max(weights[changes], weights[changes + 1] - weights[0]))

"""Marks of answers that are not usable: grey intervals without a bar, cut at the ends of the axis, in both renderers.

An arrow head shows where an interval goes on beyond the axis. An answer without an interval is marked in words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from dpcore.present.chart.drawing import Drawing, Scale
from dpcore.present.chart.picture import Picture

if TYPE_CHECKING:
    import plotly.graph_objects as go

GREY = "#8a94a0"
_LONG, _HALF = 7.0, 4.0  # of an arrow head, in pixels


@final
@dataclass(frozen=True, slots=True)
class Faint:
    """The part of an interval between the ends of an axis; NaN if it is not known. under, over: where it goes on."""

    place: int
    low: float
    high: float
    under: bool
    over: bool

    @property
    def stated(self) -> bool:
        """Whether there is an interval."""
        return not math.isnan(self.low)


def faint(picture: Picture, low: float, high: float) -> list[Faint]:
    """The marks of the picture that are not usable, on an axis with these ends."""
    cells = enumerate(zip(picture.good, picture.first.low, picture.first.high, strict=True))
    return [_cut(place, (first, last), low, high) for place, (good, first, last) in cells if not good]


def _cut(place: int, ends: tuple[float, float], low: float, high: float) -> Faint:
    if any(map(math.isnan, ends)):
        return Faint(place, math.nan, math.nan, False, False)
    first, last = (min(max(end, low), high) for end in ends)
    return Faint(place, first, last, ends[0] < low, ends[1] > high)


def drawn(drawing: Drawing, mark: Faint, scale: Scale, beside: float, words: str) -> None:
    """One such mark in SVG, at `beside` in the other direction. words: instead of an interval that is not known."""
    upright = scale.end < scale.start
    if not mark.stated:
        x, y = (beside, scale.start - 6) if upright else (scale.start + 6, beside + 4)
        drawing.word(x, y, words if not upright else "–", "middle" if upright else "start")
        return
    low, high = scale.at(mark.low), scale.at(mark.high)
    ends = ((beside, low), (beside, high)) if upright else ((low, beside), (high, beside))
    drawing.line("faint", *ends[0], *ends[1])
    for (x, y), beyond, side in zip(ends, (mark.under, mark.over), (-1, 1), strict=True):
        if beyond:
            back = -side * _LONG
            base = (x - _HALF, y - back, x + _HALF, y - back) if upright else (x + back, y - _HALF, x + back, y + _HALF)
            drawing.shape("polygon", "faint", [(x, y), base[:2], base[2:]])
        else:
            across, down = (_HALF, 0.0) if upright else (0.0, _HALF)
            drawing.line("faint", x - across, y - down, x + across, y + down)


def plotted(figure: go.Figure, marks: list[Faint], places: Any, texts: list[str], level: float) -> None:
    """The same by Plotly. places: of all marks on the axis. texts: for hover.

    level: where a cross stands for an interval that is not known.
    """
    if not marks:
        return
    x: list[Any] = []
    y: list[float | None] = []
    symbols: list[str] = []
    for mark in marks:
        x += [places[mark.place]] * 3
        y += [mark.low, mark.high, None] if mark.stated else [level, level, None]
        ends = ["triangle-down" if mark.under else "line-ew", "triangle-up" if mark.over else "line-ew"]
        symbols += [*(ends if mark.stated else ["x-thin", "x-thin"]), "line-ew"]
    hover = [texts[mark.place] for mark in marks for _ in range(3)]
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={"color": GREY, "width": 2},
        marker={"symbol": symbols, "size": 9, "color": GREY, "line": {"color": GREY, "width": 2}},
        text=hover,
        hovertemplate="%{text}<extra></extra>",
        connectgaps=False,
        cliponaxis=False,
        showlegend=False,
    )

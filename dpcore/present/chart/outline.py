"""A tree drawn as an outline, as SVG and by Plotly: a row for each node, indented below its parent.

A row has the condition and the number of rows at the left, and a bar from 0 to 1 with its interval at the right. Places
are in pixels of an area as wide as a picture, which a phone shows at about its size.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from dpcore.present.chart.drawing import WIDTH, Drawing
from dpcore.present.chart.picture import Outline, Picture
from dpcore.present.page.text import visible

if TYPE_CHECKING:
    import plotly.graph_objects as go

ROW: Final = 40.0
_TOP, _INDENT, _EDGE = 34.0, 12.0, 10.0
_LEFT, _RIGHT = 292.0, WIDTH - _EDGE  # the ends of the axis of shares
_LETTER = 7.0
_WIRE = "rgba(128,138,150,0.8)"


def depths(outline: Outline) -> list[int]:
    """The number of nodes above each node."""
    found: list[int] = []
    for parent in outline.parents:
        found.append(found[parent] + 1 if parent >= 0 else 0)
    return found


def height(outline: Outline) -> float:
    """The height of the picture."""
    return _TOP + ROW * len(outline.names) + 8


def wires(outline: Outline) -> Iterator[tuple[float, float, float, float]]:
    """The lines (x1, y1, x2, y2) from each node to its children: one down to the last child, one to the right each."""
    deep = depths(outline)
    last = {parent: place for place, parent in enumerate(outline.parents) if parent >= 0}
    for parent, place in last.items():
        x = _EDGE + _INDENT * deep[parent] + 4
        yield x, _TOP + ROW * parent + 36, x, _TOP + ROW * place + 12
    for place, parent in enumerate(outline.parents):
        if parent >= 0:
            y = _TOP + ROW * place + 12
            yield _EDGE + _INDENT * deep[parent] + 4, y, _EDGE + _INDENT * deep[place] - 2, y


def texts(outline: Outline) -> Iterator[tuple[float, float, str, str]]:
    """(x, y, condition, note) of each node: where the condition begins, cut to the room that it has."""
    for place, deep in enumerate(depths(outline)):
        x = _EDGE + _INDENT * deep
        room = int((_LEFT - 8 - x) / _LETTER)
        yield x, _TOP + ROW * place + 16, visible(outline.names[place], room), visible(outline.notes[place], room + 4)


def across(share: float) -> float:
    """The place of a share on its axis."""
    return _LEFT + (_RIGHT - _LEFT) * share


def drawn(drawing: Drawing, picture: Picture, outline: Outline) -> None:
    """The outline as SVG."""
    drawing.word(_RIGHT, 14, visible(picture.title, 40), "end", "axis")
    for wire in wires(outline):
        drawing.line("grid", *wire)
    line = picture.first
    for place, (x, y, name, note) in enumerate(texts(outline)):
        drawing.word(x, y, name, "start", "name")
        drawing.word(x, y + 16, note, "start")
        drawing.word(_RIGHT, y + 18, outline.labels[place], "end")
        drawing.line("grid", across(0), y - 4, across(1), y - 4)
        for end in (0, 1):
            drawing.line("grid", across(end), y - 10, across(end), y + 2)
        drawing.bar(across(0), y - 9, across(line.value[place]) - across(0), 10, picture.good[place])
        if not math.isnan(line.low[place]):
            low, high = across(line.low[place]), across(line.high[place])
            drawing.line("interval", low, y - 4, high, y - 4)
            for end_ in (low, high):
                drawing.line("interval", end_, y - 8, end_, y)


def plotted(
    figure: go.Figure, picture: Picture, outline: Outline, colours: tuple[str, str], plain: Callable[[str], str]
) -> None:
    """The outline by Plotly, on axes in pixels that are not drawn. colours: of bars, and of intervals."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for x1, y1, x2, y2 in wires(outline):
        xs += [x1, x2, None]
        ys += [y1, y2, None]
    figure.add_scatter(x=xs, y=ys, mode="lines", line={"color": _WIRE, "width": 1}, hoverinfo="skip", showlegend=False)
    line, rows = picture.first, list(texts(outline))
    hover = [
        f"{plain(name)}<br>{plain(note)}<br>{plain(label)}"
        for name, note, label in zip(outline.names, outline.notes, outline.labels, strict=True)
    ]
    figure.add_scatter(
        x=[across(value) for value in line.value],
        y=[y - 4 for _, y, _, _ in rows],
        mode="markers",
        marker={"size": 5, "color": colours[1]},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [across(high) - across(value) for value, high in zip(line.value, line.high, strict=True)],
            "arrayminus": [across(value) - across(low) for value, low in zip(line.value, line.low, strict=True)],
            "color": colours[1],
            "thickness": 2,
            "width": 3,
        },
        customdata=hover,
        hovertemplate="%{customdata}<extra></extra>",
        showlegend=False,
    )
    figure.update_xaxes(visible=False, range=[0, WIDTH])
    figure.update_yaxes(title=plain(picture.title), visible=False, range=[height(outline), 0], fixedrange=True)
    _written(figure, picture, outline, colours[0], plain)
    figure.update_layout(height=round(height(outline)), margin={"l": 0, "r": 0, "t": 0, "b": 0})


def _written(figure: go.Figure, picture: Picture, outline: Outline, colour: str, plain: Callable[[str], str]) -> None:
    """The bars and the texts, all at once: added one by one, those of a large tree take seconds."""
    boxes: list[dict[str, Any]] = []
    words: list[dict[str, Any]] = []
    for place, (x, y, name, note) in enumerate(texts(outline)):
        pale = 0.5 if picture.good[place] else 0.15
        box = {"type": "rect", "y0": y - 9, "y1": y + 1, "line": {"width": 0}, "layer": "below", "x0": across(0)}
        boxes.append({**box, "x1": across(1), "fillcolor": _WIRE, "opacity": 0.15})
        boxes.append({**box, "x1": across(picture.first.value[place]), "fillcolor": colour, "opacity": pale})
        written = {"showarrow": False, "yanchor": "middle", "y": y - 4}
        small = {**written, "y": y + 12, "font": {"size": 11}, "opacity": 0.75}
        words.append({**written, "x": x, "xanchor": "left", "text": plain(name)})
        words.append({**small, "x": x, "xanchor": "left", "text": plain(note)})
        words.append({**small, "x": _RIGHT, "xanchor": "right", "text": plain(outline.labels[place])})
    title = plain(visible(picture.title, 40))
    words.append({"x": _RIGHT, "xanchor": "right", "y": 12, "showarrow": False, "text": title})
    figure.update_layout(shapes=boxes, annotations=words)

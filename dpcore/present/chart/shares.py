"""Answers in different units as SVG: a row for each, with the ends of its own axis and its answer as text."""

from __future__ import annotations

from dpcore.present.chart.drawing import Drawing, Scale
from dpcore.present.chart.picture import Picture, Shares, faint
from dpcore.present.page.text import visible

HEIGHT = 50.0
"""The height of a row, in pixels."""
_EDGE = 14.0


def rows(drawing: Drawing, picture: Picture, across: Shares, width: float, words: str) -> None:
    """Draws the rows, one below another: name and answer, then the answer on the axis, then the axis' ends.

    words: said of an answer that is not usable and has no interval.
    """
    left, right = _EDGE, width - _EDGE
    line, axis = picture.first, Scale(0.0, 1.0, left, right, ())
    unclear = faint(picture, 0.0, 1.0)
    for place, (name, label) in enumerate(zip(across.names, across.labels, strict=True)):
        top = 8 + HEIGHT * place
        value, low, high = (left + (right - left) * ends[place] for ends in (line.value, line.low, line.high))
        drawing.word(left, top + 12, visible(name, 22), "start", "name")
        drawing.word(right, top + 12, visible(label, 40), "end", "name")
        drawing.line("grid", left, top + 25, right, top + 25)
        for end in (left, right):
            drawing.line("grid", end, top + 19, end, top + 31)
        if (mark := unclear.get(place)) is not None:
            drawing.faint(mark, axis, top + 25, words)
        else:
            drawing.bar(left, top + 20, value - left, 10)
            if picture.intervals:
                drawing.line("interval", low, top + 25, high, top + 25)
                for end in (low, high):
                    drawing.line("interval", end, top + 21, end, top + 29)
            drawing.dot(value, top + 25)
        drawing.word(left, top + 42, across.lows[place], "start")
        drawing.word(right, top + 42, across.highs[place], "end")

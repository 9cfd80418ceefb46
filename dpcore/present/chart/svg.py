"""A release's chart as SVG, for a page without scripts: intervals where known, a zero line, colours by class.

A few groups are drawn as rows with names, bins at their true positions, and many cells as a line inside its band. Sizes
are for a phone. The style sheet of the page defines the colours of the classes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import assert_never

from markupsafe import Markup

from dpcore.present.chart import agreement, crossed_svg, numeral, outline, planes, shares
from dpcore.present.chart import map as map_
from dpcore.present.chart.date_tick import dates
from dpcore.present.chart.drawing import WIDTH, Drawing, Scale, between
from dpcore.present.chart.network import placed
from dpcore.present.chart.picture import (
    Agreement,
    Along,
    Field,
    HeatMap,
    Named,
    Network,
    Outline,
    Picture,
    Planes,
    Series,
    Shares,
    Spans,
    Tiles,
    faint,
)
from dpcore.present.chart.square import BELOW, square
from dpcore.present.chart.vertices import vertices
from dpcore.present.explore.axis import number
from dpcore.present.language.translation import Say
from dpcore.present.page.text import visible
from dpcore.present.text import scale as shown
from dpcore.present.text.usable import NOT_USABLE
from dpcore.text import Text

MOST_ROWS, MOST_BINS, MOST_POINTS = 40, 80, 600
_FINE_POINTS = 1_000  # of a line, whose peaks may be narrow
_ROW, _LETTER, _LABEL = 24.0, 7.6, 165.0
_TALL = 280.0
_WIDE = 0x1100  # the first letter of scripts whose letters are as wide as high
_GAP, _NUMBERS = 7.0, 0.45  # before the number of a row; the largest part of a row that numbers may take


def chart(picture: Picture | None, alt: str, say: Say = str) -> Markup | None:
    """A picture as SVG; None for none. alt: the text alternative. say: translates into the reader's language."""
    return None if picture is None else _drawn(picture.in_words_of(say), alt, say)


def _drawn(picture: Picture, alt: str, say: Say) -> Markup:
    """A picture whose texts are translated."""
    match picture.across:
        case Named() if len(picture.first.value) <= MOST_ROWS:
            return _rows(picture, picture.across, alt, say)
        case Shares() if len(picture.first.value) <= MOST_ROWS:
            drawing = Drawing(shares.HEIGHT * len(picture.first.value) + 8)
            shares.rows(drawing, picture, picture.across, WIDTH, say(NOT_USABLE))
            return drawing.svg(alt)
        case Named() | Shares():
            return _band(picture, alt, say)
        case Spans():
            return _bins(picture, picture.across, alt, say)
        case Along():
            return _lines(picture, picture.across, alt)
        case Field():
            drawing = Drawing(map_.height(picture))
            map_.maps(drawing, picture, picture.across)
            return drawing.svg(alt)
        case Tiles():
            return _square(picture, picture.across, alt)
        case HeatMap():
            return crossed_svg.drawn(picture, picture.across).svg(alt)
        case Network():
            return _graph(picture.across, alt)
        case Outline():
            drawing = Drawing(outline.height(picture.across))
            outline.drawn(drawing, picture, picture.across)
            return drawing.svg(alt)
        case Agreement():
            drawing = Drawing(agreement.HEIGHT)
            agreement.drawn(drawing, picture, picture.across)
            return drawing.svg(alt)
        case Planes():
            drawing = Drawing(planes.height(picture.across))
            planes.drawn(drawing, picture, picture.across)
            return drawing.svg(alt)
        case _:
            assert_never(picture.across)


def has_pale(picture: Picture | None) -> bool:
    """Whether cells are drawn that are not usable."""
    if picture is None or isinstance(picture.across, Along | Field | Network | Outline | Planes):
        return False
    if isinstance(picture.across, Tiles | HeatMap):
        return not all(picture.good)
    most = MOST_BINS if isinstance(picture.across, Spans) else MOST_ROWS
    return len(picture.first.value) <= most and not all(picture.good)


def _cells(series: Series) -> list[tuple[float, float, float]]:
    """(answer, low, high) of each cell."""
    return list(zip(series.value, series.low, series.high, strict=True))


def _wide(text: str) -> float:
    """The approximate width of a name in pixels, rounded up generously so that no letter is cut off."""
    return sum(map(_letter, text))


def _letter(character: str) -> float:
    if character in "MWmw%@—…" or ord(character) >= _WIDE:
        return 13.4
    return 10.6 if character.isupper() else _LETTER + 0.8


def _cut(text: str, room: float) -> str:
    """A name, cut to so many pixels with an ellipsis."""
    if _wide(text) <= room:
        return text
    while text and _wide(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _rows(picture: Picture, across: Named, alt: str, say: Say) -> Markup:
    """One row per group: name, bar from zero or dot, interval, and the number if there is room for all numbers."""
    names = [_cut(visible(name, 24), _LABEL) for name in across.names]
    left = 12 + min(_LABEL, max(map(_wide, names)))
    top = 24.0 if picture.rule else 8.0
    bottom = top + _ROW * len(names)
    drawing = Drawing(bottom + 44)
    marks = [shown.tick(picture, tick) for tick in _along(picture, left, WIDTH).ticks]
    numbers = [numeral.beside(picture, place, say) for place in range(len(names))]
    room = _GAP + 4 + max(map(_wide, numbers))
    if room > _NUMBERS * (WIDTH - left):
        numbers, room = [""] * len(names), 0.0
    # the last tick may be at the very end, and so may the number of the longest bar
    right = WIDTH - max(16.0, 4 + max(map(_wide, marks)) / 2, room)
    scale = _along(picture, left, right)
    for tick in scale.ticks:
        drawing.line("grid", scale.at(tick), top, scale.at(tick), bottom)
        drawing.word(scale.at(tick), bottom + 16, shown.tick(picture, tick))
    unclear = faint(picture, scale.low, scale.high)
    for place, (name, cell) in enumerate(zip(names, _cells(picture.first), strict=True)):
        middle, mark = top + _ROW * (place + 0.5), unclear.get(place)
        drawing.word(left - 8, middle + 4, name, "end", "name" if mark is None else "tick")
        if mark is not None:
            drawing.faint(mark, scale, middle, say(NOT_USABLE))
        else:
            _row(drawing, scale, middle, cell, numbers[place], not picture.dots)
    if scale.low <= 0 <= scale.high:
        drawing.line("zero", scale.at(0), top, scale.at(0), bottom)
    if picture.rule:
        height, name = picture.rule
        drawing.line("rule", scale.at(height), top, scale.at(height), bottom)
        name = visible(name, 24)
        drawing.word(min(scale.at(height) + 4, WIDTH - 4 - _wide(name)), top - 8, name, "start")
    title = _cut(visible(numeral.titled(picture, any(numbers), say), 60), WIDTH - 8)
    half = _wide(title) / 2 + 4
    drawing.word(min(max((left + right) / 2, half), WIDTH - half), bottom + 36, title, kind="axis")
    return drawing.svg(alt)


def _along(picture: Picture, left: float, right: float) -> Scale:
    """The horizontal scale of rows, with a little room at both ends for dots, which have no bar to hold on to."""
    scale = Scale.over(picture.ends, left, right, picture.zero)
    if not picture.dots:
        return scale
    edge = 0.04 * (scale.high - scale.low)
    return Scale.over((scale.low - edge * (scale.low != 0), scale.high + edge), left, right, False)


def _row(
    drawing: Drawing, scale: Scale, middle: float, cell: tuple[float, float, float], number: str, bar: bool
) -> None:
    """The mark of a usable answer (answer, low, high), with its number beyond all of it."""
    value, low, high = cell
    if bar:
        drawing.bar(scale.at(0), middle - 8, scale.at(value) - scale.at(0), 16)
    _interval(drawing, scale.at(low), middle, scale.at(high), middle, cap=4)
    drawing.dot(scale.at(value), middle)
    if number:
        ends = [scale.at(end) for end in (value, high, *([0.0] if bar else [])) if not math.isnan(end)]
        drawing.word(max(ends) + _GAP, middle + 4, number, "start", "figure")


def _interval(drawing: Drawing, x1: float, y1: float, x2: float, y2: float, cap: float) -> None:
    """A whisker with caps at its ends, if these are known."""
    if math.isnan(x1 + y1 + x2 + y2):
        return
    drawing.line("interval", x1, y1, x2, y2)
    across, down = (0.0, cap) if y1 == y2 else (cap, 0.0)
    for x, y in ((x1, y1), (x2, y2)):
        drawing.line("interval", x - across, y - down, x + across, y + down)


def _bins(picture: Picture, across: Spans, alt: str, say: Say) -> Markup:
    """Bins at their true positions: bars with whiskers, or a band if there are too many bins."""
    starts, ends = across.starts, across.ends
    drawing, along, up = _frame(picture, (starts[0], ends[-1]))
    ticks = [(tick, number(tick)) for tick in between(starts[0], ends[-1])]
    if across.dates:
        ticks = dates(starts[0], ends[-1], along.end - along.start)
    for tick, word in ticks:
        drawing.word(along.at(tick), _TALL - 26, word)
        drawing.line("grid", along.at(tick), _TALL - 44, along.at(tick), _TALL - 39)
    _titled(drawing, along, across.title)
    cells = list(zip(starts, ends, _cells(picture.first), strict=True))
    if len(cells) > MOST_BINS:
        drawn = cells[:: math.ceil(len(cells) / MOST_POINTS)]
        _line(drawing, [((start + end) / 2, *cell) for start, end, cell in drawn], along, up)
    else:
        unclear = faint(picture, up.low, up.high)
        for place, (start, end, (value, low, high)) in enumerate(cells):
            x, width = along.at(start), along.at(end) - along.at(start)
            if (mark := unclear.get(place)) is not None:
                drawing.faint(mark, up, x + width / 2, say(NOT_USABLE))
                continue
            drawing.bar(x + 0.08 * width, up.at(0), 0.84 * width, up.at(value) - up.at(0))
            _interval(drawing, x + width / 2, up.at(low), x + width / 2, up.at(high), cap=min(4, width / 4))
    drawing.line("zero", along.start, up.at(0), along.end, up.at(0))
    return drawing.svg(alt)


def _square(picture: Picture, across: Tiles, alt: str) -> Markup:
    """Coloured cells with their answers, names beside and below, and the colour scale."""
    left = 12 + min(_LABEL, max(_wide(visible(name, 18)) for name in across.names))
    side = (WIDTH - 14 - left) / len(across.names)
    drawing = Drawing(side * len(across.names) + BELOW)
    square(drawing, picture, across, left, side)
    return drawing.svg(alt)


def _graph(across: Network, alt: str) -> Markup:
    """The vertices and edges of a public graph."""
    place = placed(across)
    drawing = Drawing(place.height)
    vertices(drawing, across, place)
    return drawing.svg(alt)


def _titled(drawing: Drawing, along: Scale, title: str) -> None:
    title = _cut(visible(title, 60), WIDTH - 8)
    half = _wide(title) / 2 + 4
    drawing.word(min(max((along.start + along.end) / 2, half), WIDTH - half), _TALL - 6, title, kind="axis")


def _band(picture: Picture, alt: str, say: Say) -> Markup:
    """Many groups by their position in the table; if there are very many, an evenly spaced selection."""
    cells = _cells(picture.first)
    step = math.ceil(len(cells) / MOST_POINTS)
    title = Text("group, in the table's order")
    if step > 1:
        title = Text("group, in the table's order (one in {step} shown)", step=step)
    drawing, along, up = _numbered(picture, (1, len(cells)), say(title))
    _line(drawing, [(place + 1, *cells[place]) for place in range(0, len(cells), step)], along, up)
    if up.low <= 0 <= up.high:
        drawing.line("zero", along.start, up.at(0), along.end, up.at(0))
    return drawing.svg(alt)


def _lines(picture: Picture, across: Along, alt: str) -> Markup:
    """One line per series inside its band, with names if there are several.

    Of very many points, an evenly spaced selection and the last one are drawn.
    """
    names = _listed([visible(series.name, 24) for series in picture.series])
    below = max((y for _, y, _ in names), default=14)  # a name inside the picture would hide under lines
    drawing, along, up = _numbered(picture, (across.at[0], across.at[-1]), across.title, below + 14)
    last = len(across.at) - 1
    indices = [*range(0, last, math.ceil(len(across.at) / _FINE_POINTS)), last]
    for place, series in enumerate(picture.series):
        cells = [(at, *cell) for at, cell in zip(across.at, _cells(series), strict=True)]
        _line(drawing, [cells[index] for index in indices], along, up, f" line-{place}" if place else "")
    for place, (x, y, name) in enumerate(names):
        drawing.word(x, y, name, "start", f"name line-{place}")
    if up.low <= 0 <= up.high:
        drawing.line("zero", along.start, up.at(0), along.end, up.at(0))
    return drawing.svg(alt)


def _listed(names: Sequence[str]) -> list[tuple[float, float, str]]:
    """Names side by side below the title of the vertical axis, with their places; in further rows where they must."""
    placed, x, y = list[tuple[float, float, str]](), 4.0, 32.0
    for name in filter(None, names):
        if x > 4 and x + _wide(name) > WIDTH:
            x, y = 4.0, y + 16
        placed.append((x, y, name))
        x += _wide(name) + 12
    return placed


def _numbered(picture: Picture, ends: tuple[float, float], title: str, top: float = 28) -> tuple[Drawing, Scale, Scale]:
    """An empty chart with numeric ticks on the horizontal axis."""
    drawing, along, up = _frame(picture, ends, top)
    for tick in between(*ends):
        drawing.word(along.at(tick), _TALL - 26, number(tick))
    _titled(drawing, along, title)
    return drawing, along, up


def _frame(picture: Picture, ends: tuple[float, float], top: float = 28) -> tuple[Drawing, Scale, Scale]:
    """An empty chart with grid and vertical title, and its two scales."""
    drawing, bottom = Drawing(_TALL), _TALL - 44
    up = Scale.over(picture.ends, bottom, top, picture.zero)
    left = 10 + max(_wide(shown.tick(picture, tick)) for tick in up.ticks)
    along = Scale(ends[0], max(ends[1], ends[0] + 1e-9), left, WIDTH - 14, ())
    for tick in up.ticks:
        drawing.line("grid", left, up.at(tick), WIDTH - 14, up.at(tick))
        drawing.word(left - 6, up.at(tick) + 4, shown.tick(picture, tick), "end")
    drawing.word(4, 14, _cut(visible(picture.title, 40), WIDTH - 8), "start", "axis")
    return drawing, along, up


def _line(
    drawing: Drawing, cells: Sequence[tuple[float, float, float, float]], along: Scale, up: Scale, colour: str = ""
) -> None:
    """Answers (position, answer, low, high) inside the picture as a line, within the band of their intervals."""
    for known, part in groupby(cells, lambda cell: not any(map(math.isnan, cell[2:]))):
        if known:
            some = list(part)
            above = [(along.at(x), up.at(high)) for x, _, _, high in some]
            below = [(along.at(x), up.at(low)) for x, _, low, _ in some]
            drawing.shape("polygon", "band", [*above, *reversed(below)])
    for inside, part in groupby(cells, lambda cell: up.low <= cell[1] <= up.high):
        points = [(along.at(x), up.at(value)) for x, value, _, _ in part] if inside else []
        if len(points) == 1:  # alone between two gaps
            drawing.dot(*points[0])
        elif points:
            drawing.shape("polyline", f"line{colour}", points)

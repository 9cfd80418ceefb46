"""A release's chart as SVG, for a page without scripts: intervals where they are known, a zero line, colours by class.

Few groups are rows with their names; bins stand at their true places; of many cells a line runs inside its band.
Sizes are for a phone. Every text is escaped here; the page's style sheet gives the classes their colours.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, final

from markupsafe import Markup

from dpcore.present import scale as shown
from dpcore.present import tidy
from dpcore.present.explore.svg import number
from dpcore.present.page.text import visible
from dpcore.present.unit import unit_of
from dpcore.present.usable import usable
from dpcore.record import Release

Keys = Mapping[str, Sequence[Any]]

WIDTH = 420.0
MOST_ROWS, MOST_BINS, MOST_POINTS = 40, 80, 600
_ROW, _LETTER, _LABEL = 24.0, 6.6, 150.0
_TALL = 280.0


@final
@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers to pixels along one direction, with round numbers marked."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float) -> Scale:
        """A scale that holds zero and all of these."""
        finite = [value for value in values if math.isfinite(value)]
        low, high = min([0.0, *finite]), max([0.0, *finite])
        if high == low:
            high = low + 1.0
        return cls(low, high, start, end, tuple(between(low, high, 6 if abs(end - start) > 200 else 4)))

    def at(self, value: float) -> float:
        """Where a number lies; what is infinite lies at the nearer end, what is not known nowhere (NaN)."""
        if math.isnan(value):
            return math.nan
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * share


@final
@dataclass
class Drawing:
    """Shapes and words of one picture, in the order they are added."""

    height: float
    parts: list[str] = field(default_factory=list)

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line."""
        self.parts.append(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def bar(self, x: float, y: float, width: float, height: float, good: bool) -> None:
        """A bar, paler where it is not usable; its size may be given from either side."""
        kind = "bar" if good else "bar pale"
        left, top = min(x, x + width), min(y, y + height)
        self.parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{abs(width):.1f}" height="{abs(height):.1f}"/>'
        )

    def dot(self, x: float, y: float) -> None:
        """The answer itself."""
        self.parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>')

    def word(self, x: float, y: float, text: str, anchor: str = "middle", kind: str = "tick") -> None:
        """A text, escaped."""
        self.parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>')

    def shape(self, tag: str, kind: str, points: Sequence[tuple[float, float]]) -> None:
        """A polyline or polygon."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<{tag} class="{kind}" points="{path}"/>')

    def svg(self, alt: str) -> Markup:
        """The whole picture with its text alternative."""
        return Markup(
            f'<svg viewBox="0 0 {WIDTH:g} {self.height:g}" role="img"><title>{escape(alt)}</title>'
            f"{''.join(self.parts)}</svg>"
        )


def chart(release: Release, keys: Keys, alt: str) -> Markup:
    """The picture of a release with several cells, whose keys are given by column; alt: its text alternative."""
    if release.query.shape == "bins":
        return _bins(release, keys, alt)
    few = len(release.estimates["estimate"]) <= MOST_ROWS
    return _rows(release, keys, alt) if few else _band(release, alt)


def has_pale(release: Release) -> bool:
    """Whether the picture draws bars that are not usable."""
    most = MOST_BINS if release.query.shape == "bins" else MOST_ROWS
    return 2 <= len(release.estimates["estimate"]) <= most and not usable(release).all()


def measure(release: Release) -> str:
    """What the answers are counted in: the title of their axis."""
    if shown.is_percent(release.query):
        return "share of rows"
    return unit_of(release.query, release.facts_table) or visible(release.query.words, 40)


def _cells(release: Release) -> list[tuple[float, float, float]]:
    """(answer, low, high) of each cell."""
    return list(zip(*(release.estimates[name] for name in ("estimate", "low", "high")), strict=True))


def _ends(release: Release) -> list[float]:
    """The numbers that an axis must hold."""
    return [value for name in tidy.ends(release) for value in release.estimates[name]]


def _wide(text: str) -> float:
    """About how wide a name is drawn, rather more than less: a clipped capital cannot be read."""
    return sum(11.8 if one in "MWmw%@" else 9.4 if one.isupper() else _LETTER + 0.8 for one in text)


def _rows(release: Release, keys: Keys, alt: str) -> Markup:
    """A row a group: name, bar from zero, interval."""
    names = [visible(" · ".join(map(tidy.written, row)), 22) for row in zip(*keys.values(), strict=True)]
    left = 12 + min(_LABEL, max(map(_wide, names)))
    top, bottom = 8.0, 8.0 + _ROW * len(names)
    drawing = Drawing(bottom + 44)
    ends = _ends(release)
    marks = [shown.tick(release.query, tick) for tick in Scale.over(ends, left, WIDTH).ticks]
    right = WIDTH - max(16.0, 4 + max(map(_wide, marks)) / 2)  # the last mark may stand at the very end
    scale = Scale.over(ends, left, right)
    for tick in scale.ticks:
        drawing.line("grid", scale.at(tick), top, scale.at(tick), bottom)
        drawing.word(scale.at(tick), bottom + 16, shown.tick(release.query, tick))
    rows = zip(names, _cells(release), usable(release), strict=True)
    for place, (name, (value, low, high), good) in enumerate(rows):
        middle = top + _ROW * (place + 0.5)
        drawing.word(left - 8, middle + 4, name, "end", "name")
        drawing.bar(scale.at(0), middle - 8, scale.at(value) - scale.at(0), 16, good)
        _interval(drawing, scale.at(low), middle, scale.at(high), middle, cap=4)
        drawing.dot(scale.at(value), middle)
    drawing.line("zero", scale.at(0), top, scale.at(0), bottom)
    drawing.word((left + right) / 2, bottom + 36, measure(release), kind="axis")
    return drawing.svg(alt)


def _interval(drawing: Drawing, x1: float, y1: float, x2: float, y2: float, cap: float) -> None:
    """A whisker with caps across its ends, where they are known."""
    if math.isnan(x1 + y1 + x2 + y2):
        return
    drawing.line("interval", x1, y1, x2, y2)
    across, down = (0.0, cap) if y1 == y2 else (cap, 0.0)
    for x, y in ((x1, y1), (x2, y2)):
        drawing.line("interval", x - across, y - down, x + across, y + down)


def _bins(release: Release, keys: Keys, alt: str) -> Markup:
    """Bins at their true places: bars with whiskers, or a band where there are too many to tell apart."""
    dates = isinstance(keys["bin_low"][0], dt.date)
    starts = [_place(value) for value in keys["bin_low"]]
    ends = [_place(value) + dates for value in keys["bin_high"]]  # a period's last day belongs to it
    drawing, across, up = _frame(release, (starts[0], ends[-1]))
    for tick in starts[:: max(1, math.ceil(len(starts) / 4))] if dates else between(starts[0], ends[-1]):
        drawing.word(across.at(tick), _TALL - 26, str(dt.date.fromordinal(int(tick))) if dates else number(tick))
    cut = tidy.cut_short(release, keys["bin_low"], keys["bin_high"])
    title = visible(getattr(release.query, "column", ""), 20 if cut else 40)
    drawing.word((across.start + across.end) / 2, _TALL - 6, f"{title} ({cut})" if cut else title, kind="axis")
    cells = list(zip(starts, ends, _cells(release), strict=True))
    if len(cells) > MOST_BINS:
        kept = cells[:: math.ceil(len(cells) / MOST_POINTS)]
        _line(drawing, [((start + end) / 2, *cell) for start, end, cell in kept], across, up)
    else:
        for (start, end, (value, low, high)), good in zip(cells, usable(release), strict=True):
            x, width = across.at(start), across.at(end) - across.at(start)
            drawing.bar(x + 0.08 * width, up.at(0), 0.84 * width, up.at(value) - up.at(0), good)
            _interval(drawing, x + width / 2, up.at(low), x + width / 2, up.at(high), cap=min(4, width / 4))
    drawing.line("zero", across.start, up.at(0), across.end, up.at(0))
    return drawing.svg(alt)


def _band(release: Release, alt: str) -> Markup:
    """Many groups, by their place in the table; of very many, evenly chosen ones."""
    cells = _cells(release)
    drawing, across, up = _frame(release, (1, len(cells)))
    for tick in between(1, len(cells)):
        drawing.word(across.at(tick), _TALL - 26, number(tick))
    step = math.ceil(len(cells) / MOST_POINTS)
    some = "" if step == 1 else f", every {step}th"
    drawing.word((across.start + across.end) / 2, _TALL - 6, f"group, in the table's order{some}", kind="axis")
    _line(drawing, [(place + 1, *cells[place]) for place in range(0, len(cells), step)], across, up)
    drawing.line("zero", across.start, up.at(0), across.end, up.at(0))
    return drawing.svg(alt)


def _frame(release: Release, ends: tuple[float, float]) -> tuple[Drawing, Scale, Scale]:
    """An empty upright chart: its grid, the title of what goes up, and both scales."""
    drawing, bottom = Drawing(_TALL), _TALL - 44
    up = Scale.over(_ends(release), bottom, 28)
    left = 14 + _LETTER * max(len(shown.tick(release.query, tick)) for tick in up.ticks)
    across = Scale(ends[0], max(ends[1], ends[0] + 1e-9), left, WIDTH - 14, ())
    for tick in up.ticks:
        drawing.line("grid", left, up.at(tick), WIDTH - 14, up.at(tick))
        drawing.word(left - 6, up.at(tick) + 4, shown.tick(release.query, tick), "end")
    drawing.word(4, 14, measure(release), "start", "axis")
    return drawing, across, up


def _line(drawing: Drawing, cells: Sequence[tuple[float, float, float, float]], across: Scale, up: Scale) -> None:
    """Answers (place, answer, low, high) as a line inside the band of their intervals."""
    above = [(across.at(x), up.at(high)) for x, _, _, high in cells]
    below = [(across.at(x), up.at(low)) for x, _, low, _ in cells]
    if not any(math.isnan(low) for _, _, low, _ in cells):
        drawing.shape("polygon", "band", [*above, *reversed(below)])
    drawing.shape("polyline", "line", [(across.at(x), up.at(value)) for x, value, _, _ in cells])


def _place(value: float | dt.date) -> float:
    """Where a bin's edge lies: a number, or a day's number."""
    return float(value.toordinal()) if isinstance(value, dt.date) else float(value)


def between(low: float, high: float, most: int = 5) -> list[float]:
    """At most about so many round numbers from `low` to `high`, where low < high."""
    rough = (high - low) / most
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(head * size for head in (1, 2, 5, 10) if head * size >= rough * (1 - 1e-9))
    return [step * at for at in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]

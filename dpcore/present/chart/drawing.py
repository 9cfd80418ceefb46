"""Shapes and texts of an SVG picture, and the map from numbers to pixels. Every text is escaped in this module."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import final

from markupsafe import Markup

from dpcore.present.chart.picture import Faint

WIDTH = 420.0
_LETTER = 8.4  # the width of a digit
_LONG, _HALF = 7.0, 4.0  # the length of an arrow head and half its width


@final
@dataclass(frozen=True, slots=True)
class Scale:
    """A map from numbers to pixels along one direction, with ticks at round numbers."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float, zero: bool = True) -> Scale:
        """A scale that includes all of these values, and zero if asked."""
        finite = [value for value in values if math.isfinite(value)]
        if zero or not finite:
            finite = [0.0, *finite]
        low, high = min(finite), max(finite)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            high = low + max(1.0, 1e-6 * abs(low))
        return cls(low, high, start, end, tuple(between(low, high, 6 if abs(end - start) > 180 else 4)))

    def at(self, value: float) -> float:
        """The position of a number in pixels. Infinite numbers are placed at the nearer end; NaN stays NaN."""
        if math.isnan(value):
            return math.nan
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * share


@final
@dataclass
class Drawing:
    """The shapes and texts of one picture, in the order in which they are added."""

    height: float
    parts: list[str] = field(default_factory=list)

    def line(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line."""
        self.parts.append(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def bar(self, x: float, y: float, width: float, height: float, good: bool = True) -> None:
        """A bar, paler if it is not usable; width and height may be negative. None for a number that is not stated."""
        if math.isnan(x + y + width + height):
            return
        kind = "bar" if good else "bar pale"
        left, top = min(x, x + width), min(y, y + height)
        self.parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{abs(width):.1f}" height="{abs(height):.1f}"/>'
        )

    def dot(self, x: float, y: float) -> None:
        """A dot at the answer, if it is stated."""
        if not math.isnan(x + y):
            self.parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>')

    def faint(self, mark: Faint, scale: Scale, beside: float, words: str) -> None:
        """The mark of an answer that is not usable, at `beside` in the other direction, in grey.

        An arrow head shows where its interval goes on. words: instead of an interval that is not known.
        """
        upright = scale.end < scale.start
        if not mark.stated:
            x, y = (beside, scale.start - 6) if upright else (scale.start + 6, beside + 4)
            self.word(x, y, "–" if upright else words, "middle" if upright else "start")
            return
        low, high = scale.at(mark.low), scale.at(mark.high)
        ends = ((beside, low), (beside, high)) if upright else ((low, beside), (high, beside))
        self.line("faint", *ends[0], *ends[1])
        for (x, y), beyond, side in zip(ends, (mark.under, mark.over), (-1, 1), strict=True):
            across, down = (_HALF, 0.0) if upright else (0.0, _HALF)
            if beyond:
                back_x, back_y = (0.0, side * _LONG) if upright else (-side * _LONG, 0.0)
                base = [(x + back_x + turn * across, y + back_y + turn * down) for turn in (-1, 1)]
                self.shape("polygon", "faint", [(x, y), *base])
            else:
                self.line("faint", x - across, y - down, x + across, y + down)

    def word(self, x: float, y: float, text: str, anchor: str = "middle", kind: str = "tick") -> None:
        """A text, escaped. A tick is moved inside the picture where it would leave it."""
        if kind == "tick" and anchor == "middle":
            half = _LETTER * len(text) / 2
            x = min(max(x, half), WIDTH - half)
        self.parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>')

    def turned(self, x: float, y: float, text: str, kind: str = "tick") -> None:
        """A text that is read upwards and ends at y, escaped."""
        place = f'transform="translate({x:.1f} {y:.1f}) rotate(-90)"'
        self.parts.append(f'<text class="{kind}" {place} text-anchor="end">{escape(text)}</text>')

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


def between(low: float, high: float, most: int = 5) -> list[float]:
    """About `most` round numbers from `low` to `high`, where low < high."""
    rough = (high - low) / most
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(head * size for head in (1, 2, 5, 10) if head * size >= rough * (1 - 1e-9))
    return [step * at for at in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]

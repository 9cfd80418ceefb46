"""A small chart as SVG text, which repaints in a few milliseconds; a charting library takes a tenth of a second.

Sizes are for the width of a phone; wider screens show it larger. Every text is escaped in this module.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import final

import numpy as np
from numpy.typing import ArrayLike

from dpcore.present.explore.axis import Axis

WIDTH, HEIGHT = 420, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 22, 34, 50
_LABEL = 12.0  # the least distance of labels, one below another
_FONT = "font-family='system-ui,sans-serif'"

# Colours that colour-blind people can distinguish, with a contrast of at least 3 : 1; lines are labelled as well.
LINES = ("#3f83ea", "#cf7a1c", "#2f9e77", "#b565c9", "#8a7f1f", "#d2527f")
DASHES = ("", "7 4", "2 4", "10 4 2 4")


# Text, secondary lines and text, grid, and background of labels; the colours follow the theme of the page.
TEXT, QUIET, GRID, GROUND = "t", "q", "g", "h"
_LIGHT = {TEXT: "#14181d", QUIET: "#5a6472", GRID: "#dfe3e8", GROUND: "#ffffff"}
_DARK = {TEXT: "#edebe8", QUIET: "#a3acb8", GRID: "#323945", GROUND: "#171614"}


def _style(ink: Mapping[str, str]) -> str:
    """CSS classes for fills (text) and strokes (lines); `o` is the outline under a label."""
    fills = "".join(f".f{name}{{fill:{color}}}.s{name}{{stroke:{color}}}" for name, color in ink.items())
    return f"{fills}.o{{stroke:{ink[GROUND]};stroke-width:3;paint-order:stroke}}"


_STYLE = f"<style>{_style(_LIGHT)}@media (prefers-color-scheme:dark){{{_style(_DARK)}}}</style>"


@final
@dataclass
class Panel:
    """A chart being drawn: axes first, then lines, dots and texts in the order in which they are added.

    say: translates a sentence into the reader's language.
    """

    x: Axis
    y: Axis
    alt: str
    top: Axis | None = None
    say: Callable[[str], str] = str
    _parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for tick in self.x.ticks:
            at = self._x(tick)
            self._line([at, at], [_TOP, HEIGHT - _BOTTOM], GRID, 1.0)
            self._word(at, HEIGHT - _BOTTOM + 16, self.x.spelt(tick), "middle", QUIET)
        for tick in self.y.ticks:
            at = self._y(tick)
            self._line([_LEFT, WIDTH - _RIGHT], [at, at], GRID, 1.0)
            self._word(_LEFT - 6, at + 4, self.y.spelt(tick), "end", QUIET)
        self._word((WIDTH + _LEFT - _RIGHT) / 2, HEIGHT - 12, self.say(self.x.title), "middle", TEXT)
        self._word(8, 14, self.say(self.y.title), "start", TEXT)
        if self.top is not None:
            for tick in self.top.ticks:
                self._word(self._x(tick), _TOP + 12, self.top.spelt(tick), "middle", QUIET)

    def line(self, x: ArrayLike, y: ArrayLike, color: str, *, width: float = 2.2, dash: str = "") -> None:
        """A line through points in the axes' units."""
        keep = np.isfinite(np.asarray(x, dtype=float)) & np.isfinite(np.asarray(y, dtype=float))
        if keep.any():
            at = (np.asarray(x, dtype=float)[keep], np.asarray(y, dtype=float)[keep])
            self._line(self._x(at[0]), self._y(at[1]), color, width, dash)

    def fill(self, x: ArrayLike, y: ArrayLike, color: str) -> None:
        """The area between a line and the x axis, lightly."""
        across, down = np.atleast_1d(self._x(x)), np.atleast_1d(self._y(y))
        base = HEIGHT - _BOTTOM
        points = [(across[0], base), *zip(across, down, strict=True), (across[-1], base)]
        self._parts.append(f"<polygon points='{_points(points)}' fill='{color}' fill-opacity='0.13'/>")

    def dot(self, x: float, y: float, color: str) -> None:
        """A marked point."""
        self._parts.append(
            f"<circle cx='{self._x(x):.1f}' cy='{self._y(y):.1f}' r='4.5' fill='{color}' "
            f"class='s{GROUND}' stroke-width='1.5'/>"
        )

    def word(
        self, x: float, y: float, text: str, *, anchor: str = "start", right: float = 6.0, down: float = 4.0
    ) -> None:
        """A direct label beside a point, moved by so many pixels; it stays inside the panel."""
        text = self.say(text)
        wide = _wide(text)
        at = float(self._x(x)) + right
        if anchor == "start" and at + wide > WIDTH - 4:
            at = max(_LEFT + 4.0, WIDTH - 4 - wide)
        if anchor == "end" and at - wide < _LEFT:
            at = _LEFT + wide + 4.0
        self._word(at, float(self._y(y)) + down, text, anchor, TEXT, halo=True)

    def labels(self, at: Iterable[tuple[float, float, str, str]], *, left: bool) -> None:
        """Direct labels (x, y, text, colour) to one side of their points; those that would overlap are moved apart.

        Of more than there is room for, those with the largest y; the caption names all.
        """
        space = HEIGHT - _BOTTOM - _TOP - 16
        wanted = sorted((float(self._y(y)), float(self._x(x)), text, color) for x, y, text, color in at)
        wanted = wanted[: int(space / _LABEL)]
        step = min(15.0, space / max(len(wanted), 1))
        placed = _TOP + 10.0
        for order, (down, across, text, color) in enumerate(wanted):
            latest = HEIGHT - _BOTTOM - 6 - step * (len(wanted) - 1 - order)
            placed = min(max(placed, down + 4), latest)
            wide = _wide(f"● {self.say(text)}")  # it stays inside the panel
            beside = max(across - 12, _LEFT + wide) if left else max(_LEFT, min(across + 12, WIDTH - 4 - wide))
            self._word(min(beside, WIDTH - 4), placed, text, "end" if left else "start", TEXT, mark=color)
            placed += step

    def rule(self, x: float, color: str) -> None:
        """A dashed vertical line."""
        at = float(self._x(x))
        self._line([at, at], [_TOP, HEIGHT - _BOTTOM], color, 1.4, "4 4")

    def svg(self) -> str:
        """The whole chart."""
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' "
            f"role='img' {_FONT} font-size='12.5'>{_STYLE}<title>{escape(self.say(self.alt))}</title>"
            f"{''.join(self._parts)}</svg>"
        )

    def _x(self, value: ArrayLike) -> np.ndarray:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * self.x.share(value)

    def _y(self, value: ArrayLike) -> np.ndarray:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * self.y.share(value)

    def _line(self, x: ArrayLike, y: ArrayLike, color: str, width: float, dash: str = "") -> None:
        dashes = f" stroke-dasharray='{dash}'" if dash else ""
        points = zip(np.atleast_1d(x), np.atleast_1d(y), strict=True)
        self._parts.append(
            f"<polyline points='{_points(points)}' fill='none' {_painted('s', 'stroke', color)} stroke-width='{width}' "
            f"stroke-linejoin='round'{dashes}/>"
        )

    def _word(
        self, x: ArrayLike, y: ArrayLike, text: str, anchor: str, color: str, *, halo: bool = False, mark: str = ""
    ) -> None:
        around = " o" if halo or mark else ""
        before = f"<tspan fill='{mark}'>● </tspan>" if mark else ""
        across, down = float(np.asarray(x)), float(np.asarray(y))
        self._parts.append(
            f"<text x='{across:.1f}' y='{down:.1f}' text-anchor='{anchor}' class='f{color}{around}'>"
            f"{before}{escape(self.say(text))}</text>"
        )


def _wide(text: str) -> float:
    """The approximate width of a text in pixels; letters of East Asian scripts are twice as wide."""
    return sum(12.5 if unicodedata.east_asian_width(letter) in "WF" else 6.6 for letter in text)


def _painted(kind: str, attribute: str, color: str) -> str:
    """The attribute for a colour: a class for colours of the theme, else the colour itself."""
    return f"class='{kind}{color}'" if color in _LIGHT else f"{attribute}='{color}'"


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)

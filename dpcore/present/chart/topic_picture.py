"""A small picture for each topic of questions, in one colour that is legible on light and on dark pages."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

WIDTH, HEIGHT = 120, 44
"""Pixels, of a page that is not enlarged."""
_BASE: Final = HEIGHT - 4
_COLOUR, _QUIET = "#4a86d8", "#8a97a8"


def sketch(topic: str) -> str:
    """The picture of a topic, by its name, as SVG."""
    marks = "".join(_SKETCHES[topic]())
    ground = _line(4, _BASE, WIDTH - 4, _BASE, _QUIET, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"{ground}{marks}</svg>"
    )


def _bar(left: float, tall: float, wide: float, colour: str = _COLOUR) -> str:
    return f'<rect x="{left:g}" y="{_BASE - tall:g}" width="{wide:g}" height="{tall:g}" fill="{colour}"/>'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str = _COLOUR, wide: float = 2) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{colour}" stroke-width="{wide:g}"/>'


def _dot(x: float, y: float, colour: str = _COLOUR, size: float = 3) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{colour}"/>'


def _path(points: Iterable[tuple[float, float]]) -> str:
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{drawn}" fill="none" stroke="{_COLOUR}" stroke-width="2"/>'


def _many() -> Iterable[str]:
    return (_bar(14 + 20 * place, tall, 12) for place, tall in enumerate((14, 30, 22, 9, 17)))


def _much() -> Iterable[str]:
    yield _line(34, 22, 86, 22)
    yield from (_line(x, 16, x, 28) for x in (34, 86))
    yield _dot(60, 22, size=5)


def _spread() -> Iterable[str]:
    yield _line(16, 22, 104, 22)
    yield from (_line(x, 16, x, 28) for x in (16, 104))
    yield f'<rect x="40" y="12" width="36" height="20" fill="{_COLOUR}" fill-opacity=".25" stroke="{_COLOUR}"/>'
    yield _line(56, 12, 56, 32, wide=3)


def _shape() -> Iterable[str]:
    yield _path((x, _BASE - 33 * math.exp(-(((x - 50) / 20) ** 2)) - 8 * math.exp(-(((x - 92) / 10) ** 2)))
                for x in range(8, 113, 2))  # fmt: skip


def _group() -> Iterable[str]:
    tall = (12, 16, 32, 14)
    return (
        _bar(18 + 23 * place, each, 14, _COLOUR if each == max(tall) else _QUIET) for place, each in enumerate(tall)
    )


def _together() -> Iterable[str]:
    points = ((16, 34), (26, 29), (33, 33), (42, 24), (52, 28), (60, 19), (70, 22), (80, 13), (92, 16), (103, 7))
    return (_dot(x, y) for x, y in points)


def _predicts() -> Iterable[str]:
    yield from (_dot(x, y, _QUIET) for x, y in ((16, 28), (32, 34), (46, 21), (62, 26), (76, 13), (94, 18), (106, 6)))
    yield _line(10, 34, 112, 8, wide=2.5)


def _time() -> Iterable[str]:
    places = tuple(range(14, 111, 16))
    yield from (_line(x, _BASE, x, _BASE - 4, _QUIET, 1) for x in places)
    yield _path(zip(places, (30, 24, 27, 17, 20, 10, 13), strict=True))


_SKETCHES: Final[dict[str, Callable[[], Iterable[str]]]] = {
    "many": _many,
    "much": _much,
    "spread": _spread,
    "shape": _shape,
    "group": _group,
    "together": _together,
    "predicts": _predicts,
    "time": _time,
}

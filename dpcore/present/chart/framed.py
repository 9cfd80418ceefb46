"""A picture to pass on: its title above, and what it means, its source and its date below, inside the picture.

A picture is copied away from the page that explains it, so it carries its margin of error with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from markupsafe import Markup

from dpcore.present.chart.drawing import WIDTH

_EDGE: Final = 12.0
_TITLE, _WORDS = (15.0, 20.0), (11.5, 16.0)
"""The size of letters and the height of a line, in pixels."""
_HEIGHT: Final = re.compile(r'<svg viewBox="0 0 [0-9.]+ ([0-9.]+)"')


def framed(picture: Markup, title: str, said: Sequence[str]) -> Markup:
    """A picture with a title, and paragraphs below it, all broken into lines that fit. Every text is escaped."""
    found = _HEIGHT.match(picture)
    if found is None:
        raise ValueError("A picture begins with <svg> and its view box.")
    parts, y = list[str](), _EDGE
    for line in _lines(title, *_TITLE):
        y += _TITLE[1]
        parts.append(_word(line, y - 4, "title"))
    y += 6
    parts.append(str(picture).replace("<svg ", f'<svg y="{y:.1f}" width="{WIDTH:g}" height="{found[1]}" ', 1))
    y += float(found[1]) + 4
    for paragraph in said:
        y += 4
        for line in _lines(paragraph, *_WORDS):
            y += _WORDS[1]
            parts.append(_word(line, y - 4, "said"))
    height = y + _EDGE
    ground = f'<rect class="ground" width="{WIDTH:g}" height="{height:.1f}"/>'
    return Markup(f'<svg viewBox="0 0 {WIDTH:g} {height:.1f}" role="img">{ground}{"".join(parts)}</svg>')


def _word(text: str, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{_EDGE:g}" y="{y:.1f}">{escape(text)}</text>'


def _lines(text: str, letter: float, _: float) -> Iterator[str]:
    """The text broken between words; a word that is longer than a line is broken anywhere."""
    room, line = (WIDTH - 2 * _EDGE) / letter, ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if _wide(joined) <= room:
            line = joined
            continue
        if line:
            yield line
        line = word
        while _wide(line) > room:
            most = next(size for size in range(len(line) - 1, 0, -1) if size == 1 or _wide(line[:size]) <= room)
            yield line[:most]
            line = line[most:]
    if line:
        yield line


def _wide(text: str) -> float:
    """The width of a text in letter heights, rounded up; a wide East Asian character is as wide as it is high."""
    return sum(map(_share, text))


def _share(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    return 1.1 if character in "MW" else 0.95 if character in "mw%@" else 0.74 if character.isupper() else 0.57

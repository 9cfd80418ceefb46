"""The colours of pictures: one style sheet for pages, and the same colours inside a picture that stands alone.

An `<img>` sees no style sheet of the page around it, and takes the theme of the system, not the chosen one. So a
picture that stands alone holds its own colours, for a light page, a dark page, or paper.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, Literal, final

from markupsafe import Markup

Theme = Literal["light", "dark", "print"]
_VARIABLE: Final = re.compile(r"var\(--([a-z]+)\)")
_SIZES: Final = re.compile(r'<svg viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


@final
@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a theme. card: the ground of pictures. bar, edge: answers, and their intervals and lines."""

    text: str
    quiet: str
    line: str
    card: str
    bar: str
    edge: str


PALETTES: Final[dict[Theme, Palette]] = {
    "light": Palette("#14181d", "#4d5763", "#d9dee5", "#fff", "#a8c6f3", "#1f5fbf"),
    "dark": Palette("#edebe8", "#b0b8c2", "#363d47", "#1b1e23", "#2f5488", "#a3c8fb"),
    "print": Palette("#000", "#333b45", "#c4cad2", "#fff", "#b4ccf2", "#1b4f9c"),
}


@cache
def sheet() -> str:
    """The rules of all pictures. Their colours are variables, which a page defines for its themes."""
    return (files("dpcore.present.chart") / "chart.css").read_text(encoding="utf-8")


def standalone(picture: Markup, theme: Theme, ground: str = "none") -> str:
    """A picture as a file of its own, with a size in pixels, and its colours and fonts inside.

    ground: a colour behind it, for a page that may change its own before the picture is drawn anew.
    """
    found = _SIZES.match(picture)
    if found is None:
        raise ValueError("A picture begins with <svg> and its view box.")
    width, height = found.groups()
    behind = "" if ground == "none" else f'<rect width="100%" height="100%" fill="{ground}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    opened, rest = picture[len(found[0]) :].split(">", 1)
    return f"{head}{opened}><style>{escape(_filled(theme), quote=False)}</style>{behind}{rest}"


@cache
def _filled(theme: Theme) -> str:
    """The rules with the colours of a theme: programs that turn a picture into another format know no variables."""
    colours = asdict(PALETTES[theme])
    rules = _VARIABLE.sub(lambda name: colours[name[1]], sheet())
    return rules.replace("\n", "")

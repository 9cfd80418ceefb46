"""Typed text inside generated text: neutralised, so that it contains no markup, link or formula."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

# Characters that can start markup inside a line (except an underscore inside a word) or at its start, and those that
# make a bare address a link. A numeric reference is a plain character in every Markdown dialect (CommonMark 0.31, 2.5);
# a backslash starts a formula in some.
_MARKS = re.compile(
    r"[\\`*\[\]<>&$|~^#@{}]|(?<![^\W_])_|_(?![^\W_])|^[-+=]|(?<=[+=])[+=]|:(?=//)|(?<=www)\.", re.IGNORECASE
)
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?= |$)")
_NEEDED = frozenset("\u00a0\u202f\u200c\u200d")  # blanks and joiners that written languages need


def plain(text: object, longest: int = 300) -> str:
    """One line of visible characters; invisible ones are written as their code, such as U+202E."""
    shown = []
    for letter in " ".join(str(text)[: 4 * longest].split()):
        hidden = unicodedata.category(letter)[0] == "C" and letter not in _NEEDED
        shown.append(f"U+{ord(letter):04X}" if hidden else letter)
    line = "".join(shown)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def inert(text: object, longest: int = 300) -> str:
    """The same, escaped for Markdown: no emphasis, link, image, HTML, table, heading, list, mention or formula."""
    line = _MARKS.sub(lambda mark: f"&#{ord(mark[0])};", plain(text, longest))
    return _NUMBERED.sub(lambda mark: f"{mark[1]}&#{ord(mark[2])};", line)


def rows(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    """A table (GitHub's syntax) of cells that are already escaped."""
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def bullets(lines: Iterable[str]) -> str:
    """A list of lines that are already escaped."""
    return "\n".join(f"- {line}" for line in lines)

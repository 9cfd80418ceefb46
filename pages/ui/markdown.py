"""Escaping of names from people and files: inert in Streamlit's Markdown, and visible everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

from dpcore.text import Text
from pages.ui.language import say

LIMIT = 60
# sentences of the program are shown in full; the names in them have limits of their own
SENTENCES = 2_000
# where somebody decides about a question, it is shown in full: no condition behind an ellipsis
WHOLE = 20_000
Color = Literal["red", "orange", "green", "blue", "gray"]
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$&:@=^])")
# Streamlit parses emoji shortcodes, icons and coloured text after escapes are removed; a word joiner breaks them.
_DIRECTIVE = re.compile(r":(?=[\w+\-])")
_JOINER = "\N{WORD JOINER}"


def plain(text: object, limit: int = LIMIT) -> str:
    """`text` for a label, caption, message or heading: no Markdown, HTML, LaTeX, directive, shortcode or bare link."""
    safe = _PUNCTUATION.sub(
        r"\\\1",
        visible(text, limit)
        .replace("://", f":{_JOINER}//")
        .replace("www.", f"www{_JOINER}.")
        .replace("@", f"@{_JOINER}"),
    )
    return _DIRECTIVE.sub(":" + _JOINER, safe)


def distinct(names: Iterable[str], limit: int = LIMIT) -> dict[str, str]:
    """A label for each name, by `visible`, all different: a browser sends the label of what is chosen."""
    labels: dict[str, str] = {}
    taken = set[str]()
    for place, name in enumerate(dict.fromkeys(names), start=1):
        label = visible(name, limit)
        while label in taken:
            label = f"{visible(name, limit)} ({place})"
            place += 1
        taken.add(label)
        labels[name] = label
    return labels


def lines(text: str, limit: int = 10_000) -> str:
    """`text` as by `plain`, keeping its lines and paragraphs."""
    shown = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return "  \n".join(plain(line.strip(), limit) or _JOINER for line in shown.splitlines())


def copied(text: str) -> str:
    """Entered text without the joiners that `plain` inserts, in case it was copied from a page."""
    return text.replace(_JOINER, "").strip()


def sentence(text: str) -> str:
    """`text` in the reader's language, with an initial capital."""
    translated = say(text) if isinstance(text, Text) else text
    return translated[:1].upper() + translated[1:]


def visible(text: object, limit: int = LIMIT) -> str:
    """`text` on one line, shortened, with invisible and bidirectional characters spelt out; without Markdown.

    A `Text` is translated.
    """
    translated = say(text) if isinstance(text, Text) else str(text)
    shown = "".join(_spelt(character) for character in translated)
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _spelt(character: str) -> str:
    if character.isspace():
        return " "
    kind = unicodedata.category(character)
    return f"⟨U+{ord(character):04X}⟩" if kind in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else character

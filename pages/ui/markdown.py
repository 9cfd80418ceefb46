"""Names that people or files gave, made inert where Streamlit reads Markdown, and visible everywhere."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from dpcore.text import Text
from pages.ui.language import say

LIMIT = 60
# what is decided about is shown to its end: a condition must not hide behind an ellipsis
WHOLE = 20_000
Color = Literal["red", "orange", "green", "blue", "gray"]
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$&:@=^])")
# Emoji shortcodes, icons and coloured text are found after the escapes are gone; a word joiner inside breaks them.
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


def lines(text: str, limit: int = 10_000) -> str:
    """`text` as `plain` makes it, with the lines and paragraphs that it has."""
    shown = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return "  \n".join(plain(line.strip(), limit) or _JOINER for line in shown.splitlines())


def copied(text: str) -> str:
    """What somebody typed, or copied from a page where `plain` had put joiners into it."""
    return text.replace(_JOINER, "").strip()


def sentence(text: str) -> str:
    """`text` in the reader's language, with a capital to begin with; names inside keep theirs."""
    said = say(text) if isinstance(text, Text) else text
    return said[:1].upper() + said[1:]


def visible(text: object, limit: int = LIMIT) -> str:
    """`text` on one line, shortened, characters that hide or reverse others spelt out; for places without Markdown.

    A sentence is said in the reader's language.
    """
    said = say(text) if isinstance(text, Text) else str(text)
    shown = "".join(_spelt(character) for character in said)
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _spelt(character: str) -> str:
    if character.isspace():
        return " "
    kind = unicodedata.category(character)
    return f"⟨U+{ord(character):04X}⟩" if kind in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else character

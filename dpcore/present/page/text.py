"""Text from people and files, made visible and shortened. Escaping is done where the text is inserted."""

from __future__ import annotations

import datetime as dt
import unicodedata

from dpcore.desk.sharing import LONGEST_NOTE, NEEDED
from dpcore.text import Text

_HIDING = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def visible(text: object, limit: int) -> str:
    """`text` on one line, shortened. Characters that hide or reverse others are spelled out."""
    shown = "".join(_spelt(character) for character in str(text)[: 4 * limit])
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def prose(text: str, limit: int) -> str:
    """A title or a line. Invisible characters that written languages need stay; all others are spelled out."""
    shown = "".join(character if character in NEEDED else _spelt(character) for character in text[:limit])
    return shown if len(text) <= limit else shown[: limit - 1] + "…"


def paragraphs(note: str) -> list[str]:
    """The lines of a note that are not empty."""
    return [prose(line, LONGEST_NOTE) for line in note[:LONGEST_NOTE].splitlines() if line.strip()]


def day(time: str) -> Text:
    """A time (ISO, UTC) as people write it: 3 May 2026, 14:05 UTC. Any other text is returned unchanged."""
    try:
        moment = dt.datetime.fromisoformat(time).astimezone(dt.UTC)
    except ValueError:
        return Text("{time}", time=visible(time, 40))
    return Text("{moment.day} {moment:%B %Y, %H:%M} UTC", moment=moment)


def _spelt(character: str) -> str:
    if character.isspace():
        return " "
    return f"⟨U+{ord(character):04X}⟩" if unicodedata.category(character) in _HIDING else character

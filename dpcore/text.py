"""Translatable sentences: English strings that carry their translation key and facts. Screens translate them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Self, final


@final
class Text(str):
    """A sentence or a label. As a `str` it is English.

    key: the English text, with a `str.format` placeholder `{name}` for each fact; without facts it is used unchanged.
    Translations are looked up by the key, so a key is a whole sentence: sentences are never built from fragments.
    facts: numbers, dates, names, and other `Text`, which is translated too. many: the key used where `n` is not 1.
    """

    __slots__ = ("facts", "key", "many")

    key: str
    many: str
    facts: Mapping[str, Any]

    def __new__(cls, key: str, /, **facts: Any) -> Self:
        """The sentence with these facts filled in."""
        return cls._made(key, "", facts)

    @classmethod
    def counted(cls, one: str, many: str, /, n: int, **facts: Any) -> Self:
        """The singular `one` where n is 1, else the plural `many`; `{n}` is the number in both."""
        return cls._made(one, many, {"n": n, **facts})

    @classmethod
    def _made(cls, key: str, many: str, facts: dict[str, Any]) -> Self:
        form = many if many and facts["n"] != 1 else key
        text = super().__new__(cls, form.format(**facts) if facts else form)
        text.key, text.many, text.facts = key, many, MappingProxyType(facts)
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return Text._made, (self.key, self.many, dict(self.facts))


def joined(parts: Iterable[str], between: str = " ") -> Text:
    """Sentences in sequence, or the items of a list; each is translated separately. Empty ones are left out."""
    texts = [part for part in parts if part]
    if len(texts) == 1 and isinstance(texts[0], Text):
        return texts[0]
    facts = {f"part{place}": part for place, part in enumerate(texts)}
    return Text(between.join(f"{{{name}}}" for name in facts), **facts)

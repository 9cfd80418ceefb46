"""Sentences that know what they were made of: English as they stand, and another language where they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Self, final


@final
class Text(str):
    """A sentence, or a label. As a `str` it is English.

    key: it in English, with `{name}` for each fact as `str.format` writes it; without facts it is taken as it stands.
    A translation is looked up by the key, which is a whole sentence: sentences are never glued together. facts:
    numbers, dates, names, and further `Text`, which is translated with it. many: the key where the fact `n` is not 1.
    """

    __slots__ = ("facts", "key", "many")

    key: str
    many: str
    facts: Mapping[str, Any]

    def __new__(cls, key: str, /, **facts: Any) -> Self:
        """The sentence of these facts."""
        return cls._made(key, "", facts)

    @classmethod
    def counted(cls, one: str, many: str, /, n: int, **facts: Any) -> Self:
        """`one` where n is 1, else `many`; `{n}` is the number in both."""
        return cls._made(one, many, {"n": n, **facts})

    @classmethod
    def _made(cls, key: str, many: str, facts: dict[str, Any]) -> Self:
        form = many if many and facts["n"] != 1 else key
        made = super().__new__(cls, form.format(**facts) if facts else form)
        made.key, made.many, made.facts = key, many, MappingProxyType(facts)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Text._made, (self.key, self.many, dict(self.facts))


def joined(parts: Iterable[str], between: str = " ") -> Text:
    """Sentences one after another, or what a list names; each is translated by itself. Empty ones are left out."""
    said = [part for part in parts if part]
    if len(said) == 1 and isinstance(said[0], Text):
        return said[0]
    facts = {f"part{place}": part for place, part in enumerate(said)}
    return Text(between.join(f"{{{name}}}" for name in facts), **facts)

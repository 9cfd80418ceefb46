"""Translation of sentences. No state: every caller passes the language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, final

from dpcore.present.language import particle
from dpcore.text import Text

ENGLISH: Final = "en"
PSEUDO: Final = "xx"
"""A test language: every sentence in brackets and a third longer, to show missing translations and lack of space."""
Say = Callable[[str], str]
"""A function that translates a sentence: `Language.say`, or `str` for English."""
PARAMETER: Final = "lang"
"""The query parameter of addresses that selects a language."""
_FOLDER: Final = Path(__file__).parent
_LETTERS: Final = str.maketrans("aeiouAEIOU", "àéîöûÀÉÎÖÛ")


@final
@dataclass(frozen=True, slots=True)
class Language:
    """A language: code, name in that language, and sentences by key: one form, or several chosen by the fact n.

    plural: the gettext rule that chooses the form for a number.
    """

    code: str
    name: str
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: str = "(n != 1)"

    def say(self, text: str) -> str:
        """A sentence in this language, or in English without a translation. A plain `str` is a name and is kept."""
        if not isinstance(text, Text) or self.code == ENGLISH:
            return str(text)
        if self.code == PSEUDO:
            return _pseudo(text, self)
        forms = self.sentences.get(text.key, ())
        form = forms[min(len(forms) - 1, self._plural(text))] if forms else _english(text)
        if not text.facts:
            return form
        if self.code != "ko":
            return _Writer(self).vformat(form, (), text.facts)
        return particle.fitted(_Writer(self).vformat(particle.marked(form), (), text.facts))

    def _plural(self, text: Text) -> int:
        return _rule(self.plural)(int(text.facts["n"])) if text.many else 0


IN_ENGLISH: Final = Language(ENGLISH, "English")


class _Writer(Formatter):
    """Formats facts for a language: sentences translated, numbers with its separators, dates in its order."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Text):
            return format(self._language.say(value), format_spec)
        if isinstance(value, dt.date) and not format_spec:
            return _dated(value, self._language.code)
        written = format(value, format_spec)
        return _marked(written, self._language.code) if isinstance(value, int | float) else written


@cache
def _rule(plural: str) -> Callable[[int], int]:
    from gettext import c2py

    return c2py(plural)


def _dated(moment: dt.date, code: str) -> str:
    """A date, with the time if there is one, in the format of the language."""
    from babel.dates import format_date, format_time

    day = str(format_date(moment, "long", locale=code))
    return f"{day} {format_time(moment, 'HH:mm', locale=code)}" if isinstance(moment, dt.datetime) else day


@cache
def _marks(code: str) -> dict[int, str]:
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return {ord("."): get_decimal_symbol(code), ord(","): get_group_symbol(code)}


def _marked(number: str, code: str) -> str:
    """A number formatted by Python, with the language's separators for decimals and thousands."""
    return number.translate(_marks(code))


def _english(text: Text) -> str:
    return text.many if text.many and text.facts["n"] != 1 else text.key


def _pseudo(text: Text, language: Language) -> str:
    facts = {name: language.say(fact) if isinstance(fact, Text) else fact for name, fact in text.facts.items()}
    form = _english(text)
    parts = "".join(
        literal.translate(_LETTERS).replace("{", "{{").replace("}", "}}")
        + ("" if name is None else "{" + name + (f"!{how}" if how else "") + (f":{spec}" if spec else "") + "}")
        for literal, name, spec, how in Formatter().parse(
            form if text.facts else form.replace("{", "{{").replace("}", "}}")
        )
    )
    more = "~" * max(1, round(len(form) / 3))
    return "[" + parts.format(**facts) + f" {more}]"


@cache
def languages() -> Mapping[str, Language]:
    """All languages by code: English, the test language, and those with a file in this folder."""
    built_in = {ENGLISH: IN_ENGLISH, PSEUDO: Language(PSEUDO, PSEUDO)}
    return built_in | {path.stem: read(path) for path in sorted(_FOLDER.glob("*.po"))}


def offered() -> dict[str, str]:
    """The languages that people can choose: code to name, each in its own language."""
    return {code: language.name for code, language in languages().items() if code != PSEUDO}


def chosen(wanted: Iterable[str]) -> Language:
    """The first available language among these codes, such as ko or ko-KR; else English."""
    available = languages()
    codes = (code.partition("-")[0].lower() for code in wanted)
    return next((available[code] for code in codes if code in available), IN_ENGLISH)


def read(path: Path) -> Language:
    """The language of a .po file. Sentences that are marked as fuzzy are left out."""
    from babel import Locale
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    sentences = {forms(message.id)[0]: forms(message.string) for message in catalog if message.id and not message.fuzzy}
    translated = {key: texts for key, texts in sentences.items() if all(texts)}
    return Language(path.stem, str(Locale.parse(path.stem).get_display_name()), translated, catalog.plural_expr)


def forms(string: object) -> tuple[str, ...]:
    """The forms of a Babel message: one, or singular and plural."""
    return tuple(map(str, string)) if isinstance(string, tuple | list) else (str(string or ""),)

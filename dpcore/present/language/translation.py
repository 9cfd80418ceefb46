"""Translation of sentences. No state: every caller passes the language.

A sentence without a translation is English as a whole: no part of it, number or date is in another language. A language
is offered from `ENOUGH` percent of the screens' sentences on, if it has all that state a promise, a warning or a
consent. The lessons are a catalogue of their own, which does not matter for that.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, final

from dpcore.present.language import particle
from dpcore.text import Text

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ENGLISH: Final = "en"
PSEUDO: Final = "xx"
"""A test language: every sentence in brackets and a third longer, to show missing translations and lack of space."""
Say = Callable[[str], str]
"""A function that translates a sentence: `Language.say`, or `str` for English."""
PARAMETER: Final = "lang"
"""The query parameter of addresses that selects a language."""
FOLDER: Final = Path(__file__).parent
"""Contains a file per language, <code>.po, and another in the folder `LESSONS` if that is translated too."""
LESSONS: Final = "lessons"
TEMPLATES: Final = (FOLDER / "murmur.pot", FOLDER / LESSONS / "lessons.pot")
"""All sentences of the screens, and of the lessons."""
VITAL: Final = "A promise, a warning or a consent: needed before the language is offered."
"""The comment on such a sentence in the template."""
ENOUGH: Final = 95
_WORDS: Final = re.compile(r"[^\W\d_]{2}")
_FACT: Final = re.compile(r"\{[^{}]*\}")
_WHOLE: Final = re.compile(r"[.!?]\W*$")
_LETTERS: Final = str.maketrans("aeiouAEIOU", "àéîöûÀÉÎÖÛ")


@final
@dataclass(frozen=True, slots=True)
class Language:
    """A language: code, name in that language, and sentences by key: one form, or several chosen by the fact n.

    plural: the gettext rule that chooses the form for a number. missing: the keys that have no translation yet.
    percent, lessons: how much of the screens and of the lessons is translated, rounded down. vital: whether all
    promises, warnings and consents are.
    """

    code: str
    name: str
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: str = "(n != 1)"
    missing: frozenset[str] = frozenset()
    percent: int = 100
    lessons: int = 100
    vital: bool = True

    @property
    def label(self) -> str:
        """The name in menus, which says how complete the language is."""
        return self.name if self.percent == 100 else f"{self.name} · {self.percent} %"

    @property
    def offered(self) -> bool:
        """Whether people are offered this language."""
        return self.percent >= ENOUGH and self.vital and self.code != PSEUDO

    def say(self, text: str) -> str:
        """A sentence in this language, or in English without a translation. A plain `str` is a name and is kept."""
        if not isinstance(text, Text) or self.code == ENGLISH:
            return str(text)
        if self.code == PSEUDO:
            return _pseudo(text, self)
        forms = self.sentences.get(text.key, ())
        if self._left(text) if forms else _WORDS.search(_FACT.sub("", text.key)):
            return str(text)
        form = forms[min(len(forms) - 1, self._plural(text))] if forms else _english(text)
        if not text.facts:
            return form
        if self.code != "ko":
            return _Writer(self).vformat(form, (), text.facts)
        return particle.fitted(_Writer(self).vformat(particle.marked(form), (), text.facts))

    def _left(self, text: Text) -> bool:
        """Whether a phrase inside the text is English, so that the text must be too; sentences inside it may differ."""
        return any(
            isinstance(fact, Text) and not _WHOLE.search(fact.key) and (fact.key in self.missing or self._left(fact))
            for fact in text.facts.values()
        )

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
    """All languages by code: English, the test language, and those with a file in the folder."""
    built_in = {ENGLISH: IN_ENGLISH, PSEUDO: Language(PSEUDO, PSEUDO)}
    return built_in | {path.stem: read(path) for path in sorted(FOLDER.glob("*.po"))}


def offered() -> dict[str, str]:
    """The languages that people can choose: code to name, each in its own language."""
    return {code: language.label for code, language in languages().items() if language.offered}


def chosen(named: Iterable[str], accepted: Iterable[str] = ()) -> Language:
    """The first language of these codes, such as ko or ko-KR; else English.

    named: by a person or an address. Any language can be named, so that a translator sees an unfinished one.
    accepted: by a browser, which gets only what is offered.
    """
    available = languages()
    for codes, found in ((named, available), (accepted, offered())):
        for code in codes:
            if (known := code.partition("-")[0].lower()) in found:
                return available[known]
    return IN_ENGLISH


def read(path: Path) -> Language:
    """The language of a .po file. Sentences that are fuzzy, or have other facts than the English, are left out."""
    from babel import Locale

    catalog = stored(path)
    lessons = path.parent / LESSONS / path.name
    sentences = _translated(catalog) | (_translated(stored(lessons)) if lessons.exists() else {})
    screens, taught = map(_wanted, TEMPLATES)
    return Language(
        path.stem,
        str(Locale.parse(path.stem).get_display_name()),
        sentences,
        catalog.plural_expr,
        frozenset((screens.keys() | taught.keys()) - sentences.keys()),
        _percent(screens, sentences),
        _percent(taught, sentences),
        all(key in sentences for key, vital in screens.items() if vital),
    )


def stored(path: Path) -> Catalog:
    """The content of a .po file, or of a template."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=None if path.suffix == ".pot" else path.stem)


@cache
def _wanted(template: Path) -> Mapping[str, bool]:
    """The keys of a template, and whether each must be translated before a language is offered."""
    return {forms(each.id)[0]: VITAL in each.auto_comments for each in stored(template) if each.id}


def _translated(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    found = ((forms(each.id), forms(each.string)) for each in catalog if each.id and not each.fuzzy)
    return {keys[0]: said for keys, said in found if all(said) and fits(keys, said)}


def _percent(wanted: Mapping[str, bool], sentences: Mapping[str, object]) -> int:
    return 100 * sum(key in sentences for key in wanted) // len(wanted) if wanted else 100


def forms(string: object) -> tuple[str, ...]:
    """The forms of a Babel message: one, or singular and plural."""
    return tuple(map(str, string)) if isinstance(string, tuple | list) else (str(string or ""),)


def fits(keys: Sequence[str], said: Sequence[str]) -> bool:
    """Whether a translation can be filled in: it has the facts of the English, each formatted as there or not at all.

    The first of several forms may leave out what the singular does, as in "One pair".
    """
    try:
        parts = [_parts(key) for key in keys]
        given = [_parts(form) for form in said]
    except ValueError:  # a brace is not closed
        return False
    known, wanted = set[str]().union(*parts), set[str]().union(*map(_names, parts))
    allowed = known | wanted | ({"n:,"} if len(keys) > 1 else set())
    short = [_names(parts[0])] if len(said) > 1 else []
    return all(
        form <= allowed and _names(form) in [wanted, *([] if place else short)] for place, form in enumerate(given)
    )


def _parts(form: str) -> set[str]:
    """The placeholders in a form, with their formats."""
    found = Formatter().parse(form)
    return {name + (f"!{how}" if how else "") + (f":{spec}" if spec else "") for _, name, spec, how in found if name}


def _names(parts: Iterable[str]) -> set[str]:
    return {re.split(r"[.!:\[]", part)[0] for part in parts}

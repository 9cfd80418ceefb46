"""A dossier as one HTML page: no script, no request to anywhere, light and dark, on a phone and on paper.

text      what people and files wrote, made visible       fact      what was protected, what it cost
chart     SVG by the shape of the answer                  answer    one question, answered
template  the page, what stands where a link is dead, and the style sheet that both carry inside

Every text goes through Jinja2's escaping; the style sheet's hash is the only style that the pages' policy allows.
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, final

from dpcore.desk.dossier import UNREAD, Dossier
from dpcore.desk.sharing import LONGEST_TITLE
from dpcore.errors import QueryError
from dpcore.present import answers
from dpcore.present.file import export
from dpcore.present.language.translation import ENGLISH, IN_ENGLISH, PARAMETER, Language, languages, offered
from dpcore.present.page.text import day, paragraphs, prose, visible
from dpcore.present.text import history
from dpcore.release.record import Release
from dpcore.result import Function
from dpcore.text import Text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

LARGEST = 950_000
"""Bytes that a page has at most; of a larger one, tables and then pictures are shown in part or left out."""

_STAND, _LONG = secrets.token_hex(16), 100_000
_ROOM = (1_000, 300, 100, 30, 10, 0)
_LARGEST_INSIDE = 300_000
_MOST_VALUES = 1_000  # lines of a page of values, about


@final
@dataclass(frozen=True, slots=True)
class File:
    """A download that the page offers: its name for people, where it is, and what it is called when it is kept."""

    label: Text
    href: str
    name: str


def html(
    dossier: Dossier,
    *,
    fingerprint: str = "",
    files: Sequence[File] = (),
    offline: bool = False,
    form_action: str = "",
    language: Language = IN_ENGLISH,
) -> str:
    """The page. fingerprint: of the key that signs this desk's bundles. files: offered for download beside it.

    form_action: where a form sends the points at which a function is asked (`value`); empty for no such form.
    offline: for a file that is kept: its own policy is inside it, and so is the CSV where that is small enough.
    """
    inside = [*files, *(_csv(dossier) if offline else ())]
    for room in _ROOM:
        text = _drawn(dossier, fingerprint, inside, offline, form_action, room, language)
        if len(text.encode()) <= LARGEST:
            break
    return text


def prepare() -> None:
    """Load what the first page would wait for."""
    for name in ("answer", "fact"):
        importlib.import_module(f"{__name__}.{name}")
    for name in ("page.html", "value.html", "missing.html"):
        _environment().get_template(name)


@cache
def missing(code: str = ENGLISH) -> str:
    """The page of a link that opens nothing, whatever the reason; code: of a language there is."""
    return _render("missing.html", languages()[code])


def policy() -> str:
    """The content security policy of these pages: their own style sheet, their own form and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash()}'; img-src data:; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


def functions(dossier: Dossier) -> dict[int, Release]:
    """The answers that are functions, by their number on the page, from 1."""
    shown = enumerate(answers.all_of(dossier.releases), 1)
    return {number: release for number, release in shown if isinstance(release.result, Function)}


def value(release: Release, number: int, typed: str, back: str, language: Language = IN_ENGLISH) -> str:
    """A function's values at points that were typed, with a form for others: a small page of its own.

    number: of the answer on the whole page. back: the address of that page.
    """
    from dpcore.present.shape import evaluate
    from dpcore.present.text import words

    function, say = release.result, language.say
    if not isinstance(function, Function):
        raise QueryError("“{release}” does not answer with a function of a column.", release=release.sentence)
    try:
        values, trouble = evaluate.values(release, typed, most=_MOST_VALUES), ""
    except QueryError as error:
        values, trouble = [], say(error.sentence)
    return _render(
        "value.html",
        language,
        title=visible(say(release.sentence), 160),
        number=number,
        argument=visible(say(evaluate.argument(function)), 80),
        reach=say(function.reach),
        domain=say(evaluate.domain(function)),
        typed=visible(typed, evaluate.LONGEST),
        values=values,
        grouped=any(found.group for found in values),
        groups=len({found.group for found in values}),
        all_groups=function.size // function.points,
        trouble=visible(trouble, 300),
        meaning=visible(say(words.meaning(release)), 500),
        back=back,
    )


def _drawn(
    dossier: Dossier,
    fingerprint: str,
    files: Sequence[File],
    offline: bool,
    form_action: str,
    room: int,
    language: Language,
) -> str:
    from dpcore.present.page.answer import answer
    from dpcore.present.page.fact import declared, facts

    shown = answers.all_of(dossier.releases)
    columns, further = declared(shown)
    several = len({release.dataset_version for release in shown}) > 1
    about = Text("Answers about {dataset}", dataset=visible(dossier.dataset, 100))
    return _render(
        "page.html",
        language,
        dossier=dossier,
        title=prose(dossier.title, LONGEST_TITLE) or language.say(about),
        answers=[answer(release, room, several, language.say) for release in shown],
        unread=[visible(language.say(release.sentence), 160) for release in dossier.unread],
        unread_meaning=UNREAD,
        facts=facts(dossier),
        columns=columns,
        further=further,
        files=files,
        offline=offline,
        form_action=form_action,
        fingerprint=fingerprint,
        languages=offered() if form_action else {},
    )


def _render(template: str, language: Language, **facts: Any) -> str:
    return (
        _environment().get_template(template).render(say=_sayer(language), language=language, lang=PARAMETER, **facts)
    )


def _sayer(language: Language) -> Callable[..., Markup]:
    """What templates say: a key with its facts, or a sentence made elsewhere; escaped, save facts that are Markup."""
    from markupsafe import Markup, escape

    def say(text: str, /, **facts: Any) -> Markup:
        marked = {name: fact for name, fact in facts.items() if isinstance(fact, Markup)}
        stands = {name: f"({_STAND} {name})" for name in marked}
        said = escape(visible(language.say(text if isinstance(text, Text) else Text(text, **(facts | stands))), _LONG))
        for name, stand in stands.items():
            said = said.replace(stand, marked[name])
        return said

    return say


def _csv(dossier: Dossier) -> tuple[File, ...]:
    data = export.long_csv(answers.all_of(dossier.releases), dossier.unread)
    if len(data) > _LARGEST_INSIDE:
        return ()
    return (File(Text("CSV"), f"data:text/csv;base64,{base64.b64encode(data).decode()}", "answers.csv"),)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("dpcore.present.page", "template"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {"visible": visible, "day": day, "paragraphs": paragraphs, "amount": history.amount}
    made.filters |= {"bdi": _bdi, "code": _code}
    made.globals |= {"style": _style(), "style_hash": _hash()}
    return made


def _bdi(text: str) -> Markup:
    """A name whose writing direction is its own."""
    from markupsafe import Markup

    return Markup("<bdi>{}</bdi>").format(text)


def _code(text: str, kind: str = "") -> Markup:
    from markupsafe import Markup

    return Markup('<code class="{}">{}</code>' if kind else "<code>{1}</code>").format(kind, text)


@cache
def _style() -> str:
    from importlib.resources import files

    from markupsafe import Markup

    return Markup((files(__name__) / "template" / "style.css").read_text(encoding="utf-8"))


@cache
def _hash() -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()}"

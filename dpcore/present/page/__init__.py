"""A dossier as one HTML page: without scripts or network requests; for light and dark themes, phones and print.

text      text written by people and files, with hidden characters made visible
fact      what was protected, and what it cost
answer    one answer: title, chart, sentences and table
template  the pages, the page of a link that opens nothing, and the style sheet that every page includes

Every text is escaped by Jinja2. The content security policy allows one style sheet, by its hash.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import final

from dpcore.desk.dossier import UNREAD, Dossier
from dpcore.desk.sharing import LONGEST_TITLE
from dpcore.errors import QueryError
from dpcore.present import answers
from dpcore.present.file import export
from dpcore.present.language.translation import ENGLISH, IN_ENGLISH, Language, languages, offered
from dpcore.present.page.environment import render
from dpcore.present.page.text import prose, visible
from dpcore.queries.question.refusal import no_function
from dpcore.release.record import Release
from dpcore.text import Text

LARGEST = 950_000
"""Largest page in bytes. On a larger page, tables are shortened first, then charts are left out."""

_ROOM = (1_000, 300, 100, 30, 10, 0)
_LARGEST_INSIDE = 300_000
_MOST_VALUES = 1_000  # approximate number of lines on a page of values


@final
@dataclass(frozen=True, slots=True)
class File:
    """A download on the page: its label, its address, and the file name under which it is saved."""

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
    """The page.

    fingerprint: of the key that signs this desk's bundles. files: downloads that the page offers.
    form_action: the address to which a form sends the points of a function (`value`); empty for no form.
    offline: for a saved file. It contains its own security policy, and the CSV if that is small enough.
    """
    inside = [*files, *(_csv(dossier) if offline else ())]
    for room in _ROOM:
        text = _drawn(dossier, fingerprint, inside, offline, form_action, room, language)
        if len(text.encode()) <= LARGEST:
            break
    return text


@cache
def missing(code: str = ENGLISH) -> str:
    """The page of a link that opens nothing, the same for every reason. code: of an available language."""
    return render("missing.html", languages()[code])


def functions(dossier: Dossier) -> dict[int, Release]:
    """The answers that have values at typed points or rows, by their number on the page (from 1)."""
    from dpcore.present.shape import presenter

    shown = enumerate(answers.all_of(dossier.releases), 1)
    return {number: release for number, release in shown if presenter(release).field is not None}


def value(release: Release, number: int, typed: str, back: str, language: Language = IN_ENGLISH) -> str:
    """A small page with a function's values at typed points, and a form for other points.

    number: of the answer on the main page. back: the address of the main page.
    """
    from dpcore.present.shape import evaluate, presenter

    shown, say = presenter(release), language.say
    field = shown.field
    if field is None:
        raise no_function(release.sentence)
    try:
        values, trouble = shown.values(typed, most=_MOST_VALUES), ""
    except QueryError as error:
        values, trouble = [], say(error.sentence)
    return render(
        "value.html",
        language,
        title=visible(say(release.sentence), 160),
        number=number,
        argument=visible(say(field.argument), 80),
        reach=say(field.reach),
        domain=say(field.domain),
        help=say(field.typed),
        method=say(field.method),
        typed=visible(typed, evaluate.LONGEST),
        values=values,
        grouped=any(entry.group for entry in values),
        ends=any(entry.low or entry.high for entry in values),
        groups=len({entry.group for entry in values}),
        all_groups=field.groups,
        trouble=visible(trouble, 300),
        meaning=visible(say(shown.meaning), 500),
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
    from dpcore.present.text.price import of_budget

    shown, scale = (
        answers.all_of(dossier.releases),
        of_budget(dossier.budget, [charge.charge for charge in dossier.charges]),
    )
    columns, further = declared(shown)
    several = len({release.dataset_version for release in shown}) > 1
    about = Text("Answers about {dataset}", dataset=visible(dossier.dataset, 100))
    return render(
        "page.html",
        language,
        dossier=dossier,
        title=prose(dossier.title, LONGEST_TITLE) or language.say(about),
        answers=[answer(release, room, several, language.say, scale) for release in shown],
        scale=scale,
        unread=[visible(language.say(release.sentence), 160) for release in dossier.unread],
        unread_meaning=UNREAD,
        facts=facts(dossier, scale),
        columns=columns,
        further=further,
        files=files,
        offline=offline,
        form_action=form_action,
        fingerprint=fingerprint,
        languages=offered() if form_action else {},
    )


def _csv(dossier: Dossier) -> tuple[File, ...]:
    data = export.long_csv(answers.all_of(dossier.releases), dossier.unread)
    if len(data) > _LARGEST_INSIDE:
        return ()
    return (File(Text("CSV"), f"data:text/csv;base64,{base64.b64encode(data).decode()}", "answers.csv"),)

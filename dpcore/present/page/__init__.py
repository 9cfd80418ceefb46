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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, final

from dpcore.dossier import Dossier
from dpcore.present import answers, export, history
from dpcore.present.page.text import day, paragraphs, prose, visible
from dpcore.sharing import LONGEST_TITLE

if TYPE_CHECKING:
    from jinja2 import Environment

LARGEST = 950_000
"""Bytes that a page has at most; of a larger one, tables and then pictures are shown in part or left out."""

_ROOM = (1_000, 300, 100, 30, 10, 0)
_LARGEST_INSIDE = 300_000


@final
@dataclass(frozen=True, slots=True)
class File:
    """A download that the page offers: its name for people, where it is, and what it is called when it is kept."""

    label: str
    href: str
    name: str


def html(dossier: Dossier, *, fingerprint: str = "", files: Sequence[File] = (), offline: bool = False) -> str:
    """The page. fingerprint: of the key that signs this desk's bundles. files: offered for download beside it.

    offline: for a file that is kept: its own policy is inside it, and so is the CSV where that is small enough.
    """
    inside = [*files, *(_csv(dossier) if offline else ())]
    for room in _ROOM:
        text = _drawn(dossier, fingerprint, inside, offline, room)
        if len(text.encode()) <= LARGEST:
            break
    return text


def prepare() -> None:
    """Load what the first page would wait for."""
    for name in ("answer", "fact"):
        importlib.import_module(f"{__name__}.{name}")
    for name in ("page.html", "missing.html"):
        _environment().get_template(name)


@cache
def missing() -> str:
    """The page of a link that opens nothing, whatever the reason."""
    return _environment().get_template("missing.html").render()


def policy() -> str:
    """The content security policy of these pages: their own style sheet and nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash()}'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _drawn(dossier: Dossier, fingerprint: str, files: Sequence[File], offline: bool, room: int) -> str:
    from dpcore.present.page.answer import answer
    from dpcore.present.page.fact import declared, facts

    shown = answers.all_of(dossier.releases)
    columns, further = declared(shown)
    several = len({release.dataset_version for release in shown}) > 1
    return (
        _environment()
        .get_template("page.html")
        .render(
            dossier=dossier,
            title=prose(dossier.title, LONGEST_TITLE) or f"Answers about {visible(dossier.dataset, 100)}",
            answers=[answer(release, room, several) for release in shown],
            facts=facts(dossier),
            columns=columns,
            further=further,
            files=files,
            offline=offline,
            fingerprint=fingerprint,
        )
    )


def _csv(dossier: Dossier) -> tuple[File, ...]:
    data = export.long_csv(answers.all_of(dossier.releases))
    if len(data) > _LARGEST_INSIDE:
        return ()
    return (File("CSV", f"data:text/csv;base64,{base64.b64encode(data).decode()}", "answers.csv"),)


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
    made.globals |= {"style": _style(), "style_hash": _hash()}
    return made


@cache
def _style() -> str:
    from importlib.resources import files

    from markupsafe import Markup

    return Markup((files(__name__) / "template" / "style.css").read_text(encoding="utf-8"))


@cache
def _hash() -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()}"

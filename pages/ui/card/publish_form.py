"""The form for publishing: answers, title, note and expiry."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from dpcore.desk.sharing import LONGEST_NOTE, LONGEST_TITLE
from dpcore.present import answers
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release
from dpcore.text import Text
from pages.ui import widget
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import visible
from pages.ui.session import session

DAYS = {Text("for 7 days"): 7, Text("for 30 days"): 30, Text("for 90 days"): 90}
# vital
DATE, NEVER, START = Text("until a date"), Text("until it is revoked"), Text("for 30 days")


@dataclass(frozen=True)
class Publication:
    """The content of the form. releases: measurements of one question are combined. until: a day, or None."""

    releases: tuple[Release, ...]
    title: str
    note: str
    until: dt.date | None


def choose(dataset: Dataset, keys: Sequence[str]) -> None:
    """From a callback: publish these answers."""
    widget.put(f"publish-{dataset.id}-answers", list(keys))


def publication(dataset: Dataset) -> Publication:
    """Draws the form; without a choice it contains no releases."""
    offered = {release.key: release for release in reversed(answers.all_of(desk().releases(dataset.id)))}
    prefix = f"publish-{dataset.id}"
    chosen = widget.kept(
        st.multiselect,
        say("Answers"),
        list(offered),
        key=f"{prefix}-answers",
        default=[],
        format_func=lambda key: label(offered[key]) if key in offered else "",
        placeholder=say("Choose what a colleague will see"),
    )
    title = widget.kept(
        st.text_input,
        say("Title"),
        key=f"{prefix}-title",
        default="",
        max_chars=LONGEST_TITLE,
        placeholder=say("Visits by age"),
    )
    # vital
    note = widget.kept(
        st.text_area,
        say("Note"),
        key=f"{prefix}-note",
        default="",
        max_chars=LONGEST_NOTE,
        placeholder=say("What the table is and what the answers are for. Everybody with the link can read this."),
    )
    picked = tuple(offered[key] for key in chosen if key in offered)
    return Publication(picked, (title or "").strip(), (note or "").strip(), _until(prefix))


def latest(dataset: Dataset, publication: Publication) -> Publication:
    """From a callback: with the current title and note, since a click right after typing carries the old ones."""
    title, note = (session.get(f"publish-{dataset.id}-{name}") for name in ("title", "note"))
    return replace(publication, title=(title or "").strip(), note=(note or "").strip())


def label(release: Release) -> str:
    """An answer in a list without Markdown: question, version of the rows, day."""
    return visible(
        Text(
            "{question} · version {version} · {day}",
            question=release.sentence,
            version=release.dataset_version,
            day=release.time[:10],
        ),
        160,
    )


def _until(prefix: str) -> dt.date | None:
    """Draws and returns the last day (UTC) of the link."""
    today = dt.datetime.now(dt.UTC).date()
    with st.container(horizontal=True):
        # vital
        choice = widget.kept(
            st.selectbox,
            say("The link is valid"),
            [*DAYS, DATE, NEVER],
            format_func=say,
            key=f"{prefix}-until",
            default=START,
            width=220,
        )
        if choice in DAYS:
            return today + dt.timedelta(days=DAYS[choice])
        if choice == NEVER:
            return None
        later = today + dt.timedelta(days=DAYS[START])
        day: dt.date | None = widget.kept(
            st.date_input,
            say("Last day (UTC)"),
            key=f"{prefix}-date",
            default=later,
            min_value=min(today, widget.value(f"{prefix}-date") or today),  # the page may stand open over midnight
            format="YYYY-MM-DD",
            width=220,
        )
        return day

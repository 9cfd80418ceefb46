"""Paid questions without an answer, after a crash or a stop, with a button to answer them."""

from __future__ import annotations

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import job, role
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.session import session

_TICKET = "unanswered"


def offer(dataset: Dataset) -> None:
    """Draws the unanswered questions and a button; nothing if there are none, or while a release runs."""
    if not dataset.has_rows or not role.at_least(dataset, "analyst") or job.busy(dataset.id):
        return
    questions = desk().unanswered(dataset.id)
    if not questions:
        return
    with st.container(border=True):
        # vital
        many = Text.counted(
            "**One question was paid for and not answered.**",
            "**{n} questions were paid for and not answered.**",
            n=len(questions),
        )
        st.markdown(say(many))
        st.caption(plain(joined((question.sentence for question in questions), "; "), 300))
        ticket = session.setdefault(f"{_TICKET}-{dataset.id}", job.ticket())
        st.button(
            say("Answer the paid questions"),
            icon=":material/play_arrow:",
            key=f"{_TICKET}-go-{dataset.id}",
            on_click=_answer,
            args=(dataset, ticket),
            help=say("Costs nothing more."),
        )


@act
def _answer(dataset: Dataset, ticket: str) -> None:
    session.pop(f"{_TICKET}-{dataset.id}", None)
    own = desk()
    job.begin(ticket, dataset.id, lambda progress, cancel: own.resume(dataset.id, progress=progress, cancel=cancel))

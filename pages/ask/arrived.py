"""The answers of a release that this session began, as they come: its progress, then each answer once it is stored."""

from __future__ import annotations

import streamlit as st

from dpcore.present import answers
from dpcore.release.dataset import Dataset
from dpcore.release.record import Release
from pages.ui import job
from pages.ui.card import release_card
from pages.ui.desk import desk
from pages.ui.errors import act, show
from pages.ui.language import say
from pages.ui.person import signin

ANCHOR = "answers"
"""Of the heading above the answers, for a link to it."""
WHOLE = 3
"""So many answers are drawn at once, the first ones; each of the others when it is opened."""


def arrived(dataset: Dataset) -> None:
    """Draws this session's job: its progress, its error, and the answers that are stored.

    With several people at a desk, the answers are shown when all are there.
    """
    running = job.current(dataset.id)
    if running is None:
        return
    done, alone = running.done.is_set(), signin.user() is None
    if not done:
        job.watch(dataset.id, running.stored[0] if alone else None)
        if not alone or not running.stored[0]:
            return
    elif running.trouble:
        show(running.trouble)
    found = _stored(dataset, running.keys if done and not running.trouble else running.asked or running.keys)
    if not found and not running.trouble:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if found:
            st.header(say("Answers"), anchor=ANCHOR, width="stretch")
        if done:
            st.button(say("Dismiss"), on_click=act(job.forget), help=say("They stay under Results."))
    for place, answer in enumerate(found):
        draw = release_card.card if place < WHOLE else release_card.folded
        draw(dataset, answer, "ask", again=False)


def any_of(dataset: Dataset) -> bool:
    """Whether there are answers on the page."""
    running = job.current(dataset.id)
    return running is not None and bool(running.keys or (running.stored[0] and signin.user() is None))


def under_way(dataset: Dataset) -> bool:
    """Whether a release that this session began goes on, and none of its answers is on the page yet."""
    running = job.current(dataset.id)
    return running is not None and not running.done.is_set() and not any_of(dataset)


def _stored(dataset: Dataset, keys: tuple[str, ...]) -> list[Release]:
    """The stored answers to these asks, in their order, each combined with its earlier measurements."""
    order = {key: place for place, key in enumerate(keys)}
    wanted = [
        key
        for answer in answers.listed(desk().ledger(dataset.id))
        if order.keys() & {*answer.keys}
        for key in answer.keys
    ]
    found = answers.all_of(desk().releases(dataset.id, wanted))
    return sorted(found, key=lambda answer: min(order.get(key, len(order)) for key in (answer.key, *answer.combined)))

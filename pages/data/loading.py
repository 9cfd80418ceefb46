"""Loading a table in the background, with a button to cancel; then Ask, or the error."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

import streamlit as st

from dpcore.errors import AccessError
from dpcore.release.run import Progress
from dpcore.text import Text
from pages.ui import errors, job, navigation, widget
from pages.ui.desk import desk
from pages.ui.rows import loaded
from pages.ui.rows.unfinished import Loaded

KNOWN: Final = "describe-known"
"""Key of the name of a dataset that already has these rows."""
SOON: Final = 1.0
"""Seconds that a click waits, so that a small table opens at once."""


def begin(table: Loaded, work: job.Work) -> None:
    """From a callback: load this table, unless it is already being loaded."""
    spent = loaded.spent(table)

    def load(progress: Progress, cancel: threading.Event) -> Sequence[str]:
        keys = work(progress, cancel)
        spent()
        return keys

    started = job.loads().start(table.ticket, table.ticket, desk().user, load)
    started.done.wait(SOON)
    _settle(started)


def shown(table: Loaded) -> bool:
    """Draws the progress of loading this table; a finished load continues on its next page."""
    running = job.loads().get(table.ticket, desk().user)
    if running is None:
        return False
    if _settle(running):
        st.rerun()
    watch(table.ticket, Text("If you cancel, the table and its description stay here, and no rows are kept."))
    return True


def _settle(running: job.Job) -> bool:
    """Continue after a finished load; False while it runs."""
    if not running.done.is_set():
        return False
    job.loads().settle(running)
    if running.known:
        widget.put(KNOWN, running.known)
    elif running.trouble:
        errors.put(running.trouble)
    else:
        loaded.drop()
        navigation.choose(running.keys[0])
        navigation.go(navigation.ASK)
    return True


@st.fragment(run_every=0.3)
def watch(ticket: str, promise: Text) -> None:
    """Draws the progress of a job on rows; the page is redrawn when it ends. promise: what stays if it is cancelled."""
    try:
        running = job.loads().get(ticket, desk().user)
    except AccessError:  # signed out meanwhile
        st.rerun()
    if running is None or running.done.is_set():
        st.rerun()
    job.box(running, promise)

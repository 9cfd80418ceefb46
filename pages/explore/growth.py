"""The chart of the total loss of repeated releases. Some take seconds to compute: on a busy server only on request."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import streamlit as st
from streamlit import runtime

from dpcore.budget.standing import Standing
from dpcore.plan import outlook
from dpcore.plan.affordable import affordable
from dpcore.plan.outlook import Outlook
from dpcore.present.explore import growth_figure as figures
from dpcore.present.explore.figure import Figure
from dpcore.release.dataset import Dataset
from pages.ui.language import say, translated
from pages.ui.session import session

FEW = 3
"""Maximum number of open pages of this process for which slow charts are drawn unasked."""
_turn = threading.Lock()


def figure(standing: Standing, seen: Outlook) -> Figure:
    """The chart."""
    left = affordable(standing, seen.charge)
    releases = outlook.releases(left)
    certified: list[float | None] = []
    for epsilon in outlook.grown(seen, releases):
        certified.append(epsilon)
        session.get("pause")  # lets a newer move of a control interrupt this run
    return figures.growth(seen, releases, certified, outlook.basic(seen, releases), left, translated)


def late(dataset: Dataset, standing: Standing, seen: Outlook) -> Figure | None:
    """A slow chart, one at a time. Where many pages are open, draws a button, and returns the chart when pressed."""
    place = st.empty()  # the chart takes the place of what is said before it
    if open_pages() > FEW:
        with place.container():
            st.caption(say("This chart takes some seconds to compute."))
            if not st.button(say("Draw this chart"), key=f"growth-{dataset.id}"):
                return None
    with place.container(), st.spinner(say("Computing this chart")), _in_turn():
        drawn = figure(standing, seen)
    place.empty()
    return drawn


def open_pages() -> int:
    """The number of open pages of this process; Streamlit counts them without telling."""
    manager = getattr(runtime.get_instance(), "_session_mgr", None) if runtime.exists() else None
    return 0 if manager is None else manager.num_active_sessions()


@contextlib.contextmanager
def _in_turn() -> Iterator[None]:
    while not _turn.acquire(timeout=0.2):
        session.get("pause")
    try:
        yield
    finally:
        _turn.release()

"""The foot of a plan, always in sight: what it takes together, the meter before and after, undo, explore, check."""

from __future__ import annotations

import streamlit as st

import dpcore as dp
from dpcore.plan.quote import Quote
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ask import arrived, confirm_dialog
from pages.explore import state as explore_state
from pages.ui import role
from pages.ui.errors import Sentence, act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.plan import draft, proposal, total

UNSAVED = Text(
    "This plan could not be stored: a reload would lose its last changes. Keep it as a file with “Plan as a file”."
)

RUNNING = Text("**The release is under way.** Its progress stands at the top of this page.")


def foot(dataset: Dataset, fixed: dp.Plan | None, quote: Quote | None, refused: Sentence | None = None) -> None:
    """Draws the foot. fixed: the plan as it would be released, and its quote, if it has a price.

    refused: why it has none. The box that says it stands above the plan, out of sight of who types in a row's form.
    """
    steps = draft.steps(dataset)
    with st.bottom, st.container(horizontal=True, vertical_alignment="center", gap="small", key="plan-foot"):
        with st.container(width="stretch"):
            _said(dataset, quote, refused)
        with st.container(horizontal=True, width="content"):
            st.button(
                say("Undo"),
                icon=":material/undo:",
                key="plan-undo",
                disabled=not steps.before,
                on_click=act(draft.undo),
                args=(dataset,),
                help=say("Takes back the last change of the plan. Answers stay as they are."),
            )
            st.button(
                say("Redo"),
                icon=":material/redo:",
                key="plan-redo",
                disabled=not steps.after,
                on_click=act(draft.redo),
                args=(dataset,),
            )
            if quote is None or fixed is None:
                return
            st.button(
                say("Explore this plan"),
                icon=":material/query_stats:",
                key="plan-explore",
                on_click=act(explore_state.visit),
                args=(dataset,),
            )
            if role.of(dataset) == "analyst":
                proposal.review(dataset, fixed, quote.fits)
            st.button(
                say("Check and release…"),
                type="primary" if quote.price else "secondary",
                disabled=not quote.fits,
                on_click=confirm_dialog.open_sheet,
                args=(dataset,),
            )


def _said(dataset: Dataset, quote: Quote | None, refused: Sentence | None) -> None:
    """Draws what the plan takes, or why it has no price, and what became of a release."""
    if quote is not None:
        total.outcome(dataset, quote)
    elif refused is not None:
        st.markdown(f":red[**{plain(say(refused[0]).replace('`', ''), 200)}**]")
    if arrived.any_of(dataset):
        st.markdown(f"[{say('See the answers')}](#{arrived.ANCHOR})")
    elif arrived.under_way(dataset):  # whoever is far below the progress would see a page that does nothing
        st.markdown(say(RUNNING))
    if draft.unsaved(dataset):
        st.warning(say(UNSAVED))

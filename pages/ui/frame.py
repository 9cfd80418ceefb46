"""The frame of every page: the open dataset and its remaining budget."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.present.text import remaining, term, words
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import navigation, role, signin_screen
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.language_menu import menu
from pages.ui.markdown import plain, visible
from pages.ui.plan import allowance
from pages.ui.session import session

_ADDS = {"gaussian": "mu²", "pure": Text("epsilon"), "renyi": Text("the loss")}


def meter() -> None:
    """Draws the open dataset and its remaining budget, which changes only when a charge is committed."""
    navigation.follow()
    dataset = navigation.current()
    navigation.remember(dataset)
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="meter"):
        if dataset is None:
            st.caption(say("No dataset yet"), width="content")
            menu()
            signin_screen.person()
            return
        _switcher(dataset.id)
        standing = desk().standing(dataset.id)
        left = allowance.left(dataset, standing)
        st.progress(left.fraction, width=120)
        used = remaining.used(standing)
        if role.of(dataset) == "analyst":  # beside the remaining part of a slice
            used = Text("whole budget: {used}", used=used)
        label = Text("{left} · {used}", left=left.said, used=used)
        st.page_link(navigation.LEDGER, label=plain(label, 160), help=plain(tooltip(dataset, standing), 1_000))
        navigation.note(dataset)
        role.badge(dataset)
        menu()
        signin_screen.person()


def tooltip(dataset: Dataset, standing: Standing) -> Text:
    """The help of the meter: its units, and the whole budget if it shows a slice."""
    if not standing.live:
        return Text("The whole budget is spent.")
    whole = ""
    if role.of(dataset) == "analyst":
        whole = Text("The whole budget: {left}.", left=words.meter(standing, dataset.table))
    elif standing.set_aside is not None:
        aside = standing.set_aside
        name, amount = ("mu", aside.mu) if aside.mu is not None else ("epsilon", aside.epsilon)
        whole = Text(
            "Of what is left, {currency} {amount:.3g} is set aside for others.",
            currency=term.CURRENCIES[name],
            amount=amount,
        )
    delta = standing.total.delta
    at = Text("Epsilon at delta {delta}.", delta=scientific(delta)) if delta else Text("Epsilon.")
    share = Text("The percentage is a share of {what}, which adds up over releases.", what=_ADDS[standing.filter])
    return joined([whole, at, share, remaining.failures(standing), term.EPSILON])


@act
def _choose(key: str) -> None:
    navigation.choose(session[key])


def _switcher(chosen: str) -> None:
    names = {dataset.id: dataset.name for dataset in desk().datasets()}
    if len(names) == 1:
        st.markdown(f"**{plain(names[chosen], 30)}**", width="content")
        return
    key = "switcher"
    session[key] = chosen
    st.selectbox(
        say("Open dataset"),
        list(names),
        format_func=lambda identifier: visible(names.get(identifier, ""), 30),
        key=key,
        on_change=_choose,
        args=(key,),
        label_visibility="collapsed",
        width=190,
    )

"""The frame of every page: the open dataset and its remaining budget."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.present.chart.bar import bar
from dpcore.present.text import amount, remaining, team, term
from dpcore.release.dataset import Dataset
from dpcore.text import Text, joined
from pages.ui import navigation, role, signin_screen, unit_menu
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.language_menu import menu
from pages.ui.markdown import plain, visible
from pages.ui.plan import allowance
from pages.ui.session import session


def meter(*, new: bool = False) -> None:
    """Draws the open dataset and its remaining budget, which changes only when a charge is committed.

    new: whether the page is about a table that is no dataset yet: then another one's budget says nothing there.
    """
    navigation.follow()
    dataset = navigation.current()
    navigation.remember(dataset)
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="meter"):
        if dataset is None or new:
            if dataset is None:
                st.caption(say("No dataset yet"), width="content")
            menu()
            signin_screen.person()
            return
        _switcher(dataset.id)
        standing = desk().standing(dataset.id)
        left = allowance.left(dataset, standing)
        st.html(bar(left.bar, left.brief, ticks=False), width=90)
        unit_menu.menu(standing)
        st.page_link(navigation.LEDGER, label=plain(left.brief, 160), help=plain(tooltip(dataset, standing), 1_500))
        navigation.note(dataset)
        role.badge(dataset)
        menu()
        signin_screen.person()


def tooltip(dataset: Dataset, standing: Standing) -> Text:
    """The help of the meter: what is left in counts, the whole budget if it shows a slice, and what epsilon is."""
    if not standing.live:
        return Text("The whole budget is spent.")
    shown = unit_menu.gauge(standing)
    whole = ""
    if role.of(dataset) == "analyst":
        whole = Text("The whole budget: {charged}.", charged=amount.charged(shown))
    elif standing.aside:
        aside = team.gauge(standing, shown.unit).up(standing.aside)
        whole = Text("Besides, {amount} is set aside for others.", amount=aside)
    delta = standing.budget.delta
    at = Text("Epsilon at delta {delta}.", delta=scientific(delta)) if delta and shown.meter.delta else ""
    counts = Text("Left: {left}.", left=allowance.left(dataset, standing).said)
    second = remaining.second(standing, shown.unit)
    explained = "" if shown.adds else amount.NOT_ADDED
    parts = [counts, whole, second, at, explained, remaining.failures(standing), term.CHARGED]
    return joined([*parts, term.EPSILON])


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
        width=170,
    )

"""What every page shows around its own content: which dataset is open, and what is left of its budget."""

from __future__ import annotations

import streamlit as st

from dpcore.budget.standing import Standing
from dpcore.number import scientific
from dpcore.present.text import remaining, words
from dpcore.release.dataset import Dataset
from pages.ui import allowance, navigation, role, signin_screen
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.session import session


def meter() -> None:
    """The open dataset and what is left of its budget; it changes only when a charge has been committed."""
    navigation.follow()
    dataset = navigation.current()
    navigation.remember(dataset)
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="meter"):
        if dataset is None:
            st.caption(say("No dataset yet"), width="content")
            signin_screen.person()
            return
        _switcher(dataset.id)
        standing = desk().standing(dataset.id)
        left = allowance.left(dataset, standing)
        st.progress(left.fraction, width=120)
        whole = "whole budget: " if role.of(dataset) == "analyst" else ""  # beside what is left of a slice
        label = f"{left.said} · {whole}{remaining.used(standing)}"
        st.page_link(navigation.LEDGER, label=plain(label, 160), help=plain(tooltip(dataset, standing), 400))
        navigation.note(dataset)
        role.badge(dataset)
        signin_screen.person()


def tooltip(dataset: Dataset, standing: Standing) -> str:
    """How the meter is to be read; what is left of the whole, where it is of a slice."""
    if not standing.live:
        return "The whole budget is spent."
    whole = f"The whole budget: {words.meter(standing, dataset.table)}. " if role.of(dataset) == "analyst" else ""
    at = f" at delta {scientific(standing.total.delta)}" if standing.total.delta else ""
    if standing.set_aside is not None and not whole:
        aside = standing.set_aside
        name, amount = ("mu", aside.mu) if aside.mu is not None else ("epsilon", aside.epsilon)
        whole = f"Of what is left, {name} {amount:.3g} is set aside for others. "
    what = "mu²" if standing.filter == "gaussian" else "epsilon" if standing.filter == "pure" else "the loss"
    return f"{whole}Epsilon{at}. The percentage is a share of {what}, which adds up over releases."


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

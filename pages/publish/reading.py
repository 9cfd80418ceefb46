"""The view of a colleague: title, note, publisher and date, each answer without controls, and what may be concluded."""

from __future__ import annotations

import streamlit as st

from dpcore.desk.dossier import UNREAD, Dossier
from dpcore.desk.sharing import LONGEST_TITLE, Share
from dpcore.present import answers
from dpcore.present.page import fact
from dpcore.present.shape import adjust
from dpcore.present.text.price import of_budget
from dpcore.text import Text, joined
from pages.ui import navigation
from pages.ui.card import reading
from pages.ui.language import say
from pages.ui.markdown import lines, plain


def head(published: Dossier | Share) -> None:
    """Draws title, note, publisher and dates."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(plain(published.title or Text("Answers"), LONGEST_TITLE), anchor=False, width="stretch")
        if isinstance(published, Dossier):
            navigation.note(published)
    if published.note:
        st.markdown(lines(published.note))
    facts = {"by": plain(published.by), "day": published.time[:10]}
    if published.until:
        until = published.until[:16].replace("T", " ")
        st.caption(say("published by {by} on {day} · the link opens until {until} UTC", until=until, **facts))
    else:
        st.caption(say("published by {by} on {day}", **facts))


def draw(dossier: Dossier, key: str) -> None:
    """Draws the contents of a dossier."""
    head(dossier)
    scale = of_budget(dossier.budget, [charge.charge for charge in dossier.charges])
    for release in answers.all_of(dossier.releases):
        with st.container(border=True, key=f"{key}-{release.id}"):
            st.subheader(plain(release.sentence, 120), anchor=False)
            reading.read(adjust.usual(release), f"{key}-{release.id}", scale, touched=False)
    for other in dossier.unread:
        with st.container(border=True):
            st.subheader(plain(other.sentence, 120), anchor=False)
            st.markdown(say(UNREAD))
    with st.container(border=True, key=f"{key}-facts"):
        for line in fact.facts(dossier, scale):
            st.markdown(f"**{plain(line.title)}**")
            st.markdown(plain(joined(line.said), 2_000))
    _columns(dossier, key)


def _columns(dossier: Dossier, key: str) -> None:
    """Draws how the columns were declared."""
    rows, more = fact.declared(dossier.releases)
    folded = st.expander(say("How the columns were read"), key=f"{key}-columns", on_change="rerun")
    if not folded.open:
        return
    with folded:
        for row in rows:
            facts = {"name": plain(row.name), "known": plain(row.known, 2_000), "missing": plain(row.missing, 200)}
            missing = say("**{name}**: {known}. Missing: {missing}.", **facts)
            st.markdown(missing if row.missing else say("**{name}**: {known}.", **facts))
        if more:
            st.caption(say("and {more:,} more", more=more))

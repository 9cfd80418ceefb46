"""Famous mistakes: a claim, why it fails, and a counter-example that is computed when it is opened."""

from __future__ import annotations

import streamlit as st

from dpcore.learn.mistake import MISTAKES, Mistake
from dpcore.text import Text
from pages.ui.language import say
from pages.ui.markdown import plain

_LONG = 400


@st.fragment
def draw() -> None:
    """Draws the list by topic; closed ones are not computed."""
    st.header(say("Famous mistakes"), anchor=False)
    st.markdown(
        say(
            "These claims appear in textbooks, slides and programs. Each is plausible, and each protects "
            "less than it says, or says too little. Open one to compute its counter-example."
        )
    )
    topic = ""
    for mistake in MISTAKES:
        if mistake.topic != topic:
            topic = mistake.topic
            st.subheader(say(topic), anchor=False)
        card = st.expander(plain(mistake.claim, _LONG), key=f"mistake-{mistake.name}", on_change="rerun")
        if card.open:
            with card:
                _body(mistake)


def _body(mistake: Mistake) -> None:
    st.markdown(plain(mistake.why, _LONG))
    example = mistake.example()
    named = (
        (Text("Claimed: {label}", label=example.claimed.label), example.claimed),
        (Text("Found: {label}", label=example.found.label), example.found),
        *((row.label, row) for row in example.more),
    )
    rows = [{say("computed just now"): say(label), say("number"): say(row.shown)} for label, row in named]
    st.table(rows, border="horizontal", hide_index=True)
    if example.said:
        st.markdown(
            say("Murmur refuses it with: *{replace}*", replace=plain(say(example.said).replace("`", ""), _LONG))
        )
    st.markdown(say("**What Murmur does instead.** {instead}", instead=plain(mistake.instead, _LONG)))

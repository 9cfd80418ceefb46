# vital
"""The privacy unit and the neighbouring relation."""

from __future__ import annotations

import streamlit as st

import dpcore as dp
from dpcore.present.text import term
from dpcore.sensitivity.relation import Neighbors
from dpcore.table.table import MAX_NOUN, Unit
from dpcore.text import Text, joined
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, distinct, plain, visible
from pages.ui.widget import current, kept

ROW = Text("each row")
RELATIONS: dict[Neighbors, str] = {
    "add_remove": Text("membership: whether a unit is in the table at all"),
    "replace": Text("the contents of the rows; the number of units is public"),
}


def unit(identifiers: list[str]) -> Unit | Text:
    """Draws the privacy unit; what is still to be entered of it, which nobody has got wrong yet. Raises SchemaError."""
    # what was chosen stays chosen while its column is no identifier: a slip in its kind must not protect less
    wanted = current("describe-unit") or ROW
    options = [ROW, *identifiers, *(() if wanted in (ROW, *identifiers) else (wanted,))]
    labels = {ROW: say(ROW), **distinct(options[1:])}
    who = kept(
        st.selectbox,
        say("Who is protected"),
        options,
        key="describe-unit",
        default=ROW,
        format_func=lambda one: labels.get(one, visible(one)),
        help=say(term.UNIT),
    )
    if who not in (ROW, *identifiers):
        raise dp.SchemaError(
            "The protected column {who} is not described as an identifier.",
            "Enter its kind, or choose who is protected.",
            who=visible(who),
        )
    if who == ROW:
        if identifiers:
            st.warning(
                say(
                    "Each row is protected by itself, not all rows of one {identifiers} together.",
                    identifiers=plain(identifiers[0]),
                )
            )
        return Unit()
    return _limited(who)


def _limited(who: str) -> Unit | Text:
    """Draws what is used of a unit, and what it is called; what is still to be entered."""
    left, right = st.columns(2)
    with left:
        rows = kept(st.number_input, say("Maximum rows per unit"), 1, 1_000_000, value=None, key="describe-rows")
    with right:
        groups = kept(
            st.number_input,
            say("Maximum groups per unit"),
            1,
            1_000_000,
            value=None,
            key="describe-groups",
            placeholder=say("same as rows"),
        )
    noun = kept(
        st.text_input,
        say("What one of them is called (optional)"),
        key="describe-noun",
        default="",
        max_chars=MAX_NOUN,
        placeholder=say("in the singular: aircraft"),
    )
    st.caption(say("Rows beyond this limit are not used. A lower limit means less noise."))
    if rows is None:
        missing = Text("The maximum number of rows per {who} is missing.", who=visible(who))
        said = joined([missing, Text("For example 5.")])
        st.caption(plain(said, SENTENCES))
        return said
    return Unit(who, max_rows=rows, max_groups=groups, noun=(noun or "").strip() or None)


def relation() -> Neighbors:
    """Draws the neighbouring relation."""
    chosen: Neighbors = kept(
        st.radio,
        say("What is protected"),
        list(RELATIONS),
        key="describe-relation",
        default="add_remove",
        format_func=lambda name: say(RELATIONS[name]),
        help=say(term.RELATION),
    )
    return chosen

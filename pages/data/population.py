# vital
"""Asks whether a new table is of the people of an earlier dataset, where column names and unit suggest it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import streamlit as st

from dpcore.release.alike import MOST_REASON, OtherPopulation, alike
from dpcore.text import Text
from pages.ui import widget
from pages.ui.desk import desk
from pages.ui.language import say
from pages.ui.markdown import SENTENCES, distinct, plain
from pages.ui.widget import kept

OTHER: Final = "other"
_MOST = 50


def ask(names: Iterable[str], identifier: str | None, choices: dict[str, Any]) -> Text:
    """Draws the question, if there is one, and enters the answer into `choices`, under "of"; what is still to be said.

    It is the dataset whose new version the rows are, the word that they are of another population, or None if nothing
    has to be asked. Raises SchemaError for an unusable reason.
    """
    found = {dataset.id: dataset for dataset in alike(desk().datasets(), names, identifier)[-_MOST:]}
    if not found:
        choices["of"] = None
        return Text("")
    if widget.value("describe-alike") != tuple(found):  # the answer was about other datasets
        widget.put("describe-alike", tuple(found))
        widget.put("describe-population", None)
    st.header(say("Population"), anchor=False)
    st.markdown(
        say(
            "These datasets have the same unit, and the same columns or a part of them. If the new rows are about the "
            "same population, one budget must cover them all: privacy losses of separate budgets add up."
        )
    )
    labels = distinct({dataset.name: "" for dataset in found.values()}, 100)
    labels = {key: labels[dataset.name] for key, dataset in found.items()}
    answer = kept(
        st.radio,
        say("Whose data are these?"),
        [*found, OTHER],
        index=None,
        key="describe-population",
        format_func=lambda key: _option(labels.get(key)),
    )
    if answer in found:
        choices["of"] = found[answer]
    if answer != OTHER:
        return Text("") if answer in found else Text("Whose data are these?")
    because = kept(
        st.text_input,
        say("Why is it another population? (kept in the ledger)"),
        key="describe-because",
        default="",
        max_chars=MOST_REASON,
    )
    if not because:
        return Text("Why is it another population? (kept in the ledger)")
    choices["of"] = OtherPopulation(tuple(found), because)
    return Text("")


def _option(name: str | None) -> str:
    if name is None:
        return say("another population")
    return plain(Text("the same population as {name}: a new version of it", name=name), SENTENCES)

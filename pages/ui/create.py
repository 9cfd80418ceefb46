"""From a description to a dataset: the desk checks and refuses; rows it has seen before need a word of the owner."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import streamlit as st

import dpcore as dp
from pages.ui import column, kept, loaded, place, trouble
from pages.ui.desk import desk
from pages.ui.text import plain
from pages.ui.trouble import act
from pages.ui.unfinished import Loaded

_KNOWN = "describe-known"


def name_of(label: str) -> str:
    """A name to begin with: the file's."""
    stem = PurePath(label.replace("\\", "/")).stem
    return stem if stem.isprintable() and len(stem) <= 100 else ""


def button(table: Loaded, said: dict[str, Any]) -> None:
    """One button; after rows were recognised, two."""
    known = kept.value(_KNOWN)
    trouble.draw()
    if known is None:
        st.button("Open the dataset", type="primary", disabled=len(said) < 3, on_click=_open, args=(table, said))
        return
    st.warning(f"These rows are those of **{plain(known)}**, and its budget goes with them.", icon=":material/history:")
    with st.container(horizontal=True):
        st.button(plain(f"A new version of {known}"), type="primary", on_click=update, args=(table, known))
        st.button("Open a separate budget (their losses add)", on_click=_open, args=(table, said, True))
        st.button("Back", type="tertiary", on_click=act(kept.put), args=(_KNOWN, None))


@act
def _open(table: Loaded, said: dict[str, Any], separate: bool = False) -> None:
    columns = {name: column.declared(spot, name) for spot, name in enumerate(table.columns)}
    used = {name: one for name, one in columns.items() if one is not None}
    if not used:
        raise dp.SchemaError("No column is described yet.", "Choose a kind for each column that may be asked about.")
    expected = kept.value("describe-expected")
    try:
        dataset = desk().add_dataset(
            kept.value("describe-name", ""),
            dp.read(table.path),
            schema=dp.Schema(used),
            expected_rows=expected,
            separate_budget=separate,
            **said,
        )
    except dp.KnownRowsError as error:
        kept.put(_KNOWN, error.dataset)
        return
    _done(dataset.id)


@act
def update(table: Loaded, known: str) -> None:
    """From a callback: the table as the next version of a dataset."""
    _done(desk().update(known, dp.read(table.path)).id)


def _done(identifier: str) -> None:
    loaded.drop()
    place.choose(identifier)
    place.go(place.ASK)

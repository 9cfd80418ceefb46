"""From a description to a dataset: the desk checks and refuses; rows it has seen before need a word of the owner."""

from __future__ import annotations

import threading
from pathlib import PurePath
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.release.run import Progress
from dpcore.text import Text
from pages.data import column, loading
from pages.ui import errors, loaded, widget
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.job import Work
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.unfinished import Loaded


def name_of(label: str) -> str:
    """A name to begin with: the file's."""
    stem = PurePath(label.replace("\\", "/")).stem
    return stem if stem.isprintable() and len(stem) <= 100 else ""


def button(table: Loaded, said: dict[str, Any]) -> None:
    """One button; after rows were recognised, two; while they are loaded, the way to stop that."""
    if loading.shown(table):
        return
    known = widget.value(loading.KNOWN)
    errors.draw()
    if known is None:
        st.button(say("Open the dataset"), type="primary", disabled=len(said) < 3, on_click=_open, args=(table, said))
        return
    st.warning(
        say(
            "These rows are already loaded as **{known}**. The privacy budget of that dataset applies to them.",
            known=plain(known),
        ),
        icon=":material/history:",
    )
    with st.container(horizontal=True):
        st.button(
            plain(Text("Load as a new version of {name}", name=known)),
            type="primary",
            on_click=update,
            args=(table, known),
        )
        st.button(say("Open with a separate budget (privacy losses add up)"), on_click=_open, args=(table, said, True))
        st.button(say("Back"), type="tertiary", on_click=act(widget.put), args=(loading.KNOWN, None))


@act
def _open(table: Loaded, said: dict[str, Any], separate: bool = False) -> None:
    columns = {name: column.declared(spot, name) for spot, name in enumerate(table.columns)}
    used = {name: one for name, one in columns.items() if one is not None}
    if not used:
        raise dp.SchemaError("No column is described yet.", "Choose a kind for each column that may be asked about.")
    schema, name, expected = dp.Schema(used), widget.value("describe-name", ""), widget.value("describe-expected")
    here = desk()

    def work(_progress: Progress, cancel: threading.Event) -> list[str]:
        with loaded.named(table):
            dataset = here.add_dataset(
                name,
                table.source(),
                schema=schema,
                expected_rows=expected,
                separate_budget=separate,
                cancel=cancel,
                **said,
            )
        return [dataset.id]

    _begin(table, work)


@act
def update(table: Loaded, known: str) -> None:
    """From a callback: the table as the next version of a dataset."""
    here = desk()

    def work(_progress: Progress, cancel: threading.Event) -> list[str]:
        with loaded.named(table):
            return [here.update(known, table.source(), cancel=cancel).id]

    _begin(table, work)


def _begin(table: Loaded, work: Work) -> None:
    if table.there:  # else the page says what came of it
        loading.begin(table, work)

"""From a description to a dataset. The desk checks it; rows that were loaded before need the owner's decision."""

from __future__ import annotations

import threading
from pathlib import PurePath
from typing import Any

import streamlit as st

import dpcore as dp
from dpcore.present.text import reading
from dpcore.release.run import Progress
from dpcore.text import Text
from pages.data import column_value, loading
from pages.ui import errors, widget
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.job import Work
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.rows import loaded
from pages.ui.rows.unfinished import Loaded


def name_of(label: str) -> str:
    """The default name: the file's."""
    stem = PurePath(label.replace("\\", "/")).stem
    return stem if stem.isprintable() and len(stem) <= 100 else ""


def button(table: Loaded, choices: dict[str, Any]) -> None:
    """Draws the button; two if the rows were recognised; the progress while they are loaded."""
    if loading.shown(table):
        return
    dataset = widget.value(loading.KNOWN)
    errors.draw()
    if dataset is None:
        st.button(
            say("Open the dataset"), type="primary", disabled=len(choices) < 3, on_click=_open, args=(table, choices)
        )
        return
    # vital
    st.warning(
        say(
            "These rows are already loaded as **{known}**. The privacy budget of that dataset applies to them.",
            known=plain(dataset),
        ),
        icon=":material/history:",
    )
    opened = next((each for each in desk().datasets() if dataset in (each.id, each.name)), None)
    if opened is not None and (said := reading.renewed(opened)):
        st.caption(plain(said, 1000))
    with st.container(horizontal=True):
        st.button(
            plain(Text("Load as a new version of {name}", name=dataset)),
            type="primary",
            on_click=update,
            args=(table, dataset),
        )
        st.button(
            say("Open with a separate budget (privacy losses add up)"), on_click=_open, args=(table, choices, True)
        )
        st.button(say("Back"), type="tertiary", on_click=act(widget.put), args=(loading.KNOWN, None))


@act
def _open(table: Loaded, choices: dict[str, Any], separate: bool = False) -> None:
    columns = {name: column_value.declared(spot, name) for spot, name in enumerate(table.columns)}
    used = {name: column_ for name, column_ in columns.items() if column_ is not None}
    if not used:
        raise dp.SchemaError("No column is described yet.", "Choose a kind for each column that may be asked about.")
    schema, name, expected = dp.Schema(used), widget.value("describe-name", ""), widget.value("describe-expected")
    own = desk()

    def work(_progress: Progress, cancel: threading.Event) -> list[str]:
        with loaded.named(table):
            dataset = own.add_dataset(
                name,
                table.source(),
                schema=schema,
                expected_rows=expected,
                separate_budget=separate,
                cancel=cancel,
                **choices,
            )
        return [dataset.id]

    _begin(table, work)


@act
def update(table: Loaded, dataset: str) -> None:
    """From a callback: the table as the next version of a dataset."""
    own = desk()

    def work(_progress: Progress, cancel: threading.Event) -> list[str]:
        with loaded.named(table):
            return [own.update(dataset, table.source(), cancel=cancel).id]

    _begin(table, work)


def _begin(table: Loaded, work: Work) -> None:
    if table.there:  # otherwise the page shows what happened to it
        loading.begin(table, work)

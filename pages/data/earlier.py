"""Offers the description of an earlier dataset with the same columns, before anything is entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from dpcore.present.text import reading
from dpcore.release.dataset import Dataset
from dpcore.table.cell_format import Format
from dpcore.table.dictionary.declaration import line_of
from dpcore.table.dictionary.dictionary_line import Line
from dpcore.table.dictionary.line_format import words_of
from dpcore.text import Text
from pages.data import create
from pages.data.grid import renewed
from pages.data.lines import empty, lines, put
from pages.data.progress import KEY
from pages.data.protection import ROW
from pages.ui import widget
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.rows.unfinished import Loaded


def offer(table: Loaded, base: Mapping[str, Line]) -> None:
    """Draws the offer while no column is described."""
    names = list(table.columns)
    if not all(map(empty, lines(KEY, base).values())):
        return
    # own datasets only: rows must not be loaded into a dataset that somebody shared under guessed column names
    own = [dataset for dataset in desk().datasets() if dataset.owner == desk().user and not dataset.table.synthetic]
    fitting = [dataset for dataset in own if set(dataset.table.schema) <= set(names)]
    if not fitting:
        return
    dataset = max(fitting, key=lambda dataset: (len(dataset.table.schema.columns), dataset.created))
    with st.container(border=True, key="earlier"):
        many = len(dataset.table.schema.columns)
        st.markdown(
            say(
                "**{name}** describes {many:,} of these {count:,} columns.",
                name=plain(dataset.name),
                many=many,
                count=len(names),
            )
        )
        with st.container(horizontal=True):
            st.button(say("Use its description"), type="primary", on_click=take, args=(names, dataset))
            st.button(
                plain(Text("Add the rows to {name} as a new version", name=dataset.name), 120),
                on_click=create.update,
                args=(table, dataset.id),
                help=say("The same population at another time: the same description and the same budget."),
            )
        if said := reading.renewed(dataset):
            st.caption(plain(said, 1000))


def kept_line(dataset: Dataset, name: str) -> Line:
    """A column as a dataset describes it, with its note and the format of its cells."""
    format_, codes = words_of(dataset.kept.formats.get(name, Format()))
    line, note = line_of(name, dataset.table.schema.columns.get(name)), dataset.table.notes.get(name, "")
    return replace(line, note=note, format=format_, codes=codes)


@act
def take(names: list[str], dataset: Dataset) -> None:
    """From a callback: take over columns, privacy unit and expected rows; never the budget."""
    unit = dataset.table.unit
    put(KEY, {name: kept_line(dataset, name) for name in names})
    renewed(KEY)
    widget.put("describe-unit", unit.identifier or ROW)
    if unit.identifier:
        widget.put("describe-rows", unit.max_rows)
        widget.put("describe-groups", unit.max_groups)
        widget.put("describe-noun", unit.noun or "")
    widget.put("describe-relation", dataset.table.neighbors)
    widget.put("describe-expected", dataset.table.expected_rows)

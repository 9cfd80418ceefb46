"""The description of an earlier dataset with the same columns, offered before anything is typed."""

from __future__ import annotations

import streamlit as st

from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.data import column, create
from pages.data.protection import ROW
from pages.ui import widget
from pages.ui.desk import desk
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain
from pages.ui.unfinished import Loaded


def offer(table: Loaded) -> None:
    """Draws the offer while no column is described."""
    names = list(table.columns)
    if any(column.kind_of(spot) != column.UNUSED for spot in range(len(names))):
        return
    # one's own alone: whoever shares a table of guessed columns must not be where another's rows go
    own = [one for one in desk().datasets() if one.owner == desk().user and not one.table.synthetic]
    fitting = [one for one in own if set(one.table.schema) <= set(names)]
    if not fitting:
        return
    dataset = max(fitting, key=lambda one: (len(one.table.schema.columns), one.created))
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


@act
def take(names: list[str], dataset: Dataset) -> None:
    """From a callback: the columns, who is protected, and the rows expected; never the budget."""
    schema, unit = dataset.table.schema, dataset.table.unit
    for spot, name in enumerate(names):
        column.fill(spot, schema.columns.get(name))
    widget.put("describe-unit", unit.identifier or ROW)
    if unit.identifier:
        widget.put("describe-rows", unit.max_rows)
        widget.put("describe-groups", unit.max_groups)
    widget.put("describe-relation", dataset.table.neighbors)
    widget.put("describe-expected", dataset.table.expected_rows)

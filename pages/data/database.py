"""Reading from a database: its address, the table, and the rights its user needs."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dpcore.engine.rows import DatabaseTable
from dpcore.engine.source.read import IN_PLACE
from pages.ui.language import say
from pages.ui.rows import loaded


def form() -> None:
    """Draws one form for each kind of database, if databases may be opened."""
    allowed = loaded.databases()
    for kind in IN_PLACE:
        own = None if allowed is None else [each for each in allowed if each.partition("://")[0] in kind.schemes]
        if own != []:
            _form(kind, own)


def _form(kind: type[DatabaseTable], allowed: Sequence[str] | None) -> None:
    """allowed: the addresses to choose from; any may be given where it is None."""
    address_key, table_key = (f"load-{kind.rows.kind}-{field}" for field in ("address", "table"))
    st.header(say("Or read from {database}", database=kind.database), anchor=False)
    address, table = st.columns([2, 1])
    with address:
        if allowed is None:
            label = say("Address of the database, without a password")
            st.text_input(label, key=address_key, placeholder=kind.example)
        else:
            st.selectbox(say("Address of the database"), allowed, key=address_key)
    with table:
        st.text_input(say("Table"), key=table_key, placeholder=say("clinic.visits"))
    label = say("Read from {database}", database=kind.database)
    st.button(label, on_click=loaded.read_database, args=(address_key, table_key))
    st.caption(say(kind.about))

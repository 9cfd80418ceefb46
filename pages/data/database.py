"""Reading from a database: its address, the table, and the rights its user needs."""

from __future__ import annotations

import streamlit as st

from dpcore.engine.postgres_address import EXAMPLE, PASSWORD
from dpcore.engine.postgres_rows import RIGHTS
from pages.ui import loaded
from pages.ui.language import say

_ADDRESS, _TABLE = "load-address", "load-table"


def form() -> None:
    """Draws the form, if databases may be opened."""
    allowed = loaded.databases()
    if allowed == ():
        return
    st.header(say("Or read from PostgreSQL"), anchor=False)
    address, table = st.columns([2, 1])
    with address:
        if allowed is None:
            st.text_input(say("Address of the database, without a password"), key=_ADDRESS, placeholder=EXAMPLE)
        else:
            st.selectbox(say("Address of the database"), allowed, key=_ADDRESS)
    with table:
        st.text_input(say("Table"), key=_TABLE, placeholder=say("clinic.visits"))
    st.button(say("Read from PostgreSQL"), on_click=loaded.read_database, args=(_ADDRESS, _TABLE))
    st.caption(
        say(
            "The rows stay in the database, and each release reads one snapshot. The database user needs "
            "{rights}. The password is read from this program's environment variable {password}; it is never "
            "stored or shown. A new version of the rows begins when you declare it; until then a repeated "
            "question returns its stored answer.",
            rights=RIGHTS,
            password=PASSWORD,
        )
    )

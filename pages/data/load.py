"""Data · load: a file, a path or a database; the names and types of its columns, never a row or a figure from rows."""

import streamlit as st

from dpcore.present.file import export
from pages.data import database, header, loading
from pages.data.type_word import TYPES
from pages.ui.errors import act
from pages.ui.language import say
from pages.ui.markdown import plain, visible
from pages.ui.rows import loaded

st.title(say("Data"), anchor=False)
loaded.explain()
table = loaded.current()
if table is None:
    if loaded.replaced():
        st.info(say(loaded.REPLACED), icon=":material/tab:")
    st.markdown(say("Load a table. Murmur reads the names of its columns and shows no row to anybody."))
    upload, path = st.columns(2, gap="large")
    with upload:
        st.header(say("Upload"), anchor=False)
        loaded.uploader()
    if loaded.by_path():
        with path:
            st.header(say("Or open a path"), anchor=False)
            loaded.path_field("load-path")
    database.form()
    # vital
    st.caption(say("The rows of a file are copied once into a private folder of this desk. No page ever shows a row."))
elif table.question is not None:
    st.header(plain(table.label, 120), anchor=False)
    header.offer(table)
    st.button(say("Choose another table"), on_click=act(loaded.drop))
else:
    st.header(plain(table.label, 120), anchor=False)
    st.markdown(say("{count:,} columns. Next, describe each column from public knowledge.", count=len(table.columns)))
    if not loading.shown(table):
        with st.container(horizontal=True):
            st.button(say("Describe the columns"), type="primary", on_click=act(loaded.begin))
            st.button(say("Choose another table"), on_click=act(loaded.drop))
    names = {
        say("column"): [export.cell(visible(name)) for name in table.columns],
        say("type"): [say(TYPES[kind]) for kind in table.columns.values()],
    }
    st.dataframe(names, hide_index=True, alt=say("Names and types of the columns"))
    header.offer(table)

"""Data · load: a file or a path; the names and types of its columns, never a row or anything made from rows."""

import streamlit as st

from dpcore.present.file import export
from pages.data import database, loading
from pages.ui import loaded
from pages.ui.errors import act
from pages.ui.markdown import plain, visible

st.title("Data", anchor=False)
table = loaded.current()
if table is None:
    if loaded.replaced():
        st.info(loaded.REPLACED, icon=":material/tab:")
    st.markdown("Bring a table. Murmur reads the names of its columns and shows no row to anybody.")
    upload, path = st.columns(2, gap="large")
    with upload:
        st.header("Upload", anchor=False)
        loaded.uploader()
    if loaded.by_path():
        with path:
            st.header("Or open a path", anchor=False)
            st.text_input("A file or folder on this computer", key="load-path", placeholder="/data/visits.parquet")
            st.button("Open", on_click=loaded.read_path, args=("load-path",))
    database.form()
    st.caption("Rows of a file are copied once into the desk's own folder, and no page ever shows one.")
else:
    st.header(plain(table.label, 120), anchor=False)
    st.markdown(f"{len(table.columns):,} columns. Next, describe from public knowledge what each may hold.")
    if not loading.shown(table):
        with st.container(horizontal=True):
            st.button("Describe the columns", type="primary", on_click=act(loaded.begin))
            st.button("Another table", on_click=act(loaded.drop))
    names = {"column": [export.cell(visible(name)) for name in table.columns], "type": list(table.columns.values())}
    st.dataframe(names, hide_index=True, alt="Names and types of the columns")

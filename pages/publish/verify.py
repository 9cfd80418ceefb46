"""Verify: whether a bundle is genuine; for an unknown desk, whose key it is."""

import streamlit as st

from pages.publish import verdict
from pages.ui import errors
from pages.ui.language import say

st.title(say("Check a bundle"), anchor=False)
st.markdown(
    say("A bundle is a zip file that a colleague downloaded or was sent. Nothing in it is run, and nothing is kept.")
)
verdict.uploader()
with st.container():  # always one block, so that what is below keeps its place and stays open
    errors.draw()
    verdict.draw()
verdict.trusted()

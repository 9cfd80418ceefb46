"""Verify: whether a bundle is what a desk signed, in words; for a desk that is not known yet, whose key it is."""

import streamlit as st

from pages.publish import verdict
from pages.ui import errors
from pages.ui.language import say

st.title(say("Check a bundle"), anchor=False)
st.markdown(
    say("A bundle is a zip file that a colleague downloaded or was sent. Nothing in it is run, and nothing is kept.")
)
verdict.uploader()
with st.container():  # one block whatever it holds: what stands below keeps its place, and so stays open
    errors.draw()
    verdict.draw()
verdict.trusted()

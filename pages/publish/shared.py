"""Shared: the content of a link inside the app; comments by signed-in colleagues."""

import streamlit as st

from pages.publish import link_resolver, reading
from pages.ui import errors
from pages.ui.language import say

st.title(say("Shared release"), anchor=False)
opened = link_resolver.opened()
if opened is None:
    st.stop()
if (address := link_resolver.elsewhere()) is None:
    reading.draw(opened.dossier, "shared")
else:
    reading.head(opened.share)
    st.link_button(say("Read the answers"), address, type="primary", icon=":material/article:")
st.header(say("Comments"), anchor=False)
with st.container():  # always one block, so that what is below keeps its place
    errors.draw()
link_resolver.comments()

"""Learn: the meaning of a privacy guarantee, by trying to break it. All data here are public, so nothing is charged."""

import streamlit as st

from pages.learn import lesson
from pages.ui import language_menu
from pages.ui.language import say

st.title(say("Learn"), anchor=False)
st.markdown(
    say(
        "Can somebody tell from the answers whether you are in the table? Try it yourself. Every table "
        "here is made up and public: nothing is read from your datasets, nothing is charged."
    )
)
language_menu.lessons()
lesson.draw()

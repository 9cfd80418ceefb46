"""Learn: what a promise means, by trying to break it. Everything on this page is public, so nothing is charged."""

import streamlit as st

from pages.learn import lesson

st.title("Learn", anchor=False)
st.markdown(
    "Can somebody tell from the answers whether you are in the table? Try it yourself. "
    "Every table here is made up and public: nothing is read from your datasets, nothing is charged."
)
lesson.draw()

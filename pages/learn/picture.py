"""A picture of a lesson: the chart, and below it the sentence that is also its alternative text."""

from __future__ import annotations

import streamlit as st

from dpcore.learn.picture import Picture
from pages.ui.language import say

_CHART = {"displayModeBar": False, "scrollZoom": False}


def show(picture: Picture, key: str) -> None:
    """Draws a picture."""
    st.plotly_chart(picture.chart, key=f"{key}-chart", config=_CHART, alt=say(picture.words))
    st.markdown(say(picture.words))

"""What Streamlit has no setting for, in a few lines of CSS, so that every word can be read."""

from __future__ import annotations

import streamlit as st

# Streamlit cuts a number and the meter where a phone is narrower.
# It writes white on the accent in the dark too, the words of a chart in a grey of 3.7 : 1 on white, and shows
# which link the keyboard is on by a tint of 1.1 : 1.
STYLE = """<style>
[data-testid="stMetricValue"], [data-testid="stMetricValue"] * { white-space: normal !important; }
.st-key-meter [data-testid="stPageLink-NavLink"] * { white-space: normal; overflow: visible; }
:is([data-testid^="stBaseButton-primary"], [data-testid^="stBaseLinkButton-primary"]):not(:disabled) {
  color: light-dark(#ffffff, #14181d);
}
.js-plotly-plot :is(.xtick text, .ytick text, .xtitle, .ytitle, .annotation-text) { fill: currentcolor !important; }
:is(a, button, summary, main, canvas):focus-visible { outline: 2px solid light-dark(#1f5fbf, #5b9bf0) !important; }
:is(a, summary, main, canvas):focus-visible { outline-offset: -2px; }
</style>"""


def apply() -> None:
    """From the frame: holds for whichever page is open."""
    st.html(STYLE)

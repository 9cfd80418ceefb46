"""The one desk of this process. Every page asks it anew on each rerun: what it says is the truth."""

from __future__ import annotations

import os

import streamlit as st

import dpcore as dp


@st.cache_resource(show_spinner=False)
def desk() -> dp.Desk:
    """The desk behind every session; `MURMUR_DATABASE` and `MURMUR_HOME` say where it keeps things."""
    return dp.Desk(os.environ.get("MURMUR_DATABASE"))

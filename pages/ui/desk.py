"""The desk of whoever is here. Every page asks it anew on each rerun: what it says is the truth."""

from __future__ import annotations

import os

import streamlit as st

import dpcore as dp
from pages.ui import signin

MOST = 200


def desk() -> dp.Desk:
    """The signed-in user's desk, or the one person's; one for each user. Raises AccessError where nobody is signed in.

    A desk holds no answer and no row, only connections: those of users long gone are let go.
    """
    user = signin.user()
    return house() if user is None else _desk_of(user)


@st.cache_resource(show_spinner=False)
def house() -> dp.Desk:
    """The desk behind all others, nobody's who signs in; MURMUR_DATABASE and MURMUR_HOME say where it keeps things."""
    return dp.Desk(os.environ.get("MURMUR_DATABASE"))


@st.cache_resource(show_spinner=False, max_entries=MOST, on_release=dp.Desk.close)
def _desk_of(user: str) -> dp.Desk:
    return dp.Desk(user=user, beside=house())

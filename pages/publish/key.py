"""This desk's public key, for whoever checks its bundles."""

from __future__ import annotations

import streamlit as st

from pages.ui.desk import desk
from pages.ui.language import say


def own() -> None:
    """Draws fingerprint and key."""
    seal = desk().seal
    st.markdown(
        say("Every bundle is signed by this desk. A colleague who compares the fingerprint once can check all of them.")
    )
    st.caption(say("Fingerprint, to be read out"))
    st.code(seal.fingerprint, language=None)
    st.caption(say("Public key"))
    st.code(seal.public.hex(), language=None, wrap_lines=True)

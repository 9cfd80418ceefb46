"""This desk's public key, for verifying its bundles."""

from __future__ import annotations

import streamlit as st

from pages.ui.desk import desk
from pages.ui.language import say


def own() -> None:
    """Draws fingerprint and key."""
    seal = desk().seal
    st.markdown(
        say("This desk signs every bundle. A colleague who has compared the fingerprint once can verify all of them.")
    )
    st.caption(say("Fingerprint (read it out to compare)"))
    st.code(seal.fingerprint, language=None)
    st.caption(say("Public key"))
    st.code(seal.public.hex(), language=None, wrap_lines=True)

"""The state of a browser session between reruns. Only this module uses Streamlit's session state directly."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

session = st.session_state


def number() -> str:
    """Streamlit's own name of this session; empty outside of a page."""
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""

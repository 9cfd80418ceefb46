"""The state of a browser session between reruns. Only this module uses Streamlit's session state directly."""

import streamlit as st

session = st.session_state

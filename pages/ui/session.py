"""What a browser session remembers between reruns. Only this module names Streamlit's own store."""

import streamlit as st

session = st.session_state

"""Ask."""

import streamlit as st

st.title("Ask")

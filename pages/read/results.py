"""Results."""

import streamlit as st

st.title("Results")

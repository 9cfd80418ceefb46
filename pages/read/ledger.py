"""Ledger."""

import streamlit as st

st.title("Ledger")

"""Home: what this is, and every dataset with what is left of its budget."""

import streamlit as st

st.title("Murmur")
st.markdown("Ask a sensitive table questions, and get answers that protect everyone in it.")

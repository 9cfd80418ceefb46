"""What kind of device the reader has, where a layout that is drawn on a canvas cannot ask the width of the screen."""

from __future__ import annotations

import streamlit as st


def phone() -> bool:
    """Whether the browser calls itself that of a phone."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")

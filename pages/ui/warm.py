"""Loads what the pages need before the server answers.

Not beside it, and not at first use: two threads that import one package at once can each see the other's half of it.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from pages.ui import connection, share_route, signin

MODULES = ("dpcore.desk", "pandas", "pyarrow.parquet", "sqlalchemy", "sqlglot", "duckdb", "plotly.graph_objects")


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Around the server's life."""
    # What `st.navigation` sets at its first run. Unset, a fresh server's first deep link says "page not found", and
    # Streamlit would look for pages of its own.
    PagesManager.uses_pages_directory = False
    signin.fix()
    connection.prepare()
    load()
    share_route.shared.prepare()
    yield


def load() -> None:
    """Import the slow modules, then keep them out of every garbage collection: they live as long as the process."""
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()

"""Loads what the pages need before the server answers.

Not beside it, and not at first use: two threads that import one package at once can each see the other's half of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from dpcore.errors import DpError
from pages.ui import connection, share_route, signin, upload
from pages.ui.desk import house

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
    with contextlib.suppress(DpError):  # a desk that cannot open says so to whoever asks for it
        house().home.sweep()
    async with asyncio.TaskGroup() as group:
        asked = upload.watched()
        forgetting = group.create_task(upload.keep_forgetting(asked)) if asked is not None else None
        yield
        if forgetting is not None:
            forgetting.cancel()


def load() -> None:
    """Import the slow modules, then keep them out of every garbage collection: they live as long as the process."""
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()

"""Loads what the pages need while the server already answers, so that start-up and the first page are both quick."""

from __future__ import annotations

import gc
import importlib
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

MODULES = ("pandas", "pyarrow.parquet", "sqlalchemy", "sqlglot", "duckdb", "plotly.graph_objects", "dpcore")


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Starts the loading beside the server; nothing waits for it."""
    threading.Thread(target=load, daemon=True).start()
    yield


def load() -> None:
    """Import the slow modules, then keep them out of every garbage collection: they live as long as the process."""
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()

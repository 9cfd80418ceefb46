"""Loads what the pages need before the server answers.

Not beside it, and not at first use: two threads that import one package at once can each see the other's half of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from dpcore.errors import DpError
from pages.server import connection, download, share_route, upload
from pages.ui import signin
from pages.ui.desk import house

FORGET_SECONDS = 20.0
"""How long what a session held may outlive it."""
MODULES = (
    *(
        "dpcore.desk.desk",
        "dpcore.tradeoff.composed",
        "dpcore.tradeoff.exact.laplace_growth",
        "pandas",
        "pyarrow.parquet",
    ),
    *("sqlalchemy", "sqlglot", "duckdb", "plotly.graph_objects"),
)


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
        house()
    async with asyncio.TaskGroup() as group:
        watched = [each for each in (upload.watched(), download.watched()) if each is not None]
        forgetting = group.create_task(keep_forgetting(watched))
        yield
        forgetting.cancel()


async def keep_forgetting(watched: Sequence[upload.Asked | download.Owned]) -> None:
    """Beside the server, for as long as it runs."""
    while True:
        await asyncio.sleep(FORGET_SECONDS)
        for each in watched:
            try:
                each.forget()
            except Exception as error:  # the server goes on without it
                logging.getLogger("murmur").error("ended sessions could not be looked for", exc_info=error)


def load() -> None:
    """Import the slow modules, then keep them out of every garbage collection: they live as long as the process."""
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()

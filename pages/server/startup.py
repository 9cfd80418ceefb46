"""Loads the modules that pages need before the server answers.

Not in parallel and not at first use: two threads that import a package at once can each see it half initialised.
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
from pages.server import answers, connection, download, event_log, share_route, turn, upload
from pages.ui import job
from pages.ui.desk import house
from pages.ui.person import signin
from pages.ui.rows import arrivals, source_folders
from pages.ui.rows.unfinished import uploads

FORGET_SECONDS = 5.0
"""How long data of an ended session may remain."""
STOP_SECONDS = 60.0
"""How long releases under way may take once the server is told to stop; then they are paid and can be resumed."""
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
    """Set up before the server starts, and clean up when it stops."""
    # Set by `st.navigation` at its first run. Without it, the first deep link to a fresh server says "page not found",
    # and Streamlit looks for a pages directory.
    PagesManager.uses_pages_directory = False
    signin.fix()
    arrivals.serve()
    connection.prepare()
    answers.keep()
    turn.prepare()
    load()
    share_route.shared.prepare()
    with contextlib.suppress(DpError):  # a desk that cannot open reports it when it is requested
        house()
    async with asyncio.TaskGroup() as group:
        watched = [tracker for tracker in (upload.watched(), download.watched()) if tracker is not None]
        forgetting = group.create_task(keep_forgetting(watched))
        event_log.started()
        try:
            yield
        finally:
            event_log.stopped()
            await asyncio.to_thread(job.end, STOP_SECONDS)
            forgetting.cancel()
            arrivals.arrivals.end()
            uploads.end()


def refusal() -> str:
    """Why the server must not start with its settings for uploads and paths; empty where it may."""
    if size := arrivals.fault():
        return f"{size[0]} is not a size in GB, or more than a table may have. Hint: for example {size[1]}."
    if folder := source_folders.fault():
        return f"{source_folders.FOLDERS} names {folder}. Hint: name each folder by its whole path, from the root."
    return ""


async def keep_forgetting(watched: Sequence[upload.Asked | download.Owned]) -> None:
    """Background task that removes data of ended sessions."""
    while True:
        await asyncio.sleep(FORGET_SECONDS)
        for tracker in watched:
            try:
                tracker.forget()
            except Exception as error:  # the server goes on without it
                logging.getLogger("murmur").error("ended sessions could not be looked for", exc_info=error)


def load() -> None:
    """Import the slow modules and exclude them from garbage collection, since they live as long as the process."""
    for name in MODULES:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()

"""Long work of pages, on public facts: by few of them at once, each in a child process that ends with its page.

A link or a plan file can bring a thousand questions whose prices take a second of processor time each. A page waits for
its turn and for its child, and looks meanwhile whether its browser is still there and has asked for nothing else.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from dpcore import stop
from dpcore.child import LOOKS
from dpcore.plan import work
from pages.server.open_session import left
from pages.ui.session import session

AT_ONCE = 2
"""Child processes for pages at the same time."""
_turns = threading.Semaphore(AT_ONCE)


def prepare() -> None:
    """From the server's start."""
    work.serve(turn)


@contextlib.contextmanager
def turn() -> Iterator[Callable[[], None]]:
    """When it is this page's turn: a function that ends the run of a page that was left or moved meanwhile."""
    while not _turns.acquire(timeout=LOOKS):
        go_on()
    try:
        yield go_on
    finally:
        _turns.release()


def go_on() -> None:
    """Ends this run of a page unless its browser is connected and has asked for nothing else; a job, if stopped."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        stop.check()
        return
    session.get("pause")  # Streamlit looks for what a browser has asked for meanwhile
    if left(context.session_id):
        raise StopException

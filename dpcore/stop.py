"""Cancelling long work: the work calls `check` between steps, and a database statement in progress is interrupted."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import final

from dpcore.errors import DpError

_EVERY = 0.05
"""Seconds between two checks for a stop; repeated, as an interruption reaches only a statement running just then."""


@final
class Stopped(DpError):
    """The user cancelled the work, and it left no trace."""


class _Work:
    """Cancellable work with a function to interrupt each of its open connections."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop, self.ended, self.lock = stop, threading.Event(), threading.Lock()
        self.interrupts: list[Callable[[], None]] = []

    def watch(self) -> None:
        while not self.ended.wait(_EVERY):
            if self.stop.is_set():
                with self.lock:
                    for interrupt in self.interrupts:
                        interrupt()


_work: ContextVar[_Work | None] = ContextVar("work", default=None)


@contextlib.contextmanager
def obeying(stop: threading.Event | None, message: str, hint: str) -> Iterator[None]:
    """End this thread's work soon after `stop` is set. Raises Stopped then, in place of any other exception."""
    if stop is None:
        yield
        return
    work = _Work(stop)
    token = _work.set(work)
    watcher = threading.Thread(target=work.watch, daemon=True)
    watcher.start()
    try:
        check()
        yield
        check()
    except Exception:
        if not stop.is_set():
            raise
    else:
        return
    finally:
        _work.reset(token)
        work.ended.set()
        watcher.join()
    raise Stopped(message, hint)


def check() -> None:
    """Raises Stopped if a stop of this thread's work was requested."""
    work = _work.get()
    if work is not None and work.stop.is_set():
        raise Stopped("The work was stopped.")


@contextlib.contextmanager
def interruptible(interrupt: Callable[[], None]) -> Iterator[None]:
    """While active, a stop of this thread's work calls `interrupt`; keep the connection open until the context ends."""
    work = _work.get()
    if work is None:
        yield
        return
    with work.lock:
        work.interrupts.append(interrupt)
    try:
        yield
    finally:
        with work.lock:
            work.interrupts.remove(interrupt)

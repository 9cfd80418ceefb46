"""Stopping long work: it calls `check` between its steps, and a statement that runs meanwhile is interrupted."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import final

from dpcore.errors import DpError

_EVERY = 0.05
"""Seconds between two looks for a stop; an interruption reaches only a statement that runs at that moment."""


@final
class Stopped(DpError):
    """The work was stopped by whoever asked for it, and left nothing."""


class _Work:
    """What runs until its stop: how to interrupt each open connection."""

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
    """Work of this thread that ends soon after `stop` is set, with Stopped, whatever it raises then."""
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
    """Raises Stopped where this thread's work is to stop."""
    work = _work.get()
    if work is not None and work.stop.is_set():
        raise Stopped("The work was stopped.")


@contextlib.contextmanager
def interruptible(interrupt: Callable[[], None]) -> Iterator[None]:
    """Meanwhile a stop of this thread's work interrupts a connection, which is not closed before this ends."""
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

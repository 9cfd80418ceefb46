"""Cancelling long work: the work calls `check` between steps, and a database statement in progress is interrupted."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import TypeVar, final

from dpcore.errors import DpError

T = TypeVar("T")
_EVERY = 0.05
"""Seconds between two checks for a stop; repeated, as an interruption reaches only a statement running just then."""
_PAUSE = 0.5
"""Seconds between two requests to a server to cancel."""


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
                        with contextlib.suppress(Exception):  # otherwise no later stop would be obeyed
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


def obeyed(stop: threading.Event | None, stopped: DpError, act: Callable[[], T]) -> T:
    """The result of `act`, which ends soon after `stop` is set. Raises `stopped` then, without any other exception."""
    with contextlib.suppress(Stopped), obeying(stop, stopped.message, stopped.hint):
        return act()
    raise stopped


def check() -> None:
    """Raises Stopped if a stop of this thread's work was requested."""
    work = _work.get()
    if work is not None and work.stop.is_set():
        raise Stopped("The work was stopped.")


@final
class Canceller:
    """Ends work that waits for a server.

    ask: asks the server to end the work, again and again, since that reaches only a statement running just then.
    force: ends the connection, once, if the work has not ended within `seconds` of the first call.
    """

    def __init__(self, ask: Callable[[], object], force: Callable[[], object], seconds: float) -> None:
        self._ask, self._force, self._seconds = ask, force, seconds
        self._lock = threading.Lock()
        self._first = self._last = 0.0
        self._asking: threading.Thread | None = None
        self._forced = False

    def __call__(self) -> None:
        """To be called repeatedly until the work has ended. Does not wait, and raises nothing."""
        now = time.monotonic()
        with self._lock:
            self._first = self._first or now
            if now - self._first >= self._seconds and not self._forced:
                self._forced = True
                _in_background(self._force)
            elif not self._forced and now - self._last >= _PAUSE and not (self._asking and self._asking.is_alive()):
                self._last = now
                self._asking = _in_background(self._ask)


def within(act: Callable[[], object], seconds: float) -> bool:
    """Runs `act` in a thread of its own, and waits for it so long. Whether it has ended, even by an exception."""
    thread = _in_background(act)
    thread.join(seconds)
    return not thread.is_alive()


def _in_background(act: Callable[[], object]) -> threading.Thread:
    """A thread that has begun to act, and tells nobody if it fails."""

    def quiet() -> None:
        with contextlib.suppress(Exception):
            act()

    thread = threading.Thread(target=quiet, daemon=True)
    thread.start()
    return thread


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

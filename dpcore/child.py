"""Long computations in a child process, so that they can be ended and hold up nobody else.

The child receives a function and its arguments through a pipe and answers through another pipe. Neither appears in an
argument, a file, a log or a traceback. Of what goes wrong in the child only a `DpError` is told, which holds nothing
that was read from a row, and how the child ended otherwise (`Ended`).
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, final

from dpcore import remembered
from dpcore.errors import DpError

LOOKS = 0.1
"""Seconds between two looks whether the work is still wanted."""
Ended = Literal["time", "memory", "failure"]
"""Why a child gave no result: it has used its time; the system ended it or gave it no memory; its work failed."""
_GRACE = 5  # seconds after which a child is killed that its limit has not ended
_NO_MEMORY = 77  # the exit code of a child to which the system gave no memory
_CHILD = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from dpcore.child import main; main()"


@final
@dataclass(frozen=True)
class ChildResult:
    """The result of a function, or the error that it raised, and what it computed on the way that is remembered."""

    value: Any = None
    error: DpError | None = None
    entries: Sequence[remembered.Entry] = ()


def call(look: Callable[[], object], limit: int | None, work: Callable[..., Any], *args: Any) -> ChildResult | Ended:
    """Calls `work(*args)` in a child process; why there is no result, if it has none. limit: seconds of processor time.

    look: called every `LOOKS` seconds; the child is ended if it raises.
    """
    given = pickle.dumps(sys.path) + pickle.dumps((os.getpid(), limit, work, args))
    try:
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:  # the system has no memory, or no number, for a further process
        return "memory"
    with ThreadPoolExecutor(1) as executor:
        output = executor.submit(child.communicate, given)
        try:
            answer, _ = _heard(output, look)
        finally:
            child.kill()
    code = child.wait()
    if code or not answer:
        return _ended(code)
    found: ChildResult = pickle.loads(answer)  # it writes once, when it is done
    return found


def _ended(code: int) -> Ended:
    """Why a child ended that nobody here has ended. code: its exit code, or the number of a signal, negated."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return "time"
    return "memory" if code in (-getattr(signal, "SIGKILL", 0), _NO_MEMORY) else "failure"


def _heard(output: Future[tuple[bytes, bytes]], look: Callable[[], object]) -> tuple[bytes, bytes]:
    while True:
        look()
        with contextlib.suppress(TimeoutError):
            return output.result(LOOKS)


def main() -> None:
    """Entry point of the child, which ends when its parent process ends. Core dumps are disabled."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # output printed by the work must not mix with the answer
    try:
        answer = _answer()
    except MemoryError:
        os._exit(_NO_MEMORY)
    with answers:
        answers.write(answer)


def _answer() -> bytes:
    """What was found for the work that the parent process gives, as `call` reads it."""
    parent, limit, work, args = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _restrain(limit)
    with remembered.noting() as entries:
        try:
            found = ChildResult(work(*args), None, entries)
        except DpError as error:
            found = ChildResult(None, error)
    return pickle.dumps(found)


def _restrain(limit: int | None) -> None:
    """No core dumps, and no more than `limit` seconds of processor time."""
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limit is not None:
            # A signal of its own comes first: at the second limit the system kills, as it does for want of memory.
            signal.signal(signal.SIGXCPU, signal.SIG_DFL)
            most = resource.getrlimit(resource.RLIMIT_CPU)[1]
            if most == resource.RLIM_INFINITY:
                most = limit + _GRACE
            resource.setrlimit(resource.RLIMIT_CPU, (min(limit, most), most))


def _end_with(parent: int) -> None:
    """Ends this process when its parent process has changed, that is, has died."""
    while os.getppid() == parent:
        time.sleep(LOOKS)
    os._exit(1)

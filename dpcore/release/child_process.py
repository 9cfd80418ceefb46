"""Runs a long statistic in a child process, so that it can be stopped and other sessions are not blocked.

The child receives the public parameters and the exact integers through a pipe and answers through another pipe. Neither
appears in an argument, a file, a log or a traceback. Any failure in the child becomes one constant message. Whether a
child is used depends only on the statistic's public `seconds`, so it reveals nothing about rows.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from dpcore.errors import QueryError
from dpcore.stop import Stopped

if TYPE_CHECKING:
    from dpcore.statistic import Statistic
    from dpcore.statistic.base import Integers

QUICK = 0.4
"""Statistics that take at most this many seconds run in the calling process."""
_LOOKS = 0.1
_CHILD = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from dpcore.release.child_process import main; main()"
)


def exact(statistic: Statistic, aggregate: Integers, cancel: threading.Event | None) -> Integers:
    """`statistic.exact(aggregate)`, in a child process if it may take longer than `QUICK` seconds.

    Raises Stopped when `cancel` is set, after ending the process, and QueryError when the statistic failed.
    """
    if statistic.seconds <= QUICK:
        return statistic.exact(aggregate)
    given = pickle.dumps(sys.path) + pickle.dumps((os.getpid(), statistic, aggregate))
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with ThreadPoolExecutor(1) as executor:
        output = executor.submit(child.communicate, given)
        try:
            answer, _ = _heard(output, cancel)
        finally:
            child.kill()
    child.wait()
    if not answer:  # the child writes only once, when it is done
        raise QueryError("A statistic failed in its child process.", "No part of its result was kept.")
    integers: Integers = pickle.loads(answer)
    return integers


def _heard(output: Future[tuple[bytes, bytes]], cancel: threading.Event | None) -> tuple[bytes, bytes]:
    """The output of the child; checks for a stop while waiting."""
    while cancel is None or not cancel.is_set():
        with contextlib.suppress(TimeoutError):
            return output.result(_LOOKS)
    raise Stopped("The work was stopped.", "")


def main() -> None:
    """Entry point of the child: reads a statistic and its integers, and writes the result. Core dumps are disabled.

    The child ends when its parent process ends.
    """
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # output printed by a statistic must not mix with the answer
    parent, statistic, aggregate = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    integers: Any = statistic.exact(aggregate)
    with answers:
        answers.write(pickle.dumps(integers))


def _end_with(parent: int) -> None:
    """Ends this process when its parent process has changed, that is, has died."""
    while os.getppid() == parent:
        time.sleep(_LOOKS)
    os._exit(1)

"""A statistic of much work in a process of its own, so that a stop ends it and other sessions go on.

The child is told the public parameters and the exact integers through a pipe, and answers through another: nothing of
them is an argument, a file, a log or a traceback. Whatever fails there is one sentence here. Whether a statistic goes
apart follows from its public `seconds` alone, so that it tells of no row.
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

QUICK = 0.1
"""Seconds of work that are done at once."""
_LOOKS = 0.1
_CHILD = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from dpcore.release.child_process import main; main()"
)


def exact(statistic: Statistic, aggregate: Integers, cancel: threading.Event | None) -> Integers:
    """`statistic.exact(aggregate)`, in a process of its own where public facts say that it may take long.

    Raises Stopped once `cancel` is set, when the process has ended; QueryError where it failed.
    """
    if statistic.seconds <= QUICK:
        return statistic.exact(aggregate)
    given = pickle.dumps(sys.path) + pickle.dumps((os.getpid(), statistic, aggregate))
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with ThreadPoolExecutor(1) as talking:
        heard = talking.submit(child.communicate, given)
        try:
            answer, _ = _heard(heard, cancel)
        finally:
            child.kill()
    child.wait()
    if not answer:  # it writes once, at its end
        raise QueryError("A statistic failed in its process.", "Nothing of it is kept.")
    found: Integers = pickle.loads(answer)
    return found


def _heard(heard: Future[tuple[bytes, bytes]], cancel: threading.Event | None) -> tuple[bytes, bytes]:
    """What the child wrote when it ended, looking for a stop meanwhile."""
    while cancel is None or not cancel.is_set():
        with contextlib.suppress(TimeoutError):
            return heard.result(_LOOKS)
    raise Stopped("The work was stopped.", "")


def main() -> None:
    """The child: reads a statistic and its integers, writes what it gives. It leaves no core file behind.

    It ends with the process that it works for, which may be killed.
    """
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever a statistic prints is no answer
    parent, statistic, aggregate = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    found: Any = statistic.exact(aggregate)
    with answers:
        answers.write(pickle.dumps(found))


def _end_with(parent: int) -> None:
    """Ends this process once its parent is another one."""
    while os.getppid() == parent:
        time.sleep(_LOOKS)
    os._exit(1)

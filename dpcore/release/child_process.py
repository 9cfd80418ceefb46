"""Runs a long statistic in a child process, so that it can be stopped and other sessions are not blocked.

Any failure in the child becomes one constant message. Whether a child is used depends only on the statistic's public
`seconds`, so it reveals nothing about rows.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from dpcore import child
from dpcore.errors import QueryError
from dpcore.stop import Stopped

if TYPE_CHECKING:
    from dpcore.statistic import Statistic
    from dpcore.statistic.base import Integers

QUICK = 0.4
"""Statistics that take at most this many seconds run in the calling process."""


def exact(statistic: Statistic, aggregate: Integers, cancel: threading.Event | None) -> Integers:
    """`statistic.exact(aggregate)`, in a child process if the statistic may take longer than `QUICK` seconds.

    Raises Stopped when `cancel` is set, after ending the process, and QueryError when the statistic failed.
    """
    if statistic.seconds <= QUICK:
        return statistic.exact(aggregate)

    def look() -> None:
        if cancel is not None and cancel.is_set():
            raise Stopped("The work was stopped.", "")

    found = child.call(look, None, _exact, statistic, aggregate)
    if not isinstance(found, child.ChildResult) or found.error is not None:  # how it ended may depend on rows
        raise QueryError("A statistic failed in its child process.", "No part of its result was kept.")
    integers: Integers = found.value
    return integers


def _exact(statistic: Statistic, aggregate: Integers) -> Integers:
    return statistic.exact(aggregate)

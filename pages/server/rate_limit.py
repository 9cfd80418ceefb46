"""Limits failed look-ups by address. Guessing a token is infeasible anyway; this saves the server the work."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST, SECONDS, ADDRESSES = 60, 60.0, 10_000


class Limit:
    """Counts per address and time window. Checked only after a failed look-up, so valid links are never refused."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._failed: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def add(self, address: str) -> bool:
        """Record a failure; return whether there were too many recently."""
        now = self._clock()
        with self._lock:
            since, count = self._failed.pop(address, (now, 0))
            since, count = (now, 1) if now - since >= SECONDS else (since, count + 1)
            self._failed[address] = (since, count)
            if len(self._failed) > ADDRESSES:
                self._failed.popitem(last=False)
        return count > MOST

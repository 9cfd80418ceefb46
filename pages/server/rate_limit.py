"""Failed look-ups by address: guessing is hopeless by arithmetic, and this keeps it from being work for the server."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST, SECONDS, ADDRESSES = 60, 60.0, 10_000


class Limit:
    """Counts of one window an address. It is asked after a look-up has failed, so what is right is never refused."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._failed: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def add(self, address: str) -> bool:
        """One more failure; whether there were too many lately."""
        now = self._clock()
        with self._lock:
            since, count = self._failed.pop(address, (now, 0))
            since, count = (now, 1) if now - since >= SECONDS else (since, count + 1)
            self._failed[address] = (since, count)
            if len(self._failed) > ADDRESSES:
                self._failed.popitem(last=False)
        return count > MOST

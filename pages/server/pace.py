"""Rate limiting by delay: every message redraws a page, so a client that sends many has to wait, and nobody else."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

NAMES = 10_000
"""Maximum number of addresses or users tracked; the latest are kept."""


class Pace:
    """A burst of turns, then a number of turns per second."""

    def __init__(self, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._gap, self._ahead = clock, 1 / rate, burst / rate
        self._next = float("-inf")

    def wait(self, most: float = float("inf")) -> float | None:
        """Take the next turn; return the seconds until it. None, without taking a turn, if they exceed `most`."""
        now = self._clock()
        next_ = max(self._next, now - self._ahead) + self._gap
        if next_ - now > most:
            return None
        self._next = next_
        return max(0.0, next_ - now)


class Paces:
    """One rate limit per name and optionally one for all names, so that a busy client delays itself before others."""

    def __init__(self, new: Callable[[], Pace], together: Pace | None = None) -> None:
        self._new, self._together = new, together
        self._paces: OrderedDict[str, Pace] = OrderedDict()

    def wait(self, name: str, most: float = float("inf")) -> float | None:
        """As for `Pace`: the later of both turns. If the name gets no turn, none of the common limit is taken."""
        own = self._paces.pop(name, None) or self._new()
        self._paces[name] = own
        if len(self._paces) > NAMES:
            self._paces.popitem(last=False)
        first = own.wait(most)
        if first is None or self._together is None:
            return first
        second = self._together.wait(most)
        return None if second is None else max(first, second)

"""Turns at a steady pace: a page is drawn for every message, so whoever sends many waits, and not everybody else."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

NAMES = 10_000
"""How many addresses or users are told from each other, the latest."""


class Pace:
    """So many turns at once, then so many a second."""

    def __init__(self, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._gap, self._ahead = clock, 1 / rate, burst / rate
        self._next = float("-inf")

    def wait(self, most: float = float("inf")) -> float | None:
        """Takes the next turn: the seconds until it comes. None, and no turn, where they are more than `most`."""
        now = self._clock()
        next_ = max(self._next, now - self._ahead) + self._gap
        if next_ - now > most:
            return None
        self._next = next_
        return max(0.0, next_ - now)


class Paces:
    """One pace for each name, and often one for all together: who sends many waits for itself before others do."""

    def __init__(self, each: Callable[[], Pace], together: Pace | None = None) -> None:
        self._each, self._together = each, together
        self._known: OrderedDict[str, Pace] = OrderedDict()

    def wait(self, name: str, most: float = float("inf")) -> float | None:
        """As of `Pace`: the later of both turns; where a name has no turn, none of all together is taken."""
        own = self._known.pop(name, None) or self._each()
        self._known[name] = own
        if len(self._known) > NAMES:
            self._known.popitem(last=False)
        first = own.wait(most)
        if first is None or self._together is None:
            return first
        second = self._together.wait(most)
        return None if second is None else max(first, second)

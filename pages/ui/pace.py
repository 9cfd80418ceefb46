"""Turns at a steady pace: a page is drawn for every message, so whoever sends many waits, and not everybody else."""

from __future__ import annotations

import time
from collections.abc import Callable


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

"""What was worked out for a law and may serve its next reading: the latest of it, within one bound of memory."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar, final

Item = TypeVar("Item")


@final
class Recent(Generic[Item]):
    """Items that together hold at most `most` numbers (the latest may hold more), from any thread."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._lock = threading.Lock()
        # (owner, item, how many numbers it holds), the latest first
        self._items: list[tuple[object, Item, int]] = []

    def of(self, owner: object) -> list[Item]:
        """What is held for this owner (the object itself, not an equal one), the latest first, `each` at most."""
        with self._lock:
            return [item for holder, item, _ in self._items if holder is owner]

    def keep(self, owner: object, item: Item, numbers: int) -> None:
        """Hold it, and let go of what is beyond the bounds, the oldest first."""
        with self._lock:
            held, total, mine = [(owner, item, numbers)], numbers, 1
            for entry in self._items:
                total += entry[2]
                mine += entry[0] is owner
                if total > self._most:
                    break
                if entry[0] is not owner or mine <= self._each:
                    held.append(entry)
            self._items = held

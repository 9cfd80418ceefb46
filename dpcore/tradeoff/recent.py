"""A thread-safe cache of the most recent intermediate results of each law, bounded in memory."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar, final

Item = TypeVar("Item")


@final
class Recent(Generic[Item]):
    """Items with at most `most` numbers in total (the latest may have more), `each` per owner; thread-safe."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._lock = threading.Lock()
        # (owner, item, count of its numbers), the latest first
        self._items: list[tuple[object, Item, int]] = []

    def of(self, owner: object) -> list[Item]:
        """The items of this owner, compared by identity; the latest first, at most `each`."""
        with self._lock:
            return [item for holder, item, _ in self._items if holder is owner]

    def keep(self, owner: object, item: Item, numbers: int) -> None:
        """Add an item, and drop the oldest ones beyond the limits."""
        with self._lock:
            items, total, owned = [(owner, item, numbers)], numbers, 1
            for entry in self._items:
                total += entry[2]
                owned += entry[0] is owner
                if total > self._most:
                    break
                if entry[0] is not owner or owned <= self._each:
                    items.append(entry)
            self._items = items

"""A few drawn pages in memory, the least recently used let go first. Only what anybody with the link may see."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

MOST, LARGEST = 64, 256_000_000


class _Turn:
    """Whose turn it is to draw one thing."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Shelved:
    """Bytes by name. Two who ask for the same missing ones at once wait for one drawing."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()
        # the lock of each drawing, while somebody waits for it
        self._drawing: WeakValueDictionary[str, _Turn] = WeakValueDictionary()

    def get(self, name: str, draw: Callable[[], str | bytes]) -> bytes:
        """What is kept under a name, drawn first if need be."""
        found = self.find(name)
        if found is not None:
            return found
        with self._lock:
            turn = self._drawing.setdefault(name, _Turn())
        with turn.lock:
            found = self.find(name)
            if found is None:
                drawn = draw()
                found = drawn.encode() if isinstance(drawn, str) else drawn
                self._keep(name, found)
        return found

    def find(self, name: str) -> bytes | None:
        """What is kept under a name."""
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def _keep(self, name: str, body: bytes) -> None:
        if len(body) > LARGEST:  # which would take the place of all others, and its own
            return
        with self._lock:
            self._kept[name] = body
            while len(self._kept) > MOST or sum(map(len, self._kept.values())) > LARGEST:
                self._kept.popitem(last=False)

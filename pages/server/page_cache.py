"""Cache of rendered share pages, evicting the least recently used. Holds only what everybody with the link may see."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

MOST, LARGEST = 64, 256_000_000


class _Turn:
    """The lock of one rendering."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Shelved:
    """Bytes by name. Concurrent requests for the same missing entry share one rendering."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()
        # the lock of each rendering in progress
        self._drawing: WeakValueDictionary[str, _Turn] = WeakValueDictionary()

    def get(self, name: str, draw: Callable[[], str | bytes]) -> bytes:
        """The entry of a name, rendered first if it is missing."""
        body = self.find(name)
        if body is not None:
            return body
        with self._lock:
            turn = self._drawing.setdefault(name, _Turn())
        with turn.lock:
            body = self.find(name)
            if body is None:
                drawn = draw()
                body = drawn.encode() if isinstance(drawn, str) else drawn
                self._keep(name, body)
        return body

    def find(self, name: str) -> bytes | None:
        """The entry of a name, or None."""
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def _keep(self, name: str, body: bytes) -> None:
        if len(body) > LARGEST:  # it would evict all others and then itself
            return
        with self._lock:
            self._kept[name] = body
            while len(self._kept) > MOST or sum(map(len, self._kept.values())) > LARGEST:
                self._kept.popitem(last=False)

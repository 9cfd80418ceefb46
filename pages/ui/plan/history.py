"""Undo and redo: the states before each change, the oldest forgotten first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

Kept = TypeVar("Kept")
LEAST: Final = 100
"""So many steps are always kept."""
LARGEST: Final = 40_000
"""The size of all steps beyond which the oldest go, but for the last `LEAST`."""


class History(Generic[Kept]):
    """Immutable states, which share their unchanged parts. size: of one state, in any unit."""

    def __init__(self, size: Callable[[Kept], int]) -> None:
        self._size = size
        self._past: deque[Kept] = deque()
        self._future: list[Kept] = []

    @property
    def before(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._past)

    @property
    def after(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._future)

    def __len__(self) -> int:
        return len(self._past)

    def add(self, before: Kept) -> None:
        """Remember the state before a change. What was undone before it cannot be redone."""
        self._past.append(before)
        self._future.clear()
        while len(self._past) > LEAST and sum(map(self._size, self._past)) > LARGEST:
            self._past.popleft()

    def each(self, change: Callable[[Kept], Kept]) -> None:
        """Change all states that are kept."""
        self._past, self._future = deque(map(change, self._past)), list(map(change, self._future))

    def back(self, now: Kept) -> Kept | None:
        """The state before the last change; None without one."""
        if not self._past:
            return None
        self._future.append(now)
        return self._past.pop()

    def forward(self, now: Kept) -> Kept | None:
        """The state that was undone last; None without one."""
        if not self._future:
            return None
        self._past.append(now)
        return self._future.pop()

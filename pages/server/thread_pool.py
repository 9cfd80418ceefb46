"""Threads of their own for work that may be slow, so that it never takes those of everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

WAITING = 32
"""How many may wait for slow work."""

Answer = TypeVar("Answer")


class Crew:
    """A few threads, and a queue with an end. Used from one event loop at a time."""

    def __init__(self, threads: int, name: str, waiting: int = WAITING) -> None:
        self._threads, self._busy = ThreadPoolExecutor(threads, name), 0
        self._most = threads + waiting

    async def run(self, work: Callable[[], Answer]) -> Answer | None:
        """What the work gives; None, at once, where too many wait already."""
        if self._busy >= self._most:
            return None
        self._busy += 1
        doing = asyncio.get_running_loop().run_in_executor(self._threads, work)
        doing.add_done_callback(self._free)  # also where nobody waits for it any more
        return await asyncio.shield(doing)

    def _free(self, _: object) -> None:
        self._busy -= 1

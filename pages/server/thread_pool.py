"""Separate threads for slow work, so that it does not occupy those of other requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

WAITING = 32
"""Maximum number of waiting calls."""

Answer = TypeVar("Answer")


class Crew:
    """A few threads and a bounded queue. Used from one event loop at a time."""

    def __init__(self, threads: int, name: str, waiting: int = WAITING) -> None:
        self._threads, self._busy = ThreadPoolExecutor(threads, name), 0
        self._most = threads + waiting

    async def run(self, work: Callable[[], Answer]) -> Answer | None:
        """The result of the work; None at once if too many calls are waiting."""
        if self._busy >= self._most:
            return None
        self._busy += 1
        doing = asyncio.get_running_loop().run_in_executor(self._threads, work)
        doing.add_done_callback(self._free)  # also if the caller was cancelled
        return await asyncio.shield(doing)

    def _free(self, _: object) -> None:
        self._busy -= 1

"""Slow share files wait for each other alone, and only so many of them."""

from __future__ import annotations

import asyncio
import threading

from pages.server.page_cache import Shelved
from pages.server.thread_pool import WAITING, Crew


def test_so_many_wait_and_the_next_are_sent_away_at_once():
    gate = threading.Event()

    async def all_of() -> list[object]:
        crew = Crew(2, "test")
        first = [asyncio.ensure_future(crew.run(lambda: gate.wait(60))) for _ in range(2 + WAITING)]
        await asyncio.sleep(0)
        late = await crew.run(lambda: True)
        gate.set()
        answers = await asyncio.gather(*first)
        return [late, all(answers), await crew.run(lambda: True)]

    assert asyncio.run(all_of()) == [None, True, True]


def test_whoever_hangs_up_holds_a_place_until_the_work_is_done():
    gate = threading.Event()

    async def all_of() -> list[object]:
        crew = Crew(1, "test")
        gone = [asyncio.ensure_future(crew.run(lambda: gate.wait(60))) for _ in range(1 + WAITING)]
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        late = await crew.run(lambda: True)
        gate.set()
        return [late]

    assert asyncio.run(all_of()) == [None]


def test_a_small_page_does_not_wait_for_a_large_one():
    cache, began, gate = Shelved(), threading.Event(), threading.Event()

    def large() -> str:
        began.set()
        gate.wait(60)
        return "large"

    drawing = threading.Thread(target=lambda: cache.get("large", large))
    drawing.start()
    assert began.wait(60)
    assert cache.get("small", lambda: "small") == b"small"
    gate.set()
    drawing.join()
    assert cache.get("large", lambda: "again") == b"large"

"""A busy server: 50 people move sliders on Explore and 5 release, over real WebSockets, on this machine.

`python -m benchmarks busy`: one app process over a SQLite file, then two over one ledger in PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import crowd
from benchmarks.crowd import Diary
from benchmarks.explore import high
from benchmarks.site import DATASET, Site, site
from benchmarks.size import sized
from benchmarks.table import Table, seconds
from tests.postgres import cluster

EXPLORERS, SPENDERS, MINUTES = sized((50, 5, 2.0), (2, 1, 0.2))
SLICE = 1.0
TARGET_SECONDS, TARGET_BYTES = 1.0, 2e9
_HEADER = ("app processes", "slider moves", "median", "95 %", "releases asked", "answered", "charged", "memory at most")


def names() -> tuple[list[str], list[str]]:
    """The e-mail addresses of explorers and spenders."""
    kinds = {"explorer": EXPLORERS, "spender": SPENDERS}
    explorers, spenders = ([f"{kind}{number}@example.org" for number in range(kinds[kind])] for kind in kinds)
    return explorers, spenders


def table() -> Table:
    """One row per setup."""
    out = Table(f"A busy server: {EXPLORERS} people moving sliders, {SPENDERS} releasing", _HEADER)
    with tempfile.TemporaryDirectory() as name:
        out.add("one, SQLite", *measured(Path(name), f"sqlite:///{name}/murmur.db", 1, out))
    with cluster() as server, tempfile.TemporaryDirectory() as name:
        out.add("two, PostgreSQL", *measured(Path(name), server.empty(), 2, out))
    out.note(
        f"Targets: 95 % of slider answers within {seconds(TARGET_SECONDS)}, memory under {TARGET_BYTES / 1e9:g} GB. "
        f"Each person thinks for {crowd.THINKS[0]:g} to {crowd.THINKS[1]:g} seconds; the clients run on the same cores."
    )
    if hasattr(os, "sched_getscheduler") and os.sched_getscheduler(0) != os.SCHED_OTHER:
        out.note("All of it at real-time priority, so that other work on the machine does not distort the figures.")
    return out


def measured(folder: Path, url: str, processes: int, out: Table) -> list[str]:
    """The cells of one setup."""
    explorers, spenders = names()
    with site(folder, url, processes, [*explorers, *spenders], spenders, SLICE) as made:
        diary = asyncio.run(day(made, MINUTES * 60))
        with made.desk() as desk:
            charged = [entry for entry in desk.ledger(DATASET) if entry.kind == "charge"]
            unanswered = desk.unanswered(DATASET)
            desk.verify()
    assert not unanswered and not diary.odd, diary.odd[:3]
    late, big = high(diary.answers) > TARGET_SECONDS, made.peak > TARGET_BYTES
    out.note(f"{processes} processes: load average {os.getloadavg()[0]:.1f} over the last minute.")
    return [
        f"{len(diary.answers)}",
        seconds(sorted(diary.answers)[len(diary.answers) // 2]),
        seconds(high(diary.answers)) + " (missed)" * late,
        f"{len(diary.asked)}",
        f"{sum(diary.asked.values())}",
        f"{len(charged)}",
        f"{made.peak / 1e6:.0f} MB" + " (missed)" * big,
    ]


async def day(made: Site, length: float, act: Callable[[Site], object] | None = None) -> Diary:
    """Everybody at work for so many seconds. act: a coroutine function that runs beside them."""
    diary, end = Diary(), time.monotonic() + length
    explorers, spenders = names()
    with made.desk() as desk:
        dataset = desk.dataset(DATASET).id

    def over() -> bool:
        return time.monotonic() > end

    async def watch() -> None:
        while not over():
            made.measure()
            await asyncio.sleep(0.5)
        for task in moving:
            task.cancel()

    async with asyncio.TaskGroup() as group:
        moving = [group.create_task(crowd.explore(made, user, dataset, diary, over)) for user in explorers]
        group.create_task(watch())
        for user in spenders:
            group.create_task(crowd.spend(made, user, dataset, diary, over))
        if act is not None:
            group.create_task(act(made))  # type: ignore[arg-type]
    return diary

"""A soak: the day of `busy`, while one of two app processes after the other is killed at random (kill -9).

`python -m benchmarks soak --minutes 30`. Both share one ledger in PostgreSQL and one home folder. At the end the paid
questions without an answer are answered, and the ledger, the answers, the budget and every log line are looked at.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import dpcore as dp
from benchmarks import busy, crowd
from benchmarks.crowd import Diary
from benchmarks.explore import high
from benchmarks.site import CANARY, CELL, DATASET, OWNER, SECRET, Site, site
from benchmarks.size import sized
from benchmarks.table import Table, seconds
from tests.postgres import SECRET as PASSWORD
from tests.postgres import cluster

MINUTES = sized(30.0, 0.2)
BETWEEN, AFTER = sized((10.0, 30.0), (1.0, 2.0)), 0.3
"""Seconds between two kills; every other one comes at most so many seconds after a release began."""


def table(minutes: float) -> Table:
    """What was done, and what was found at the end."""
    out = Table(f"A soak of {minutes:g} minutes: two app processes, one PostgreSQL ledger, kill -9", ("what", "found"))
    explorers, spenders = busy.names()
    with cluster() as server, tempfile.TemporaryDirectory() as name:
        with site(Path(name), server.empty(), 2, [*explorers, *spenders], spenders, busy.SLICE) as made:
            kills: list[int] = []
            diary = asyncio.run(busy.day(made, minutes * 60, lambda site: _kill(site, minutes * 60, kills)))
        load = os.getloadavg()
        with made.desk() as desk:
            rows = {"processes killed": f"{len(kills)}", **_work(diary), **found(desk, diary)}
        rows["memory at most"] = f"{made.peak / 1e6:.0f} MB"
        rows["lines of the log, with a private byte in them"] = "{}, {}".format(*leaks(made.log))
    for what, cell in rows.items():
        out.add(what, cell)
    out.note(f"Load average at the end {load[0]:.1f} (1 minute), {load[2]:.1f} (15 minutes).")
    return out


async def _kill(made: Site, length: float, kills: list[int]) -> None:
    """Kill a process, start it again, and let it answer before the next one is killed."""
    chance, end = random.Random(length), time.monotonic() + length
    while True:
        await asyncio.sleep(chance.uniform(*BETWEEN))
        if time.monotonic() > end - BETWEEN[1]:
            return
        port = chance.choice(made.ports)
        if len(kills) % 2:
            port = await _begun(made, end) or port
            await asyncio.sleep(chance.uniform(0, AFTER))
        kills.append(port)
        made.kill(port)
        await asyncio.to_thread(made.start, port)


async def _begun(made: Site, end: float) -> int:
    """Wait until a release begins, as the log says. The port of its process, or 0 at the end."""
    with made.log.open() as log:
        log.seek(0, os.SEEK_END)
        while time.monotonic() < end:
            line = log.readline()
            if '"state": "begun"' in line:
                ports = {process.pid: port for port, process in made.processes.items()}
                return ports.get(json.loads(line)["process"], 0)
            if not line:
                await asyncio.sleep(0.01)
    return 0


def _work(diary: Diary) -> dict[str, str]:
    return {
        "pages lost with their process": f"{len(diary.lost)}",
        "slider moves answered": f"{len(diary.answers)}",
        "… median, 95 %": f"{seconds(sorted(diary.answers)[len(diary.answers) // 2])}, {seconds(high(diary.answers))}",
        "releases asked, answered before their page was lost": f"{len(diary.asked)}, {sum(diary.asked.values())}",
        "resumed by a button on another process": f"{diary.resumed}",
        "pages that were not as they should be": f"{len(diary.odd)}",
    }


def found(desk: dp.Desk, diary: Diary) -> dict[str, str]:
    """What the ledger says, after the last paid questions are answered. Raises LedgerError if it does not verify."""
    left = len(desk.unanswered(DATASET))
    if left:
        desk.resume(DATASET)
    desk.verify()
    charges = Counter(ask["key"] for entry in desk.ledger(DATASET) for ask in _asks(entry))
    answers = Counter(_number(release) for release in desk.releases(DATASET))
    seen = {number for number, answered in diary.asked.items() if answered}
    standing = desk.standing(DATASET)
    return {
        "charged": f"{len(charges)}",
        "… twice": f"{sum(times - 1 for times in charges.values()) + sum(times - 1 for times in answers.values())}",
        "… resumed at the end": f"{left}",
        "… and not answered": f"{len(charges) - len(answers)}",
        "answers seen and not stored": f"{len(seen - answers.keys())}",
        "answers never asked for": f"{len(answers.keys() - diary.asked.keys())}",
        "spent of the budget": f"mu {standing.spent.mu:.4f} of {standing.total.mu:.4f}",
        "spent as charged": "yes" if _as_charged(standing, len(charges)) else "NO",
    }


def _as_charged(standing: dp.Standing, charges: int) -> bool:
    """Whether the account has booked the typed price, an epsilon, once for each charge."""
    meter = standing.meter
    price = meter.amount(crowd.PRICE, "epsilon")
    return abs(meter.spent - charges * price) < 1e-6 * max(meter.spent, 1)


def _asks(entry: Any) -> list[Any]:
    return list(entry.payload["asks"]) if entry.kind == "charge" else []


def _number(release: dp.Release) -> int:
    """The filter by which a count differs from every other."""
    (condition,) = release.query_data["where"]
    return int(condition["value"])


def leaks(log: Path) -> tuple[int, int]:
    """The number of lines of the processes' log, and of those that contain what no log may."""
    private = (CANARY, f"{CELL}", SECRET, PASSWORD, OWNER.partition("@")[0], DATASET, "spender", "explorer", "cost")
    pattern = re.compile("|".join(map(re.escape, private)))
    lines = log.read_text().splitlines()
    return len(lines), sum(pattern.search(line) is not None for line in lines)

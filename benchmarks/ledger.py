"""Ledger charges per second, in a SQLite file and in PostgreSQL on the same disk; each synced and anchored."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.clock import timed
from benchmarks.size import sized
from benchmarks.table import Table, ratio, seconds
from dpcore.ledger.ledger import Payment
from tests.ledger.world import DATASET, URL, compete, connect, item, opened, seen, start
from tests.postgres import cluster

CHARGES, PROCESSES = sized((200, 4), (4, 2))


def table() -> Table:
    """One process, and several competing ones. The same code runs on both databases."""
    out = Table(
        f"{CHARGES} charges of the ledger: one transaction, one line of the anchor and two syncs each",
        ("what", "SQLite", "PostgreSQL", "ratio"),
    )
    with cluster() as server:
        for name, measured in (("one process", _alone), (f"{PROCESSES} processes", _together)):
            file, tables = (measured(url) / CHARGES for url in ("", server.empty()))
            out.add(f"a charge, {name}", seconds(file), seconds(tables), ratio(tables / file))
            out.add("… a second", f"{1 / file:.0f}", f"{1 / tables:.0f}")
    return out


def _folder(name: str, url: str) -> Path:
    folder = Path(name)
    if url:
        (folder / URL).write_text(url)
    opened(folder).close()
    return folder


def _alone(url: str) -> float:
    with tempfile.TemporaryDirectory() as name:
        ledger = connect(_folder(name, url))
        elapsed = timed(
            lambda: [ledger.charge(DATASET, Payment("owner"), [item(str(number))]) for number in range(CHARGES)]
        )[0]
        ledger.close()
    return elapsed


def _together(url: str) -> float:
    with tempfile.TemporaryDirectory() as name:
        folder = _folder(name, url)
        running = [start(compete, folder, str(number), CHARGES // PROCESSES, "sound") for number in range(PROCESSES)]
        for _, pipe in running:
            pipe.recv()
        (folder / "go").touch()
        return timed(lambda: [seen(*one) for one in running])[0]

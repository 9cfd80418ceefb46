"""Time and size of a share page, and 200 concurrent readers while a release runs."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
import pandas as pd

import dpcore as dp
from benchmarks.explore import high
from benchmarks.screens import await_health
from benchmarks.size import sized
from benchmarks.table import Table, seconds

FIRST_BYTE, LARGEST = 0.05, 1_000_000
WARM, COLD, READERS, ROWS = sized((100, 10, 200, 200_000), (2, 2, 3, 1_000))


@dataclass(frozen=True)
class Read:
    """One response: seconds to the first and last byte, status and size."""

    first: float
    whole: float
    status: int
    size: int


def table() -> Table:
    """One reader, then many at once with another process releasing on the same ledger."""
    out = Table("Share page", ("what", "median", "p95", "target"))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        desk, releases = _filled(home)
        with desk, _serving(home) as port:
            sharing = desk.sharing("visits")
            tokens = [sharing.publish(releases, f"Visits {number}")[1] for number in range(COLD)]
            cold = [_read(port, token) for token in tokens]
            warm = [_read(port, tokens[0]) for _ in range(WARM)]
            for name, found in (("first byte, the first reader of a link", cold), ("first byte, later ones", warm)):
                _row(out, name, [one.first for one in found], FIRST_BYTE)
            size = max(one.size for one in cold)
            out.add("size of the whole page", f"{size / 1000:.0f} kB", "", f"{LARGEST / 1000:.0f} kB")
            with _releasing(home) as released:
                many, count = _at_once(port, tokens[1]), released()
        _row(out, f"{READERS} readers at once, the whole page", [one.whole for one in many], None)
        refused = sum(one.status != 200 for one in many)
        out.add(
            f"of these, refused (while {count} releases ran)", f"{refused}", "", "0" + (" (missed)" * bool(refused))
        )
    out.note(
        f"{len(releases)} answers of every shape; no file but the page itself is asked for. Readers share the cores."
    )
    return out


def _row(out: Table, name: str, values: list[float], target: float | None) -> None:
    missed = " (missed)" if target is not None and median(values) > target else ""
    out.add(name, seconds(median(values)), seconds(high(values)), f"{seconds(target)}{missed}" if target else "")


def _filled(home: Path) -> tuple[dp.Desk, list[dp.Release]]:
    """A desk with answers of every result shape."""
    draw = np.arange(ROWS)
    rows = pd.DataFrame(
        {
            "age": draw * 7 % 100,
            "ward": np.array(list("ABCDE"))[draw % 5],
            "cost": draw * 13.0 % 900,
            "zone": draw % 300,
        }
    )
    schema = dp.Schema(
        age=dp.Number(0, 99, integer=True),
        ward=dp.Category(list("ABCDE")),
        cost=dp.Number(0, 900),
        zone=dp.Number(0, 299, integer=True),
    )
    desk = dp.Desk(home=home)
    desk.add_dataset("visits", dp.read(rows), schema=schema, budget=dp.Budget(epsilon=5.0, delta=1e-6))
    asks = [dp.Count(), dp.Histogram("age", bins=24), dp.Mean("cost", by=["ward"]), dp.Count(by=["zone"])]
    return desk, desk.release("visits", dp.Plan([dp.Ask(one) for one in asks], mu=0.3))


def _read(port: int, token: str) -> Read:
    """Read one page over a new connection."""
    request = f"GET /s/{token} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode()
    began = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        parts = [connection.recv(1 << 16)]
        first = time.perf_counter() - began
        while parts[-1]:
            parts.append(connection.recv(1 << 16))
    body = b"".join(parts)
    status = int(body.split(b" ", 2)[1]) if body else 0
    return Read(first, time.perf_counter() - began, status, len(body))


def _at_once(port: int, token: str) -> list[Read]:
    """Many readers started together; rejected ones count as refused."""
    found: list[Read] = []
    gate = threading.Barrier(READERS)

    def reader() -> None:
        gate.wait()
        try:
            found.append(_read(port, token))
        except OSError:
            found.append(Read(0.0, 0.0, 0, 0))

    threads = [threading.Thread(target=reader) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@contextlib.contextmanager
def _serving(home: Path) -> Iterator[int]:
    """The dashboard as `make run` starts it, on this home."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "streamlit", "run", "asgi.py", "--server.headless=true", f"--server.port={port}"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, env={**os.environ, "MURMUR_HOME": str(home)}, stdout=quiet, stderr=quiet)
    try:
        await_health(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield port
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def _releasing(home: Path) -> Iterator[Callable[[], int]]:
    """Another process that makes releases until the end; yields a function that counts them."""
    command = [sys.executable, "-m", "benchmarks.share", str(home)]
    log = home.with_suffix(".releases")
    with log.open("wb") as lines:
        child = subprocess.Popen(command, stdout=lines)
    try:
        limit = time.perf_counter() + 60
        while not log.read_bytes() and child.poll() is None and time.perf_counter() < limit:
            time.sleep(0.01)
        yield lambda: log.read_bytes().count(b"\n")
    finally:
        child.terminate()
        child.wait()


def _release(home: str) -> None:
    """Make releases at new prices, printing a line for each."""
    with dp.Desk(home=home) as desk:
        for number in range(1_000_000):
            mu = 0.001 + number * 1e-9
            desk.release(
                "visits", dp.Plan([dp.Ask(dp.Count(by=["zone"])), dp.Ask(dp.Histogram("age", bins=24))], mu=mu)
            )
            print(number, flush=True)


if __name__ == "__main__":
    _release(sys.argv[1])

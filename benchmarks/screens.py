"""Start-up time of the dashboard, with packages installed: the time to its health page."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from statistics import median

from benchmarks.size import sized
from benchmarks.table import Table, seconds

TARGET, PATIENCE, STARTS = 3.0, 60.0, sized(3, 1)


def table() -> Table:
    """Start-ups as by `make run`, each from an empty home."""
    out = Table("Dashboard", ("what", "median", "target"))
    found = median(_start() for _ in range(STARTS))
    missed = " (missed)" if found > TARGET else ""
    out.add("start to health answer", seconds(found), f"{seconds(TARGET)}{missed}")
    return out


def _start() -> float:
    with tempfile.TemporaryDirectory() as home, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [
            sys.executable,
            "-m",
            "streamlit",
            "run",
            "asgi.py",
            "--server.headless=true",
            f"--server.port={port}",
        ]
        began = time.perf_counter()
        server = subprocess.Popen(
            command,
            env={**os.environ, "MURMUR_HOME": home},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            await_health(f"http://127.0.0.1:{port}/_stcore/health", server)
            return time.perf_counter() - began
        finally:
            server.terminate()
            server.wait()


def await_health(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the page answers. Raises RuntimeError when the server ends or takes too long."""
    limit = time.perf_counter() + PATIENCE
    while time.perf_counter() < limit and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.02)
    raise RuntimeError(f"The dashboard did not answer at {address}.")

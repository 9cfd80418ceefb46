"""The environment of a run: cores, versions, and a separate virtual environment for each peer."""

from __future__ import annotations

import datetime as dt
import os
import platform
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks.size import SMALL

FOLDER = Path(".bench")
PEERS = Path(__file__).parent / "peers"
NAMES = {"opendp": "OpenDP", "diffprivlib": "diffprivlib", "smartnoise": "SmartNoise SQL", "tumult": "Tumult Analytics"}


def described() -> str:
    """A line about machine and versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "numpy", "SQLAlchemy"))
    load = f", load average {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return f"{dt.date.today()}, {machine}, {versions}{load}"


def interpreter(peer: str) -> Path | str:
    """The peer's Python, creating its environment if missing; or a sentence saying why there is none."""
    wanted = (PEERS / f"{peer}.txt").read_text()
    if SMALL:
        return "left out of a small run"
    folder = FOLDER / peer
    stamp, python = folder / "stamp", folder / "bin" / "python"
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    if peer == "tumult" and shutil.which("java") is None:
        return "needs Java, and there is none"
    shutil.rmtree(folder, ignore_errors=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", PEERS / f"{peer}.txt"]
    for command in ([sys.executable, "-m", "venv", folder], install):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        if done.returncode:
            return "could not be installed: " + (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    stamp.write_text(wanted)
    return python

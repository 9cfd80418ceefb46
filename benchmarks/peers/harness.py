"""Runs one peer in its own environment: `python use_<peer>.py time|error FILE ROWS REPEATS SECONDS`.

A peer gives `load(path) -> table` and ASKS, name -> (table -> answer as a list in the public order of cells). What it
cannot do is not in ASKS. One line of JSON goes to stdout: seconds by step for `time`, the answers for `error`.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

GROUPS = [f"group_{i:02d}" for i in range(50)]
A = [f"a{i}" for i in range(5)]
B = [f"b{i}" for i in range(8)]
LOW, HIGH, BINS = 0.0, 1000.0, 100

ROWS = int(sys.argv[3]) if len(sys.argv) > 3 else 0  # told to tools that want a bound on the table's size: the true one

Ask = Callable[[Any], list[float]]


def main(package: str, load: Callable[[str], Any], asks: dict[str, Ask]) -> None:
    """Does what the command line says."""
    mode, path, repeats, seconds = sys.argv[1], sys.argv[2], int(sys.argv[4]), float(sys.argv[5])
    work = {"time": _timed, "error": _answers}[mode]
    result = work(path, load, asks, repeats, seconds)
    print(json.dumps({"version": version(package), "python": platform.python_version(), **result}))


def _timed(path: str, load: Callable[[str], Any], asks: dict[str, Ask], repeats: int, seconds: float) -> dict[str, Any]:
    """One run of loading and the asks in turn; no further ask once the time is up, so a slow peer answers fewer."""
    began = time.perf_counter()
    table = load(path)
    run = {"load": time.perf_counter() - began}
    for name, ask in asks.items():
        start = time.perf_counter()
        if start - began > seconds:
            break
        ask(table)
        run[name] = time.perf_counter() - start
    return {"run": run}


def _answers(
    path: str, load: Callable[[str], Any], asks: dict[str, Ask], repeats: int, seconds: float
) -> dict[str, Any]:
    """Answers of every ask, each released until there are enough or its share of the time is up; at least two."""
    table = load(path)
    answers: dict[str, list[list[float]]] = {}
    for name, ask in asks.items():
        began = time.perf_counter()
        found: list[list[float]] = []
        while len(found) < 2 or (len(found) < repeats and time.perf_counter() - began < seconds / len(asks)):
            found.append([float(value) for value in ask(table)])
        answers[name] = found
    return {"answers": answers}

"""Runs one accountant on one task in its own environment: `python account_<peer>.py TASK`.

A peer gives TASKS, name -> a call that answers epsilon, a scale of noise or a list of f(alpha). One line of JSON goes
to stdout: the answer, seconds of each run, fewer where one is slow, and what memory the first run added.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

RUNS, MOST_RUNS, ENOUGH = 5, 50, 0.0 if os.environ.get("MURMUR_BENCH") == "small" else 1.0

LAPLACES = [0.01 + 0.09 * i / 49 for i in range(50)]
SIGMAS = [10.0 + 40.0 * i / 49 for i in range(50)]
COINS = [0.05 + 0.45 * i / 9 for i in range(10)]
STEPS = {"d1": 1_000, "d2": 10_000, "d3": 100_000}
MNIST = {"1.3": 15, "1.1": 60, "0.7": 45, "0.6": 62, "0.55": 68, "0.5": 100}
BATCH = 256 / 60_000
ALPHAS = [i / 1001 for i in range(1, 1001)]


def steps(epochs: int) -> int:
    """Of noisy gradient descent on 60,000 rows in batches of 256."""
    return int(60_000 * epochs / 256)


def main(package: str, tasks: dict[str, Callable[[], Any]]) -> None:
    """Does what the command line says."""
    name = sys.argv[1]
    if name == "tasks":
        print(json.dumps({"version": version(package), "tasks": list(tasks)}))
        return
    before, seconds = _peak(), [0.0]
    answer, seconds[0] = _run(tasks[name])
    memory = _peak() - before
    while sum(seconds) < ENOUGH and len(seconds) < (RUNS if max(seconds) > 0.05 else MOST_RUNS):
        seconds.append(_run(tasks[name])[1])
    print(json.dumps({"version": version(package), "answer": answer, "seconds": seconds, "memory": memory}))


def _run(task: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    answer = task()
    return answer, time.perf_counter() - start


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

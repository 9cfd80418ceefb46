"""A clock that does not wait, and functions as a script would supply them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dpcore.release.block.process import Child
from dpcore.table.column import Number
from dpcore.table.program import Program

LONG = 60.0
"""More seconds than any function here takes on a busy machine: a quick clock skips what is left of them."""


class Quick:
    """The time, with every wait skipped and noted."""

    def __init__(self) -> None:
        self.skipped, self.begin = 0.0, time.monotonic()
        self.waits: list[float] = []

    def now(self) -> float:
        """The time, as if all waits had passed."""
        return time.monotonic() + self.skipped

    def wait(self, until: float, cancel: threading.Event | None) -> None:
        """Skips to this time."""
        self.waits.append(until)
        self.skipped += max(0.0, until - self.now())


def program(source: str, outputs: int = 1, seconds: float = LONG, memory: int = 1024, function: str = "f") -> Program:
    """A program that calls `f` with one column."""
    return Program(function, "", (("x", Number(0, 100)),), outputs, seconds, memory, source)


def called(source: str, x: Sequence[float] = (1, 2), hidden: Sequence[Path] = (), **limits: Any) -> list[float]:
    """The numbers that a process of its own gives for these rows."""
    made = program(source, **limits)
    with Child(made, hidden) as child:
        child.ready(None)
        columns = [np.array(x, dtype=float)]
        return child.answer(columns, time.monotonic() + made.seconds, time.monotonic, None).tolist()


def contents(blocks: Sequence[Sequence[float]]) -> np.ndarray:
    """What an engine answers for rows of these blocks."""
    answer = np.empty(2, dtype=object)
    answer[0] = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    answer[1] = np.array([x for block in blocks for x in block], dtype=float)
    return answer


def lines(path: Path) -> Iterator[str]:
    """What a folder holds, file by file."""
    yield from sorted(str(file.relative_to(path)) for file in path.rglob("*"))

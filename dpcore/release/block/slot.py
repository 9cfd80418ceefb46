"""The time of each block: public, and independent of its rows and of what the function does with them.

Each block has a slot of `START` + `seconds` + `margin`. Its process starts with the slot and has received no row when
it is ready. After `START` the process receives its rows, and `seconds` later it is killed, with or without an answer.
The next block begins after the rest of the slot, at a time that was fixed before any row was sent. Blocks never run at
the same time, because the rows of one block could then change the time of another. If a process is not ready in time,
later slots begin later; this depends on no row. A block without an answer has the default.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, final

import numpy as np

from dpcore.release.block.process import Child
from dpcore.release.block.rows import rows_by_block
from dpcore.stop import Stopped
from dpcore.table.program import Program

if TYPE_CHECKING:
    from numpy.typing import NDArray

START = 2.0
"""Seconds for the start of a process, before it receives rows."""
_END, _END_OF_GB = 0.25, 0.25


@final
class Unprotected(Exception):
    """A process lacks a protection that was granted when the owner was shown the list of protections."""


class Clock(Protocol):
    """The time in seconds. Tests replace `clock`."""

    def now(self) -> float:
        """The time, which never decreases."""

    def wait(self, until: float, cancel: threading.Event | None) -> None:
        """Returns at this time. Raises Stopped when `cancel` is set."""


@final
class _SystemClock:
    def now(self) -> float:
        return time.monotonic()

    def wait(self, until: float, cancel: threading.Event | None) -> None:
        event = cancel or threading.Event()
        if event.wait(max(0.0, until - time.monotonic())):
            raise Stopped("The work was stopped.", "")


clock: Clock = _SystemClock()


def work(program: Program, blocks: int) -> float:
    """The seconds that all blocks take, from public facts."""
    return blocks * (START + program.seconds + margin(program))


def margin(program: Program) -> float:
    """Seconds for the end of a process. They suffice to free its whole memory, which rows may have filled."""
    return _END + _END_OF_GB * program.memory / 1024


def granted_protections(hidden: Sequence[Path]) -> int:
    """The protections that this system grants (`protection`), from a process without rows. Raises QueryError."""
    with Child(Program("", "", (), 0, 0.0, 1024), hidden) as child:
        return child.ready(None)


def values(
    program: Program,
    contents: NDArray[Any],
    blocks: int,
    hidden: Sequence[Path],
    cancel: threading.Event | None,
    needed: int = 0,
) -> NDArray[np.float64]:
    """The numbers of each block, shape (outputs, blocks); NaN for a block without an answer.

    contents: the answer to a `Contents`. hidden: folders that the function must not see. needed: the protections
    without which a process receives no row. Raises Stopped when `cancel` is set; QueryError if a process cannot be
    started, and Unprotected if a needed protection is missing. Neither depends on a row.
    """
    begin, answers = clock.now(), []
    for columns in rows_by_block(list(contents), blocks):
        answer, late = _answer(program, columns, hidden, begin, cancel, needed)
        answers.append(answer)
        begin += work(program, 1) + late
        clock.wait(begin, cancel)
    return np.array(answers, dtype=np.float64).T


def _answer(
    program: Program,
    columns: Sequence[NDArray[Any]],
    hidden: Sequence[Path],
    begin: float,
    cancel: threading.Event | None,
    needed: int,
) -> tuple[NDArray[np.float64], float]:
    """The numbers of one block, from its own process, and the seconds by which the process was late."""
    with Child(program, hidden) as child:
        if needed & ~child.ready(cancel):
            raise Unprotected
        late = max(0.0, clock.now() - begin - START)
        clock.wait(begin + START + late, cancel)
        answer = child.answer(columns, clock.now() + program.seconds, clock.now, cancel)
    return answer, late

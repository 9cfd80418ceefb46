"""The integers of a step before noise: its statistic, of exact integers or of the numbers that a function gave."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpcore.release import block, child_process

if TYPE_CHECKING:
    from dpcore.queries.question.round import Step
    from dpcore.statistic.base import Integers


def integers(
    step: Step, answer: Integers, hidden: Sequence[Path], cancel: threading.Event | None, granted: int = 0
) -> Integers:
    """The statistic of what the engine answered. A program is called for each block first, in its own processes.

    hidden: the folders that programs must not see. granted: the protections without which none gets a row. Raises
    Stopped when `cancel` is set, and QueryError.
    """
    program = step.aggregate.program
    if program is not None:
        answer = block.values(program, answer, step.aggregate.cells, hidden, cancel, granted)
    return child_process.exact(step.statistic, answer, cancel)


def seconds(step: Step) -> float:
    """The longest time that `integers` may take, from public facts."""
    program = step.aggregate.program
    return step.statistic.seconds + (0.0 if program is None else block.work(program, step.aggregate.cells))

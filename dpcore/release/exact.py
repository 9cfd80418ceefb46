"""The integers of a step before noise: its statistic of the engine's integers, or of the numbers from a function."""

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
    """The statistic of the engine's answer. If the step has a program, it first runs on each block, in a new process.

    hidden: the folders that programs must not see. granted: the protections without which no process receives a row.
    Raises Stopped when `cancel` is set, and QueryError.
    """
    program = step.aggregate.program
    if program is not None:
        answer = block.values(program, answer, step.aggregate.cells, hidden, cancel, granted)
    return child_process.exact(step.statistic, answer, cancel)


def seconds(step: Step) -> float:
    """The longest time that `integers` may take, from public facts."""
    program = step.aggregate.program
    return step.statistic.seconds + (0.0 if program is None else block.work(program, step.aggregate.cells))

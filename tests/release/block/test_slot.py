"""The time of blocks is public: the same for functions that answer, raise or hang, with a clock of the tests' own."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from dpcore.release.block import slot
from dpcore.release.block.rows import rows_by_block
from dpcore.stop import Stopped
from tests.release.block.quick import LONG, Quick, contents, program

EACH = slot.START + 3.0 + 0.5


class Paper:
    """The time as a number that only waits and scripted processes move. No process is started."""

    def __init__(self) -> None:
        self.time, self.waits = 100.0, list[float]()

    def now(self) -> float:
        return self.time

    def wait(self, until: float, cancel: threading.Event | None) -> None:
        if cancel is not None and cancel.is_set():
            raise Stopped("", "")
        self.waits.append(until - 100.0)
        self.time = max(self.time, until)


def scripted(patch: pytest.MonkeyPatch, starts: Sequence[float], takes: Sequence[float]) -> tuple[Paper, list[Any]]:
    """Processes that are ready after `starts` seconds, and end after `takes` seconds or at their limit."""
    paper, made = Paper(), list[Any]()

    class Scripted:
        def __init__(self, *_: object) -> None:
            self.place = len(made)
            made.append(self)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def ready(self, _: object) -> int:
            paper.time += starts[self.place]
            return 0b0110

        def answer(self, columns: Sequence[np.ndarray], until: float, *_: object) -> np.ndarray:
            self.sent, self.until = paper.time - 100.0, until - 100.0
            paper.time = min(paper.time + takes[self.place], until)
            return np.array([np.nan if paper.time == until else 7.0])

    patch.setattr(slot, "clock", paper)
    patch.setattr(slot, "Child", Scripted)
    return paper, made


@pytest.mark.parametrize("takes", [(0.0, 0.0, 0.0), (99.0, 99.0, 99.0), (0.1, 99.0, 2.9)])
def test_every_block_takes_the_same_time(takes: Sequence[float], monkeypatch: pytest.MonkeyPatch) -> None:
    paper, made = scripted(monkeypatch, (0.5, 0.0, 1.9), takes)
    found = slot.values(program("", seconds=3.0), contents([[1], [2], [3]]), 3, (), None)
    sent = [place * EACH + slot.START for place in range(3)]
    ends = [(1 + place) * EACH for place in range(3)]
    assert paper.waits == pytest.approx([time for pair in zip(sent, ends, strict=True) for time in pair])
    assert [process.sent for process in made] == pytest.approx(sent)
    assert [process.until - process.sent for process in made] == pytest.approx([3.0] * 3)
    assert np.isnan(found[0]).tolist() == [seconds >= 3.0 for seconds in takes]
    assert paper.now() - 100.0 == pytest.approx(slot.work(program("", seconds=3.0), 3))


def test_the_end_has_time_for_all_the_memory() -> None:
    """To give back filled memory takes longer, and how much is filled may follow from rows: the limit decides."""
    assert [slot.margin(program("", memory=memory)) for memory in (512, 1024, 8192)] == [0.375, 0.5, 2.25]
    assert slot.work(program("", seconds=1.0, memory=8192), 10) == 10 * (slot.START + 1.0 + 2.25)


def test_a_late_start_moves_what_follows_and_takes_no_time_of_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start is before a row is sent, so it tells nothing of rows."""
    paper, made = scripted(monkeypatch, (5.0, 0.0), (1.0, 99.0))
    slot.values(program("", seconds=3.0), contents([[1], [2]]), 2, (), None)
    late = 5.0 - slot.START
    assert [process.sent for process in made] == pytest.approx([5.0, EACH + late + slot.START])
    assert [process.until - process.sent for process in made] == pytest.approx([3.0, 3.0])
    assert paper.now() - 100.0 == pytest.approx(2 * EACH + late)


def test_a_process_without_a_protection_gets_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner was told, before the charge, that the system has it."""
    _, made = scripted(monkeypatch, (0.0,) * 3, (1.0,) * 3)
    slot.values(program(""), contents([[1], [2]]), 2, (), None, 0b0110)
    with pytest.raises(slot.Unprotected):
        slot.values(program(""), contents([[1], [2]]), 2, (), None, 0b0111)
    assert [hasattr(process, "sent") for process in made] == [True, True, False]


def test_a_stop_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    stop.set()
    scripted(monkeypatch, (0.0,), (0.0,))
    with pytest.raises(Stopped):
        slot.values(program(""), contents([[1]]), 1, (), stop)
    with pytest.raises(Stopped):
        slot._SystemClock().wait(slot._SystemClock().now() + LONG, stop)


def test_the_clock_of_releases_waits() -> None:
    clock = slot._SystemClock()
    until = clock.now() + 0.01
    clock.wait(until, None)
    clock.wait(until, threading.Event())
    assert clock.now() >= until


def test_rows_are_divided_by_block_and_sorted_by_all_values() -> None:
    """In any order of the rows: the same blocks. A block may have no row."""
    rows = [(2, 1.0, 5), (0, -0.0, 2), (2, 1.0, 4), (0, 0.0, 1), (2, 0.5, 9), (0, 0.0, 1)]
    wanted = [[(0.0, 1), (0.0, 1), (0.0, 2)], [], [(0.5, 9), (1.0, 4), (1.0, 5)], []]
    for shift in range(len(rows)):
        turned = np.array(rows[shift:] + rows[:shift])
        blocks = rows_by_block([turned[:, 0].astype(int), turned[:, 1], turned[:, 2].astype(int)], 4)
        assert [list(zip(*map(np.ndarray.tolist, block), strict=True)) for block in blocks] == wanted
        assert not any(np.signbit(block[0]).any() for block in blocks)


COUNTS = """
import builtins, math, os, sys
seen = []
def f(x):
    kept = [getattr(builtins, "kept", 0), getattr(math, "kept", 0), len(seen), int(os.environ.get("kept", 0))]
    builtins.kept = math.kept = 1
    seen.append(1)
    os.environ["kept"] = "1"
    sys.modules["kept"] = math
    return sum(kept)
"""


def test_nothing_is_carried_from_block_to_block(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A function that counts its calls always finds that it is the first."""
    monkeypatch.setattr(slot, "clock", Quick())
    found = slot.values(program(COUNTS), contents([[1], [2], [3]]), 3, (tmp_path,), None)
    assert found.tolist() == [[0.0, 0.0, 0.0]]


def test_a_process_that_is_used_again_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: a worker that calls the function for one block after the other."""
    from dpcore.release.block import child

    monkeypatch.setattr(slot, "clock", Quick())
    monkeypatch.setenv("kept", "0")
    module: dict[str, Any] = {}
    exec(COUNTS, module)

    class Worker:
        def __init__(self, *_: object) -> None:
            pass

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def ready(self, _: object) -> int:
            return 0

        def answer(self, columns: Sequence[np.ndarray], *_: object) -> np.ndarray:
            return np.array([module["f"](child.frame([("x", "number", columns[0])]))], dtype=float)

    monkeypatch.setattr(slot, "Child", Worker)
    try:
        found = slot.values(program(COUNTS), contents([[1], [2], [3]]), 3, (), None)
    finally:
        import builtins
        import math
        import sys

        del builtins.kept, math.kept, sys.modules["kept"]  # type: ignore[attr-defined]
    assert found.tolist() == [[0.0, 4.0, 5.0]]

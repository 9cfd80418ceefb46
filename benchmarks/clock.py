"""Elapsed time and processor time of all threads; the latter is more meaningful on a busy machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import median

Pair = tuple[float, float]  # elapsed, processor time; seconds


def now() -> Pair:
    """The current time; only differences are meaningful."""
    return time.perf_counter(), time.process_time()


def less(whole: Pair, part: Pair) -> Pair:
    """The difference of two times."""
    return whole[0] - part[0], whole[1] - part[1]


def timed(act: Callable[[], object]) -> Pair:
    """Time a call."""
    start = now()
    act()
    return less(now(), start)


def total(pairs: Iterable[Pair]) -> Pair:
    """The sum of times."""
    elapsed, worked = zip((0.0, 0.0), *pairs, strict=True)
    return sum(elapsed), sum(worked)


def middle(pairs: Iterable[Pair]) -> Pair:
    """The median of each clock."""
    elapsed, worked = zip(*pairs, strict=True)
    return median(elapsed), median(worked)

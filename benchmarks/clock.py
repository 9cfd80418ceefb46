"""Elapsed and processor time. The second, of all threads, says more on a machine that has other work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from statistics import median

Pair = tuple[float, float]  # elapsed, processor time; seconds


def now() -> Pair:
    """A moment; only differences mean anything."""
    return time.perf_counter(), time.process_time()


def less(whole: Pair, part: Pair) -> Pair:
    """What is left of the one without the other."""
    return whole[0] - part[0], whole[1] - part[1]


def timed(act: Callable[[], object]) -> Pair:
    """How long something takes."""
    start = now()
    act()
    return less(now(), start)


def total(pairs: Iterable[Pair]) -> Pair:
    """One after the other."""
    elapsed, worked = zip((0.0, 0.0), *pairs, strict=True)
    return sum(elapsed), sum(worked)


def middle(pairs: Iterable[Pair]) -> Pair:
    """The median of each clock."""
    elapsed, worked = zip(*pairs, strict=True)
    return median(elapsed), median(worked)

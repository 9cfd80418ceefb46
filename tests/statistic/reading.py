"""What an engine answers to an `Order`, of lists of grid integers; and the score of a rank, as it is defined."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from dpcore.statistic.sums.ranges import Range
from dpcore.table.ordering import Order


def read(order: Order, cells: Sequence[Sequence[int]], reach: int | None = None) -> np.ndarray:
    """The engine's answer; with another `reach`, one that looked less far."""
    far, size = order.reach if reach is None else reach, order.size
    answer = np.zeros((2 + 2 * size, len(order.ranges), len(order.ranges[0])), dtype=np.int64)
    for cell, rows in enumerate(cells):
        for place, inside in enumerate(order.ranges[cell]):
            ys = sorted(y for y in rows if inside.low <= y <= inside.high)
            if not ys:
                continue
            middle = int(inside.rank * len(ys))
            near = sorted(set(ys[max(0, middle - far - 2) : max(0, middle + far + 1)]))
            answer[0, cell, place] = len(ys)
            answer[1, cell, place] = sum(y < near[0] for y in ys) if near else 0
            answer[2 : 2 + len(near), cell, place] = near
            answer[2 + size : 2 + size + len(near), cell, place] = [ys.count(y) for y in near]
    return answer


def score(inside: Range, rows: Sequence[int], v: int, window: int) -> Fraction:
    """In rows, cut at `window`."""
    ys = [y for y in rows if inside.low <= y <= inside.high]
    share = inside.rank * len(ys)
    below, upto = sum(y < v for y in ys), sum(y <= v for y in ys)
    return min(max(below - share, share - upto, Fraction(0)), Fraction(window))


def scores(runs: np.ndarray, cell: int, place: int, inside: Range, parts: int) -> list[Fraction]:
    """The score of each grid integer of a range, by the runs; each is in exactly one, in order."""
    found: list[Fraction] = []
    for total, first, points in runs[:, :, cell, place].T.tolist():
        if points:
            assert first == inside.low + len(found)
            found += [Fraction(total, parts)] * points
    assert len(found) == inside.points
    return found

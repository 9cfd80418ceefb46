"""The centre of attention: no neighbour moves it further than its bound, and neighbours' bounds are one step apart."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from dpcore.errors import DpError
from dpcore.sensitivity import center_of_attention

LINE = (0.0, 1.0, 3.0, 7.0)
PLANE = tuple(itertools.product((0.0, 1.0, 3.0), (0.0, 2.0)))


def needed(m: int, s: int) -> int:
    return -(-(m + s + 1) // 2)


def middle(points: Sequence[float], s: int) -> list[float]:
    """Of every shortest interval with enough points, so that no rule for ties matters."""
    x, t = sorted(points), needed(len(points), s)
    if t > len(x):
        return [min(LINE), max(LINE)]
    spans = [(x[i + t - 1] - x[i], (x[i + t - 1] + x[i]) / 2) for i in range(len(x) - t + 1)]
    return [centre for width, centre in spans if width == min(spans)[0]]


def nearest(points: Sequence[tuple[float, ...]], s: int) -> list[tuple[float, ...]]:
    """Every point with the smallest distance to enough points."""
    t = needed(len(points), s)
    if t > len(points):
        return list(PLANE)
    far = {p: sorted(math.dist(p, other) for other in points)[t - 1] for p in points}
    return [p for p in far if far[p] == min(far.values())]


def changed(one: Sequence[object], other: Sequence[object]) -> int:
    return sum((Counter(one) - Counter(other)).values())


CASES = [
    *((LINE, m, s) for m in range(1, 6) for s in (1, 2) if s <= m),
    *((PLANE, m, s) for m in range(1, 6) for s in (1, 2) if s <= m <= 3 + s),
]


@pytest.mark.sample(7)
@pytest.mark.parametrize(("grid", "m", "s"), CASES, ids=[f"{len(grid)}-{m}-{s}" for grid, m, s in CASES])
def test_every_neighbour_is_covered(grid: Sequence[object], m: int, s: int) -> None:
    line = grid is LINE
    width = 7.0 if line else math.dist((0, 0), (3, 2))
    every = list(itertools.combinations_with_replacement(grid, m))
    if len(every) > 130:
        every = [every[i] for i in np.random.default_rng(1).choice(len(every), 130, replace=False)]
    found = [center_of_attention(np.array(table), 0.3, width, s).profile for table in every]
    centres = [(middle if line else nearest)(table, s) for table in every]  # type: ignore[operator]
    for (one, first), (other, second) in itertools.permutations(enumerate(every), 2):
        if changed(first, second) <= s:
            moved = max(
                np.max(np.abs(np.subtract(a, b))) if line else math.dist(a, b)
                for a in centres[one]
                for b in centres[other]
            )
            assert moved <= found[one][0] + 1e-12
            assert (found[one][:-1] <= found[other][1:] + 1e-12).all()


def test_enumerated_values() -> None:
    line = center_of_attention([0.1, 0.12, 0.15, 0.2, 0.9], 0.25, 1)
    assert line.smooth == pytest.approx(0.7009207047642644, rel=1e-12)
    assert line.profile == pytest.approx([0.45, 0.9, 1, 1, 1, 1])
    plane = center_of_attention([[0, 0], [0.1, 0], [0, 0.1], [0.1, 0.1], [0.9, 0.9]], 0.3, math.sqrt(2))
    assert plane.smooth == pytest.approx(1.345580814116539, rel=1e-12)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: center_of_attention([], 0.1, 1), "empty"),
        (lambda: center_of_attention([0, math.nan], 0.1, 1), "finite"),
        (lambda: center_of_attention([[[0.0]]], 0.1, 1), "takes 1 to"),
        (lambda: center_of_attention(np.zeros(5001), 0.1, 1), "takes 1 to"),
        (lambda: center_of_attention([0, 2], 0.1, 1), "farther apart"),
        (lambda: center_of_attention([[0, 0], [1, 1]], 0.1, 1), "farther apart"),
        (lambda: center_of_attention([0, 1], 0.1, 0), "`diameter`"),
        (lambda: center_of_attention([0, 1], 0, 1), "`beta`"),
        (lambda: center_of_attention([0, 1], 0.1, 1, 3), "`changes`"),
    ],
)
def test_what_is_not_valid_is_refused(wrong: object, words: str) -> None:
    assert callable(wrong)
    with pytest.raises(DpError, match=words):
        wrong()

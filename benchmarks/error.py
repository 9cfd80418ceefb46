"""Root mean square errors of repeated releases, and their ratios."""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchmarks.table import ratio

Answers = Sequence[Sequence[float]]
"""The numbers of each release."""
Error = tuple[float, float]
"""A root mean square error, and its relative standard error."""


def error(answers: Answers, truth: Sequence[float]) -> Error:
    """The error over releases and numbers. Its standard error follows from the spread between the releases."""
    squares = [
        sum((value - exact) ** 2 for value, exact in zip(answer, truth, strict=True)) / len(truth) for answer in answers
    ]
    mean = sum(squares) / len(squares)
    if not mean:
        return 0.0, 0.0
    variance = sum((square - mean) ** 2 for square in squares) / max(1, len(squares) - 1)
    return math.sqrt(mean), math.sqrt(variance / len(squares)) / mean / 2


def compared(ours: Error, theirs: Error, at_most: float | None = None) -> str:
    """Our error in units of theirs ± one standard error, marked if it misses its target by more than three of them."""
    if not theirs[0]:
        return "both exact" if not ours[0] else "theirs is exact" + (" (missed)" if at_most is not None else "")
    value = ours[0] / theirs[0]
    spread = value * math.hypot(ours[1], theirs[1])
    return ratio(value, at_most=at_most, give=3 * spread) + f" ± {spread:.2g}"

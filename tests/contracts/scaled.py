"""Noise whose scale follows from the exact numbers, as at smooth sensitivity: centres and scales, found by probing.

A mechanism draws one number for each answer, at a centre and a scale of its own, and may clamp it to public bounds.
What two inputs lose is read off the densities of the unclamped numbers, written down here a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from dpcore import noise

HUGE = 2**40
_FARTHEST = 1e12
"""Of the wider of two scales: beyond it the ratio of densities has reached its limit."""


@dataclass(frozen=True)
class Place:
    """One answer: its distribution, centre and scale, and the bounds to which it is clamped."""

    law: noise.Law
    centre: int
    scale: Fraction
    low: int
    high: int


@dataclass(frozen=True)
class Scaled:
    """The answers of a mechanism, in their order."""

    places: tuple[Place, ...]


def probed(answers: Callable[[list[int]], np.ndarray], drawn: list[tuple[noise.Law, Fraction]]) -> Scaled:
    """Which of the numbers drawn belongs to which answer. answers: those of the mechanism for given numbers."""
    nothing = [0] * len(drawn)
    centres = answers(nothing).ravel().tolist()
    assert len(centres) == len(drawn), "an answer has one number drawn for it"
    ends = []
    for huge in (-HUGE, HUGE):
        ends.append(answers([huge] * len(drawn)).ravel().tolist())
    places: dict[int, Place] = {}
    for number, (law, scale) in enumerate(drawn):
        moved = set()
        for huge in (-HUGE, HUGE):
            answer = answers([*nothing[:number], huge, *nothing[number + 1 :]]).ravel().tolist()
            moved |= {at for at, (a, b) in enumerate(zip(answer, centres, strict=True)) if a != b}
        assert len(moved) == 1, "a number drawn changes one answer"
        at = moved.pop()
        places[at] = Place(law, centres[at], scale, ends[0][at], ends[1][at])
    return Scaled(tuple(places[at] for at in range(len(centres))))


def lost(one: Scaled, other: Scaled) -> float:
    """The largest log likelihood ratio, of either sign: the answers are independent."""
    high = low = 0.0
    for a, b in zip(one.places, other.places, strict=True):
        assert a.law == b.law and (a.low, a.high) == (b.low, b.high), "only centres and scales may differ"
        if a != b:
            up, down = _ratios(a.law, a.scale, b.scale, b.centre - a.centre)
            high, low = high + up, low + down
    return max(high, -low)


@cache
def _ratios(law: noise.Law, one: Fraction, other: Fraction, shift: int) -> tuple[float, float]:
    """The largest and the smallest log ratio of the densities of one * Z and shift + other * Z."""
    a, b, wide = float(one), float(other), float(max(one, other))
    corners = np.concatenate(
        [side * kink * scale + centre for scale, centre in ((a, 0), (b, shift)) for kink, side in _kinks(law)]
    )
    far = wide * np.geomspace(1e-6, _FARTHEST, 2_000)
    near = np.linspace(-12 * wide - abs(shift), 12 * wide + abs(shift), 20_001)
    at = np.concatenate([corners, near, far, -far, shift + far, shift - far])
    ratios = _log_density(law, at / a) - np.log(a) - _log_density(law, (at - shift) / b) + np.log(b)
    return float(ratios.max()), float(ratios.min())


def _kinks(law: noise.Law) -> list[tuple[np.ndarray, int]]:
    """Where its density has a corner."""
    corners = [0.0, 1 / law.epsilon] if isinstance(law, noise.PowerCore) else [0.0]
    return [(np.array(corners), side) for side in (-1, 1)]


def _log_density(law: noise.Law, z: np.ndarray) -> np.ndarray:
    """Up to a constant, from the formulas of the distributions."""
    far = np.abs(z)
    match law:
        case noise.PowerCore():
            q = law.beta / law.epsilon
            core = (1 / q - 1) * np.log1p(-law.beta * np.minimum(far, 1 / law.epsilon))
            joined = (1 / q - 1) * np.log1p(-q) + (1 / q + 1) * np.log1p(q)
            tail: np.ndarray = joined - (1 / q + 1) * np.log1p(law.beta * far)
            return np.where(far <= 1 / law.epsilon, core, tail)
        case noise.StudentT():
            return -(law.df + 1) / 2 * np.log1p(far**2 / law.df)
        case noise.Cauchy4():
            return -np.log1p(far**4)
    raise AssertionError(f"not known here: {law}")

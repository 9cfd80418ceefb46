r"""Exact selection of a grid integer by the exponential mechanism or by permute-and-flip, from runs of equal score.

exponential        P(v) = e^{-rate score(v)} / sum_w e^{-rate score(w)}       (McSherry & Talwar 2007)
permute_and_flip   the v with the largest -rate score(v) + E(v), where the E(v) are independent standard exponential
                   variables; this is the distribution of permute-and-flip (McKenna & Sheldon 2020; Ding, Kifer,
                   Steinke et al. 2021)

In a run of c integers the largest E is distributed as -log(1 - U^{1/c}); each integer is equally likely to attain it.
Uniform variables are extended by as many random bits as a decision needs. Double arithmetic decides wherever its error
margins allow it; ball arithmetic decides the rare other cases. Nothing is approximated: the distribution is exact for a
rate given as an exact fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpcore.noise import ball, entropy
from dpcore.noise.law import rational_scale

if TYPE_CHECKING:
    from flint import arb

Integers = NDArray[Any]
Doubles = NDArray[np.float64]

_CHUNK = 2**18  # runs handled at once, to keep arrays small
_BITS = 64
_TURN = 2.0**-51
# Relative error of a weight that is not 0 in doubles: 745 * 2^-51 from its exponent and a few units in the last place,
# together below 2^-41; counted twice, as the total has the same error. Sums add 2^-53 for each term, also twice.
_WEIGHT, _TERM = 2.0**-40, 2.0**-52
# Error of -log(1 - U^{1/c}): 2^-48 (1 + its magnitude), as each function is accurate to 2^-50.
_HEIGHT = 2.0**-44


def exponential(runs: Integers, rate: Fraction) -> Integers:
    """One grid integer, drawn independently, for each place; an array of shape `places`.

    runs: shape (3, runs, *places): the score, the first grid integer and the number of grid integers of each run.
    rate: per unit of score, above 0. A place whose runs have no grid integers gets the first integer of its first run.
    """
    return _drawn(runs, rate, _by_sums)


def permute_and_flip(runs: Integers, rate: Fraction) -> Integers:
    """As `exponential`, by permute-and-flip."""
    return _drawn(runs, rate, _by_heights)


def whole_below(count: int) -> int:
    """An exactly uniform integer from 0 to count - 1: floor(count * U), where U has as many bits as needed."""
    low, bits = 0, 0
    while True:
        low, bits = low << _BITS | int(entropy.words(1)[0]), bits + _BITS
        first, last = low * count >> bits, ((low + 1) * count - 1) >> bits
        if first == last:
            return first


def _drawn(runs: Integers, rate: Fraction, choose: Callable[[Integers, Integers, Fraction], list[int]]) -> Integers:
    exact = rational_scale(rate, "`rate` of a selection")
    score, first, points = (part.reshape(part.shape[0], -1) for part in runs)
    first, points = first.astype(np.int64), np.maximum(points.astype(np.int64), 0)
    points[0] += ~points.any(axis=0)  # a place without grid integers gets the first integer of its first run
    drawn = np.empty(score.shape[1], dtype=np.int64)
    width = max(1, _CHUNK // len(score))
    for start in range(0, len(drawn), width):
        chosen = choose(score[:, start : start + width], points[:, start : start + width], exact)
        for place, run in enumerate(chosen, start):
            drawn[place] = int(first[run, place]) + whole_below(int(points[run, place]))
    return drawn.reshape(runs.shape[2:])


def _by_sums(score: Integers, points: Integers, rate: Fraction) -> list[int]:
    """For each place, the run at a uniformly random share of the cumulated weights."""
    words = entropy.words(score.shape[1])
    sums = np.cumsum(points.astype(np.float64) * np.exp(-_costs(score, points, rate)), axis=0)
    target = words.astype(np.float64) * 2.0**-_BITS * sums[-1]
    margin = sums[-1] * (_WEIGHT + len(sums) * _TERM)
    low, high = (np.sum(sums <= target + side, axis=0) for side in (-margin, margin))
    chosen = [int(run) for run in low]
    for place in np.flatnonzero(low != high):
        chosen[place] = _settled_sum(*_exactly(score[:, place], points[:, place]), rate, int(words[place]))
    return chosen


def _by_heights(score: Integers, points: Integers, rate: Fraction) -> list[int]:
    """For each place, the run with the largest -rate score + E."""
    words = entropy.words(score.size).reshape(score.shape)
    low, high = _heights(words, points.astype(np.float64), _costs(score, points, rate))
    able = (points > 0) & (high >= np.max(np.where(points > 0, low, -np.inf), axis=0))
    chosen = [int(run) for run in np.argmax(able, axis=0)]
    for place in np.flatnonzero(np.sum(able, axis=0) > 1):
        runs = np.flatnonzero(able[:, place])
        exact = _exactly(score[runs, place], points[runs, place])
        chosen[place] = int(runs[_settled_height(*exact, rate, [int(word) for word in words[runs, place]])])
    return chosen


def _costs(score: Integers, points: Integers, rate: Fraction) -> Doubles:
    """rate * (score - least score of a nonempty run), with relative error 2^-51; 0 for empty runs."""
    least = np.min(np.where(points > 0, score, np.max(score, axis=0)), axis=0)
    above = np.where(points > 0, score - least, 0)
    costs: Doubles = above.astype(np.float64) * float(rate)
    return np.minimum(costs, np.finfo(np.float64).max)


def _heights(words: entropy.Words, points: Doubles, costs: Doubles) -> tuple[Doubles, Doubles]:
    """Lower and upper bounds of -log(1 - (1 - V)^{1/points}) - costs for V in [word, word + 1] / 2^64.

    The expression decreases in V.
    """
    share = words.astype(np.float64) * 2.0**-_BITS
    ends = np.minimum((share + 2.0**-_BITS) * (1.0 + _TURN), 1.0), share * (1.0 - _TURN)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = (-np.log(-np.expm1(np.log1p(-end) / np.maximum(points, 1.0))) for end in ends)
        margin = _HEIGHT * (1.0 + costs)
        return low - costs - margin - _HEIGHT * low, high - costs + margin + _HEIGHT * high


def _exactly(score: Integers, points: Integers) -> tuple[list[int], list[int]]:
    return [int(value) for value in score], [int(value) for value in points]


def _settled_sum(score: list[int], points: list[int], rate: Fraction, word: int) -> int:
    """The run of `_by_sums` for one place in ball arithmetic; the uniform gets more bits until the run is certain."""
    runs = [run for run, count in enumerate(points) if count]
    least = min(score[run] for run in runs)
    low, bits = word, _BITS
    while True:
        with ball.precision(2 * bits):
            weights = [points[run] * (-ball.rational(rate * (score[run] - least))).exp() for run in runs]
            place = _within(weights, ball.dyadic(low, bits))
        if place is not None:
            return runs[place]
        low, bits = low << _BITS | int(entropy.words(1)[0]), bits + _BITS


def _within(weights: Sequence[arb], share: arb) -> int | None:
    """The first index whose cumulated weight exceeds this share of the total; None if it is not certain."""
    total = weights[0] * 0
    for weight in weights:
        total = total + weight
    target, reached = share * total, total * 0
    for place, weight in enumerate(weights):
        reached = reached + weight
        if target < reached:
            return place
        if not target > reached:
            return None
    return None


def _settled_height(score: list[int], points: list[int], rate: Fraction, words: list[int]) -> int:
    """The index of the largest height in ball arithmetic; all uniforms get more bits until the index is certain."""
    least, lows, bits = min(score), words, _BITS
    while True:
        with ball.precision(2 * bits):
            heights = [
                -(-((-ball.dyadic(low, bits)).log1p() / count).expm1()).log() - ball.rational(rate * (above - least))
                for low, count, above in zip(lows, points, score, strict=True)
            ]
        for place, height in enumerate(heights):
            if all(height > other for other in heights[:place] + heights[place + 1 :]):
                return place
        more = entropy.words(len(lows)).tolist()
        lows, bits = [low << _BITS | word for low, word in zip(lows, more, strict=True)], bits + _BITS

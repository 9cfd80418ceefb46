"""The audit: random compositions of everything, held against truths known to twenty digits and more.

No certified pair may exclude the truth: not of delta, not of epsilon, not of f.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
from flint import arb

from .cases import Case, case
from .contours import Unknown
from .truth import digits

ORDINARY = 40


def readings(found: Case, seed: int, each: int = 2) -> Iterator[tuple[str, float, float, bool]]:
    """What is asked, `each` kind so often, both ends of the answer, and whether the truth is between them."""
    chance, curve = random.Random(-seed - 1), found.curve()
    for delta in [10 ** chance.uniform(-18, -2) for _ in range(2)][:each]:
        low, high = curve.epsilon_bounds(delta)
        below = low <= 0.0 or not bool((found.missing() if low == math.inf else found.delta(low)) < arb(delta))
        above = high == math.inf or not bool(found.delta(high) > arb(delta))
        yield f"epsilon_bounds({delta!r})", low, high, low <= high and below and above
    mean, spread = found.scale**2 / 2.0, found.scale
    for x in (mean + chance.uniform(-4, 6) * spread, 0.0)[:each]:
        low, high = curve.delta_bounds(x)
        yield f"delta_bounds({x!r})", low, high, within(low, found.delta(x), high)
    alphas = [10 ** chance.uniform(-12, 0), 1.0 - 10 ** chance.uniform(-9, 0)]
    for alpha in alphas if each == 2 else [chance.choice(alphas)]:
        try:
            truth = found.f(alpha)
        except Unknown:  # the oracle's own search for the threshold did not end: there is nothing to hold against
            continue
        low, high = curve.bounds(alpha)
        yield f"bounds({alpha!r})", low, high, within(low, truth, high)


def within(low: float, truth: arb, high: float) -> bool:
    """Only a ball that lies outside as a whole is an exclusion; an upper 0 stands for what no double is."""
    assert bool(truth.rad() <= abs(truth) * arb(1e-18) + arb(1e-40)), truth
    return not bool(truth < arb(low)) and not bool(truth > arb(max(high, 5e-324)))


def check(seed: int, each: int) -> None:
    found = case(seed)
    with digits(found.bits):
        # built again where its numbers have all their digits
        found = case(seed)
        for asked, low, high, good in readings(found, seed, each):
            assert good, f"{found.written}.{asked} excludes the truth: [{low!r}, {high!r}]"


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(ORDINARY))
def test_no_certified_pair_excludes_the_truth(seed: int) -> None:
    check(seed, 1)


@pytest.mark.audit
@pytest.mark.parametrize("seed", range(ORDINARY, ORDINARY + 1000))
def test_nor_in_a_thousand_more(seed: int) -> None:
    check(seed, 2)

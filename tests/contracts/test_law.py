"""The law of every mechanism's answers against the curve that it claims, on neighbouring tables that are far apart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from dpcore import tradeoff
from dpcore.mechanisms import MECHANISMS, Mechanism
from tests.contracts.guest import Wide
from tests.contracts.law import Law, laws
from tests.contracts.leak import MOST_POINTS, Added, Chosen, Seen
from tests.contracts.neighbour import Case, look, neighbours
from tests.contracts.scaled import Scaled
from tests.contracts.test_reach import drawing

ALPHAS = np.linspace(0.0, 1.0, 201)
TRIED = 6
"""Steps of a mechanism."""
WIDEST, DEAREST = 20, 1
"""Scales of noise whose law is written down, integer by integer; and the highest price at which."""
LONGEST = 1_000
"""The most integers between bounds to which noise is clamped."""
EVERY = (*MECHANISMS, Wide)
pytestmark = pytest.mark.xdist_group("steps")  # the steps of all questions are found once


def narrow(one: Seen) -> bool:
    """Whether its law can be written down."""
    if isinstance(one, Scaled):
        return all(place.high - place.low <= LONGEST for place in one.places)
    if isinstance(one, Chosen) and max(map(len, one.scores)) > MOST_POINTS:
        return False
    return not isinstance(one, Added) or all(not law or 1 <= law[1] <= WIDEST for law in one.laws)


def steps(mechanism: type[Mechanism]) -> Iterator[Case]:
    """Steps that draw by it, whose laws can be written down."""
    for case in drawing(mechanism):
        if case.loss is not None and case.price.total <= DEAREST and narrow(look(case.step, [])):
            yield case


def drawn(mechanism: type[Mechanism]) -> type[Mechanism]:
    """The mechanism. Known only where a test runs: to find its steps takes as long as many tests."""
    if all(case.loss is None for case in drawing(mechanism)):
        pytest.skip("no question draws it: test_reach.py asks for tests of its own")
    return mechanism


def curve(one: Law, other: Law) -> tradeoff.Curve:
    """Between two laws."""
    points = sorted(one.keys() | other.keys())
    first, second = ([law.get(point, 0.0) for point in points] for law in (one, other))
    return tradeoff.discrete(first, second)


def gap(case: Case, factor: Fraction = Fraction(1)) -> float:
    """How far the laws' curve is below the claimed one, for certain, on neighbours that differ in one number."""
    worst = -1.0
    assert case.loss is not None
    for tables in neighbours(case):
        zero, one = (laws(look(case.step, table, factor)) for table in tables)
        changed = [pair for pair in zip(zero, one, strict=True) if pair[0] != pair[1]]
        if len(changed) == 1:
            for pair in (changed[0], changed[0][::-1]):
                found = np.asarray(case.loss.curve(ALPHAS)) - np.asarray(curve(*pair).bounds(ALPHAS)[1])
                worst = max(worst, float(found.max()))
    return worst


@pytest.mark.parametrize("mechanism", EVERY, ids=lambda mechanism: mechanism.name)
def test_the_curve_of_its_answers_is_no_lower_than_claimed(mechanism: type[Mechanism]) -> None:
    found = [gap(case) for case in [*steps(drawn(mechanism))][:TRIED]]
    assert found and max(found) < 1e-9, found
    assert max(found) > -1.0, "no neighbours were found that differ in one number"


@pytest.mark.parametrize("mechanism", EVERY, ids=lambda mechanism: mechanism.name)
def test_half_of_its_noise_has_a_lower_curve(mechanism: type[Mechanism]) -> None:
    assert any(gap(case, Fraction(1, 2)) > 1e-3 for case in steps(drawn(mechanism)))

"""I7 and I8 for every mechanism in the tuple: what it draws has the law by which its loss is proved; 0.9 of it has not.

What is lost under that law is shown in tests/contracts, exactly; here is what is really drawn, counted.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from dpcore import noise
from dpcore.mechanisms import Mechanism
from tests.chance import RARE
from tests.contracts.law import laws
from tests.contracts.leak import Added, Chosen
from tests.contracts.neighbour import Case, look, neighbours
from tests.contracts.scaled import Scaled
from tests.contracts.test_law import EVERY, drawn, steps
from tests.noise.test_selection import p_value

TRIED = 8
"""Steps of each mechanism, of prices from one end to the other: at the dearest a selection may be all but certain."""

AT_ONCE = 100_000
"""Draws in one call: what a selection reads is many times as large as what it draws."""

pytestmark = pytest.mark.xdist_group("steps")  # the steps of all questions are found once


def least(case: Case, times: int) -> float:
    """The least p-value of its answers' numbers on the largest table of some, times how many numbers there are."""
    table, _ = max(neighbours(case, 6), key=lambda pair: len(pair[0]))
    exact = case.step.statistic.exact(_aggregate(case, table))
    seen = look(case.step, table)
    axis = 2 if isinstance(seen, Chosen) else 1
    many = exact if isinstance(seen, Added) else np.expand_dims(exact, axis)
    if isinstance(seen, Scaled):
        times //= 10  # each is drawn by itself
    numbers = []
    for some in [min(AT_ONCE, times - done) for done in range(0, times, AT_ONCE)]:
        drawn = case.step.mechanism.draw(np.repeat(many, some, axis=axis))
        places = drawn if isinstance(seen, Added) else _places(drawn, some, isinstance(seen, Chosen))
        numbers.append(places.astype(np.int64).reshape(-1, some))
    values = [p_value(each, law) for each, law in zip(np.concatenate(numbers, axis=1), laws(seen), strict=True)]
    return min(values) * len(values)


def _aggregate(case: Case, table: list) -> np.ndarray:
    from tests.oracle import evaluate

    return evaluate(case.step.aggregate, table)


def _places(answers: np.ndarray, times: int, by_cell: bool) -> np.ndarray:
    """Drawn grid integers by place, each drawn so often: those of a range come first, or those of a cell."""
    by_range = np.moveaxis(answers.reshape(answers.shape[0], times, -1), 1, 2)
    return (by_range.swapaxes(0, 1) if by_cell else by_range).reshape(-1, times)


def short(monkeypatch: pytest.MonkeyPatch, factor: Fraction) -> None:
    """The seeded mutant: every noise is drawn at `factor` of its scale, every selection at so much more of its rate."""
    honest: dict[str, Callable[..., np.ndarray]] = {
        name: getattr(noise, name) for name in ("draw", "exponential", "permute_and_flip")
    }
    monkeypatch.setattr(noise, "draw", lambda law, scale, size: honest["draw"](law, Fraction(scale) * factor, size))
    for name in ("exponential", "permute_and_flip"):
        choose = honest[name]
        monkeypatch.setattr(noise, name, lambda runs, rate, choose=choose: choose(runs, Fraction(rate) / factor))


def check(mechanism: type[Mechanism], times: int, factor: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers fit their law; with less noise those of some step do not."""
    known = sorted(steps(drawn(mechanism)), key=lambda case: case.price.total)
    found = known[:: max(1, len(known) // TRIED)]
    assert found and min(least(case, times) for case in found) > RARE
    short(monkeypatch, factor)
    # of the dearest first, where the difference shows; and so often that it cannot be missed
    assert any(least(case, more * times) < RARE for more in (4, 16) for case in reversed(found))


@pytest.mark.sample(1)
@pytest.mark.parametrize("mechanism", EVERY, ids=lambda mechanism: mechanism.name)
def test_what_is_drawn_has_its_law_and_nine_tenths_of_it_has_not(
    mechanism: type[Mechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(mechanism, 20_000, Fraction(9, 10), monkeypatch)


@pytest.mark.audit
@pytest.mark.parametrize("mechanism", EVERY, ids=lambda mechanism: mechanism.name)
def test_two_million_draws_have_it_and_99_hundredths_have_not(
    mechanism: type[Mechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(mechanism, 2_000_000, Fraction(99, 100), monkeypatch)

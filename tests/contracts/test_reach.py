"""Between neighbouring tables no step of any question loses more than its loss says: exactly, by brute force.

No member of the tuples is named: a question, a statistic or a mechanism is taken in by standing in its tuple.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, groupby
from pathlib import Path

import numpy as np
import pytest

from dpcore.errors import QueryError
from dpcore.mechanisms import MECHANISMS, Mechanism, combine
from dpcore.queries import QUERIES, Query
from dpcore.statistic import STATISTICS, Linear, Statistic
from tests.contracts.example import KINDS
from tests.contracts.guest import Middle, Wide
from tests.contracts.leak import check
from tests.contracts.neighbour import Case, cases, worst

SEEDS, MOST_STEPS = range(24), 3
LEAST, ROOM = 20, 45.0
"""Cases and seconds of processor time of each question in an audit."""
pytestmark = pytest.mark.xdist_group("steps")
"""With the other files that look at the steps of all questions, which take ten seconds to find."""


@cache
def of(kind: type[Query]) -> tuple[Case, ...]:
    """Steps of some questions; of one that takes many, some that are spread over its run."""
    found: list[Case] = []
    for _, asked in groupby(cases(kind, SEEDS), key=lambda case: case.seed):
        every = list(asked)
        found += every[:: max(1, len(every) // MOST_STEPS)] if len(every) > MOST_STEPS else every
    return tuple(found)


def drawing(mechanism: type[Mechanism]) -> Iterator[Case]:
    """The steps of all questions that draw by a mechanism."""
    every = chain.from_iterable(of(kind) for kind in KINDS)
    return (case for case in every if type(case.step.mechanism) is mechanism)


def caught(case: Case, factor: Fraction = Fraction(1)) -> bool:
    """Whether the check fails on a step; with `factor` of its noise where that is given."""
    try:
        check(case.loss, worst(case, factor))
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_neighbour_moves_a_step_further_than_its_loss_says(kind: type[Query]) -> None:
    for case in of(kind):
        check(case.loss, worst(case, backgrounds=2))
    met = {(case.table.neighbors, case.table.unit.max_rows > 1) for case in of(kind)}
    if kind.limits.public_rows:
        assert met == {("replace", False)}, "it is refused where the number of rows is private"
    else:
        assert len(met) == (4 if kind.limits.several_rows else 2), (
            "both relations, with units of one row and of several"
        )


@pytest.mark.audit
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_neighbour_does_at_length(kind: type[Query]) -> None:
    """As many as there is room for: of some questions one case takes a second, and two thousand took an hour."""
    started = time.process_time()
    for looked, case in enumerate(cases(kind, range(1_000, 3_000))):
        check(case.loss, worst(case, backgrounds=8))
        if looked >= LEAST and time.process_time() - started > ROOM:
            break


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.__name__)
def test_each_statistic_has_its_brute_force(statistic: type[Statistic]) -> None:
    """By a question that asks it; one that none asks yet, by tests of its own."""
    asked = {type(case.step.statistic) for kind in KINDS for case in of(kind)}
    assert asked <= set(STATISTICS), "a statistic that is not in the tuple"
    assert statistic in asked or _own("statistic", statistic)


@pytest.mark.parametrize("mechanism", [*MECHANISMS, Wide], ids=lambda mechanism: mechanism.name)
def test_nine_tenths_of_the_noise_are_seen(mechanism: type[Mechanism]) -> None:
    """By a question that draws it; one that none draws yet, by tests of its own."""
    found = list(drawing(mechanism))
    if found:
        assert any(caught(case, Fraction(9, 10)) for case in found)
    elif not _own("mechanisms", mechanism):
        _never_drawn(mechanism)


def _own(folder: str, tested: type) -> bool:
    """Whether there are tests of the module in which it is."""
    return any((Path(__file__).parents[1] / folder).rglob(f"test_{tested.__module__.rpartition('.')[2]}.py"))


def _never_drawn(mechanism: type[Mechanism]) -> None:
    """What no question draws is made of what was drawn, and refuses to be."""
    case = next(case for kind in QUERIES if kind.combines for case in of(kind))
    noisy = np.zeros((1, 1), dtype=object)
    made = combine([(case.step.mechanism, noisy)] * 2)
    assert made is not None and type(made[0]) is mechanism
    with pytest.raises(QueryError, match="cannot be drawn"):
        made[0].draw(noisy)


def understated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guest takes every unit for a row."""
    honest = Middle._reach
    monkeypatch.setattr(Middle, "_reach", lambda self, table: replace(honest(self, table), max_rows=1))


def doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its statistic counts every row twice."""
    honest = Linear.exact
    monkeypatch.setattr(Linear, "exact", lambda self, aggregate: 2 * honest(self, aggregate))


def telling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its noise depends on the rows."""
    honest = Wide.draw
    monkeypatch.setattr(
        Wide, "draw", lambda self, exact: honest(replace(self, scale=self.scale + int(exact.sum())), exact)
    )


def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws nothing."""
    monkeypatch.setattr(Wide, "draw", lambda self, exact: exact)


def multiplied(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does more to its input than to add noise."""
    honest = Wide.draw
    monkeypatch.setattr(Wide, "draw", lambda self, exact: honest(self, exact) * 2)


@pytest.mark.parametrize("defect", [understated, doubled, telling, silent, multiplied])
def test_a_guest_with_a_defect_is_seen(defect: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(defect)
    defect(monkeypatch)
    assert any(caught(case) for case in cases(Middle, SEEDS))


def selecting() -> list[Case]:
    """Steps that read order statistics."""
    return [case for kind in QUERIES for case in of(kind) if case.step.aggregate.order is not None]


def test_a_rate_that_is_10_percent_high_is_seen() -> None:
    kinds = {type(case.step.mechanism) for case in selecting()}
    for kind in kinds:
        assert any(caught(case, Fraction(10, 11)) for case in drawing(kind)), kind

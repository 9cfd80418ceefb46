"""Each folder keeps to its budget by the stored seconds, and all budgets together to the time of `make test`."""

from __future__ import annotations

import pytest

from tests.tier import parts, store
from tests.tier.budget import BUDGETS, TOTAL, WHOLE, folder, over
from tests.tier.graph import Graph
from tests.tier.store import Seconds


def test_all_budgets_together_are_the_time_of_make_test(here: Graph) -> None:
    assert sum(BUDGETS.values()) <= TOTAL
    assert {folder(path) for path in parts.candidates(here)} == set(BUDGETS)


def test_every_folder_keeps_to_its_budget() -> None:
    """Its cheap tests, with room for some that are dear; where nothing is left out, all."""
    assert over(store.durations()) == []


def test_a_folder_that_takes_longer_is_seen() -> None:
    budget = BUDGETS["noise"]
    cheap = {"tests/noise/test_it.py": Seconds(test=budget + 1, cheap=budget + 1, whole=budget + 1)}
    assert [said.split()[0] for said in over(cheap)] == ["noise"]
    assert over({"tests/noise/test_it.py": Seconds(test=9e9, cheap=1, whole=9e9, dear={"test_one": 1.0})}) == []


@pytest.mark.parametrize("room", WHOLE)
def test_where_nothing_is_left_out_all_counts(room: str) -> None:
    path = f"tests/{room}/test_it.py"
    assert over({path: Seconds(test=BUDGETS[room] + 1, cheap=1, whole=9e9, dear={"test_one": 1.0})})

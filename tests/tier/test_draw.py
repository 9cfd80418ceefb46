"""The same key draws the same sample, another key another one; every region is met, and no budget is exceeded."""

from __future__ import annotations

import random

import pytest

from tests.tier import draw


@pytest.mark.parametrize("seed", range(30))
def test_settings_are_the_same_for_the_same_key_and_meet_every_region(seed: int) -> None:
    chance = random.Random(seed)
    of = chance.randrange(1, 400)
    count = chance.randrange(1, 12)
    drawn = draw.settings(count, of, "key", "test")
    assert drawn == draw.settings(count, of, "key", "test") and drawn <= set(range(of))
    assert len(drawn) == min(count, of)
    for part in range(min(count, of)):
        assert any(part * of // count <= place < (part + 1) * of // count for place in drawn) or count > of


def test_over_many_keys_every_setting_is_drawn() -> None:
    assert set().union(*(draw.settings(2, 30, str(key), "test") for key in range(400))) == set(range(30))
    assert len({draw.settings(2, 30, str(key), "test") for key in range(50)}) > 20


def some(chance: random.Random) -> list[draw.Dear]:
    return [
        draw.Dear(f"f{function}[{setting}]", f"f{function}", chance.uniform(1, 9), "key", chance.random() < 0.05)
        for function in range(chance.randrange(1, 9))
        for setting in range(chance.randrange(1, 9))
    ]


@pytest.mark.parametrize("seed", range(30))
def test_what_must_runs_and_the_rest_as_far_as_the_budget_goes(seed: int) -> None:
    chance = random.Random(seed)
    tests, budget = some(chance), chance.uniform(0, 200)
    taken = draw.within(budget, tests)
    chance.shuffle(tests)
    assert taken == draw.within(budget, tests), "the order in which tests are collected plays no part"
    must = {test.node for test in tests if test.always}
    assert must <= taken
    cost = sum(test.seconds for test in tests if test.node in taken)
    assert cost <= max(budget, sum(test.seconds for test in tests if test.always)) + 1e-9
    left = [test for test in tests if test.node not in taken]
    assert all(test.seconds > budget - cost for test in left), "there is room for none of those left out"


def test_one_of_each_function_comes_before_a_second_of_any() -> None:
    tests = [draw.Dear(f"f{place}[{each}]", f"f{place}", 1.0, "key") for place in range(5) for each in range(10)]
    assert {node.partition("[")[0] for node in draw.within(5.0, tests)} == {f"f{place}" for place in range(5)}
    other = [draw.Dear(test.node, test.function, 1.0, "another") for test in tests]
    assert draw.within(5.0, tests) != draw.within(5.0, other)

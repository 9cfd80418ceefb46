"""Undo and redo of any states."""

from __future__ import annotations

import random

from pages.ui.plan.history import LARGEST, LEAST, History


def test_every_walk_comes_back() -> None:
    """Against the plainest model: a list of states and a place in it."""
    chance = random.Random(3)
    history, states, place = History[int](lambda _: 1), [0], 0
    for step in range(1, 5_000):
        act = chance.choice(["change", "change", "back", "forward"])
        if act == "change":
            history.add(states[place])
            states, place = [*states[: place + 1], step], place + 1
        elif act == "back":
            found = history.back(states[place])
            assert found == (states[place - 1] if place else None)
            place = max(place - 1, 0)
        else:
            found = history.forward(states[place])
            assert found == (states[place + 1] if place + 1 < len(states) else None)
            place = min(place + 1, len(states) - 1)
        assert history.before == (place > 0) and history.after == (place + 1 < len(states))


def test_the_oldest_go_but_a_hundred_steps_stay() -> None:
    history = History[int](lambda _: LARGEST)
    for step in range(300):
        history.add(step)
    assert len(history) == LEAST and history.back(300) == 299
    small = History[int](lambda _: 10)
    for step in range(10_000):
        small.add(step)
    assert len(small) == LARGEST // 10

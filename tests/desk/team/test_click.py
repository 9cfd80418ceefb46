"""Setting a slice aside: five clicks on one button are one slice, and the next drawing may give another."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import dpcore as dp
from pages.team import member, slices
from pages.ui import errors


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """An owner's desk with a dataset, as the page has it; and what the session keeps."""
    state: dict[str, Any] = {}
    with dp.Desk(home=tmp_path, user="olga@example.org") as desk:
        rows = dp.read(pd.DataFrame({"x": [1, 2, 3]}))
        dataset = desk.add_dataset(
            "visits", rows, schema=dp.Schema(x=dp.Number(0, 9)), budget=dp.Budget(mu=1, delta=1e-6)
        )
        desk.team("visits").add("ada@example.org", "analyst")
        monkeypatch.setattr(slices, "desk", lambda: desk)
        for module in (slices, errors):
            monkeypatch.setattr(module, "session", state)
        yield desk, dataset, state, f"grant-{dataset.id}-ticket"


def amounts(desk: dp.Desk) -> list[float]:
    return [one.amount for one in desk.team("visits").slices]


@pytest.mark.parametrize("user", ["", "ada@example.org"])
def test_five_clicks_set_one_slice_aside_without_an_error(opened, user):
    desk, dataset, state, key = opened
    state[key] = "first"
    for _ in range(5):
        slices._grant(dataset, user, "mu", 0.1, None, "first")
    assert amounts(desk) == [0.1] and set(state) == {key}


def test_the_next_drawing_may_give_another(opened):
    desk, dataset, state, key = opened
    state[key] = "first"
    slices._grant(dataset, "", "mu", 0.1, None, "first")
    second = state[key]
    slices._grant(dataset, "", "mu", 0.2, None, second)
    assert amounts(desk) == [0.1, 0.2] and len({"first", second, state[key]}) == 3


def test_a_refused_slice_can_be_tried_again(opened):
    desk, dataset, state, key = opened
    state[key] = "first"
    slices._grant(dataset, "", "mu", 50.0, None, "first")
    assert amounts(desk) == [] and "error" in state
    slices._grant(dataset, "", "mu", 0.1, None, state[key])
    assert amounts(desk) == [0.1] and "error" not in state


def test_a_member_leaves_from_the_page(opened, monkeypatch):
    """The same button as an owner's, on one's own line; whoever opened the dataset has none."""
    desk, dataset, state, _ = opened
    with dp.Desk(user="ada@example.org", beside=desk) as ada:
        monkeypatch.setattr(member, "desk", lambda: ada)
        member._remove(dataset, "olga@example.org")
        assert "error" in state and ada.datasets()
        member._remove(dataset, "ada@example.org")
        assert "error" not in state and ada.datasets() == []
        assert [one.user for one in desk.team("visits").members] == ["olga@example.org"]

"""One rerun of Ask prices a plan once, however many of its parts show a price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from dpcore.plan import pricing
from dpcore.queries import QUERIES
from pages.ui.plan import draft
from tests.pages.conftest import Screen

Work = Callable[[], Counter[tuple[object, ...]]]


@pytest.fixture
def rerun(sampled: Screen, monkeypatch: pytest.MonkeyPatch) -> Work:
    """What a rerun computes: how often each question is priced with each setting."""
    found: Counter[tuple[object, ...]] = Counter()

    def counted(name: str, honest: Callable[..., object]) -> Callable[..., object]:
        def call(self: object, table: object, *given: object) -> object:
            found[name, self, *given] += 1
            return honest(self, table, *given)

        return call

    for kind in QUERIES:
        for name in ("price_of", "predict", "promise"):
            monkeypatch.setattr(kind, name, counted(name, getattr(kind, name)))

    def run() -> Counter[tuple[object, ...]]:
        found.clear()
        sampled.run()
        return found.copy()

    return run


def test_what_did_not_change_is_not_priced_again(sampled: Screen, rerun: Work) -> None:
    sampled.press("Histogram of age")
    assert not rerun()
    sampled.fill("This plan may spend (epsilon)", 0.5)
    assert not rerun()
    pricing.forget()
    assert {name for name, *_ in rerun()} == {"predict", "promise"}


def test_a_locked_error_and_an_open_check_price_nothing_twice(sampled: Screen, rerun: Work) -> None:
    sampled.press("Histogram of age")
    (dataset,) = sampled.desk.datasets()
    plan = sampled.at.session_state[draft._DRAFTS][dataset.id]
    (row,) = plan.rows
    locked = replace(row, held=("error", 100.0), id=2)
    sampled.at.session_state[draft._DRAFTS] = {dataset.id: replace(plan, rows=(row, locked), next_id=3)}
    sampled.press("Check and release")
    assert sampled.at.button(key=next(one.key for one in sampled.at.button if str(one.key).startswith("release-")))
    pricing.forget()
    work = rerun()
    assert {name for name, *_ in work} == {"price_of", "predict", "promise"}
    # Whether the price of the target holds on every table is asked once, apart from the error that is shown.
    assert all(times == 1 or (name == "predict" and times == 2) for (name, *_), times in work.items())

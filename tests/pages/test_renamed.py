"""A page acts on the dataset that it shows, also where another browser has given its name to another one."""

from __future__ import annotations

import pyarrow as pa
import pytest

import dpcore as dp
from tests.pages.conftest import LEDGER


@pytest.fixture
def swapped(sampled):
    """A page shows the sample table; then its name goes to another dataset of the same owner."""
    sampled.press("Count by ward")
    shown, other = sampled.desk.datasets()[0], sampled.desk

    def swap() -> tuple[str, str]:
        columns = {"age": dp.Number(0, 120)}
        rows = dp.read(pa.table({"age": [30.0, 40.0]}))
        second = other.add_dataset("second", rows, schema=dp.Schema(columns), budget=dp.Budget(mu=1.0, delta=1e-6))
        other.rename(shown.name, "old")
        other.rename("second", shown.name)
        return shown.id, second.id

    return sampled, swap


def test_a_release_is_charged_to_what_was_shown(swapped):
    screen, swap = swapped
    screen.press("Check and release")
    shown, second = swap()
    screen.press("Release").until(lambda: any(button.label == "Dismiss" for button in screen.at.button))
    assert len(screen.desk.releases(shown)) == 1
    assert screen.desk.releases(second) == []


def test_the_rows_of_what_was_shown_are_deleted(swapped):
    screen, swap = swapped
    screen.go(LEDGER)
    chosen = screen.desk.datasets()[0].id
    screen.at.checkbox(key=f"delete-{chosen}").check().run()
    shown, second = swap()
    screen.at.button(key=f"delete-go-{chosen}").click().run()
    assert {one.id: one.has_rows for one in screen.desk.datasets()} == {shown: False, second: True}


def test_an_id_is_found_before_a_name_that_imitates_it(swapped):
    screen, swap = swapped
    shown, second = swap()
    screen.desk.rename(second, shown)
    assert screen.desk.dataset(shown).id == shown

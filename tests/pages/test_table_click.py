"""A click in the table's menu: a position and a translated label, of the table that was seen when it was clicked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import dpcore as dp
from pages.ask import plan_table, row_act
from pages.ui.plan.draft import Draft, Row

DATASET = SimpleNamespace(id="d", table=None)
ROWS = tuple(Row(number, dp.Count()) for number in (3, 5, 8))
LABELS: dict[str, row_act.Act] = {"삭제": "remove", "Remove": "remove", "Duplicate": "duplicate"}


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """What is done with which row; the session has a click."""
    found: list[tuple[int, str]] = []
    monkeypatch.setattr(plan_table.row_act, "do", lambda _dataset, number, act, _known: found.append((number, act)))
    monkeypatch.setattr(plan_table.measured, "of", lambda _dataset, _rows: {})
    monkeypatch.setattr(plan_table.draft, "load", lambda _dataset: Draft("mu", 0.1, ROWS[1:], 9))
    return found


def click(monkeypatch: pytest.MonkeyPatch, row: int, label: str, ids: tuple[int, ...] = (3, 5, 8)) -> None:
    monkeypatch.setattr(plan_table, "session", {"menu": {"row": row, "label": label}})
    plan_table._chosen.__wrapped__(DATASET, "menu", ids, LABELS)


def test_the_row_that_was_seen_is_meant_though_rows_have_moved_since(
    done: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 3 is gone already: what now stands first is not what was clicked."""
    click(monkeypatch, 0, "Remove")
    click(monkeypatch, 1, "Remove")
    click(monkeypatch, 2, "삭제")
    assert done == [(3, "remove"), (5, "remove"), (8, "remove")]


@pytest.mark.parametrize(("row", "label"), [(3, "Remove"), (-1, "Remove"), (0, "Entfernen"), (0, "")])
def test_a_click_that_fits_no_drawn_row_or_act_does_nothing(
    done: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch, row: int, label: str
) -> None:
    click(monkeypatch, row, label)
    assert done == []


def test_no_two_acts_have_the_same_label() -> None:
    assert len({str(label) for label in row_act.LABELS.values()}) == len(row_act.LABELS)

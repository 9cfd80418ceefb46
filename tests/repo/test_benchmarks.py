"""The benchmarks measure what they say: errors, marks of missed targets, equal sums, and the file of results."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dpcore as dp
from benchmarks import data, error, gram, results, rounds
from benchmarks.table import Table


def table(title: str, cell: str) -> Table:
    out = Table(title, ("a",))
    out.add(cell)
    return out


def test_a_run_of_some_parts_replaces_their_tables_alone() -> None:
    old = results.whole("first run", [table("One", "1"), table("Two", "2"), table("Three", "3")])
    assert results.replaced(old, "second run", []) == old
    new = results.replaced(old, "second run", [table("Two", "changed"), table("Four", "4")])
    assert new.startswith(results.heading("first run")) and new.count("Run apart: second run.") == 2
    places = [new.index(text) for text in ("### One", "| 1 |", "### Two", "| changed |", "### Three", "| 3 |", "| 4 |")]
    assert all(first < second for first, second in pairwise(places)) and "| 2 |" not in new


def test_an_error_and_its_standard_error() -> None:
    chance = np.random.default_rng(5)
    found = [error.error((3 + 2 * chance.normal(size=(200, 1))).tolist(), [3.0]) for _ in range(300)]
    assert np.mean([size for size, _ in found]) == pytest.approx(2, rel=0.02)
    spread = np.std([size for size, _ in found]) / 2
    assert np.mean([relative for _, relative in found]) == pytest.approx(spread, rel=0.2)
    assert spread == pytest.approx(1 / math.sqrt(400), rel=0.2)


def test_a_target_is_missed_beyond_chance_alone() -> None:
    assert error.compared((1.1, 0.01), (1.0, 0.01), 1.05).startswith("1.10× (missed)")
    assert "(missed)" not in error.compared((1.1, 0.01), (1.0, 0.05), 1.05)
    assert error.compared((0.0, 0.0), (0.0, 0.0), 1.0) == "both exact"
    assert "(missed)" in error.compared((1.0, 0.1), (0.0, 0.0), 1.0)


def test_answers_without_a_ledger_follow_the_law_of_the_question() -> None:
    """A median of whole numbers with few rows at each: permute-and-flip over 101 numbers, by brute force."""
    chance = np.random.default_rng(1)
    rows = np.sort(np.round(chance.uniform(0, 100, 30)))
    scores = np.array([max((rows < v).sum() - 15, 15 - (rows <= v).sum(), 0) for v in range(101)])
    noise = chance.exponential(size=(20_000, 101))
    expected = np.argmax(noise - 0.5 * scores, axis=1)  # epsilon 0.5 over a band of one row
    with rounds.asked(rows.tolist(), whole=True) as column:
        answers = np.array(column.answers(dp.Median("x"), rounds.pure(0.5), 800)).ravel()
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        at = np.quantile(expected, share, method="inverted_cdf")
        assert abs((answers <= at).mean() - (expected <= at).mean()) < 0.08


def test_the_statement_by_hand_has_murmurs_integers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    path = gram._file(2_000)
    ours, hand = gram.exact(path), gram._hand(path, 0)["integers"]
    assert len(ours) == gram._sums() == 66 and 1_900 < ours[0] < 2_000
    assert ours == hand
    mutant: Any = gram.by_hand().replace("+ 0.5", "+ 0.4")
    monkeypatch.setattr(gram, "by_hand", lambda: mutant)
    assert ours != gram._hand(path, 0)["integers"]

"""The benchmarks measure what they say: errors, marks of missed targets, equal sums, and the file of results."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import dpcore as dp
from benchmarks import (
    clusters,
    components,
    crowd,
    data,
    error,
    explore,
    fitted,
    functions,
    gram,
    joint,
    linear,
    reading,
    recommend,
    results,
    rounds,
    site,
    soak,
    trend,
)
from benchmarks.release import Different
from benchmarks.table import Table
from dpcore.mechanisms import Mu
from dpcore.table import table as facts
from dpcore.table.aggregate import WithinUnit
from tests.engine.rows import answers


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
        answers = np.array(column.answers(dp.Median("x", check=False), rounds.pure(0.5), 800)).ravel()
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        at = np.quantile(expected, share, method="inverted_cdf")
        assert abs((answers <= at).mean() - (expected <= at).mean()) < 0.08


@pytest.mark.parametrize(("name", "size"), [("covariance", 66), ("regression", 36)])
def test_the_statement_by_hand_has_murmurs_integers(
    name: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    path = gram._file(2_000)
    ours, hand = gram.exact(name, path), gram._hand(name, path, 0)["integers"]
    assert len(ours) == gram.sums(name) == size and 1_900 < ours[0] < 2_000
    assert sorted(ours) == sorted(hand)
    mutant: Any = gram.by_hand(gram.USED[name]).replace("+ 0.5", "+ 0.4")
    monkeypatch.setattr(gram, "by_hand", lambda columns: mutant)
    assert sorted(ours) != sorted(gram._hand(name, path, 0)["integers"])


def test_sums_over_users_are_those_of_the_question() -> None:
    """With middles of 0, which the statement by hand has."""
    import duckdb

    frame = recommend.rows(recommend.people(200, 1).rated)
    table = facts.Table(recommend.SCHEMA, dp.Unit("user", recommend.MOST))
    design = recommend.QUERY._design(table, Mu)
    (asked,) = next(recommend.QUERY.run(table, Mu(Fraction(1)))).steps
    residual = design.residual(np.zeros((2, recommend.ITEMS), dtype=object), Fraction(1))
    pairs = tuple(WithinUnit("user", each, design.of_pairs) for each in (residual, None))
    second = replace(asked.aggregate, measures=pairs, keys=asked.aggregate.keys * 2)
    columns = {name: pa.array(frame[name].to_numpy()) for name in ("user", "stars")} | {"item": pa.array(frame["item"])}
    ours = answers(columns, table, [asked.aggregate, second])
    with duckdb.connect() as connection:
        connection.register("t", frame)
        for residuals, mine in zip((False, True), ours, strict=True):
            found = connection.execute(recommend.by_hand(residuals)).fetchall()
            size = 2 if residuals else 1
            places = [tuple(recommend.NAMES.index(name) for name in row[:size]) for row in found]
            assert len(found) >= recommend.ITEMS
            for place, row in zip(places, found, strict=True):
                assert [mine[(measure, *place)] for measure in range(2)] == [int(value) for value in row[size:]]


def test_cells_of_functions_are_counted_alike_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    functions._check()
    query, statement = functions.ASKS["density of x"]
    mutant = statement.replace("4096 / 1000", "4095 / 1000")
    monkeypatch.setitem(functions.ASKS, "density of x", (query, mutant))
    with pytest.raises(Different, match="density of x"):
        functions._check()


def test_errors_of_surfaces_and_trends_are_in_the_units_that_they_say() -> None:
    points = np.random.default_rng(1).random((2, 1_000))
    fine = joint.counted(points, (joint.SIDE, joint.SIDE))
    assert fine.sum() == 1_000 and fine[tuple((points[:, 0] * joint.SIDE).astype(int))] >= 1
    even = np.full((joint.SIDE, joint.SIDE), 1 / joint.HIGH**2)
    flat = joint.binned(fine, 1, 1e9, np.random.default_rng(2))
    assert joint.squared(flat, even) == pytest.approx(0, abs=1e-15)
    assert joint.squared(2 * even, even) == pytest.approx(1 / joint.HIGH**2)
    for name, line in {"numbers": 0.1, "true or false": 0.55}.items():
        found = trend.squared(trend.VALUES[name], np.full(trend.PARTS, line), np.zeros(trend.PARTS))
        assert found == pytest.approx(0.01)
    table_ = trend.summed(np.array([0.1, 0.9, 0.95]), 2, np.array([-1.0, 1.0, 0.0]), -1.0, 4)
    assert table_.tolist() == [[1, 2], [0, 6]]


@pytest.mark.parametrize("name", list(reading.ASKS))
def test_a_series_is_summed_term_by_term(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".bench").mkdir()
    monkeypatch.chdir(tmp_path)
    with reading.desk(2_000) as desk:
        (release,) = desk.release("t", dp.Plan([reading.ASKS[name][0]], mu=20.0))
    at: Any = [[4, 4.5], [7, 8], [0, 12]] if name == "density of x and y" else [4, 7, 8.5]
    width: Any = (0.5, 0.7) if name == "density of x and y" else 0.5
    exact = reading.summed(release, np.array(at) / reading.HIGH, width)
    assert release.evaluate(at, bandwidth=width).estimate.tolist() == pytest.approx(exact.tolist(), rel=1e-9, abs=1e-6)


def test_the_least_inertia_is_that_of_the_true_clusters() -> None:
    chance = np.random.default_rng(1)
    middles = np.array([[-0.5, -0.5], [0.5, -0.5], [0.0, 0.6]])
    rows = np.repeat(middles, 500, axis=0) + chance.normal(0, 0.05, (1500, 2))
    case = fitted.Case("", 3, rows)
    own = np.stack([part.mean(axis=0) for part in np.split(rows, 3)])
    assert clusters.without_noise(case) == pytest.approx(np.square(rows - np.repeat(own, 500, axis=0)).sum())
    assert clusters.inertia(rows, middles) == pytest.approx(np.square(rows - np.repeat(middles, 500, axis=0)).sum())


def test_true_components_lose_nothing_and_the_last_ones_all_that_they_can() -> None:
    case = components.case(0)
    values, vectors = np.linalg.eigh(np.cov(case.values.T))
    assert components.lost(case, vectors[:, -2:].T) == pytest.approx(0, abs=1e-12)
    assert components.lost(case, vectors[:, :2].T) == pytest.approx((values[-2:] - values[:2]).sum() / values.sum())


def test_least_squares_has_no_excess_and_a_constant_that_of_what_is_explained() -> None:
    case = linear.case(linear.KINDS[0], 20_000, 3)
    whole = np.column_stack([np.ones(20_000), case.values[:, :-1]])
    best = np.linalg.lstsq(whole, case.values[:, -1], rcond=None)[0]
    assert linear.excess(case, best) == 0
    assert linear.excess(case, np.zeros(7)) == pytest.approx(linear.EXPLAINED**2, rel=0.03)


def test_a_soak_finds_what_was_lost_or_charged_twice_or_leaked(tmp_path: Path) -> None:
    schema = dp.Schema(age=dp.Number(0, 100, integer=True))
    with dp.Desk(home=tmp_path / "home") as desk:
        desk.add_dataset(site.DATASET, dp.read(pd.DataFrame({"age": [1, 2]})), schema=schema, budget=dp.Budget(mu=1))
        mu = dp.calibrate.mu(crowd.PRICE, 1e-6)  # the price is typed in epsilon
        asks = [dp.Ask(dp.Count(where=[dp.Condition("age", ">=", at)]), mu=mu) for at in (5, 7)]
        desk.release(site.DATASET, dp.Plan(asks[:1]))
        desk.release(site.DATASET, dp.Plan(asks[1:]))
        good = soak.found(desk, crowd.Diary(asked={5: True, 7: False}))
        bad = soak.found(desk, crowd.Diary(asked={5: True, 9: True}))
        desk.remeasure(desk.releases(site.DATASET)[0], mu=mu)
        twice = soak.found(desk, crowd.Diary(asked={5: True, 7: True}))
    assert good["charged"] == "2" and good["spent as charged"] == "yes"
    wrong = ("… twice", "… resumed at the end", "… and not answered", "answers seen and not stored")
    assert [good[name] for name in (*wrong, "answers never asked for")] == ["0"] * 5
    assert (bad["answers seen and not stored"], bad["answers never asked for"]) == ("1", "1")
    assert twice["… twice"] == "1"
    log = tmp_path / "log"
    log.write_text(f"start\n{site.CANARY} is odd\nstop\n")
    assert soak.leaks(log) == (3, 1)


def test_the_controls_that_are_timed_are_on_the_screen() -> None:
    """By their names, which sentences of the screens begin with."""
    template = (Path(dp.__file__).parent / "present" / "language" / "murmur.pot").read_text()
    for name in (explore.PLANNER, *explore.LEVERS):
        assert f'msgid "{name}' in template, name

"""A model is better than its baseline, no better within the margin, or worse: by labels and by probabilities."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.mechanisms import Mu
from dpcore.present import shape
from dpcore.queries.models.clusters.entries import NORMAL
from dpcore.queries.models.logistic.check import Check
from dpcore.queries.models.perceptron_fit import labelled
from dpcore.queries.question.compared import Outcome, outcome, probabilities
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.queries.models.trees.test_conjunction import asked


def brier(counts: np.ndarray, shares: np.ndarray) -> float:
    """The mean squared distance of shares from labels, row by row."""
    cost = sum(
        counts[group, label] * np.square(shares[group] - np.eye(counts.shape[1])[label]).sum()
        for group in range(len(counts))
        for label in range(counts.shape[1])
    )
    return float(cost / counts.sum()) / (2 if counts.shape[1] == 2 else 1)


def test_an_outcome_needs_more_than_its_margin() -> None:
    assert [outcome(gain, 2.0) for gain in (3, 1, 0, -1, -3)] == [
        Outcome.BETTER, *[Outcome.NO_BETTER] * 3, Outcome.WORSE
    ]  # fmt: skip
    assert outcome(float("nan"), 1.0) is Outcome.NO_BETTER is outcome(1.0, float("nan"))


def test_the_brier_score_is_that_of_the_rows_without_noise() -> None:
    R = np.random.default_rng(0)
    for _ in range(60):
        groups, labels = int(R.integers(2, 9)), int(R.integers(2, 5))
        counts = R.integers(1, 900, (groups, labels)).astype(float)
        shares = counts / counts.sum(axis=1, keepdims=True)
        base = np.tile(counts.sum(axis=0) / counts.sum(), (groups, 1))
        tiny = 1e-12 * np.eye(counts.size)
        found = probabilities(counts, tiny, shares, np.full(groups, True), 1.96)
        assert found.score == pytest.approx(brier(counts, shares)) and found.base == pytest.approx(brier(counts, base))
        assert found.outcome is Outcome.BETTER
        worse = probabilities(counts, tiny, np.roll(1 - shares, 1, axis=0) / (labels - 1), np.full(groups, False), 1.96)
        wrong = np.roll(1 - shares, 1, axis=0) / (labels - 1)
        assert worse.score == pytest.approx(brier(counts, wrong))
        if brier(counts, wrong) > brier(counts, base) * 1.01:
            assert worse.outcome is Outcome.WORSE


@pytest.mark.parametrize("related", [False, True])
def test_outcomes_are_true_under_noise(related: bool) -> None:
    """Of 1,500 tables the stated outcome, of these shares and these rows, is false in far less than a tenth."""
    R, false, told = np.random.default_rng(7), 0, 0
    for _ in range(1_500):
        groups, labels, std = int(R.integers(2, 8)), int(R.integers(2, 4)), float(10 ** R.uniform(0, 1.5))
        chances = R.dirichlet(np.full(labels, 3.0), groups if related else 1) * np.ones((groups, 1))
        counts = np.array([R.multinomial(int(R.integers(80, 900)), one) for one in chances]).astype(float)
        if not related:  # exactly the same shares in all groups
            counts = counts.sum(axis=1, keepdims=True) * chances
        noisy = counts + R.normal(0, std, counts.shape)
        sizes = np.maximum(noisy.sum(axis=1, keepdims=True), 1.0)
        shares = np.clip(noisy / sizes, 0.0, 1.0)
        found = probabilities(noisy, std**2 * np.eye(noisy.size), shares, np.full(groups, True), 1.96)
        base = np.clip(noisy.sum(axis=0), 0, None)
        gain = brier(counts, np.tile(base / base.sum(), (groups, 1))) - brier(counts, shares)
        false += (found.outcome is Outcome.BETTER and gain < 0) or (found.outcome is Outcome.WORSE and gain > 0)
        told += found.outcome is not Outcome.NO_BETTER
    assert false <= 90
    assert told >= 1_000 if related else told <= 400


def test_a_conjunction_that_mislabels_more_is_called_worse() -> None:
    schema = Schema(a=dp.Category(["u", "v", "w"]), b=dp.Flag(), y=dp.Flag())
    R, query = np.random.default_rng(1), dp.Conjunction("y", ["a", "b"]).bind(schema)
    table = Table(schema, Unit())
    for share in (0.05, 0.15, 0.24):
        # nearly all rows meet what true rows meet, so the rule calls them all true
        columns = {
            "a": R.integers(0, 3, 5_000),
            "b": R.integers(0, 2, 5_000),
            "y": (R.random(5_000) < share).astype(int),
        }
        columns["a"][(columns["y"] == 0) & (R.random(5_000) < 0.05)] = 2
        columns["a"][(columns["y"] == 1) & (columns["a"] == 2)] = 0
        rounds = asked(query, table, Mu(Fraction(1)), columns)
        said = str(query.found(table, rounds, 0.95))
        assert "worse than the most frequent label" in said and "With a probability" not in said
        wrong = query.rule(table, rounds, 0.95).wrong()[0]
        assert f"mislabels {100 * wrong:.1f} %" in said and wrong > share


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("seed", range(3))
def test_a_tree_of_rare_labels_is_judged_by_its_shares(tmp_path: Path, seed: int) -> None:
    """Leaves from 4 to 41 %: the most frequent label is the same everywhere, and the tree tells much."""
    R = np.random.default_rng(seed)
    x = R.uniform(0, 100, 8_000)
    rows = pd.DataFrame({"x": x, "y": R.random(8_000) < np.where(x > 70, 0.41, 0.04), "z": R.random(8_000) < 0.3})
    schema = dp.Schema(x=dp.Number(0, 100), y=dp.Flag(), z=dp.Flag())
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=50, delta=1e-6), expected_rows=8_000)
        asks = [dp.Ask(dp.DecisionTree(target, ["x"]), mu=0.5) for target in "yz"]
        informed, blind = desk.release("t", dp.Plan(asks))
    (said,), (nothing,) = (list(map(str, shape.presenter(release).notes(True))) for release in (informed, blind))
    assert "shares are better than one share for all rows" in said and "No better than the most frequent label" in said
    score, base = (float(word) for word in said.split("Brier score ")[1].rstrip(".").split(" instead of "))
    truth = [brier(np.array([[n - t, t]]), np.array([[1 - t / n, t / n]])) for n, t in ((len(rows), rows.y.sum()),)]
    assert base == pytest.approx(truth[0], abs=2e-3) and score < base - 0.01
    assert nothing == "No better than the most frequent label, within the margin of error."


def test_perceptrons_and_logistic_regressions_can_be_worse() -> None:
    for counts, expected in (
        ([100, 10, 10, 100], Outcome.BETTER),
        ([900, 10, 400, 20], Outcome.WORSE),
        ([500, 5, 5, 6], Outcome.NO_BETTER),
    ):
        assert labelled(np.array(counts, dtype=float), 4.0, 1.96) is expected
    middles = np.array([-2.0, -1.0, 1.0, 2.0])
    turned = np.array([[10.0, 300.0], [100.0, 500.0], [600.0, 90.0], [300.0, 10.0]])
    assert (
        Check(turned, 2.0, 1.96, 1.96, middles, 2).gain[3]
        < 0
        < Check(turned[::-1], 2.0, 1.96, 1.96, middles, 2).gain[2]
    )


def test_a_kernel_machine_without_its_check_says_before_the_charge_that_no_quality_is_stated() -> None:
    schema = dp.Schema(x=dp.Number(0, 1), y=dp.Flag())
    table, query = Table(schema, Unit(), "add_remove", 1_000), dp.KernelMachine("y", ["x"], check=False).bind(schema)
    assert "How well it predicts cannot be stated" in query.predict(table, Mu(Fraction(1)), 0.95, None).assumption
    assert "How well it predicts cannot be stated" in query.remark(table, Mu(Fraction(1)), None)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("method", ["grid", "rounds"])
def test_standard_errors_of_centres_agree_with_their_intervals(tmp_path: Path, method: str) -> None:
    """Columns that are skewed, in heaps and of whole numbers: no interval at 95 % is wider than 1.96 errors."""
    R = np.random.default_rng(3)
    rows = pd.DataFrame(
        {"skew": R.lognormal(3, 1, 3_000).clip(0, 500), "heap": R.choice([100.0, 130.0, 420.0], 3_000),
         "whole": R.poisson(30, 3_000)}
    )  # fmt: skip
    schema = dp.Schema(skew=dp.Number(0, 500), heap=dp.Number(0, 500), whole=dp.Number(0, 200, integer=True))
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(rows), schema=schema, budget=dp.Budget(mu=50, delta=1e-6), expected_rows=3_000)
        known = 0
        for columns in (["skew"], ["heap", "whole"], ["skew", "heap", "whole"]):
            (release,) = desk.release("t", dp.Plan([dp.Ask(dp.KMeans(columns, 3, method=method), mu=0.5)]))
            table = release.table[release.table["variable"].isin(columns)].dropna()
            reach = np.maximum(table.high - table.estimate, table.estimate - table.low)
            ends = table.variable.map(lambda name: schema[name].high)
            inside = (table.low > 0) & (table.high < ends)
            assert (reach[inside] <= 2.0 * table.std_error[inside] + 1e-9).all()
            known += int(inside.sum())
            if method == "grid":
                half = release.at_level(0.5).table.loc[table.index]
                same = half.std_error[inside].to_numpy() == pytest.approx(table.std_error[inside].to_numpy(), rel=0.2)
                assert same
        assert known >= 4 and NORMAL == 1.96

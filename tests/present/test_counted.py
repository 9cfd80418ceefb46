"""Counted answers on the whole way, answers that are not stated, and stored answers of the rule before counts."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import dpcore as dp
from dpcore.mechanisms import Mu
from dpcore.present import page
from dpcore.present.chart import plotly
from dpcore.present.file import export
from dpcore.present.text import margin, ranks, unit
from dpcore.present.text.usable import usable
from dpcore.queries import query_from_dict
from dpcore.queries.order.by_cumulative import ByCumulative
from dpcore.release.record import Release
from dpcore.table.table import Table
from tests.chance import RARE, least

QS = (0.1, 0.25, 0.5, 0.75, 0.9)


def skewed(seed: int) -> np.ndarray:
    """Charges, many of them 0, far below their bound."""
    chance = np.random.default_rng(seed)
    return np.where(chance.random(6_000) < 0.3, 0, chance.lognormal(3, 1.5, 6_000)).clip(0, 40_000)


def off(rows: np.ndarray, q: float, value: float, step: float) -> float:
    """Rows between an answer and the quantile, of the grid: within half of its step, numbers are equal."""
    below, upto = (rows < value - step / 2).sum(), (rows <= value + step / 2).sum()
    return float(max(below - q * len(rows), q * len(rows) - upto, 0))


@pytest.mark.sample(3)
@pytest.mark.parametrize("currency", ["mu", "epsilon"])
@pytest.mark.parametrize("max_rows", [1, 4])
def test_stated_ranks_and_shares_hold_on_skewed_groups(currency: Any, max_rows: int, tmp_path: Path) -> None:
    values, groups = skewed(max_rows), np.arange(6_000) % 3
    frame = pd.DataFrame({"x": values, "g": np.array(["a", "b", "c"])[groups]})
    frame["who"] = [f"u{place // max_rows}" for place in range(len(frame))]
    declared = dp.Schema(x=dp.Number(0, 40_000), g=dp.Category(["a", "b", "c"]), who=dp.Identifier())
    budget = dp.Budget(epsilon=60) if currency == "epsilon" else dp.Budget(mu=60, delta=1e-6)
    held, tries = 0, 0
    with dp.Desk(home=tmp_path) as desk:
        person = dp.Unit("who", max_rows) if max_rows > 1 else dp.Unit()
        desk.add_dataset("t", dp.read(frame), schema=declared, unit=person, budget=budget)
        asks = [
            dp.Ask(query, mu=amount) if currency == "mu" else dp.Ask(query, epsilon=amount)
            for amount in (0.3, 0.4, 0.5, 0.7)
            for query in (dp.Quantiles("x", QS, by=["g"]), dp.Median("x", by=["g"]), dp.Quantile("x", 0.75, by=["g"]))
        ]
        answers = desk.release("t", dp.Plan(asks))
        assert desk.release("t", dp.Plan(asks)) == answers
        desk.verify()
        for release in answers:
            found = release.recounted
            assert found is not None
            for place, group in enumerate("abc"):
                rows = values[groups == "abc".index(group)]
                cells = zip(
                    release.query.error.quantiles, found.ranks[place], found.low[place], found.high[place], strict=True
                )
                estimates = np.array(release.figures["estimate"]).reshape(3, -1)[place]
                for answer, (q, most, low, high) in zip(estimates, cells, strict=True):
                    tries += 1
                    if math.isnan(answer):
                        held += 1
                        continue
                    step = release.query.quantity(release.facts_table).step
                    below, upto = (rows < answer - step / 2).sum(), (rows <= answer + step / 2).sum()
                    held += off(rows, q, answer, step) <= most + 1e-6 and upto >= low * len(rows) - 1e-6
                    held -= below > high * len(rows) + 1e-6
            assert "measured" in margin.meaning(release).casefold()
    assert tries == 84 and held / tries >= least(tries, 0.9)


def stored(home: Path, values: np.ndarray, query: dp.Quantiles) -> list[Release]:
    """Answers of that question as earlier versions wrote them: without counts and without intervals."""
    with dp.Desk(home=home) as desk:
        schema = dp.Schema(x=dp.Number(0, 40_000), w=dp.Number(0, 40_000, integer=True))
        frame = pd.DataFrame({"x": values, "w": np.rint(values).astype(int)})
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(mu=9, delta=1e-6))
        releases = desk.release("t", dp.Plan([dp.Ask(query, mu=0.1 + place / 1_000) for place in range(12)]))
    written = [json.loads(json.dumps(release.to_dict())) for release in releases]
    empty = [None] * len(query.qs)
    for data in written:
        data["estimates"] |= {"std_error": empty, "low": empty, "high": empty}
    return [Release.from_dict(data) for data in written]


@pytest.mark.parametrize("column", ["x", "w"])
@pytest.mark.parametrize("method", ["best", "cumulative"])
def test_a_stored_answer_of_the_old_rule_has_an_honest_interval_and_says_so(
    method: str, column: str, tmp_path: Path
) -> None:
    values = skewed(1) if column == "x" else np.rint(skewed(1))
    true, held = [np.quantile(values, q, method="inverted_cdf") for q in QS], 0
    for old in stored(tmp_path, values, dp.Quantiles(column, QS, method=method, check=False)):
        written = json.dumps(old.to_dict())
        assert "check" not in old.query_data and isinstance(old.query, dp.Quantiles)
        assert isinstance(old.query.chosen(old.facts_table, old.paid), ByCumulative)
        assert all(map(math.isnan, old.estimates["low"]))
        low, high = old.figures["low"], old.figures["high"]
        held += sum(start <= value <= end for start, value, end in zip(low, true, high, strict=True))
        assert old.table.low.tolist() == list(low) and old.figures["estimate"] == old.estimates["estimate"]
        said = margin.meaning(old)
        assert ranks.WIDENED in said and "at most" not in said, "no number of rows is stated"
        assert json.dumps(old.to_dict()) == written, "what is stored never changes"
        assert Release.from_dict(json.loads(written)) == old
    assert held / 60 >= least(60, 0.95)


def test_a_stored_answer_whose_every_value_has_a_cell_keeps_its_ranks(tmp_path: Path) -> None:
    with dp.Desk(home=tmp_path) as desk:
        frame = pd.DataFrame({"x": np.arange(3_000) % 90})
        schema = dp.Schema(x=dp.Number(0, 100, integer=True))
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(mu=9, delta=1e-6))
        asks = [dp.Ask(dp.Quantiles("x", QS, method=name, check=False), mu=0.5) for name in ("best", "auto")]
        for release in desk.release("t", dp.Plan(asks)):
            assert all(map(math.isnan, release.figures["low"])) and ranks.WIDENED not in margin.meaning(release)
            assert "at most" in margin.meaning(release)


def test_auto_reads_off_a_distribution_only_where_every_value_has_its_cell() -> None:
    chance = np.random.default_rng(0)
    for _ in range(200):
        high = int(10 ** chance.uniform(0.5, 6))
        whole = bool(chance.random() < 0.5)
        schema = dp.Schema(x=dp.Number(0, high, integer=whole), g=dp.Category(["a", "b"]), who=dp.Identifier())
        person = dp.Unit("who", int(chance.integers(2, 9))) if chance.random() < 0.5 else dp.Unit()
        table = Table(schema, person, expected_rows=int(10 ** chance.uniform(2, 6)))
        query = dp.Quantiles("x", QS, by=["g"] if chance.random() < 0.3 else []).bind(schema)
        price = Mu(Fraction(0.24 * 10 ** chance.uniform(-1.0, 0.5)) ** 2)
        method = query.chosen(table, price)
        assert method.bounded(table)
        assert math.isfinite(method.worst(table, price, 0.95))


@pytest.mark.parametrize(("rows", "usable_rows"), [(300, False), (2_000, False), (200_000, True)])
def test_an_extreme_quantile_is_judged_before_it_is_paid_and_not_stated_beyond_the_rows(
    rows: int, usable_rows: bool, tmp_path: Path
) -> None:
    chance = np.random.default_rng(rows)
    values = chance.lognormal(4.5, 1, rows).clip(0, 50_000)
    with dp.Desk(home=tmp_path) as desk:
        schema = dp.Schema(cost=dp.Number(0, 50_000))
        desk.add_dataset(
            "t",
            dp.read(pd.DataFrame({"cost": values})),
            schema=schema,
            budget=dp.Budget(mu=9, delta=1e-6),
            expected_rows=rows,
        )
        plan = dp.Plan(
            [dp.Ask(dp.Quantile("cost", 0.99), mu=0.1 + place / 1_000) for place in range(3 if usable_rows else 24)]
        )
        asks, releases = desk.quote("t", plan).asks, desk.release("t", plan)
    beyond = 0
    for ask, release in zip(asks, releases, strict=True):
        said = unit.judged(release.query, release.facts_table, ask.half_width)
        assert ("not usable" in said) is not usable_rows and "percentile" in said, "the declared rows place it"
        answer = release.table.estimate[0]
        beyond += answer > values.max()
        if usable_rows:
            assert usable(release).all() and not margin.meaning(release).count("not stated")
        elif math.isnan(answer):
            assert not usable(release).any() and "not usable" in " ".join(margin.caveats(release))
        assert query_from_dict(release.query.to_dict()) == release.query
    assert beyond <= stats.binom.ppf(1 - RARE, len(releases), 0.05)


@pytest.mark.parametrize("q", [0.9, 0.95, 0.99, 0.999, 0.001, 0.01])
def test_the_fewest_rows_follow_the_nearer_end(q: float) -> None:
    few = ranks.least(dp.Quantile("cost", q), 30.0)
    assert few == math.floor(30 / min(q, 1 - q)) + 1


def test_groups_without_a_stated_answer_are_drawn_and_written_without_nan(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    frame = pd.DataFrame({"cost": chance.lognormal(4.5, 1, 900), "g": np.array(["a", "b", "c"])[np.arange(900) % 3]})
    schema = dp.Schema(cost=dp.Number(0, 50_000), g=dp.Category(["a", "b", "c"]))
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("t", dp.read(frame), schema=schema, budget=dp.Budget(mu=9, delta=1e-6))
        asks = [
            dp.Ask(dp.Quantile("cost", 0.99, by=["g"]), mu=0.3),
            dp.Ask(dp.Quantiles("cost", [0.5, 0.999], by=["g"]), mu=0.5),
            dp.Ask(dp.Quantile("cost", 0.999), mu=0.3),
        ]
        releases = desk.release("t", dp.Plan(asks))
        dossier = desk.dossier("t", releases)
    hidden = [unstated(release) for release in releases]
    by_group, several, single = hidden
    assert by_group.recounted is not None and not usable(by_group).any() and not usable(single).any()
    assert usable(several).tolist() == [True, False] * 3
    for release in hidden:
        picture = plotly.chart(release)
        texts = [
            margin.meaning(release),
            margin.alt(release),
            *margin.caveats(release),
            page.html(replace(dossier, releases=tuple(hidden))),
        ]
        texts += [export.to_csv(release).decode(), picture.to_json() if picture else ""]
        assert not [text for text in texts if re.search(r"(?<![a-z])nan(?![a-z])", text, re.IGNORECASE)]
    json.loads(export.to_json(hidden), parse_constant=pytest.fail)


def unstated(release: Release) -> Release:
    """The same with counts of no row beyond the last answer of a group, which then is not stated."""
    data = json.loads(json.dumps(release.to_dict()))
    shares = len(release.query.error.quantiles)
    cell = [300, 0, 0] if shares == 1 else [150, 2, 148, 0, 0]
    groups = release.cells // shares
    data["rounds"][-1][0]["noisy"] = [cell * groups]
    data["estimates"]["estimate"] = [
        value if place % shares < shares - 1 else None for place, value in enumerate(release.estimates["estimate"])
    ]
    return Release.from_dict(data)

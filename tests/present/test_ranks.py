"""Answers whose error is counted in ranks: what is said of them everywhere, and what is nowhere said."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dpcore as dp
from dpcore.cli import quote as quoting
from dpcore.desk.desk import Desk
from dpcore.mechanisms import Epsilon, Mu
from dpcore.plan import outlook
from dpcore.plan.scenario import Scenario
from dpcore.present import answers, page, record
from dpcore.present.bundle import contents
from dpcore.present.chart import plotly
from dpcore.present.explore import figure as figures
from dpcore.present.file import again, export, plan_file, script
from dpcore.present.over_time import compare, course
from dpcore.present.over_time import series as over_time
from dpcore.present.page.answer import answer
from dpcore.present.text import margin, ranks, size, tidy, unit, usable, words
from dpcore.queries.question.prediction import Prediction
from dpcore.release.measurement import in_ranks, margin_of
from dpcore.release.record import Release
from dpcore.table.table import Table

N = 400
NAN = re.compile(rb"(?<![a-z])nan(?![a-z])", re.IGNORECASE)


def rows(seed: int) -> pd.DataFrame:
    chance = np.random.default_rng(seed)
    return pd.DataFrame(
        {"cost": chance.lognormal(4, 1, N), "age": chance.integers(0, 100, N), "ward": chance.choice(list("ABC"), N)}
    )


SCHEMA = dp.Schema(
    cost=dp.Number(0, 10_000), age=dp.Number(0, 120, integer=True), ward=dp.Category(["A", "B", "C", "D"])
)
QUERIES = [dp.Median(name, by=by, check=False) for by in ([], ["ward"]) for name in ("cost", "age")]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with dp.Desk(f"sqlite:///{tmp_path}/l.db", home=tmp_path) as made:
        made.add_dataset("visits", dp.read(rows(0)), schema=SCHEMA, budget=dp.Budget(epsilon=30, delta=1e-6))
        yield made


@pytest.fixture(params=["mu", "epsilon"])
def releases(request: pytest.FixtureRequest, desk: Desk) -> list[Release]:
    return desk.release("visits", dp.Plan([dp.Ask(query, **{request.param: 0.5}) for query in QUERIES]))


def told(release: Release) -> Prediction:
    error = in_ranks(release)
    assert error is not None
    return error


def test_ranks_are_whole_and_never_fewer_than_the_bound() -> None:
    chance = random.Random(1)
    for _ in range(500):
        value = 10 ** chance.uniform(-4, 14)
        shown = float(ranks.whole(value).replace(",", ""))
        assert shown == int(shown)
        assert max(1, value * (1 - 1e-9)) <= shown <= max(1.0, 1.011 * value + 1)
    assert [ranks.counted(value) for value in (0.01, 1, 1.2, 102.54, 1234)] == [
        "1 rank",
        "1 rank",
        "2 ranks",
        "103 ranks",
        "1,240 ranks",
    ]


def test_the_fewest_rows_are_those_of_which_not_every_number_is_within_the_error() -> None:
    chance = random.Random(2)
    for _ in range(200):
        most = 10 ** chance.uniform(-2, 6)
        fewest = ranks.least(QUERIES[0], most)
        assert 0.5 * (fewest - 1) <= most < 0.5 * fewest  # the farthest number has half of the rows beside it


def test_a_prediction_says_ranks_and_a_percentile_only_of_declared_rows() -> None:
    table = Table(SCHEMA)
    error = Prediction(9.0, 102.54, 102.54, 102.54, 102.54, "", "ranks")
    query, grouped = QUERIES[0], QUERIES[2]
    assert unit.predicted(query, table, error) == "± 103 ranks"
    assert unit.predicted(grouped, table, error) == "± 103 ranks per group"
    said = "within 5 percentiles for 2,060 rows or more; not usable below 206"
    assert unit.judged(query, table, 102.54) == unit.judged(grouped, table, 102.54) == said
    known = replace(table, expected_rows=20_000)
    whole = "between the 49.4th and 50.6th percentile of the 20,000 rows expected"
    assert unit.judged(query, known, 102.54) == whole
    assert unit.judged(query, replace(known, expected_rows=205), 102.54).startswith("not usable: ")
    assert "of an average group of the 20,000" in unit.judged(grouped, known, 102.54)
    filtered = dp.Median("cost", where=[dp.Condition("age", ">", 5)], check=False)
    assert unit.judged(filtered, known, 102.54) == said
    ends = {1: ("49th", "51st"), 2: ("48th", "52nd"), 3: ("47th", "53rd"), 0.5: ("49.5th", "50.5th")}
    ends |= {39: ("11th", "89th"), 38: ("12th", "88th"), 37: ("13th", "87th"), 29: ("21st", "79th")}
    for share, (low, high) in ends.items():
        text = ranks.percentiles(query, replace(known, expected_rows=10_000), 100 * share)
        assert text.startswith(f"between the {low} and {high} percentile of")


def test_a_card_says_how_many_rows_and_draws_no_bar(releases: list[Release]) -> None:
    for release in releases:
        most, shown = ranks.whole(told(release).half_width), answer(release, 100)
        said = words.meaning(release)
        assert f"19 times in 20, at most {most} rows lie between the answer and the true median" in said
        assert ranks.UNBOUNDED in said
        assert "percentile" not in said
        assert usable.usable(release).all()
        assert usable.marks(release, usable.usable(release)) == []
        assert f"fewer than {ranks.least(release.query, told(release).half_width):,} rows" in words.caveats(release)[0]
        assert shown.error == ""
        drawn = plotly.chart(release)
        if release.cells == 1:
            assert drawn is None
            assert shown.chart is None
            assert float(shown.number.replace(",", "")) == pytest.approx(release.estimates["estimate"][0], abs=0.01)
            continue
        assert drawn is not None
        assert drawn.data[0].error_y.array is None
        assert "to %{customdata" not in drawn.data[0].hovertemplate
        assert said in margin.alt(release)
        assert 'class="interval"' not in str(shown.chart)
        assert str(shown.chart).count('class="dot"') == release.cells
        assert shown.grid is not None
        assert shown.grid.numbers == ("answer",)
        assert list(tidy.readable(release, release.table).columns) == ["ward", "answer"]


def test_another_level_has_another_number_of_rows(releases: list[Release]) -> None:
    for release in releases:
        surer = release.at_level(0.99)
        assert told(surer).half_width > told(release).half_width
        assert "99 times in 100" in words.meaning(surer)


def test_the_rows_that_were_declared_place_the_answer(tmp_path: Path) -> None:
    with dp.Desk(f"sqlite:///{tmp_path}/l.db", home=tmp_path) as desk:
        budget = dp.Budget(epsilon=3, delta=1e-6)
        desk.add_dataset("visits", dp.read(rows(0)), schema=SCHEMA, budget=budget, expected_rows=4_000)
        (release,) = desk.release("visits", dp.Plan([dp.Ask(QUERIES[0], mu=0.5)]))
    share = 100 * told(release).half_width / 4_000
    low, high = math.floor(10 * (50 - share)) / 10, math.ceil(10 * (50 + share)) / 10
    said = words.meaning(release)
    assert f"{low:g}th" in said
    assert f"{high:g}" in said
    assert "With the declared number of rows, this means between the" in said
    assert "percentile of the 4,000 rows expected." in said


def test_the_digits_are_those_of_the_grid(releases: list[Release]) -> None:
    for release in releases:
        step = release.query.quantity(release.facts_table).step
        digits = tidy.digits_of(release, {})
        assert 10.0**-digits <= step < 10.0 ** (1 - digits) or (digits == 0 and step >= 1)
        assert [value % step for value in release.estimates["estimate"]] == [0.0] * release.cells


def test_no_file_says_nan(desk: Desk, releases: list[Release]) -> None:
    desk.release("visits", dp.Plan([dp.Count(), dp.Mean("cost")], **{releases[0].kind.currency: 0.4}))
    dossier, quote = desk.dossier("visits", desk.releases("visits")), desk.quote("visits", again.plan(releases))
    dataset = desk.dataset("visits")
    files, _ = contents.files(dossier, "ab", None)
    made = {
        **files,
        "long.csv": export.long_csv(releases),
        "releases.json": export.to_json(releases),
        "page.html": page.html(dossier).encode(),
        "quote.txt": quoting.text(quote, dataset.table).encode(),
        "plan.json": plan_file.to_json(again.plan(releases), dataset),
        "script.py": script.python(dataset, again.plan(releases)).encode(),
        "series.csv": over_time.series([releases[0]]).csv,
        **{f"{number}.csv": export.to_csv(release) for number, release in enumerate(releases)},
        **{
            f"{number}.plotly": (plotly.chart(one) or plotly.base()).to_json().encode()
            for number, one in enumerate(releases)
        },
    }
    for name, content in made.items():
        if not name.endswith(".parquet"):
            assert not NAN.search(content), name
        if name.endswith("json"):
            json.loads(content, parse_constant=pytest.fail)
    first = export.to_csv(releases[0]).decode().splitlines()
    assert first[0] == "estimate,std_error,low,high"
    assert first[1].endswith(",,,")
    for text in (record.methods(dossier), record.nist_text(record.nist(dossier))):
        assert releases[0].mechanism.cites in text.replace("\\", "")


def test_a_quote_says_the_unit_and_the_assumption(desk: Desk) -> None:
    plan = dp.Plan([dp.Ask(QUERIES[2], half_width=40), dp.Ask(dp.Count(), half_width=40)])
    quote = desk.quote("visits", plan)
    assert quote.table["unit_of_error"].tolist() == ["ranks", "value"]
    assert [ask.half_width for ask in quote.asks] == pytest.approx([40, 40], rel=0.02)
    text = quoting.text(quote, desk.dataset("visits").table)
    assert "±40 ranks" in text
    assert quote.asks[0].error.assumption in text


def test_one_more_measurement_is_refused_everywhere(desk: Desk, releases: list[Release]) -> None:
    currency = releases[0].kind.currency
    charged = len(desk.ledger("visits"))
    for release in releases:
        refusal = re.escape(f"Several measurements of “{release.query}” cannot be combined.")
        for asked in ({currency: 0.4}, {"half_width": 3.0}, {"weight": 1.0}):
            ask = dp.Ask(release.query, measurement=1, **asked)
            plan = dp.Plan([ask], **({currency: 0.4} if "weight" in asked else {}))
            with pytest.raises(dp.QueryError, match=refusal):
                desk.release("visits", plan)
        with pytest.raises(dp.QueryError, match=refusal):
            desk.remeasure(release, **{currency: 0.4})
    assert len(desk.ledger("visits")) == charged


def test_two_prices_are_two_answers_and_the_better_one_counts(desk: Desk, releases: list[Release]) -> None:
    currency = releases[0].kind.currency
    more = desk.release("visits", dp.Plan([dp.Ask(query, **{currency: 0.9}) for query in QUERIES]))
    every = answers.all_of(desk.releases("visits"))
    assert every == desk.releases("visits")
    assert [one.keys for one in answers.listed(desk.ledger("visits"))] == [(release.key,) for release in every]
    assert again.plan(desk.releases("visits")) == again.plan(more)
    for query, measured in zip(QUERIES, desk.measured("visits", QUERIES), strict=True):
        assert measured is not None
        assert measured.release == more[QUERIES.index(query)]
        assert measured.margin() == margin_of(more[QUERIES.index(query)])
        assert measured.margin_after(more[0].kind.of(0.5)) is None
        assert size.brief(query, margin_of(measured.release)).endswith(" ranks")
    kept = desk.quote("visits", dp.Plan(QUERIES, **{currency: 0.3}), keep=True)
    assert all(kept.stored)


def test_a_change_cannot_be_told(desk: Desk, releases: list[Release]) -> None:
    desk.update("visits", dp.read(rows(1)))
    currency = releases[0].kind.currency
    later = desk.release("visits", dp.Plan([dp.Ask(query, **{currency: 0.5}) for query in QUERIES]))
    for before, after in zip(releases, later, strict=True):
        with pytest.raises(dp.QueryError, match="cannot be distinguished from noise"):
            compare.compare(before, after)
        run = over_time.series([before, after])
        assert run.last_step is None
        assert compare.UNTOLD in run.words
        assert len(run.points) == 2
        assert all(line.error_y.array is None for line in course.chart(run).data)
        assert not NAN.search(course.chart(run).to_json().encode() + run.csv)


@pytest.mark.parametrize("currency", ["mu", "epsilon"])
def test_explore_counts_ranks_and_says_so(currency: str) -> None:
    chance = random.Random(3)
    for mixed in (False, True):
        asks = [*QUERIES[:2], *([dp.Count()] if mixed else [])]
        scenario = Scenario("", tuple((query, 1.0) for query in asks), currency, chance.uniform(0.05, 2.0))
        seen = outlook.outlook(scenario, Table(SCHEMA))
        drawn = figures.errors(seen, [str(query) for query in asks], 0.01, 10.0)
        assert "ranks" in drawn.words
        assert ("unit of each answer; Median: ranks" if mixed else "ranks, not values") in drawn.svg
        assert not NAN.search(drawn.svg.encode())
        for place, half in enumerate(seen.half_widths):
            here = outlook.error_line(seen, place, np.array([scenario.total]))[0]
            assert here == pytest.approx(half, rel=0.03, abs=1.5)
        times = [1, 4]
        certified, basic = list(outlook.grown(seen, times)), outlook.basic(seen, times)
        assert all(known is not None and known <= 1.001 * most for known, most in zip(certified, basic, strict=True))
    kind = {"mu": Mu, "epsilon": Epsilon}[currency]
    assert outlook.price_of(QUERIES[2], Table(SCHEMA), kind, 25.0).half_width == pytest.approx(25.0, rel=1e-6)


def test_explore_draws_no_line_where_a_price_is_refused() -> None:
    """Many groups have no answer at a low price: the line begins where there is one."""
    wide = dp.Schema(
        a=dp.Number(0, 999, integer=True), b=dp.Number(0, 99, integer=True), x=dp.Number(0, 2**20, integer=True)
    )
    scenario = Scenario("", ((dp.Median("x", by=["a", "b"]), 1.0), (dp.Count(), 1.0)), "mu", 20.0)
    seen = outlook.outlook(scenario, Table(wide))
    line = outlook.error_line(seen, 0, np.array([1e-3, 20.0]))
    assert math.isnan(line[0])
    assert line[1] == pytest.approx(seen.half_widths[0], rel=0.05)
    assert not NAN.search(figures.errors(seen, ["median", "count"], 1e-3, 20.0).svg.encode())

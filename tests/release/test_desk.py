"""The contract, as a script would use it."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import dpcore as dp
from tests.release.conftest import SCHEMA, visits


@pytest.fixture
def url(either: str) -> str:
    """Everything here holds for each kind of database."""
    return either


def test_the_whole_story(wards: dp.Desk) -> None:
    plan = dp.Plan(
        [
            dp.Ask(dp.Count(by=["ward"]), weight=1),
            dp.Ask(dp.Mean("cost", by=["ward"]), weight=2),
            dp.Ask(dp.Histogram("age", bins=24), half_width=1500),
            dp.Ask(dp.Count(), mu=0.05),
        ],
        mu=0.15,
    )
    quote = wards.quote("visits", plan)
    assert quote.fits and quote.currency == "mu"
    assert list(quote.table["half_width"])[2] == 1500
    releases = wards.release("visits", plan)
    assert [str(release.query) for release in releases] == [str(ask.query) for ask in quote.asks]
    assert list(releases[1].table.columns) == ["ward", "estimate", "std_error", "low", "high"]
    assert list(releases[2].table.columns)[:2] == ["bin_low", "bin_high"]
    standing = wards.standing("visits")
    assert standing.filter == "gaussian"
    spent = 0.15**2 + 0.05**2 + releases[2].mu ** 2
    assert standing.spent.mu == pytest.approx(math.sqrt(spent), rel=1e-12)
    assert standing.remaining.mu**2 == pytest.approx(standing.total.mu**2 - standing.spent.mu**2, rel=1e-9)
    assert len([entry for entry in wards.ledger("visits") if entry.kind == "charge"]) == 1
    wards.verify()


def test_a_repeat_costs_nothing_and_says_the_same(wards: dp.Desk) -> None:
    plan = dp.Plan([dp.Count(), dp.Count()], mu=0.1)
    first = wards.release("visits", plan)
    spent = wards.standing("visits").spent.mu
    assert first[0] == first[1]
    assert wards.quote("visits", plan).price == 0.0
    assert wards.release("visits", plan) == first
    assert wards.standing("visits").spent.mu == spent
    assert wards.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.11)]))[0].noisy != ()
    assert wards.standing("visits").spent.mu > spent


def test_a_level_is_not_a_new_question(wards: dp.Desk) -> None:
    wide = wards.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.1, level=0.99)]))[0]
    spent = wards.standing("visits").spent.mu
    narrow = wards.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.1, level=0.8)]))[0]
    assert wards.standing("visits").spent.mu == spent
    assert narrow.noisy == wide.noisy
    width = [(r.table["high"] - r.table["low"]).iloc[0] for r in (narrow, wide)]
    assert width[0] < width[1]


def test_reopening_finds_the_budget_as_it_was_left(url: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with dp.Desk(url, home=home) as desk:
        desk.add_dataset("v", dp.read(visits()), schema=SCHEMA, budget=dp.Budget(epsilon=1.0))
        answer = desk.release("v", dp.Plan([dp.Count()], epsilon=0.25))[0]
    with dp.Desk(url, home=home) as desk:
        assert desk.standing("v").remaining.epsilon == 0.75
        assert desk.releases("v") == [answer]


def test_a_hundred_hundredths_fit_and_the_next_does_not(tmp_path: Path) -> None:
    with dp.Desk(home=tmp_path) as desk:
        desk.add_dataset("v", dp.read(visits(10)), schema=SCHEMA, budget=dp.Budget(epsilon=1.0))
        for number in range(100):
            desk.release("v", dp.Plan([dp.Ask(dp.Count(where=[dp.Condition("age", ">=", number)]), epsilon=0.01)]))
        assert desk.standing("v").remaining.epsilon == 0
        with pytest.raises(dp.BudgetError):
            desk.release("v", dp.Plan([dp.Ask(dp.Sum("cost"), epsilon=0.01)]))


def test_a_refused_plan_reads_and_charges_nothing(wards: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpcore.engine import duckdb as engine

    def touched(*_: object) -> None:
        raise AssertionError("the rows were touched")

    monkeypatch.setattr(engine.DuckDB, "aggregate", touched)
    with pytest.raises(dp.BudgetError):
        wards.release("visits", dp.Plan([dp.Count()], mu=0.3))
    assert wards.standing("visits").spent.mu == 0


def test_pure_plan_on_a_mixed_budget(wards: dp.Desk) -> None:
    """A pure plan of the whole epsilon would end the Gaussian filter: it needs the analyst's word."""
    plan = dp.Plan([dp.Count()], epsilon=1.0)
    quote = wards.quote("visits", plan)
    assert quote.fits and quote.ends == ("gaussian",)
    with pytest.raises(dp.BudgetError):
        wards.release("visits", plan)
    assert wards.standing("visits").spent.epsilon in (0, 0.0)
    wards.release("visits", plan, confirm=True)
    assert wards.standing("visits").filter == "pure"
    with pytest.raises(dp.BudgetError):
        wards.release("visits", dp.Plan([dp.Sum("cost")], mu=0.01))


def test_pure_budget_refuses_gaussian(url: str, tmp_path: Path) -> None:
    with dp.Desk(url, home=tmp_path) as desk:
        desk.add_dataset("v", dp.read(visits(10)), schema=SCHEMA, budget=dp.Budget(epsilon=1.0))
        with pytest.raises(dp.BudgetError):
            desk.release("v", dp.Plan([dp.Count()], mu=0.1))


def test_remeasure_pays_and_combines(wards: dp.Desk) -> None:
    first = wards.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.1)]))[0]
    both = wards.remeasure(first, mu=0.1)
    assert both.table["std_error"][0] == pytest.approx(first.table["std_error"][0] / math.sqrt(2), rel=1e-9)
    assert wards.standing("visits").spent.mu == pytest.approx(0.1 * math.sqrt(2))
    assert len(both.combined) == 2
    assert wards.remeasure(first, mu=0.1) == both, "a double click pays once"
    assert wards.standing("visits").spent.mu == pytest.approx(0.1 * math.sqrt(2))
    third = wards.remeasure(both, mu=0.15)
    assert len(third.combined) == 3


def test_ratio_needs_a_public_number_of_rows(wards: dp.Desk) -> None:
    plan = dp.Plan([dp.Ask(dp.Mean("cost"), mu=0.1)])
    quote = wards.quote("visits", plan)
    assert math.isnan(quote.table["std_error"][0]) and quote.table["hint"][0]
    with pytest.raises(dp.QueryError):
        wards.quote("visits", dp.Plan([dp.Ask(dp.Mean("cost"), half_width=400)]))
    wards.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=0.15)]))
    assert wards.quote("visits", plan).table["std_error"][0] > 0
    half = wards.quote("visits", dp.Plan([dp.Ask(dp.Mean("cost"), half_width=9000)])).table["half_width"][0]
    assert 0.4 * 9000 < half <= 9000, "the true number may be below the released one"


def test_what_is_answered_needs_no_number_of_rows(wards: dp.Desk) -> None:
    plan = dp.Plan([dp.Ask(dp.Mean("cost"), mu=0.1)])
    assert wards.quote("visits", plan).hints
    wards.release("visits", plan)
    again = wards.quote("visits", plan)
    assert not again.hints and not again.table["hint"][0]


def test_update_is_a_version_under_the_same_budget(wards: dp.Desk) -> None:
    before = wards.release("visits", dp.Plan([dp.Count()], mu=0.1))[0]
    wards.update("visits", dp.read(visits(700)))
    assert wards.dataset("visits").version == 2
    after = wards.release("visits", dp.Plan([dp.Count()], mu=0.1))[0]
    assert after.key != before.key
    assert wards.standing("visits").spent.mu == pytest.approx(0.1 * math.sqrt(2))


def test_deleted_rows_leave_ledger_and_releases(wards: dp.Desk, tmp_path: Path) -> None:
    plan = dp.Plan([dp.Count()], mu=0.1)
    answer = wards.release("visits", plan)
    wards.delete_rows("visits")
    assert wards.releases("visits") == answer == wards.release("visits", plan)
    assert not list((tmp_path / "home" / "data").glob("*/*.parquet"))
    with pytest.raises(dp.DpError):
        wards.release("visits", dp.Plan([dp.Sum("cost")], mu=0.1))
    assert wards.standing("visits").spent.mu == pytest.approx(0.1)


def test_rename_and_raise(wards: dp.Desk) -> None:
    wards.rename("visits", "stays")
    assert wards.dataset("stays").name == "stays"
    with pytest.raises(dp.AccessError):
        wards.dataset("visits")
    wards.raise_budget("stays", dp.Budget(epsilon=2.0, delta=1e-6))
    assert wards.standing("stays").total.epsilon == 2.0
    with pytest.raises(dp.BudgetError):
        wards.raise_budget("stays", dp.Budget(epsilon=1.0, delta=1e-6))
    wards.verify()


def test_another_user_sees_nothing(wards: dp.Desk, url: str, tmp_path: Path) -> None:
    with dp.Desk(url, user="eve", home=tmp_path / "home") as eve:
        assert eve.datasets() == []
        for act in (eve.standing, eve.releases, eve.ledger, eve.delete_rows):
            with pytest.raises(dp.AccessError):
                act("visits")
        eve.add_dataset("visits", dp.read(visits()), schema=SCHEMA, budget=dp.Budget(epsilon=1.0))


def test_rows_deleted_or_altered_are_refused_before_the_charge(wards: dp.Desk, tmp_path: Path) -> None:
    for parquet in (tmp_path / "home" / "data").glob("*/*.parquet"):
        parquet.chmod(0o600)
        parquet.write_bytes(parquet.read_bytes()[:-10])
    with pytest.raises(dp.SourceError):
        wards.release("visits", dp.Plan([dp.Count()], mu=0.1))
    assert wards.standing("visits").spent.mu == 0


def test_releases_survive_json(wards: dp.Desk) -> None:
    plan = dp.Plan(
        [dp.Count(by=["ward", "smoker"]), dp.Variance("age"), dp.Fraction(dp.Condition("smoker", "==", True))], mu=0.2
    )
    for release in wards.release("visits", plan):
        again = dp.Release.from_dict(json.loads(json.dumps(release.to_dict())))
        assert again == release
        assert np.isfinite(again.table[["estimate", "std_error", "low", "high"]].to_numpy()).all()


def test_predicted_error_is_the_noise(url: str, tmp_path: Path) -> None:
    """(1, 1e-6): the analytic sigma, not zCDP's nor the classic one; pure: the discrete law's 1.357."""
    with dp.Desk(url, home=tmp_path) as desk:
        desk.add_dataset("v", dp.read(visits()), schema=SCHEMA, budget=dp.Budget(epsilon=1.0, delta=1e-6))
        mu = dp.calibrate.mu(1.0, 1e-6)
        assert desk.quote("v", dp.Plan([dp.Count()], mu=mu)).table["std_error"][0] == pytest.approx(4.2247, abs=1e-3)
        assert desk.quote("v", dp.Plan([dp.Count()], epsilon=1.0)).table["std_error"][0] <= 1.36
        quote = desk.quote("v", dp.Plan([dp.Count()], mu=mu))
        assert not quote.fits and quote.hints == ("The largest mu that fits is 0.236692.",)
        assert desk.quote("v", dp.Plan([dp.Count()], mu=0.236692)).fits
        with pytest.raises(dp.BudgetError, match=r"The largest mu that fits is 0\.236692\. Ask fewer"):
            desk.release("v", dp.Plan([dp.Count()], mu=mu))


def test_what_a_crash_left_paid_is_answered_under_its_charge(wards: dp.Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weighted prices have no short decimal; the ledger's own fraction is what resumes."""
    plan = dp.Plan([dp.Ask(dp.Count(), weight=1), dp.Ask(dp.Mean("cost", by=["ward"]), weight=2)], mu=0.1)

    def crash(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr("dpcore.release.run.perturb", crash)
        with pytest.raises(dp.DpError, match="could not be answered"):
            wards.release("visits", plan)
    spent = wards.standing("visits").spent.mu
    assert spent == pytest.approx(0.1) and wards.releases("visits") == []
    answered = wards.resume("visits")
    assert len(answered) == 2 and wards.resume("visits") == []
    assert wards.release("visits", plan) == answered
    assert wards.standing("visits").spent.mu == spent

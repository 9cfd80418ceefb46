"""A budget belongs to the population its owner declared: not to a file, a name, a session or the clock (I12)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import dpcore as dp
from dpcore.engine.source.fingerprint import Fingerprint
from tests.release.conftest import SCHEMA, visits

BUDGET = dp.Budget(epsilon=1.0, delta=1e-6)


def shuffled(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.sort_values(["cost", "age"]).reset_index(drop=True)


def to_csv(rows: pd.DataFrame, folder: Path) -> Path:
    rows.to_csv(folder / "again.csv", index=False)
    return folder / "again.csv"


def to_parquet(rows: pd.DataFrame, folder: Path) -> Path:
    rows.to_parquet(folder / "again.parquet", index=False)
    return folder / "again.parquet"


AGAIN: dict[str, Callable[[Path], object]] = {
    "the same": lambda folder: visits(),
    "shuffled": lambda folder: shuffled(visits()),
    "as csv": lambda folder: to_csv(visits(), folder),
    "as parquet": lambda folder: to_parquet(shuffled(visits()), folder),
    "columns in another order": lambda folder: visits()[["ward", "cost", "patient", "smoker", "age"]],
    "one row less": lambda folder: visits().iloc[1:],
    "a few rows more": lambda folder: visits(620),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", AGAIN)
def test_loading_the_same_rows_does_not_refill_the_budget(wards: dp.Desk, tmp_path: Path, name: str) -> None:
    wards.release("visits", dp.Plan([dp.Count()], mu=0.2))
    source = dp.read(AGAIN[name](tmp_path))
    with pytest.raises(dp.BudgetError, match="visits") as caught:
        wards.add_dataset("fresh", source, schema=SCHEMA, budget=BUDGET)
    assert "update" in caught.value.hint
    assert [dataset.name for dataset in wards.datasets()] == ["visits"]
    assert wards.standing("visits").spent.mu == pytest.approx(0.2)
    assert len(list((tmp_path / "home" / "data").iterdir())) == 1, "a refused load leaves no rows behind"


def test_this_check_fails_without_fingerprints(wards: dp.Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fingerprint, "same_population", lambda self, other: False)
    with pytest.raises(pytest.fail.Exception):
        test_loading_the_same_rows_does_not_refill_the_budget(wards, tmp_path, "the same")


def test_a_separate_budget_is_the_owners_explicit_word(wards: dp.Desk) -> None:
    wards.add_dataset("fresh", dp.read(visits()), schema=SCHEMA, budget=BUDGET, separate_budget=True)
    assert wards.standing("fresh").fraction_left == 1.0


def test_other_rows_are_other_people(wards: dp.Desk) -> None:
    other = visits().assign(cost=lambda rows: rows["cost"] * 0.5 + 1, patient=lambda rows: "q" + rows["patient"])
    wards.add_dataset("other", dp.read(other), schema=SCHEMA, budget=BUDGET)


def test_rows_stay_recognised_after_they_are_deleted(wards: dp.Desk) -> None:
    wards.delete_rows("visits")
    with pytest.raises(dp.BudgetError):
        wards.add_dataset("fresh", dp.read(visits()), schema=SCHEMA, budget=BUDGET)


def test_another_owner_learns_nothing_from_a_guess(wards: dp.Desk, tmp_path: Path) -> None:
    with dp.Desk(f"sqlite:///{tmp_path / 'murmur.db'}", user="eve", home=tmp_path / "home") as eve:
        eve.add_dataset("guess", dp.read(visits()), schema=SCHEMA, budget=BUDGET)


def test_one_name_is_one_dataset(wards: dp.Desk) -> None:
    for name in ("visits", "VISITS"):
        with pytest.raises(dp.SchemaError, match="already"):
            wards.add_dataset(name, dp.read(visits(3)), schema=SCHEMA, budget=BUDGET)


@pytest.mark.parametrize("year", ["1999", "2046"])
def test_the_clock_refills_nothing(wards: dp.Desk, monkeypatch: pytest.MonkeyPatch, year: str) -> None:
    wards.release("visits", dp.Plan([dp.Count()], mu=0.2))
    monkeypatch.setattr("dpcore.clock.now", lambda: f"{year}-01-01T00:00:00+00:00")
    with pytest.raises(dp.BudgetError):
        wards.release("visits", dp.Plan([dp.Sum("cost")], mu=0.2))
    wards.verify()


@pytest.mark.parametrize("again", [False, True])
def test_rows_that_cannot_be_prepared_open_no_account(
    wards: dp.Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    def broken(*_: object) -> None:
        raise dp.SourceError("no", "no")

    kept = sorted((tmp_path / "home" / "data").rglob("*.parquet"))
    monkeypatch.setattr("dpcore.engine.source.frozen.Frozen.prepare", broken)
    with pytest.raises(dp.SourceError):
        if again:
            wards.update("visits", dp.read(visits(700)), separate_budget=True)
        else:
            wards.add_dataset("fresh", dp.read(visits(700)), schema=SCHEMA, budget=BUDGET, separate_budget=True)
    assert [(dataset.name, dataset.version) for dataset in wards.datasets()] == [("visits", 1)]
    assert sorted((tmp_path / "home" / "data").rglob("*.parquet")) == kept

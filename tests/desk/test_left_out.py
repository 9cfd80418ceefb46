"""Columns that the owner did not want to be kept: not on disk, left out of new versions too, rows still recognised."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

import dpcore as dp

BUDGET = dp.Budget(mu=0.5, delta=1e-6)
SECRET = "canary-7f3a"


def frame(seed: int = 1, rows: int = 300) -> pd.DataFrame:
    chance = random.Random(seed)
    return pd.DataFrame(
        {
            "age": [chance.randint(0, 99) for _ in range(rows)],
            "Name": [f"{SECRET} {chance.random()}" for _ in range(rows)],
            "cost,": [chance.lognormvariate(5, 2) for _ in range(rows)],
            "no te": [chance.choice(["a", None, "b"]) for _ in range(rows)],
        }
    )


SCHEMA = dp.Schema({"age": dp.Number(0, 120), "cost,": dp.Number(0, 9_000)})


@pytest.fixture(params=["csv", "parquet", "frame"])
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> dp.Source:
    return source(request.param, tmp_path, frame())


def source(kind: str, folder: Path, data: pd.DataFrame) -> dp.Source:
    if kind == "frame":
        return dp.read(data)
    path = folder / f"rows.{kind}"
    data.to_csv(path, index=False) if kind == "csv" else data.to_parquet(path)
    return dp.read(str(path))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    with dp.Desk(home=tmp_path / "home") as opened:
        yield opened


def test_they_are_nowhere_on_disk(desk: dp.Desk, rows: dp.Source, tmp_path: Path) -> None:
    made = desk.add_dataset("visits", rows.without("Name", "no te"), schema=SCHEMA, budget=BUDGET)
    assert (dict(made.kept.columns).keys(), made.kept.left_out) == ({"age", "cost,"}, ("Name", "no te"))
    assert made.table.schema == SCHEMA
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]
    (copy,) = (path for path in files if path.suffix == ".parquet")
    assert pq.read_schema(copy).names == ["age", "cost,"] and copy.stat().st_mode & 0o777 == 0o600
    with_names = pd.read_parquet(copy)
    assert sorted(with_names["age"].astype(int)) == sorted(frame()["age"])


def test_a_canary_that_is_kept_is_found(desk: dp.Desk, rows: dp.Source, tmp_path: Path) -> None:
    """So that the search above can fail."""
    desk.add_dataset("visits", rows.without("no te"), schema=SCHEMA, budget=BUDGET)
    assert any(
        any(SECRET in str(value) for value in pd.read_parquet(path).get("Name", []))
        for path in (tmp_path / "home").rglob("*.parquet")
    )


def test_questions_are_answered_as_before(desk: dp.Desk, rows: dp.Source) -> None:
    desk.add_dataset("visits", rows.without("Name"), schema=SCHEMA, budget=dp.Budget(mu=40, delta=1e-6))
    (release,) = desk.release("visits", dp.Plan([dp.Ask(dp.Count(), mu=30)]))
    assert abs(release.estimates["estimate"][0] - 300) < 2


@pytest.mark.parametrize("first", [(), ("Name",), ("Name", "no te")])
@pytest.mark.parametrize("second", [(), ("Name",), ("no te",)])
def test_rows_are_recognised_whatever_is_left_out(
    desk: dp.Desk, rows: dp.Source, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    """Else leaving out a column would open the same rows with a second budget."""
    desk.add_dataset("visits", rows.without(*first), schema=SCHEMA, budget=BUDGET)
    with pytest.raises(dp.KnownRowsError):
        desk.add_dataset("again", rows.without(*second), schema=SCHEMA, budget=BUDGET)


def test_other_rows_are_others(desk: dp.Desk, tmp_path: Path) -> None:
    desk.add_dataset("visits", dp.read(frame(1)).without("Name"), schema=SCHEMA, budget=BUDGET)
    desk.add_dataset("others", dp.read(frame(2)).without("Name"), schema=SCHEMA, budget=BUDGET)


def test_new_versions_leave_them_out_too_unless_said_otherwise(desk: dp.Desk) -> None:
    desk.add_dataset("visits", dp.read(frame(1)).without("Name"), schema=SCHEMA, budget=BUDGET)
    assert desk.update("visits", dp.read(frame(2))).kept.left_out == ("Name",)
    assert desk.update("visits", dp.read(frame(3).drop(columns="Name"))).kept.left_out == ("Name",)
    again = desk.update("visits", dp.read(frame(6).rename(columns={"Name": "NAME "})))  # it is back, spelt otherwise
    assert again.kept.left_out == ("Name",) and not [
        name for name in again.kept.columns if name.strip().casefold() == "name"
    ]
    assert desk.update("visits", dp.read(frame(4)).without("no te")).kept.left_out == ("no te",)
    assert desk.update("visits", dp.read(frame(5)).without()).kept.left_out == ()
    desk.verify()


def test_what_is_left_out_cannot_be_described(desk: dp.Desk, rows: dp.Source) -> None:
    with pytest.raises(dp.SchemaError, match="no column"):
        desk.add_dataset("visits", rows.without("age"), schema=SCHEMA, budget=BUDGET)
    with pytest.raises(dp.SourceError, match="no column 'agee'"):
        rows.without("agee")
    desk.add_dataset("visits", rows.without("Name"), schema=SCHEMA, budget=BUDGET)
    more = dp.Schema({**SCHEMA.columns, "Name": dp.Text()})
    with pytest.raises(dp.SchemaError, match="kept without the column"):
        desk.describe("visits", more, origin=dp.Origin("public"))


def test_a_copy_is_checked_as_before(desk: dp.Desk, rows: dp.Source, tmp_path: Path) -> None:
    desk.add_dataset("visits", rows.without("Name"), schema=SCHEMA, budget=BUDGET)
    (copy,) = (tmp_path / "home").rglob("*.parquet")
    data = pd.read_parquet(copy)
    data.iloc[:-1].to_parquet(copy)
    with pytest.raises(dp.SourceError, match="altered"):
        desk.release("visits", dp.Plan([dp.Count()], mu=0.1))


def test_columns_stay_in_the_order_of_the_table(desk: dp.Desk) -> None:
    names = ["zeta", "Alpha", "10", "9", "beta"]
    desk.add_dataset(
        "t",
        dp.read(pd.DataFrame({name: [1.0] for name in names})),
        schema=dp.Schema(zeta=dp.Number(0, 1)),
        budget=BUDGET,
    )
    assert list(desk.dataset("t").kept.columns) == names

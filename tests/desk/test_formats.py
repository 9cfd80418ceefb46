"""Formats of cells: answers as of rows that are written plainly, and versions of the same rows read otherwise."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore.engine.postgres_rows import PostgresRows
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.read import from_descriptor
from dpcore.engine.spark_rows import SparkRows
from dpcore.table.aggregate import Aggregate, Edges, Periods, Rows, Total, Units
from dpcore.table.grid import Grid
from dpcore.table.table import Table, Unit
from tests.chance import seeds
from tests.engine import format_oracle as oracle
from tests.engine.format_cells import cells

KEY = bytes(range(32))
BUDGET = dp.Budget(mu=40, delta=1e-6)
SCHEMA = dp.Schema(
    who=dp.Identifier(), cost=dp.Number(0, 1000), day=dp.Date("1950-01-01", "2049-12-31"), code=dp.Category(["1", "2"])
)
FORMATS = {
    "cost": dp.Format(decimal=",", thousands=".", sign="€", missing=["999", "-9"]),
    "day": dp.Format(dates="day first", years_from=1950, missing=["01.01.1900"]),
    "code": dp.Format(missing=["2"]),
    "who": dp.Format(missing=["0"]),
}
DAYS = Periods("day", (dt.date(1950, 1, 1), dt.date(2000, 1, 1)), dt.date(2049, 12, 31))
ASKS = [
    Aggregate((Rows(),)),
    Aggregate((Rows(), Total(Grid("cost", 0, 1000, 0))), present=("cost",)),
    Aggregate((Rows(),), (Edges("cost", (0, 1, 10, 100, 1000)),)),
    Aggregate((Rows(),), (DAYS,)),
]


def drawn(seed: int, count: int = 400) -> dict[str, list[Any]]:
    chance = random.Random(seed)
    costs, days = ([*cells(chance, FORMATS[name], count)][:count] for name in ("cost", "day"))
    return {
        "who": [str(chance.randint(0, 60)) for _ in range(count)],
        "cost": [chance.choice(["999", "-9", "999,0 €", cost]) if chance.random() < 0.1 else cost for cost in costs],
        "day": days,
        "code": [chance.choice(["1", "2", "2.0", "x"]) for _ in range(count)],
    }


def plainly(rows: dict[str, list[Any]]) -> pa.Table:
    """The same rows, written as they are read without formats."""
    return pa.table(
        {
            "who": [None if who == "0" else who for who in rows["who"]],
            "cost": [oracle.number(cell, FORMATS["cost"]) for cell in rows["cost"]],
            "day": [oracle.day(cell, FORMATS["day"]) for cell in rows["day"]],
            "code": [None if code in ("2", "2.0") else code for code in rows["code"]],
        }
    )


def exactly(rows: Any, folder: Path, unit: Unit) -> list[Any]:
    """The exact integers; for identifiers with all their rows."""
    asks = ASKS if unit == Unit() else [*ASKS, Aggregate((Units(),))]
    with rows.engine(Table(SCHEMA, unit), KEY, folder) as engine:
        return [answer.tolist() for answer in engine.aggregate(asks)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[dp.Desk]:
    with dp.Desk(home=tmp_path / "home") as opened:
        yield opened


def rows_of(desk: dp.Desk, name: str = "visits") -> Any:
    made = desk.dataset(name)
    return desk._catalog._versions.rows(made.id, made.version)


@pytest.mark.parametrize("unit", [Unit(), Unit("who", 400)])
@pytest.mark.parametrize("seed", seeds(1, *range(1, 12)))
def test_answers_are_those_of_rows_that_are_written_plainly(seed: int, unit: Unit, tmp_path: Path) -> None:
    rows = drawn(seed)
    written = dp.read(pa.table(rows)).with_formats(FORMATS).load(tmp_path / "a", KEY)
    plain = dp.read(plainly(rows)).load(tmp_path / "b", KEY)
    found, there = exactly(written, tmp_path / "a", unit), exactly(plain, tmp_path / "b", unit)
    assert found == there and found[1][0] > 100 and min(found[3][0]) > 20
    without = dp.read(pa.table(rows)).load(tmp_path / "c", KEY)
    assert exactly(without, tmp_path / "c", unit) != found


@pytest.mark.parametrize("unit", [None, "who"])
def test_a_wrong_format_is_mended_by_a_version_of_the_same_rows(
    desk: dp.Desk, unit: str | None, tmp_path: Path
) -> None:
    rows, units = drawn(7), Unit(unit, 400) if unit else Unit()
    wrong = {**FORMATS, "day": dp.Format(dates="month first"), "cost": dp.Format(decimal=".")}
    words: dict[str, Any] = {"unit": dp.Unit(unit, 400)} if unit else {}
    first = desk.add_dataset(
        "visits", dp.read(pa.table(rows)).with_formats(wrong), schema=SCHEMA, budget=BUDGET, **words
    )
    before = exactly(rows_of(desk), tmp_path / "a", units)
    again = desk.update("visits", formats=FORMATS)
    assert (again.version, again.kept.formats, again.id) == (first.version + 1, FORMATS, first.id)
    there = exactly(dp.read(plainly(rows)).load(tmp_path / "b", KEY), tmp_path / "b", units)
    assert before != exactly(rows_of(desk), tmp_path / "a", units) == there
    (release,) = desk.release("visits", dp.Plan([dp.Ask(dp.Count(where=[dp.Condition("cost", ">=", 0)]), mu=30)]))
    if unit is None:
        assert abs(release.estimates["estimate"][0] - there[1][0]) < 2
    wider = dp.Schema({**SCHEMA.columns, "cost": dp.Number(0, 2000)})
    described = desk.describe("visits", wider, origin=dp.Origin("public"))
    assert described.kept.formats == FORMATS
    assert exactly(rows_of(desk), tmp_path / "a", units) == there
    assert desk.update("visits", formats={}).kept.formats == {}
    desk.verify()


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_new_version_keeps_the_formats_unless_its_source_says_otherwise(
    desk: dp.Desk, kind: str, tmp_path: Path
) -> None:
    desk.add_dataset("visits", dp.read(pa.table(drawn(1))).with_formats(FORMATS), schema=SCHEMA, budget=BUDGET)
    rows = {name: [cell and cell.replace("\0", "") for cell in some] for name, some in drawn(2).items()}
    path = tmp_path / f"rows.{kind}"
    frame = pd.DataFrame(rows)
    frame.to_csv(path, index=False) if kind == "csv" else frame.to_parquet(path)
    assert desk.update("visits", dp.read(path)).kept.formats == FORMATS
    there = exactly(dp.read(plainly(rows)).load(tmp_path / "b", KEY), tmp_path / "b", Unit())
    assert exactly(rows_of(desk), tmp_path / "a", Unit()) == there
    other = {"cost": dp.Format(decimal=".", missing=["-9"])}
    assert desk.update("visits", dp.read(pa.table(drawn(3))).with_formats(other)).kept.formats == other
    assert desk.update("visits", dp.read(pa.table(drawn(4))).with_formats({})).kept.formats == {}
    assert desk.update("visits", dp.read(pa.table(drawn(5)))).kept.formats == {}
    assert desk.update("visits", dp.read(pa.table(drawn(6))), formats=FORMATS).kept.formats == FORMATS


def test_a_column_that_is_not_kept_has_no_format(desk: dp.Desk) -> None:
    schema = dp.Schema(cost=SCHEMA["cost"], day=SCHEMA["day"])
    source = dp.read(pa.table(drawn(1)))
    with pytest.raises(dp.SourceError, match="no column 'code'"):
        source.without("code").with_formats(FORMATS)
    made = desk.add_dataset("visits", source.with_formats(FORMATS).without("code"), schema=schema, budget=BUDGET)
    assert made.kept.formats.keys() == {"cost", "day", "who"}
    assert desk.update("visits", dp.read(pa.table(drawn(2))).without("who")).kept.formats.keys() == {"cost", "day"}
    with pytest.raises(dp.SourceError, match="no column 'who'"):
        desk.update("visits", formats={"who": dp.Format(missing=["0"])})


@pytest.mark.parametrize("first", [{}, FORMATS])
@pytest.mark.parametrize("second", [{}, FORMATS, {"cost": dp.Format(decimal=".")}])
def test_rows_are_recognised_whatever_their_formats_are(desk: dp.Desk, first: Any, second: Any) -> None:
    """Else a format would open the same rows with a second budget."""
    source = dp.read(pa.table(drawn(1)))
    desk.add_dataset("visits", source.with_formats(first), schema=SCHEMA, budget=BUDGET)
    with pytest.raises(dp.KnownRowsError):
        desk.add_dataset("again", source.with_formats(second), schema=SCHEMA, budget=BUDGET)
    desk.update("visits", formats=second)
    with pytest.raises(dp.KnownRowsError):
        desk.add_dataset("again", source.with_formats(first), schema=SCHEMA, budget=BUDGET)


def test_a_copy_that_was_altered_is_not_read_again(desk: dp.Desk, tmp_path: Path) -> None:
    desk.add_dataset("visits", dp.read(pa.table(drawn(1))), schema=SCHEMA, budget=BUDGET)
    copy = rows_of(desk).path
    pd.read_parquet(copy).iloc[:-1].to_parquet(copy)
    with pytest.raises(dp.SourceError, match="altered"):
        desk.update("visits", formats=FORMATS)
    assert desk.dataset("visits").version == 1
    copy.unlink()
    with pytest.raises(dp.SourceError, match="missing"):
        desk.update("visits", formats=FORMATS)


def test_descriptors_are_read_with_formats_and_without(desk: dp.Desk) -> None:
    """Those of earlier versions say nothing of formats."""
    desk.add_dataset("visits", dp.read(pa.table(drawn(1))).with_formats(FORMATS), schema=SCHEMA, budget=BUDGET)
    frozen = rows_of(desk).to_dict()
    here = "postgresql+psycopg://reader@127.0.0.1:5432/clinic"
    postgres = {"kind": "postgres", "address": here, "table": ["public", "t"], "types": {"cost": "pg_catalog.text"}}
    spark = {"kind": "spark", "address": "sc://127.0.0.1:15002", "table": ["c", "s", "t"], "types": {"cost": "string"}}
    for kind, data in ((Frozen, frozen), (PostgresRows, postgres), (SparkRows, spark)):
        formats = {"formats": frozen["formats"]}
        new = from_descriptor({**data, "marks": [], **formats})
        old = from_descriptor({name: value for name, value in ({**data, "marks": []}).items() if name != "formats"})
        assert isinstance(new, kind) and (new.formats, old.formats) == (FORMATS, {})
        assert new.to_dict()["formats"] == frozen["formats"] and "formats" not in old.to_dict()


def few(count: int, cell: str = "1") -> Any:
    return dp.read(pa.table({"x": [cell] * count}))


X = dp.Schema(x=dp.Number(0, 100))
CODES = {"x": dp.Format(missing=["99"])}


@pytest.mark.parametrize("deletes", [False, True])
def test_rows_are_not_read_again_if_they_are_replaced_meanwhile(desk: dp.Desk, deletes: bool) -> None:
    """Else the rows of the month before, or deleted ones, would be the newest version."""
    made = desk.add_dataset("visits", few(50), schema=X, budget=BUDGET)
    folder = desk._catalog._home.folder(made.id)
    with dp.Desk(home=desk._catalog._home.path) as other:

        def meanwhile(_: str) -> None:
            if deletes:
                other.delete_rows("visits")
            else:
                other.update("visits", few(80, "90"))

        with pytest.raises(dp.AccessError if deletes else dp.SchemaError, match="deleted" if deletes else "meantime"):
            desk.update("visits", formats=CODES, before=meanwhile)
    now = desk.dataset("visits")
    assert (now.version, now.has_rows, now.kept.formats) == (1 if deletes else 2, not deletes, {})
    assert len([*folder.glob("*.parquet")]) == (0 if deletes else 2), "nothing is left of the refused version"
    if deletes:
        assert desk.update("visits", few(80)).has_rows
    assert desk.update("visits", formats=CODES).version == 3
    desk.verify()


def test_rows_with_a_separate_budget_are_read_again_without_further_words(desk: dp.Desk) -> None:
    desk.add_dataset("visits", few(50), schema=X, budget=BUDGET)
    desk.add_dataset("apart", few(50), schema=X, budget=BUDGET, separate_budget=True)
    assert desk.update("apart", formats=CODES).version == 2
    with pytest.raises(dp.KnownRowsError):
        desk.update("apart", few(50), formats=CODES)


def test_deleted_rows_have_no_other_name(desk: dp.Desk) -> None:
    """A process that was killed while it read the same rows otherwise leaves a second name of their file."""
    made = desk.add_dataset("visits", few(50), schema=X, budget=BUDGET)
    left = desk._catalog._home.spools / "killed"
    left.mkdir(parents=True)
    (left / "rows.parquet").hardlink_to(rows_of(desk).path)
    desk.delete_rows("visits")
    assert not [*desk._catalog._home.path.rglob("*.parquet")] and not desk.dataset(made.id).has_rows


def test_only_a_source_has_formats(desk: dp.Desk) -> None:
    desk.add_dataset("visits", few(50), schema=X, budget=BUDGET)
    with pytest.raises(dp.SchemaError, match=r"Rows must be given by `dp\.read`"):
        desk.update("visits", "visits.csv", formats=CODES)  # type: ignore[arg-type]


def test_formats_of_a_newer_program_are_shown_as_they_are_stored() -> None:
    from dpcore.present.text.history import _formats

    said = {"x": {"calendar": "lunar"}, "y": {"decimal": ","}}
    assert "calendar" in str(_formats({"formats": said})[0])


@pytest.mark.parametrize("unit", [Unit(), Unit("who", 400)])
def test_many_columns_are_read_as_few_are(unit: Unit, tmp_path: Path) -> None:
    """Their statement skips most of the steps that plan it, and it is written by a connection of its own."""
    from dpcore.engine.duckdb import _MANY

    rows = drawn(9)
    more = {f"more{place}": rows["cost"] for place in range(_MANY)}
    kinds = {**SCHEMA.columns, **dict.fromkeys(more, SCHEMA["cost"])}
    formats = {**FORMATS, **dict.fromkeys(more, FORMATS["cost"])}
    written = dp.read(pa.table({**rows, **more})).with_formats(formats).load(tmp_path / "a", KEY)
    plain = plainly(rows)
    for name in more:
        plain = plain.append_column(name, plain["cost"])
    there = dp.read(plain).load(tmp_path / "b", KEY)
    asks = [Aggregate((Rows(), Total(Grid(name, 0, 1000, 0))), present=(name,)) for name in ("cost", "more3", "more15")]

    def answers(frozen: Frozen, folder: Path) -> list[Any]:
        with frozen.engine(Table(dp.Schema(kinds), unit), KEY, folder) as engine:
            return [answer.tolist() for answer in engine.aggregate(asks)]

    found = answers(written, tmp_path / "a")
    assert found == answers(there, tmp_path / "b") == answers(written, tmp_path / "a") and found[0][0] > 100


def test_formats_that_are_mended_meanwhile_are_not_undone(desk: dp.Desk) -> None:
    """A file that says nothing of its formats would carry those of the version before the mend."""
    desk.add_dataset("visits", few(50), schema=X, budget=BUDGET)
    with dp.Desk(home=desk._catalog._home.path) as other:
        with pytest.raises(dp.SchemaError, match="meantime"):
            desk.update("visits", few(60), before=lambda _: other.update("visits", formats=CODES) and None)
        assert desk.dataset("visits").kept.formats == CODES and desk.dataset("visits").version == 2
        said = few(60).with_formats({})
        desk.update("visits", said, before=lambda _: other.update("visits", formats={}) and None)
    assert desk.dataset("visits").version == 4

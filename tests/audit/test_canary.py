"""I10: no private byte anywhere but in the data folder. Strings and numbers that occur nowhere else are planted in
every kind of column; everything is done with the table, and everything fails; then all that is left is searched."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import struct
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlglot import exp

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source.frozen import Copied
from dpcore.engine.sql.dialect import DuckDBDialect
from dpcore.present import page
from dpcore.present.chart import plotly
from dpcore.present.file import export
from dpcore.present.text import margin
from tests.audit.outlet import commanded, compared, outlets

WORDS = ["zq-canary-ward", "zq-canary-note", "zq-canary-person", "zq-canary-flag"]
NUMBERS = [38271.59371, 73.0]
WHOLE = 918_273_645
DAY = "2024-11-23"

SCHEMA = dp.Schema(
    cost=dp.Number(0, 50_000),
    age=dp.Number(0, 10**9, integer=True),
    ward=dp.Category(["A", "B"], other=True),
    smoker=dp.Flag(),
    day=dp.Date("2024-01-01", "2024-12-31"),
    patient=dp.Identifier(),
    note=dp.Text(),
)
SMOKER = dp.Condition("smoker", "==", True)
PLAN = dp.Plan(
    [
        *(
            dp.Count(),
            dp.Count(by=["ward"]),
            dp.DistinctUnits(),
            dp.Histogram("cost", bins=5),
            dp.Sum("age"),
            dp.Mean("cost"),
        ),
        *(
            dp.Histogram("day", period="month"),
            dp.CrossTable(["ward", "smoker"]),
            dp.Fraction(SMOKER),
            dp.Variance("cost"),
        ),
        dp.StandardDeviation("age", by=["ward"], where=[SMOKER]),
    ],
    mu=1,
)


FACTS: dict[str, Any] = {"schema": SCHEMA, "budget": dp.Budget(mu=3)}


def rows() -> pd.DataFrame:
    """Five visits, each full of canaries."""
    row = {
        "cost": NUMBERS[0],
        "age": WHOLE,
        "ward": WORDS[0],
        "smoker": WORDS[3],
        "day": DAY,
        "patient": WORDS[2],
        "note": WORDS[1],
    }
    return pd.DataFrame([row, row, {**row, "patient": "zq-canary-other"}, {**row, "cost": 1.5}, {**row, "ward": "A"}])


def traces() -> list[bytes]:
    """Every spelling in which a canary could have got away: text, escaped, wide, as the bytes of a number."""
    words = ["zq-canary", str(NUMBERS[0]), str(WHOLE), DAY]
    found = [word.encode(encoding) for word in words for encoding in ("utf-8", "utf-16-le")]
    found += [pack for size in "<>" for pack in (struct.pack(f"{size}d", NUMBERS[0]), struct.pack(f"{size}q", WHOLE))]
    return [*found, format(WHOLE, "_").encode(), format(WHOLE, ",").encode(), hex(WHOLE)[2:].encode()]


@contextlib.contextmanager
def failing(heard: list[str]) -> Iterator[None]:
    """What fails inside must, in words of the project; everything that could be printed of it is kept."""
    try:
        yield
    except dp.DpError as error:
        heard += [
            str(error),
            repr(error),
            *traceback.format_exception(error),
            *map(str, getattr(error, "__notes__", [])),
        ]
    else:
        raise AssertionError("this was meant to fail")


def everything(folder: Path, heard: list[str], patch: pytest.MonkeyPatch) -> None:
    """Load in every way, quote, release, look, draw, export, share, fail in every way, update, delete."""
    files(folder)
    table, seen = rows(), folder.parent / "seen"
    with dp.Desk() as desk:
        for name, source in (("csv", folder / "t.csv"), ("parquet", folder / "t.parquet"), ("frame", table)):
            answered(desk, name, dp.read(source), heard, seen)
        teamed(desk, "frame", heard)
        for bad in ("ragged.csv", "quote.csv", "latin.csv", "cut.parquet", "spoilt.parquet"):
            with failing(heard):
                desk.add_dataset(bad, dp.read(folder / bad), **FACTS)
                desk.release(bad, PLAN)
        for fail in failures(desk, table, patch):
            with failing(heard):
                fail()
        before = desk.releases("csv")
        desk.update("csv", dp.read(pd.concat([table, table])), separate_budget=True)
        keep(seen, "again", outlets(desk, "csv", after := desk.release("csv", dp.Plan([dp.Count()], mu=0.2))))
        heard.append(compared(before[0], after[0]).decode())
        desk.verify()
        desk.rename("csv", "renamed")
        desk.delete_rows("renamed")
        with failing(heard):
            desk.release("renamed", dp.Plan([dp.Sum("age")], mu=0.2))
    keep(seen, "command", commanded(desk.home.path, "parquet", seen / "commanded"))


def files(folder: Path) -> None:
    """The table as files, good and spoilt."""
    folder.mkdir()
    table = rows()
    table.to_csv(folder / "t.csv", index=False)
    table.to_parquet(folder / "t.parquet", index=False)
    (folder / "ragged.csv").write_text((folder / "t.csv").read_text() + f"{WORDS[0]},{WHOLE}\n")
    (folder / "quote.csv").write_text((folder / "t.csv").read_text() + f'"{WORDS[0]}\n')
    (folder / "latin.csv").write_bytes(
        (folder / "t.csv").read_bytes() + f"{WORDS[0]}\xe9".encode("latin-1") + b",,,,,,\n"
    )
    (folder / "cut.parquet").write_bytes((folder / "t.parquet").read_bytes()[:-30])
    spoilt = bytearray((folder / "t.parquet").read_bytes())
    spoilt[8:60] = bytes(52)
    (folder / "spoilt.parquet").write_bytes(bytes(spoilt))


def answered(desk: dp.Desk, name: str, data: dp.Source, heard: list[str], seen: Path) -> None:
    """One table from loading to everything that leaves the desk."""
    heard += [repr(data), str(data.columns)]
    heard.append(repr(desk.add_dataset(name, data, unit=dp.Unit("patient", 2), separate_budget=True, **FACTS)))
    heard += [str(desk.quote(name, PLAN)), desk.quote(name, PLAN).table.to_csv()]
    releases = desk.release(name, PLAN, progress=heard.append)
    heard += [repr(releases), *(one.table.to_csv() for one in releases), str(desk.standing(name))]
    heard += [json.dumps(entry.payload) + repr(entry) for entry in desk.ledger(name)]
    heard.append(repr(desk.remeasure(releases[0], mu=0.1)))
    for number, one in enumerate(releases):
        (seen / f"{name}{number}.csv").write_bytes(export.to_csv(one))
        drawn = plotly.chart(one)
        heard += [margin.alt(one), drawn.to_json() if drawn else ""]
    (seen / f"{name}.json").write_bytes(export.to_json(releases))
    (seen / f"{name}-long.csv").write_bytes(export.long_csv(releases))
    keep(seen, name, outlets(desk, name, desk.releases(name)))


def keep(seen: Path, name: str, sent: Mapping[str, bytes]) -> None:
    """Files of what was sent; tables of Parquet as text too, for they are packed."""
    (seen / f"{name} sent").mkdir()
    for number, (form, data) in enumerate(sent.items()):
        (seen / f"{name} sent" / f"{number}").write_bytes(form.encode() + b"\n" + data)
        if form.endswith(".parquet"):
            (seen / f"{name} sent" / f"{number} read").write_text(pd.read_parquet(io.BytesIO(data)).to_csv())


def teamed(desk: dp.Desk, name: str, heard: list[str]) -> None:
    """A member with a slice, a plan beyond it, its approval and its release; what is seen of each."""
    team = desk.team(name)
    team.add("ada@example.org", "analyst")
    heard.append(repr(team.grant("ada@example.org", mu=0.1)))
    with dp.Desk(user="ada@example.org", beside=desk) as analyst:
        with failing(heard):
            analyst.release(name, dp.Plan([dp.Sum("cost")], mu=0.5))
        asked = analyst.team(name).propose(dp.Plan([dp.Sum("cost")], mu=0.5), "for the report")
        team.approve(asked.id)
        heard += [repr(analyst.release_approved(name, asked.id)), repr(team.proposals), repr(team.members)]


def failures(desk: dp.Desk, table: pd.DataFrame, patch: pytest.MonkeyPatch) -> list[Callable[[], Any]]:
    """What the desk must refuse."""
    return [
        lambda: desk.add_dataset("again", dp.read(table), **FACTS),
        lambda: desk.add_dataset("x", dp.read(table), schema=dp.Schema(absent=dp.Flag()), budget=dp.Budget(mu=1)),
        lambda: desk.release("csv", dp.Plan([dp.Sum("cost")], mu=50)),
        lambda: desk.release("csv", dp.Plan([dp.Sum("note")], mu=0.1)),
        lambda: desk.release("csv", dp.Plan([dp.Mean("cost", by=["patient"])], mu=0.1)),
        lambda: broken_engine(desk, patch),
    ]


def broken_engine(desk: dp.Desk, patch: pytest.MonkeyPatch) -> None:
    """A statement that makes the engine quote a cell in its error."""
    honest = DuckDBDialect.sql

    def casting(self: DuckDBDialect, query: exp.Expr) -> str:
        (file,) = set(re.findall(r"READ_PARQUET\(\['[^']*'\][^)]*\)", honest(self, query)))
        return f"SELECT CAST(note AS INT) FROM {file}"

    data = dp.read(rows().assign(cost=2.0))
    desk.add_dataset("broken", data, schema=SCHEMA, budget=dp.Budget(mu=3), separate_budget=True)
    with patch.context() as inner:
        inner.setattr(DuckDBDialect, "sql", casting)
        desk.release("broken", dp.Plan([dp.Count()], mu=0.1))


def sweep(tmp_path: Path, patch: pytest.MonkeyPatch, capfd: Any, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Where canaries were found outside the data folder and the files they came from."""
    for name in ("temp", "seen"):
        (tmp_path / name).mkdir()
    patch.setenv("TMPDIR", str(tmp_path / "temp"))
    patch.setattr(tempfile, "tempdir", None)
    patch.setenv("MURMUR_HOME", str(tmp_path / "home"))
    heard: list[str] = []
    caplog.set_level(logging.DEBUG)
    for name in list(logging.root.manager.loggerDict):
        caplog.set_level(logging.DEBUG, name)
    everything(tmp_path / "given", heard, patch)
    printed = capfd.readouterr()
    places = {"stdout": printed.out.encode(), "stderr": printed.err.encode(), "logs": caplog.text.encode()}
    places |= {"log arguments": repr([record.__dict__ for record in caplog.records]).encode()}
    places |= {f"said {i}": text.encode() for i, text in enumerate(heard)}
    private = (tmp_path / "given", tmp_path / "home" / "data")
    for path in tmp_path.rglob("*"):
        assert "canary" not in path.name
        if path.is_file() and not any(folder in path.parents for folder in private):
            places[str(path)] = path.read_bytes()
    assert (
        any("murmur.db" in place for place in places) and any(".json" in place for place in places) and len(heard) > 60
    )
    assert any((tmp_path / "home" / "data").rglob("*.parquet")), "the data folder is where it was looked for"
    assert sum(" sent/" in place for place in places) > 200, "all that is sent was looked at"
    return [f"{place}: {trace!r}" for place, text in places.items() for trace in traces() if trace in text]


def test_no_canary_gets_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any, caplog: pytest.LogCaptureFixture
) -> None:
    assert sweep(tmp_path, monkeypatch, capfd, caplog) == []


@pytest.mark.audit
def test_a_logged_row_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any, caplog: pytest.LogCaptureFixture
) -> None:
    honest = Copied.freeze

    def chatty(self: Copied, folder: Path, *keys: bytes) -> Any:
        frozen = honest(self, folder, *keys)
        logging.getLogger("dpcore.engine").debug("first row: %s", pd.read_parquet(frozen.path).iloc[0].to_dict())
        return frozen

    monkeypatch.setattr(Copied, "freeze", chatty)
    assert any(place.startswith("logs") for place in sweep(tmp_path, monkeypatch, capfd, caplog))


@pytest.mark.audit
def test_a_share_page_with_a_row_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any, caplog: pytest.LogCaptureFixture
) -> None:
    honest = page.html
    monkeypatch.setattr(page, "html", lambda *args, **options: honest(*args, **options) + f"<!-- {WORDS[0]} -->")
    found = sweep(tmp_path, monkeypatch, capfd, caplog)
    assert any("csv sent" in place for place in found) and any("page.html" in place for place in found)


@pytest.mark.audit
def test_an_engines_own_error_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def plain(self: DuckDB, act: Callable[[Any], Any]) -> Any:
        try:
            return act(self._connection)
        except Exception as error:
            raise dp.SourceError("The rows could not be processed.", "Load the table again.") from error

    monkeypatch.setattr(DuckDB, "_run", plain)
    assert any(place.startswith("said") for place in sweep(tmp_path, monkeypatch, capfd, caplog))

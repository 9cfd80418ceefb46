"""I9, I11, I14: one row changed in every way, and nothing that anybody can see changes before the noisy answers: words,
errors, logs of every library, warnings, columns offered, axes, statements, steps, ledger, files. With the noise
replayed, whole exports are equal byte by byte."""

from __future__ import annotations

import csv
import io
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import dpcore as dp
from dpcore import clock
from dpcore.engine import duckdb as engine
from dpcore.ledger.journal import Draft
from dpcore.present import page
from dpcore.release import run
from tests.audit.record import raising_casts
from tests.audit.story import PLANS, SCHEMA, Seen, told

Cells = dict[str, str | None]


def visit(i: int) -> Cells:
    """One synthetic row."""
    return {
        "age": str(20 + i * 7 % 70),
        "cost": f"{i * 911 % 50_000}.5",
        "ward": "ABC"[i % 3],
        "kind": ("new", "old", "strange")[i % 3],
        "smoker": ("yes", "no")[i % 2],
        "day": f"2024-{1 + i % 12:02}-{1 + i % 28:02}",
        "patient": f"p{i // 3}",
        "note": f"said {i}",
    }


ROWS = [visit(i) for i in range(20)]
CELLS: dict[str, list[str | None]] = {
    "age": [None, "1e400", "-5", "old", "99999999999999999999999", "nan", "0x41"],
    "cost": ["inf", "1e-320", "=1+1", "12,5", None, "-0", "49999.999999999996"],
    "ward": [None, "D", "A ", "\uff21", "x" * 100_000, "a", "'A'"],
    "kind": ["never seen", "  ", "other", None, "new", "old,", "NULL"],
    "smoker": ["maybe", "TRUE", "1", "0.5", None, "nan", "y"],
    "day": ["2024-02-30", "1999-01-01", "9999-12-31", "yesterday", "2024-06-01 25:00", None, "-infinity"],
    "patient": [None, "p0", "somebody else", " p6", "p6", "", "0"],
    "note": [None, "<script>alert(1)</script>", "Ω" * 500, '"\n"', "../../etc/passwd", "{}", "%s %n"],
}
WHOLE: dict[str, list[Cells]] = {
    "removed": ROWS[:-1],
    "first of the file": [ROWS[-1], *ROWS[:-1]],
    # the i-th strange cell of every column at once
    **{f"strange {i}": [*ROWS[:-1], {name: cells[i] for name, cells in CELLS.items()}] for i in (1, 4, 0, 2, 3, 5, 6)},
    "twice": [*ROWS, ROWS[-1]],
    "all missing": [*ROWS[:-1], dict.fromkeys(ROWS[0])],
}
SINGLE: dict[str, list[Cells]] = {
    f"{column} {cell!r:.30}": [*ROWS[:-1], {**ROWS[-1], column: cell}] for column in CELLS for cell in CELLS[column]
}


def as_csv(rows: list[Cells], folder: Path) -> Callable[[], dp.Source]:
    """The rows as a file of text."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(ROWS[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    folder.mkdir()
    (folder / "t.csv").write_text(text.getvalue(), encoding="utf-8")
    return lambda: dp.read(folder / "t.csv")


def as_typed(rows: list[Cells], folder: Path) -> Callable[[], dp.Source]:
    """The rows as an Arrow table, some of its columns of the types they are declared as."""
    table = pa.table({name: pa.array([one[name] for one in rows], pa.string()) for name in ROWS[0]})
    ages = [float(one["age"]) if (one["age"] or "").lstrip("-").isdigit() else None for one in rows]
    smokers = [{"yes": True, "no": False}.get(one["smoker"] or "") for one in rows]
    table = table.set_column(0, "age", pa.array(ages, pa.float64())).set_column(
        4, "smoker", pa.array(smokers, pa.bool_())
    )
    return lambda: dp.read(table)


WAYS = {"csv": (as_csv, dp.Unit("patient", 2, 2), "add_remove"), "arrow": (as_typed, dp.Unit(), "replace")}


def seen_of(way: str, rows: list[Cells], folder: Path, schema: dp.Schema = SCHEMA) -> Seen:
    """What is seen of these rows."""
    folder.mkdir()
    load, unit, neighbors = WAYS[way]
    return told(load(rows, folder / "file"), folder / "home", unit, neighbors, schema)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen]:
    """What is seen of the unchanged rows."""
    return {way: seen_of(way, ROWS, tmp_path_factory.mktemp(way) / "base") for way in WAYS}


def test_a_story_is_told(base: dict[str, Seen]) -> None:
    for seen in base.values():
        kinds = [what for what, _ in seen.things]
        assert kinds.count("quote") == len(PLANS) and kinds.count("export") > 30 and kinds.count("entry") == 10
        assert "the whole" not in kinds and "the same rows again" in kinds and len(dict(seen.things)["logs"]) > 10_000
        assert {"page", "link /", "link zip/page.html", "bundle/dossier.json", "notebook", "compared"} <= set(kinds)


@pytest.mark.sample(1)
@pytest.mark.parametrize("change", WHOLE)
def test_a_changed_row_of_text_is_not_seen(base: dict[str, Seen], change: str, tmp_path: Path) -> None:
    assert base["csv"].difference(seen_of("csv", WHOLE[change], tmp_path / "changed")) == ""


@pytest.mark.sample(1)
@pytest.mark.parametrize("change", ["all missing", "strange 1", "strange 2", "removed"])
def test_a_changed_row_of_typed_cells_is_not_seen(base: dict[str, Seen], change: str, tmp_path: Path) -> None:
    assert base["arrow"].difference(seen_of("arrow", WHOLE[change], tmp_path / "changed")) == ""


@pytest.mark.audit
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("change", SINGLE)
def test_a_changed_cell_is_not_seen(base: dict[str, Seen], way: str, change: str, tmp_path: Path) -> None:
    assert base[way].difference(seen_of(way, SINGLE[change], tmp_path / "changed")) == ""


@pytest.mark.audit
def test_a_log_line_with_a_count_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = engine.DuckDB.aggregate

    def chatty(self: engine.DuckDB, asks: object) -> list[np.ndarray]:
        answers = honest(self, asks)
        logging.getLogger("dpcore.engine").debug("aggregated %d rows", answers[0].sum())
        return answers

    monkeypatch.setattr(engine.DuckDB, "aggregate", chatty)
    base, changed = (seen_of("csv", rows, tmp_path / name) for name, rows in (("a", ROWS), ("b", WHOLE["removed"])))
    assert base.difference(changed).startswith("logs")


@pytest.mark.audit
def test_a_page_that_tells_the_rows_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, aggregate, met = page.html, engine.DuckDB.aggregate, [0]

    def counting(self: engine.DuckDB, asks: object) -> list[np.ndarray]:
        answers = aggregate(self, asks)
        met.append(int(answers[0].sum()))
        return answers

    monkeypatch.setattr(engine.DuckDB, "aggregate", counting)
    monkeypatch.setattr(page, "html", lambda *args, **options: honest(*args, **options) + f"<!-- {met[-1]} -->")
    base, changed = (seen_of("csv", rows, tmp_path / name) for name, rows in (("a", ROWS), ("b", WHOLE["removed"])))
    assert base.difference(changed).startswith("page")


@pytest.mark.audit
def test_a_cell_in_an_error_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raising_casts(monkeypatch)
    base, changed = (seen_of("csv", rows, tmp_path / name) for name, rows in (("a", ROWS), ("b", WHOLE["strange 3"])))
    assert "SourceError" in base.difference(changed)


def clocked_record(patch: pytest.MonkeyPatch) -> None:
    honest = run._record
    patch.setattr(run, "_record", lambda *arguments: replace(honest(*arguments), time=clock.now()))


def clocked_entry(patch: pytest.MonkeyPatch) -> None:
    honest = Draft.append

    def append(self: Draft, kind: str, *arguments: object) -> None:
        self.time = clock.now() if kind == "answer" else self.time
        honest(self, kind, *arguments)  # type: ignore[arg-type]

    patch.setattr(Draft, "append", append)


def clocked_loading(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Draft, "date", lambda self, began: None)


@pytest.mark.sample(1)
@pytest.mark.parametrize("mutant", [clocked_record, clocked_entry, clocked_loading])
def test_a_time_that_is_written_after_the_read_is_seen(
    mutant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same rows, read at another speed."""
    mutant(monkeypatch)
    first, second = (seen_of("csv", ROWS, tmp_path / name) for name in ("a", "b"))
    assert first.difference(second)


@pytest.mark.audit
@pytest.mark.parametrize(("column", "cell"), [("ward", "D"), pytest.param("age", "95", marks=pytest.mark.audit)])
def test_an_axis_from_the_rows_is_seen(column: str, cell: str, tmp_path: Path) -> None:
    """The mutant declares what it finds: a category that a row has, a bound that a row reaches."""
    seen = []
    for name, rows in (("a", ROWS), ("b", [*ROWS[:-1], {**ROWS[-1], column: cell}])):
        wards = dp.Category(sorted({one["ward"] for one in rows}))
        ages = dp.Number(0, max(float(one["age"]) for one in rows), integer=True)
        inferred = dp.Schema({**SCHEMA.columns, "ward": wards, "age": ages})
        seen.append(seen_of("csv", rows, tmp_path / name, inferred))
    assert seen[0].difference(seen[1])


def test_keys_and_bins_come_from_the_schema_alone(base: dict[str, Seen]) -> None:
    """Every declared key is there, whether a row has it or not; no key of a row is there that was not declared."""
    exports = {text.split(b"\r\n")[0]: text.decode() for what, text in base["csv"].things if what == "export"}
    lines = exports[b"ward,kind,estimate,std_error,low,high"].split("\r\n")[1:-1]
    assert [tuple(line.split(",")[:2]) for line in lines] == [(w, k) for w in "ABC" for k in ("new", "old", "other")]
    assert "strange" not in str(exports)
    lines = exports[b"bin_low,bin_high,estimate,std_error,low,high"].split("\r\n")[1:-1]
    assert {line.split(",")[0] for line in lines} <= {
        "-0.5",
        "0.0",
        "100.0",
        "2024-01-01",
        "2024-04-01",
        "2024-07-01",
        "2024-10-01",
    }

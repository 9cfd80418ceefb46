"""One table gives the same rows in every form; and how the cells of a workbook are read."""

from __future__ import annotations

import datetime as dt
import gc
import gzip
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import dpcore as dp
from dpcore.engine.source import statistics_file
from dpcore.engine.source import unpack as unpacking
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.read import open_source, read
from dpcore.engine.source.reading import Reading
from dpcore.engine.source.unpack import Storage
from dpcore.errors import HeaderError, SheetError, SourceError
from dpcore.table.column import Identifier, Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table, Unit
from tests.engine.packed import (
    NAMES,
    PACKED,
    ROWS,
    TABLE,
    Rows,
    as_csv,
    as_statistics,
    as_xlsx,
    as_zip,
    changed,
    saved,
)
from tests.engine.rows import KEY


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this test alone."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def put(folder: Path, name: str, data: bytes) -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def frozen(path: Path, folder: Path, **said: Any) -> Frozen:
    return read(path, **said).load(folder / "desk", KEY)


def cells(path: Path, folder: Path, **said: Any) -> list[list[Any]]:
    """The names and the rows, as they are stored."""
    table = pa.parquet.read_table(frozen(path, folder, **said).path)
    return [table.column_names, *map(list, zip(*table.to_pydict().values(), strict=True))]


def sheet(folder: Path, rows: Rows, **said: Any) -> list[list[Any]]:
    return cells(put(folder, "t.xlsx", as_xlsx(rows)), folder, **said)


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", PACKED)
def test_a_table_is_the_same_in_every_form(name: str, tmp_path: Path) -> None:
    plain = frozen(put(tmp_path, "visits.csv", as_csv()), tmp_path)
    packed = frozen(put(tmp_path, name, PACKED[name]), tmp_path)
    assert packed.columns == plain.columns == dict.fromkeys(NAMES, "text")
    assert packed.fingerprint == plain.fingerprint
    assert pa.parquet.read_table(packed.path).to_pylist() == pa.parquet.read_table(plain.path).to_pylist()


def test_a_table_of_other_cells_is_another(tmp_path: Path) -> None:
    rows = [*TABLE[:-1], ("p19", 40, *TABLE[-1][2:])]
    plain = frozen(put(tmp_path, "visits.csv", as_csv()), tmp_path)
    assert frozen(put(tmp_path, "visits.xlsx", as_xlsx(rows)), tmp_path).fingerprint != plain.fingerprint


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (7, "7"),
        (7.0, "7"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (2.5e-7, "2.5e-07"),
        (123456789012345, "123456789012345"),
        (9007199254740991, "9007199254740991"),
        (1e22, "1e+22"),
        (-1e300, "-1e+300"),
        ("007", "007"),
        ('a "b", c', 'a "b", c'),
        ("two\nlines", "two\nlines"),
        ("=1", None),  # a formula without a stored value
        (True, "true"),
        (dt.date(2024, 2, 29), "2024-02-29"),
        (dt.datetime(2024, 2, 29, 23, 59, 58), "2024-02-29 23:59:58"),
        (dt.time(4, 5, 6), "04:05:06"),
        (dt.timedelta(hours=30), "108000"),
    ],
)
def test_a_cell_is_its_stored_value(cell: Any, expected: str | None, tmp_path: Path) -> None:
    assert sheet(tmp_path, [["a", "b"], [cell, "x"]]) == [["a", "b"], [expected, "x"]]


def test_errors_and_merged_cells_are_missing(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    page = book.worksheets[0]
    for row in (["a", "b"], ["m", "x"], ["m", "y"]):
        page.append(row)
    page["A4"].value, page["A4"].data_type, page["B4"].value = "#DIV/0!", "e", "z"
    page.merge_cells("A2:A3")
    found = cells(put(tmp_path, "t.xlsx", saved(book)), tmp_path)
    assert found == [["a", "b"], ["m", "x"], [None, "y"], [None, "z"]]


def test_a_formula_has_its_stored_value(tmp_path: Path) -> None:
    for stored, expected in (("2", "2"), ("2.0", "2"), ("0.30000000000000004", "0.30000000000000004"), ("2E0", "2")):
        data = changed(as_xlsx([["a", "b"], ["=1+1", "x"]]), b"<v />", f"<v>{stored}</v>".encode())
        assert cells(put(tmp_path, "t.xlsx", data), tmp_path)[1] == [expected, "x"]


def test_days_are_counted_from_the_day_that_the_workbook_names(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    for row in (["a", "b"], [dt.date(2024, 2, 29), "x"]):
        book.worksheets[0].append(row)
    assert cells(put(tmp_path, "t.xlsx", saved(book)), tmp_path)[1] == ["2024-02-29", "x"]


def test_an_empty_row_is_no_row_wherever_it_is(tmp_path: Path) -> None:
    """So that a row of one person makes no rows of others: those above it, if it is the last."""
    gap: Rows = [["a", "b"], [1, 2], [None, None], ["", " "], [3, 4]]
    assert sheet(tmp_path, gap) == [["a", "b"], ["1", "2"], ["3", "4"]]
    assert sheet(tmp_path, gap[:-1]) == [["a", "b"], ["1", "2"]]


def test_cells_beside_the_table_are_not_read(tmp_path: Path) -> None:
    """Whatever a row holds there, it has no influence on columns or rows."""
    beside: Rows = [[None, "a", "b"], ["note", 1, 2, "sum"], ["x", None, None, 5], [None, 3, None]]
    bare: Rows = [[None, "a", "b"], [None, 1, 2], [None, 3, None]]
    assert sheet(tmp_path, beside) == sheet(tmp_path, bare) == [["a", "b"], ["1", "2"], ["3", None]]


def test_titles_are_asked_about(tmp_path: Path) -> None:
    rows: Rows = [["Visits, 2024"], [], [None, "in euro\nand cents"], [None, "a", "b", "c"], [None, 1, 2, 3]]
    with pytest.raises(HeaderError) as caught:
        sheet(tmp_path, rows)
    assert caught.value.skip == 2 and "Visits" not in str(caught.value)
    assert sheet(tmp_path, rows, skip=2) == [["a", "b", "c"], ["1", "2", "3"]]
    path = tmp_path / "t.xlsx"
    said = [unpacking.peek(path, Reading(skip=skip), Storage()) for skip in (0, 1, 2)]
    assert said == ['"Visits, 2024"', '"in euro', '"a","b","c"']
    put(tmp_path, "t.xlsx", as_xlsx([["in euro\nand cents"], ["a", "b", "c"], [1, 2, 3]]))
    with pytest.raises(HeaderError) as caught:
        read(path)
    assert caught.value.skip == 1, "a title of two lines is one row"


def test_a_first_row_may_be_no_header(tmp_path: Path) -> None:
    rows: Rows = [["Ada", dt.date(1985, 3, 2)], ["Bo", dt.date(1990, 1, 30)]]
    with pytest.raises(HeaderError, match="column 2"):
        sheet(tmp_path, rows)
    assert sheet(tmp_path, rows, header=False)[1] == ["Ada", "1985-03-02"]
    assert sheet(tmp_path, rows, header=["name", "born"]) == [
        ["name", "born"],
        *sheet(tmp_path, rows, header=False)[1:],
    ]
    assert sheet(tmp_path, [["name", 2023, 2024], ["a", 1, 2]])[0] == ["name", "2023", "2024"]


def test_the_first_person_has_no_influence_on_the_columns_of_a_sheet_without_names(tmp_path: Path) -> None:
    last: Rows = [["Bo", 2, "y"]]
    first: Rows = [["Ada", 1, "x"], [None, 1, "x"], ["Ada", 1, None], [None, 1, None]]
    for row in first:
        expected = [None if cell is None else str(cell) for cell in row]
        for titles in ([], [["Visits"]]):
            rows = [*titles, [None], *[[None, *cells] for cells in (row, *last)]]
            for header in (False, ["n", "k", "c"]):
                found = sheet(tmp_path, rows, header=header, skip=len(titles))
                assert found[1:] == [expected, ["Bo", "2", "y"]] and len(found[0]) == 3
    assert sheet(tmp_path, [[None, "Ada"], [1, "Bo"]], header=["n"]) == [["n"], ["1"]]
    assert sheet(tmp_path, [[None, "n", "k"], ["note", 1, 2]], header=["n", "k"]) == [["n", "k"], ["1", "2"]]


def test_names_with_delimiters_and_names_left_out(tmp_path: Path) -> None:
    assert sheet(tmp_path, [["a;b", None, 'say "c"'], [1, 2, 3]])[0] == ["a;b", "column 2", 'say "c"']
    assert sheet(tmp_path, [["only"], ["x;y"], ["p|q"]]) == [["only"], ["x;y"], ["p|q"]]


def test_one_of_several_sheets_is_chosen_by_its_name(tmp_path: Path) -> None:
    sheets = {"2023": [["a"], ["canary-1"]], "2024": [["b"], ["canary-2"]]}
    path = put(tmp_path, "t.xlsx", as_xlsx(sheets))
    for said in ({}, {"sheet": "2025"}):
        with pytest.raises(SheetError, match="2023") as caught:
            read(path, **said)
        assert caught.value.sheets == ("2023", "2024") and "canary" not in str(caught.value)
    assert cells(path, tmp_path, sheet="2024") == [["b"], ["canary-2"]]
    put(tmp_path, "t.xlsx", as_xlsx(sheets, hidden=["2023"]))
    assert cells(path, tmp_path) == [["b"], ["canary-2"]]
    assert cells(path, tmp_path, sheet="2023") == [["a"], ["canary-1"]]
    for other in (put(tmp_path, "t.csv", b"a,b\n1,2\n"), put(tmp_path, "t.zip", as_zip({"t.csv": b"a,b\n1,2\n"}))):
        with pytest.raises(SourceError, match="only valid for a workbook"):
            read(other, sheet="2024")


def test_a_number_that_may_be_several_identifies_nobody(tmp_path: Path) -> None:
    """A spreadsheet rounds 9007199254740993 to 9007199254740992; as a number it is kept, and as text it is exact."""
    rows: Rows = [["who", "x"], [float(2**53), float(2**53)], [-1e20, 5], ["9007199254740993", 6], [12, 7]]
    path = put(tmp_path, "t.xlsx", as_xlsx(rows))
    source = read(path)
    table = Table(Schema(who=Identifier(), x=Number(0, 100)), Unit("who", max_rows=1))
    source.check(table)
    copy = source.load(tmp_path / "desk", KEY)
    assert pa.parquet.read_table(copy.path).to_pydict() == {
        "who": [None, None, "9007199254740993", "12"],
        "x": ["9007199254740992", "5", "6", "7"],
    }
    assert isinstance(copy, Frozen) and "2^53" in copy.limits(table)[0]
    assert Frozen.from_dict(copy.to_dict()).limits(table) == copy.limits(table)
    assert frozen(put(tmp_path, "t.csv", b"who,x\n1,2\n"), tmp_path).limits(table) == ()


@pytest.mark.parametrize("suffix", [".xlsx", ".dta"])
def test_no_text_is_a_number_that_may_be_several(suffix: str, tmp_path: Path) -> None:
    texts = ["+1e5", "-12e3", "+9007199254740992e0", "1e+22"]
    if suffix == ".xlsx":
        data = as_xlsx([["who", "x"], *([text, text] for text in texts)])
    else:
        texts += ["\x01", "\x01+1e5", "\x01\x011e22", "\x01\x01"]
        data = as_statistics(suffix, pd.DataFrame({"who": texts, "x": texts}))
    source = read(put(tmp_path, f"t{suffix}", data))
    source.check(Table(Schema(who=Identifier()), Unit("who", max_rows=1)))
    found = pa.parquet.read_table(source.load(tmp_path / "desk", KEY).path).to_pydict()
    assert found == {"who": texts, "x": texts}


def test_header_and_skip_work_in_archives(tmp_path: Path) -> None:
    path = put(tmp_path, "t.zip", as_zip({"t.csv": b"title\n\na,b,c\n1,2,3\n"}))
    assert cells(path, tmp_path, skip=2) == [["a", "b", "c"], ["1", "2", "3"]]
    assert unpacking.peek(path, Reading(skip=2), Storage()) == "a,b,c"
    with pytest.raises(SourceError, match="only valid for CSV"):
        read(put(tmp_path, "t.parquet.gz", PACKED["visits.parquet.gz"]), skip=1)


def test_a_column_of_a_tsv_file_may_have_commas(tmp_path: Path) -> None:
    data = b"a\nx,y\n"
    for name, packed in (("t.zip", as_zip({"t.tsv": data})), ("t.tsv.gz", gzip.compress(data)), ("t.tsv", data)):
        assert cells(put(tmp_path, name, packed), tmp_path, header=True) == [["a"], ["x,y"]]


def test_messages_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"'mine\.xlsx' has a header and no rows"):
        read(put(tmp_path, "mine.xlsx", as_xlsx([["a", "b"]])))
    with pytest.raises(SourceError, match=r"'mine\.csv' is empty"):
        read(put(tmp_path, "mine.csv.gz", gzip.compress(b"")))


def test_folders_and_patterns(tmp_path: Path) -> None:
    put(tmp_path, "t.csv", as_csv())
    put(tmp_path, "t.xlsx", as_xlsx())
    put(tmp_path, "u.zip", PACKED["visits.zip"])
    assert len(read(tmp_path).columns) == 7, "a folder is its plain files"
    assert len(read(tmp_path / "*.xlsx").columns) == 7
    put(tmp_path, "u.xlsx", as_xlsx())
    with pytest.raises(SourceError, match="one by one"):
        read(tmp_path / "*.xlsx")
    with pytest.raises(SourceError, match="not a supported kind"):
        read(tmp_path / "?.*")


def test_what_is_unpacked_is_private_and_lives_as_long_as_its_source(tmp_path: Path, temporary: Path) -> None:
    source = read(put(tmp_path, "t.xlsx", as_xlsx()))
    (folder,) = temporary.glob("murmur-*/*")
    (table,) = folder.iterdir()
    (file,) = table.iterdir()
    modes = [path.stat().st_mode & 0o777 for path in (folder.parent, folder, table, file)]
    assert modes == [0o700, 0o700, 0o700, 0o600]
    fewer = source.without("age")  # type: ignore[attr-defined]
    del source
    gc.collect()
    assert "age" not in fewer.load(tmp_path / "desk", KEY).columns
    del fewer
    gc.collect()
    assert not list(temporary.glob("murmur-*/*"))


def test_nothing_is_left_after_a_refusal(tmp_path: Path, temporary: Path) -> None:
    for name, data in (("a.xlsx", b"no workbook"), ("b.zip", b""), ("c.xlsx", as_xlsx({"a": [["a"]], "b": [["b"]]}))):
        with pytest.raises(SourceError):
            read(put(tmp_path, name, data))
    assert not list(temporary.glob("murmur-*/*"))


def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, temporary: Path) -> None:
    (temporary / f"murmur-{os.getuid()}").mkdir(mode=0o777)
    (temporary / f"murmur-{os.getuid()}").chmod(0o777)
    with pytest.raises(SourceError, match="cannot be unpacked"):
        read(put(tmp_path, "t.xlsx", as_xlsx()))


KILLED = """
import os, signal, sys
from pathlib import Path
from dpcore.engine.source.read import open_source
from dpcore.engine.source.unpack import Storage
held = open_source(sys.argv[1], storage=Storage(Path(sys.argv[2]) if sys.argv[2] else None))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_left_is_swept(tmp_path: Path, temporary: Path) -> None:
    path, home = put(tmp_path, "t.xlsx", as_xlsx()), dp.desk.home.Home(tmp_path / "home")
    for folder in ("", str(home.spools)):
        environment = {**os.environ, "TMPDIR": str(temporary)}
        died = subprocess.run([sys.executable, "-c", KILLED, str(path), folder], env=environment, check=False)
        assert died.returncode == -signal.SIGKILL
    assert len(list(home.spools.glob("*/*/t.xlsx"))) == len(list(temporary.glob("murmur-*/*/*/t.xlsx"))) == 1
    home.sweep()
    held = open_source(path)
    assert not list(home.spools.iterdir()) and len(list(temporary.glob("murmur-*/*"))) == 1 and held.columns


def test_a_table_is_no_note_of_the_spool(tmp_path: Path) -> None:
    """Whatever the name of its file: a note names files that are removed."""
    home, kept = dp.desk.home.Home(tmp_path / "home"), put(tmp_path, "kept", b"")
    for text in ("ledger\n../..\nkept", "ledger\n.\n../../kept", f"ledger\n{tmp_path}\nkept", "a,b\n1,2\n"):
        path = put(tmp_path, "place.gz", gzip.compress(text.encode()))
        subprocess.run([sys.executable, "-c", KILLED, str(path), str(home.spools)], check=False)
        assert list(home.spools.iterdir()) and not list(home.spools.glob("*/place"))
        home.sweep(lambda name: False, "ledger")
        assert not list(home.spools.iterdir()) and kept.exists()
        left = home.spools / "left"
        left.mkdir()
        for data in (text.encode(), PACKED["visits.xlsx"]):
            put(left, "place", data)
            home.sweep(lambda name: False, "ledger")
            assert not left.exists() and kept.exists()
            left.mkdir()
        left.rmdir()


def test_a_desk_loads_a_workbook(tmp_path: Path) -> None:
    path = put(tmp_path, "t.xlsx", as_xlsx())
    with dp.Desk(f"sqlite:///{tmp_path / 'm.db'}", home=tmp_path / "home") as desk:
        schema = Schema(patient=Identifier(), age=Number(0, 100, integer=True))
        desk.add_dataset(
            "visits", read(path), schema=schema, unit=Unit("patient", max_rows=1), budget=dp.Budget(epsilon=100)
        )
        (release,) = desk.release("visits", dp.Plan([dp.Ask(dp.Sum("age"), epsilon=90)]))
    assert release.table["estimate"][0] == pytest.approx(sum(row[1] for row in ROWS), abs=50)


def test_ods_is_not_read(tmp_path: Path) -> None:
    """The library that reads it leaves out tabs and line breaks, so that two people can become one."""
    with pytest.raises(SourceError, match="not a supported kind"):
        read(put(tmp_path, "t.ods", b""))


@pytest.mark.parametrize("suffix", [".dta", ".sav", ".xpt"])
def test_only_stored_values_of_statistics_files_are_used(suffix: str, tmp_path: Path) -> None:
    """No labels, and no codes that the file declares missing."""
    table = pd.DataFrame({"sex": [1.0, 2.0, None], "x": [0.1, 2.0**60, 9.0]})
    options: dict[str, Any] = {} if suffix == ".xpt" else {"variable_value_labels": {"sex": {1: "man", 2: "woman"}}}
    if suffix == ".sav":
        options["missing_ranges"] = {"x": [9]}
    path = put(tmp_path, f"t{suffix}", as_statistics(suffix, table, **options))
    large = "1.152921504606847e+18"
    assert cells(path, tmp_path) == [["sex", "x"], ["1", "0.1"], ["2", large], [None, "9"]]
    for said in ({"header": True}, {"skip": 1}):
        with pytest.raises(SourceError, match="only valid for CSV"):
            read(path, **said)
    with pytest.raises(SourceError, match="only valid for a workbook"):
        read(path, sheet="a")


@pytest.mark.parametrize("suffix", [".dta", ".sav", ".xpt"])
def test_an_empty_record_of_a_statistics_file_is_a_row(suffix: str, tmp_path: Path) -> None:
    path = put(tmp_path, f"t{suffix}", as_statistics(suffix, pd.DataFrame({"x": [1.0, None, None, 3.0]})))
    assert cells(path, tmp_path) == [["x"], ["1"], [None], [None], ["3"]]


@pytest.mark.parametrize(
    ("suffix", "form", "cell", "expected"),
    [
        (".dta", "%td", 0.0, dt.date(1960, 1, 1)),
        (".dta", "%tdD_m_Y", -1.0, dt.date(1959, 12, 31)),
        (".dta", "%tc", 1000.0, dt.datetime(1960, 1, 1, 0, 0, 1)),
        (".dta", "%tC", 1000.0, None),
        (".dta", "%tm", 12.0, 12.0),
        (".dta", "%td", 1e300, None),
        (".dta", "%td", None, None),
        (".sav", "DATE11", 86400.0, dt.date(1582, 10, 15)),
        (".sav", "DATETIME20", 1.0, dt.datetime(1582, 10, 14, 0, 0, 1)),
        (".sav", "TIME8", 60.0, 60.0),
        (".sav", "F8.2", 1.0, 1.0),
        (".xpt", "DATE9.", 1.0, dt.date(1960, 1, 2)),
        (".xpt", "DATETIME20.", 1.0, dt.datetime(1960, 1, 1, 0, 0, 1)),
        (".xpt", "YYMMDD10.", 1.0, dt.date(1960, 1, 2)),
        (".xpt", None, 1.0, 1.0),
    ],
)
def test_days_of_statistics_files_are_recognised_by_format(suffix: str, form: str, cell: Any, expected: Any) -> None:
    assert statistics_file.moment(suffix, form)(cell) == expected


@pytest.mark.parametrize("suffix", [".dta", ".sav", ".xpt"])
def test_one_text_in_another_encoding_makes_no_other_missing(suffix: str, tmp_path: Path) -> None:
    table = pd.DataFrame({"who": ["Müller", "xAye", "xBye", "plain"], "x": [1.0, 2.0, 3.0, 4.0]})
    data = as_statistics(suffix, table).replace(b"xAye", b"x\xe9ye").replace(b"xBye", b"x\x81ye")
    found = cells(put(tmp_path, f"t{suffix}", data), tmp_path)
    assert found == [["who", "x"], ["Müller", "1"], ["xéye", "2"], [None, "3"], ["plain", "4"]]


def test_an_encoding_that_an_spss_file_declares_is_used(tmp_path: Path) -> None:
    data = as_statistics(".sav", pd.DataFrame({"who": ["xAyes", "other"]}))
    label = b"\x14\0\0\0\1\0\0\0\5\0\0\0UTF-8"
    assert data.count(label) == 1
    for name, expected in ((b"KOI8R", "xИyes"), (b"UTF-8", "xéyes")):
        changed_data = data.replace(label, label[:-5] + name).replace(b"xAyes", b"x\xe9yes")
        assert cells(put(tmp_path, "t.sav", changed_data), tmp_path)[1] == [expected]

"""What can be read, what is refused and in which words, and the frozen copy of it."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from dpcore.engine.duckdb import DuckDB
from dpcore.engine.source import chunk as chunk_module
from dpcore.engine.source import delimited, file_list
from dpcore.engine.source import parquet as parquet_module
from dpcore.engine.source.frozen import Frozen
from dpcore.engine.source.quotation import Quotes
from dpcore.engine.source.read import read
from dpcore.errors import SourceError
from dpcore.table import heading
from dpcore.table.aggregate import Aggregate, Grid, Rows, Total
from dpcore.table.column import Number
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from tests.engine.rows import KEY

SECRET = "canary-4711"
FRAME = pd.DataFrame(
    {
        "age": [31, 45, None, 45],
        "ward": ["A", " B ", None, "é"],
        "day": pd.to_datetime(["2013-01-01 00:00", "2013-02-01 10:30", None, "2013-02-01 10:30"]),
        "mixed": pd.Series([1, "two", 3.5, None], dtype=object),
        "smoker": [True, False, True, False],
    }
)


def written(folder: Path, content: bytes | str, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def whole(path: Any, folder: Path) -> Frozen:
    return read(path).freeze(folder / "desk", KEY)


def cells(copy: Frozen) -> dict[str, list[Any]]:
    return dict(pa.parquet.read_table(copy.path).to_pydict())


BAD: list[tuple[str, bytes, str]] = [
    ("empty", b"", "is empty"),
    ("only a mark", b"\xef\xbb\xbf", "is not a header"),
    ("header only", b"a,b\n", "has a header and no rows"),
    ("header without an end", b"a,b", "has a header and no rows"),
    ("too few cells", f"a,b\n1,2\n{SECRET}\n".encode(), "Some rows do not fit the header"),
    ("too many cells", f"a,b\n1,2\n1,2,{SECRET}\n".encode(), "Some rows do not fit the header"),
    ("open quote", f'a,b\n1,"{SECRET}\n3,4\n'.encode(), "Some rows do not fit the header"),
    ("text after a quote", f'a,b\n1,"2"{SECRET}\n3,4\n'.encode(), "Some rows do not fit the header"),
    ("huge cell", b"a,b\n1," + b"x" * 3_000_000 + b"\n", "Some rows do not fit the header"),
    ("utf-16 without a mark", f"a,b\n1,{SECRET}\n".encode("utf-16-le"), "contains NUL bytes"),
    ("a workbook called csv", b"PK\x03\x04" + f"a,{SECRET}\n1,2\n".encode(), "is a workbook or a zip archive"),
    ("a PDF called csv", f"%PDF-1.7\n{SECRET}\n1 0 obj\n".encode(), "is a PDF document"),
    ("a web page called csv", f"<!DOCTYPE html>\n{SECRET}\nx\n".encode(), "is a web page"),
    ("long name", b"a," + b"n" * 201 + b"\n1,2\n", "is too long"),
    ("control in a name", b"a,b\x07\n1,2\n", "contains a control character"),
    (
        "5,000 columns",
        ",".join(f"c{i}" for i in range(5000)).encode() + b"\n" + b"1," * 4999 + b"1\n",
        "has 5000 columns; at most 2000",
    ),
    ("blank first line", b"\na,b\n1,2\n", "is not its header"),
    ("open quote in the header", f'a,"{SECRET}\n1,2\n'.encode(), "is not its header"),
    ("separated by spaces", f'"a" "{SECRET}"\n1 2\n'.encode(), "cannot be read"),
    ("trailing delimiter of rows alone", f"a,b\n{SECRET},2,\n3,4,\n".encode(), "one cell more than the header"),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("content", "sentence"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
@pytest.mark.parametrize("at_once", [True, False], ids=["small", "large"])
def test_a_bad_file_gets_one_sentence_without_a_cell(
    content: bytes, sentence: str, at_once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "CHECKED_AT_ONCE", 2**26 if at_once else 0)
    path = written(tmp_path, content)
    with pytest.raises(SourceError) as caught:
        _ = read(path) if at_once else whole(path, tmp_path)
    error = caught.value
    assert sentence in error.message and error.hint and SECRET not in str(error) and error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    assert not (tmp_path / "desk").exists() or not list((tmp_path / "desk").glob("*.parquet"))


def test_a_header_that_somebody_insists_on_must_close_its_quotes(tmp_path: Path) -> None:
    path = written(tmp_path, f'a,"{SECRET}\n1,2\n'.encode())
    with pytest.raises(SourceError, match="cannot be read") as caught:
        read(path, header=True)
    assert SECRET not in str(caught.value)


def test_a_name_is_measured_before_it_is_folded() -> None:
    with pytest.raises(SourceError, match="is too long"):
        heading.checked(["\u0315\u0316" * 300_000], "a table")  # minutes, if its marks were put in order first


def parquet(folder: Path, change: Callable[[bytes], bytes]) -> Path:
    path = folder / "table.parquet"
    FRAME.drop(columns="mixed").assign(note=SECRET).to_parquet(path)
    path.write_bytes(change(path.read_bytes()))
    return path


DAMAGED: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("cut short", lambda b: b[: len(b) // 2]),
    ("without its end", lambda b: b[:-4]),
    ("not Parquet", lambda b: b"a,b\n1,2\n"),
    ("footer of zeros", lambda b: b[:-200] + bytes(192) + b[-8:]),
    ("pages of zeros", lambda b: b[:4] + bytes(400) + b[404:]),
]


@pytest.mark.parametrize("change", [case[1] for case in DAMAGED], ids=[case[0] for case in DAMAGED])
def test_a_damaged_parquet_file_is_refused(change: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = parquet(tmp_path, change)
    with pytest.raises(SourceError, match="Parquet") as caught:
        whole(path, tmp_path)
    assert SECRET not in str(caught.value) and "corrupt or incomplete" in caught.value.hint
    assert not list((tmp_path / "desk").glob("*")) if (tmp_path / "desk").exists() else True


def test_parquet_names_and_rows_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"a": pa.array([], pa.int64())}), path)
    with pytest.raises(SourceError, match="has a header and no rows"):
        read(path)
    path.write_bytes(b"")
    with pytest.raises(SourceError, match="is empty"):
        read(path)
    pa.parquet.write_table(pa.table({"n": [[1]], "s": [{"a": 1}], "x": [1]}), path)
    assert read(path).columns == {"n": "other", "s": "other", "x": "number"}


def test_paths_that_hold_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = written(tmp_path, "a,b\n1,2\n")
    for what, sentence in [
        (tmp_path / "absent.csv", "cannot be opened"),
        (str(tmp_path / "*.parquet"), "contains no table"),
        ("", "is not a path"),
        ("a\0.csv", "is not a path"),
        (written(tmp_path, "a,b\n1,2\n", "t.csv.bz2"), "is not a supported kind of file"),
        (written(tmp_path, "a,b\n1,2\n", "t.xlsb"), "is not a supported kind of file"),
        ("mysql://localhost/db", "cannot be read"),
        ("sqlite:///x.db", "cannot be read"),
        (42, "A int is not a table"),
        ([[1]], "A list is not a table"),
    ]:
        with pytest.raises(SourceError, match=sentence):
            read(what)
    with pytest.raises(SourceError, match="only valid for a database"):
        read(good, table="visits")
    monkeypatch.setattr(file_list, "MAX_BYTES", 5)
    with pytest.raises(SourceError, match=r"is larger than the limit of 5e-09 GB"):
        read(good)


HARMLESS = {
    "<script>alert(1)</script>": "<img src=x onerror=alert(1)>",
    "=HYPERLINK(1)": "=cmd|' /C calc'!A0",
    '"; DROP TABLE t; --': "'; DROP TABLE t; --",
    "../../etc/passwd": "/etc/passwd",
    "$x$ ![](http://a)": "1e400",
    "né": "9223372036854775808",
}


def test_text_in_a_header_or_a_cell_is_inert(tmp_path: Path) -> None:
    quoted = [",".join('"' + text.replace('"', '""') + '"' for text in line) for line in (HARMLESS, HARMLESS.values())]
    copy = whole(written(tmp_path, "\n".join(quoted) + "\n"), tmp_path)
    assert dict(copy.columns) == dict.fromkeys(HARMLESS, "text")
    assert cells(copy) == {name: [text] for name, text in HARMLESS.items()}


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xef\xbb\xbfa, b \n1,2\n", {"a": ["1"], "b": ["2"]}),
        (b"a,b\r\n1,2\r\n", {"a": ["1"], "b": ["2"]}),
        (b'a,b\n"1\n1","2,""2"""\n\n,""\n', {"a": ["1\n1", None], "b": ['2,"2"', None]}),
        (b"a\n1\n2", {"a": ["1", "2"]}),
        (b"a,b\n#1,'2\n", {"a": ["#1"], "b": ["'2"]}),
    ],
)
def test_plain_csv_is_read_as_it_stands(content: bytes, expected: dict[str, list[str]], tmp_path: Path) -> None:
    found = cells(whole(written(tmp_path, content), tmp_path))
    assert {name: sorted(map(str, column)) for name, column in found.items()} == {
        name: sorted(map(str, column)) for name, column in expected.items()
    }


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    """By a pattern that finds it in two ways, or by a link."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    for folder, name in ((tmp_path, "1.csv"), (tmp_path / "a", "2.csv"), (tmp_path / "a" / "b", "3.csv")):
        (folder / name).write_text("x\n1\n")
    (tmp_path / "a" / "4.csv").symlink_to(tmp_path / "1.csv")
    for pattern in ("**/*.csv", "**/**/*.csv", "**/**/**/*.csv"):
        assert sorted(file.resolve().name for file in file_list.list_files(str(tmp_path / pattern))) == [
            "1.csv",
            "2.csv",
            "3.csv",
        ]


def test_tabs_folders_and_globs(tmp_path: Path) -> None:
    folder = tmp_path / "in [1]"
    folder.mkdir()
    written(folder, "a\tb\n1\t2\n", "one.tsv")
    written(folder, "b\ta\n4\t3\n", "two.tsv")
    assert {name: sorted(column) for name, column in cells(whole(folder, tmp_path)).items()} == {
        "a": ["1", "3"],
        "b": ["2", "4"],
    }
    assert len(cells(whole(str(tmp_path / "in*" / "t*.tsv"), tmp_path))["a"]) == 1
    written(folder, "a\tc\n1\t2\n", "three.tsv")
    with pytest.raises(SourceError, match="do not have the same columns"):
        read(folder)
    written(folder, "a,b\n1,2\n")
    with pytest.raises(SourceError, match="several kinds"):
        read(folder)


def test_parquet_parts_become_one_copy(tmp_path: Path) -> None:
    for part in range(3):
        pa.parquet.write_table(pa.table({"a": [part], "b": ["x"]}), tmp_path / f"{part}.parquet")
    assert sorted(cells(whole(tmp_path, tmp_path))["a"]) == [0, 1, 2]
    pa.parquet.write_table(pa.table({"a": [[3]], "b": ["x"]}), tmp_path / "3.parquet")
    with pytest.raises(SourceError, match="same columns and types"):
        read(tmp_path)


def test_one_parquet_file_is_copied_privately(tmp_path: Path) -> None:
    copy = whole(parquet(tmp_path, lambda b: b), tmp_path)
    assert set(cells(copy)) == {*FRAME.columns, "note"} - {"mixed"} and set(cells(copy)["note"]) == {SECRET}
    assert copy.path.stat().st_mode & 0o777 == 0o600 and copy.path.parent.stat().st_mode & 0o777 == 0o700


def test_frames_keep_plain_types_and_spell_out_the_rest(tmp_path: Path) -> None:
    frame = FRAME.assign(
        when=pd.to_datetime(FRAME["day"]).dt.tz_localize("America/New_York"),
        kind=pd.Categorical(["x", None, "y", "x"]),
        exact=[Decimal("1.50"), None, Decimal(2), 3],
        date=[dt.date(2013, 1, 1), None, dt.date(2014, 1, 1), "no"],
        long=[2**70, None, 1, 2],
        raw=[b"ok", b"\xff", None, "nul\0"],
        short=np.array([1, 2, 3, np.nan], dtype="float16"),
        gap=pd.array([1, None, 3, 4], dtype="Int64"),
        span=pd.to_timedelta([1, 2, 3, None], unit="s"),
        lone=pd.Series(["\ud800", None, "a", "b"], dtype=object),
    )
    loaded = read(frame)
    assert loaded.columns == dict.fromkeys(frame, "other")
    found = cells(loaded.freeze(tmp_path, KEY))
    assert found["mixed"] == ["1", "two", "3.5", None]
    assert found["exact"] == ["1.5", None, "2", "3"]
    assert found["span"] == ["1", "2", "3", None]
    assert found["date"] == ["2013-01-01", None, "2014-01-01", "no"]
    assert found["long"] == [str(2**70), None, "1", "2"]
    assert found["raw"] == ["ok", "", None, "nul"]
    assert found["lone"] == ["", None, "a", "b"]


def test_what_is_said_of_a_frames_column_does_not_depend_on_a_cell() -> None:
    for cell in (1, "one", None, 2.5, True, Decimal(1), b"", dt.date(2013, 1, 1)):
        assert read(pd.DataFrame({"a": [cell, 1]})).columns == {"a": "other"}


def test_frames_that_are_refused() -> None:
    for frame, sentence in [
        (FRAME.iloc[:0], "has a header and no rows"),
        (pd.DataFrame(index=[1, 2]), "has no columns"),
        (pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")])), "several levels of column names"),
        (pd.DataFrame([[0] * 2001]), "has 2001 columns"),
    ]:
        with pytest.raises(SourceError, match=sentence):
            read(frame)


def test_arrow_tables_of_any_type(tmp_path: Path) -> None:
    table = pa.table(
        {
            "n": pa.array([[1], None]),
            "b": pa.array([b"\xff", b"a"]),
            "z": pa.nulls(2),
            "d": pa.array(["a", "b"]).dictionary_encode(),
            "w": pa.array([Decimal(1), None], pa.decimal256(50, 2)),
            "t": pa.array([dt.time(1), None]),
            "i": pa.array([1, 2]),
            "ns": pa.array([1, None], pa.timestamp("ns", "Europe/Paris")),
        }
    )
    loaded = read(table)
    assert loaded.columns == {**dict.fromkeys(table.column_names, "text"), "i": "number", "ns": "date"}
    assert cells(loaded.freeze(tmp_path, KEY))["n"] == [None, None]


def test_from_a_csv_to_exact_sums(tmp_path: Path) -> None:
    path = written(tmp_path, "x,y\n1,a\n 2.5 ,b\nNaN,c\ninf,d\n1e400,e\n9223372036854775808,f\n=1+1,g\n,h\n")
    with DuckDB(whole(path, tmp_path), Table(Schema(x=Number(0, 10))), KEY, tmp_path / "desk") as engine:
        [answer] = engine.aggregate([Aggregate((Rows(), Total(Grid("x", 0, 20, -1))), present=("x",))])
    assert answer.tolist() == [3, 2 + 5 + 20]


def test_a_large_file_is_not_parsed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "CHECKED_AT_ONCE", 0)
    path = written(tmp_path, "a,b\n1,2,3,4\n")
    assert read(path).columns == {"a": "text", "b": "text"}
    path.write_text("a,c\n1,2\n")
    loaded = read(path)
    path.write_text("a,b\n1,2\n")
    with pytest.raises(SourceError, match="header changed"):
        loaded.freeze(tmp_path, KEY)


def test_a_quoted_cell_of_many_lines_is_read_wherever_it_lies(tmp_path: Path) -> None:
    """DuckDB splits a file every 8 MB; lines inside the cell look like rows."""
    line, cell = b"a,1," + b"x" * 500 + b"\n", b"a,2,y\n" * 40 + b"a,2,y"
    for shift in (0,):
        before = (8_000_000 - 20 - shift) // len(line)
        pad = b"a,1," + b"x" * (8_000_000 - 20 - shift - 6 - before * len(line) - 5) + b"\n"
        path = written(tmp_path, b"g,n,t\n" + line * before + pad + b'a,3,"' + cell + b'"\n' + line * 2_000)
        found = cells(whole(path, tmp_path))
        assert len(found["g"]) == before + 2 + 2_000 and found["t"].count(cell.decode()) == 1, shift


def test_quotes_that_are_open_at_the_end_are_found_in_any_pieces() -> None:
    random = Random(3)

    def slow(text: str) -> bool:
        inside, before, place = False, "\n", 0
        while place < len(text):
            if text[place] == '"' and inside:
                inside = text[place + 1 : place + 2] == '"'
                place += inside
            elif text[place] == '"':
                inside = before in ",\r\n"
            before, place = text[place], place + 1
        return inside

    for _ in range(3_000):
        text = "".join(random.choice('"",\na') for _ in range(random.randrange(14)))
        found, place = Quotes(","), 0
        while place < len(text):
            found.feed(text[place : (place := place + random.randint(1, 5))].encode())
        found.feed(b"")
        assert (found.any, found.open) == ('"' in text, slow(text)), text


def test_text_too_large_to_read_at_once_is_refused_by_the_footer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.parquet"
    pa.parquet.write_table(pa.table({"n": [1, 2], "s": ["A" * 2_000_000, "b"]}), path, compression="zstd")
    assert cells(whole(path, tmp_path)) == {"n": [1, 2], "s": [None, "b"]}
    monkeypatch.setattr(chunk_module, "LARGEST_CHUNK", 1_000_000)
    monkeypatch.setattr(parquet_module, "copy", None)  # no cell is read
    with pytest.raises(SourceError, match="has more than 0 MB of text in one row group"):
        whole(path, tmp_path)


ARROW: dict[str, pa.Array] = {
    **{
        f"timestamp {u}": pa.array([1, 2**62 + 471147114711], pa.int64()).cast(pa.timestamp(u))
        for u in ("s", "ms", "us")
    },
    "zoned": pa.array([1, -(2**62)], pa.int64()).cast(pa.timestamp("s", "Europe/Berlin")),
    "date32": pa.array([1, 2**31 - 1], pa.int32()).cast(pa.date32()),
    **{f"span {u}": pa.array([1, 2**62], pa.int64()).cast(pa.duration(u)) for u in ("s", "ms", "us", "ns")},
    "time32": pa.array([1, -5], pa.int32()).cast(pa.time32("ms")),
    "time64": pa.array([1, 2**60], pa.int64()).cast(pa.time64("ns")),
    "nested times": pa.array([[1], [2**62]], pa.list_(pa.int64())).cast(pa.list_(pa.timestamp("s"))),
    "nested spans": pa.array([[1], [2**62]], pa.list_(pa.int64())).cast(pa.list_(pa.duration("s"))),
    "struct": pa.array([{"a": 1}, {"a": 1.5, "b": 2}]),
    "scale below": pa.array([Decimal("1E+3"), None], pa.decimal128(5, -2)),
    "wide decimal": pa.array([Decimal("1.5"), Decimal("1E-60")], pa.decimal256(70, 60)),
    "narrow decimal": pa.array([Decimal("1.5"), None], pa.decimal32(5, 2)),
    "months": pa.array([pa.MonthDayNano([1, 2, 3]), None]),
    "view": pa.array(["a", "x" * 1001], pa.string_view()),
    "dictionary": pa.array(["a", None]).dictionary_encode(),
    "run ends": pa.RunEndEncodedArray.from_arrays([1, 2], ["a", "b"]),
    "union": pa.UnionArray.from_sparse(pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["a", "b"])]),
    "uuid": pa.array([b"\0" * 16, None], pa.uuid()),
    "broken text": pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(np.array([0, 1, 2], "<i4").tobytes()), pa.py_buffer(b"a\xff")]
    ),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", ARROW)
def test_no_arrow_column_raises_in_words_of_its_own(name: str, tmp_path: Path) -> None:
    column = ARROW[name]
    try:
        copy = whole(pa.table({"c": pa.chunked_array([column, column.slice(0, 1)])}), tmp_path)
        assert len(cells(copy)["c"]) == 3
    except SourceError as error:
        assert name == "broken text" and error.__context__ is None and "cannot be stored" in error.message
    try:  # a file with such a column may be refused on its cells when it is loaded, in one sentence
        pa.parquet.write_table(pa.table({"c": column}), tmp_path / "t.parquet")
    except (pa.ArrowException, OSError, NotImplementedError):  # Arrow cannot write this type: there is no such file
        return
    with contextlib.suppress(SourceError):
        whole(tmp_path / "t.parquet", tmp_path)

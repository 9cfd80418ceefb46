"""Which packed files hold one table: suffixes inside suffixes, members of archives, tables of transport files."""

from __future__ import annotations

import gzip
import struct
import zipfile
import zlib
from pathlib import Path

import pandas as pd
import pytest

from dpcore.engine.source import unpack as unpacking
from dpcore.engine.source.read import read
from dpcore.engine.source.unpack import ending
from dpcore.errors import HeaderError, SourceError
from tests.engine.packed import NAMES, as_csv, as_statistics, as_xlsx, as_zip


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for temporary files, of this test alone."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))


def names(path: Path, data: bytes) -> tuple[str, ...]:
    path.write_bytes(data)
    return tuple(read(path).columns)


def refuses(path: Path, data: bytes) -> bool:
    with pytest.raises(SourceError) as caught:
        names(path, data)
    return (caught.value.message, caught.value.hint) == unpacking._CANNOT


@pytest.mark.parametrize("name", ["table.csv (1).gz", "a.b c.gz", "survey.final.gz", "v1.2024.gz", "plain.gz"])
def test_a_name_with_points_is_no_other_kind(name: str, tmp_path: Path) -> None:
    assert ending(name) == ".gz" and names(tmp_path / name, gzip.compress(as_csv())) == NAMES


def test_a_suffix_of_another_kind_is_kept_and_refused(tmp_path: Path) -> None:
    assert [ending(name) for name in ("a.CSV.GZ", "a.parquet.gz", "a.csv")] == [".CSV.GZ", ".parquet.gz", ".csv"]
    for name, data in (("a.tar.gz", as_csv()), ("a.xlsx.gz", as_xlsx()), ("a.json.gz", b"{}")):
        assert ending(name) == name[1:] and refuses(tmp_path / name, gzip.compress(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_does_not_say_that_its_table_is_shorter(method: int, tmp_path: Path) -> None:
    rows, cut, path = b"a,b\n1,2\n3,4\n", b"a,b\n1,2\n", tmp_path / "t.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("t.csv", rows)
    data = path.read_bytes()
    assert names(path, data) == ("a", "b")
    size = struct.pack("<I", len(rows)) + struct.pack("<H", 5)
    shorter = data.replace(size, struct.pack("<I", len(cut)) + struct.pack("<H", 5))
    assert data.count(size) == 2
    assert refuses(path, shorter.replace(struct.pack("<I", zlib.crc32(rows)), struct.pack("<I", zlib.crc32(cut))))


def test_an_archive_has_nothing_after_its_table(tmp_path: Path) -> None:
    rows, cut = b"a,b\n1,2\n", zlib.compress(b"3,4\n", wbits=-15)
    data = as_zip({"t.csv": rows})
    packed = zlib.compress(rows, wbits=-15)
    assert data.count(packed) == 1
    longer = data.replace(packed, packed + cut).replace(
        struct.pack("<II", len(packed), len(rows)), struct.pack("<II", len(packed) + len(cut), len(rows))
    )
    end = longer.rindex(b"PK\5\6")
    (start,) = struct.unpack("<I", longer[end + 16 : end + 20])
    longer = longer[: end + 16] + struct.pack("<I", start + len(cut)) + longer[end + 20 :]
    assert refuses(tmp_path / "t.zip", longer)


def test_a_transport_file_of_two_tables_is_refused(tmp_path: Path) -> None:
    data = as_statistics(".xpt", pd.DataFrame({"x": [1.0, 2.0]}))
    assert names(tmp_path / "t.xpt", data) == ("x",)
    assert refuses(tmp_path / "t.xpt", data + data[data.index(b"HEADER RECORD*******MEMB") :])


def test_lines_of_a_workbook_are_not_taken_for_titles_again(tmp_path: Path) -> None:
    """The line of a text cell is no line of the sheet, and a name may look like a comment."""
    for rows in (
        [["name"], ["x\na,b,c\nd,e,f"], ["c"]],
        [["#", "age", "b"], [1, "x\ny", 3], [1, "x", 3]],
        [["#id", "age", "b"], [1, "x\ny", 3]],
        [["sep=;", None], ["a", "b"]],
        [["sep=;"], ["a"]],
        [["a;b;c"], ["1;2;3"]],
    ):
        assert names(tmp_path / "t.xlsx", as_xlsx(rows))[0] == rows[0][0]


def test_cells_far_below_ask_no_question(tmp_path: Path) -> None:
    for count, asked in ((3, True), (20, False)):
        rows = [["name"], *[["a"]] * count, ["b", "p", "q"]]
        if asked:
            with pytest.raises(HeaderError):
                names(tmp_path / "t.xlsx", as_xlsx(rows))
        else:
            assert names(tmp_path / "t.xlsx", as_xlsx(rows)) == ("name",)

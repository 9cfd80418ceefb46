"""One table in every form in which it can be packed, written by other programs' libraries or by hand."""

from __future__ import annotations

import csv
import datetime as dt
import gzip
import io
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pyreadstat

Rows = Sequence[Sequence[Any]]
NAMES = ("patient", "age", "cost", "ward", "smoker", "day", "at")
ROWS: Rows = [
    (
        f"p{i:02}",
        20 + i,
        i / 4,
        "AB"[i % 2] if i % 5 else None,
        i % 3 == 0,
        dt.date(2024, 1, 1 + i),
        dt.datetime(2024, 1, 1 + i, 10, 30, i),
    )
    for i in range(20)
]
TABLE: Rows = [NAMES, *ROWS]
XLS = Path(__file__).with_name("visits.xls")
"""`TABLE` as an old workbook, stored because no program that writes one is among the requirements."""


def text(cell: Any) -> str:
    """A cell as spreadsheet programs write it."""
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).lower()
        case float():
            return f"{cell:g}"
    return str(cell)


def as_csv(rows: Rows = TABLE) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([text(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def as_parquet() -> bytes:
    out = io.BytesIO()
    columns = zip(*ROWS, strict=True)
    texts = {name: [text(cell) or None for cell in column] for name, column in zip(NAMES, columns, strict=True)}
    pa.parquet.write_table(pa.table(texts), out)
    return out.getvalue()


def as_zip(members: Mapping[str, bytes] | Sequence[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items() if isinstance(members, Mapping) else members:
            archive.writestr(name, data)
    return out.getvalue()


def as_xlsx(sheets: Mapping[str, Rows] | Rows = TABLE, hidden: Sequence[str] = ()) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in (sheets if isinstance(sheets, Mapping) else {"visits": sheets}).items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name in hidden:
            sheet.sheet_state = "hidden"
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, before: bytes, after: bytes) -> bytes:
    """A workbook whose first sheet has other bytes somewhere."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    assert before in members[name]
    return as_zip(members | {name: members[name].replace(before, after, 1)})


def as_statistics(suffix: str, table: pd.DataFrame, **options: Any) -> bytes:
    """A file of Stata, SPSS or SAS."""
    write = {".dta": pyreadstat.write_dta, ".sav": pyreadstat.write_sav, ".xpt": pyreadstat.write_xport}[suffix]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        write(table, path, **options)
        return path.read_bytes()


FRAME = pd.DataFrame([(*row[:4], str(row[4]).lower(), *row[5:]) for row in ROWS], columns=list(NAMES))
PACKED: dict[str, bytes] = {
    "visits.csv.gz": gzip.compress(as_csv()),
    "visits.tsv.gz": gzip.compress(as_csv().replace(b",", b"\t")),
    "visits.gz": gzip.compress(as_csv()),
    "visits.parquet.gz": gzip.compress(as_parquet()),
    "visits.zip": as_zip({"visits.csv": as_csv()}),
    "parquet.zip": as_zip({"a/b/visits.parquet": as_parquet()}),
    "mac.zip": as_zip({"in/": b"", "in/visits.csv": as_csv(), "__MACOSX/in/._visits.csv": b"\0\5", ".DS_Store": b"x"}),
    "visits.xlsx": as_xlsx(),
    "VISITS.XLSM": as_xlsx(),
    "visits.xls": XLS.read_bytes(),
    **{f"visits{suffix}": as_statistics(suffix, FRAME) for suffix in (".dta", ".sav", ".xpt")},
}

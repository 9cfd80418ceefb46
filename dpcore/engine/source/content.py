"""What a file is by its first bytes, whatever its name says: a workbook saved as `.csv` is no text with a wrong header.

Only marks by which programs recognise a format are compared, so nothing of a row is in the answer.
"""

from __future__ import annotations

from typing import Final

from dpcore.errors import SourceError
from dpcore.text import Text

LONGEST: Final = 16
"""Bytes that decide it."""
_MARKS: Final = (
    (b"PK\x03\x04", Text("a workbook or a zip archive"), ".xlsx, .zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Text("an Excel workbook"), ".xls"),
    (b"\x1f\x8b", Text("a gzip archive"), ".csv.gz"),
    (b"PAR1\x15", Text("a Parquet file"), ".parquet"),
    (b"$FL2@(#)", Text("an SPSS file"), ".sav"),
    (b"<stata_dta>", Text("a Stata file"), ".dta"),
    (b"SQLite format 3\0", Text("a SQLite database"), ""),
    (b"%PDF-", Text("a PDF document"), ""),
    (b"{\\rtf", Text("a text document"), ""),
    (b"<!doctype html", Text("a web page"), ""),
    (b"<html", Text("a web page"), ""),
    (b"<?xml", Text("an XML document"), ""),
)


def check(start: bytes, what: str) -> None:
    """Raises SourceError if a file that begins so is no delimited text. what: the file, in words."""
    start = start[:LONGEST].removeprefix(b"\xef\xbb\xbf").lower()
    for mark, kind, endings in _MARKS:
        if start.startswith(mark.lower()):
            hint = Text("Save the table in it as CSV, and load that.")
            if endings:
                hint = Text("Give the file its own ending ({endings}) and load it again.", endings=endings)
            raise SourceError(Text("{what} is {kind}, not delimited text.", what=what, kind=kind), hint)

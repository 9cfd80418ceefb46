"""Files for other programs: tidy CSV, and the whole record as JSON. Read back by a test before being offered."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dpcore.record import Release

if TYPE_CHECKING:
    import pandas as pd

# Signs with which a spreadsheet begins a formula (OWASP), in every width that NFKC takes for one of them.
_SIGNS = frozenset("=+-@\u2212⁺⁼₊₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠")
# What ends a cell for a program that splits at semicolons or tabs: a quote in the middle of a cell is no quote to it.
_SPLIT = re.compile("([;\u037e\ufe54\uff1b\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029])")
# Letters and symbols that show nothing: Hangul fillers, the empty Braille pattern.
_EMPTY = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def cell(value: Any) -> Any:
    """A cell that no spreadsheet will run: numbers as they are; in text, an apostrophe before what starts a formula.

    Leading blanks of any kind, invisible characters and quotes do not hide a sign; semicolons, tabs and line breaks
    begin a cell too.
    """
    if not isinstance(value, str):
        return value
    if not _SIGNS.isdisjoint(value):
        value = "".join("'" + part if _starts_formula(part) else part for part in _SPLIT.split(value))
    return "'" + value if value.lstrip(" ").startswith(("\t", "\r", "\n")) else value


def _starts_formula(text: str) -> bool:
    return next((letter for letter in text if not _is_blank(letter)), "") in _SIGNS


def _is_blank(letter: str) -> bool:
    """Whether a spreadsheet may skip it, or a reader cannot see it: spaces, controls, formats, marks, quotes."""
    hidden = not letter.isprintable() or letter.isspace() or unicodedata.category(letter) in ("Mn", "Me")
    return hidden or letter == '"' or letter in _EMPTY


def to_csv(release: Release) -> bytes:
    """The tidy table of one release, UTF-8: key columns, estimate, std_error, low, high."""
    return frame_csv(release.table)


def frame_csv(table: pd.DataFrame) -> bytes:
    """A table of answers, UTF-8."""
    return _csv(table.columns, table.itertuples(index=False))


def to_json(releases: Sequence[Release]) -> bytes:
    """The complete records, UTF-8, in the order given; `Release.from_dict` reads each back."""
    records = [release.to_dict() for release in releases]
    return json.dumps({"releases": records}, ensure_ascii=False, indent=1, default=str).encode()


def long_csv(releases: Sequence[Release]) -> bytes:
    """All releases in one tidy table: release, question, cell, estimate, std_error, low, high."""
    rows = []
    for release in releases:
        keys = [name for name in release.table.columns if name not in ("estimate", "std_error", "low", "high")]
        for record in release.table.to_dict("records"):
            label = "; ".join(f"{name} = {record[name]}" for name in keys)
            rows.append(
                (release.id, str(release), label, *(record[n] for n in ("estimate", "std_error", "low", "high")))
            )
    return _csv(["release", "question", "cell", "estimate", "std_error", "low", "high"], rows)


def _csv(columns: Any, rows: Any) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([cell(str(name)) for name in columns])
    for row in rows:
        writer.writerow([cell(value) for value in row])
    return text.getvalue().encode()

"""Files for other programs: tidy CSV, and the complete record as JSON. Tests read both back."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dpcore.release.combine import Unread
from dpcore.release.judged import usable
from dpcore.release.record import Release
from dpcore.result import FIGURES
from dpcore.table.formula import guarded

if TYPE_CHECKING:
    import pandas as pd

_UNREAD = "written by another version of the program"


def cell(value: Any) -> Any:
    """A cell that no spreadsheet runs as a formula.

    Numbers stay as they are, and NaN becomes an empty cell. Text that would start a formula gets an apostrophe in
    front, also after leading blanks, invisible characters or quotes, and after semicolons, tabs and line breaks,
    which start a new cell.
    """
    if not isinstance(value, str):
        return "" if isinstance(value, float) and math.isnan(value) else value
    value = guarded(value)
    return "'" + value if value.lstrip(" ").startswith(("\t", "\r", "\n")) else value


def to_csv(release: Release) -> bytes:
    """The tidy table of one release, UTF-8: key columns, estimate, std_error, low, high."""
    return frame_csv(release.table)


def frame_csv(table: pd.DataFrame) -> bytes:
    """A table of answers, UTF-8."""
    return _csv(table.columns, table.itertuples(index=False))


def to_json(releases: Sequence[Release], unread: Sequence[Unread] = ()) -> bytes:
    """The complete records, UTF-8, in the order given; `Release.from_dict` reads each back.

    unread: records of another version of the program; they follow unchanged.
    """
    return records([*(release.to_dict() for release in releases), *(answer.data for answer in unread)])


def records(stored: Sequence[Mapping[str, Any]]) -> bytes:
    """The same JSON file, from stored records."""
    return json.dumps({"releases": stored}, ensure_ascii=False, indent=1, default=str, allow_nan=False).encode()


def long_csv(releases: Sequence[Release], unread: Sequence[Unread] = ()) -> bytes:
    """All releases in one tidy table: release, question, cell, estimate, std_error, low, high, usable (yes or no).

    unread: answers of another version of the program; each gets one line that says so instead of its cells.
    """
    rows = []
    for release in releases:
        keys = [name for name in release.table.columns if name not in ("estimate", "std_error", "low", "high")]
        question = str(release)
        for record, good in zip(release.table.to_dict("records"), usable(release).tolist(), strict=True):
            label = "; ".join(f"{name} = {record[name]}" for name in keys)
            rows.append((release.id, question, label, *(record[n] for n in FIGURES), "yes" if good else "no"))
    rows += [(answer.id, answer.words, _UNREAD, *[""] * 5) for answer in unread]
    return _csv(["release", "question", "cell", *FIGURES, "usable"], rows)


def _csv(columns: Any, rows: Any) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([cell(str(name)) for name in columns])
    for row in rows:
        writer.writerow([cell(value) for value in row])
    return text.getvalue().encode()

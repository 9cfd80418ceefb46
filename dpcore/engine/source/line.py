"""Single lines of delimited text: their cells, and the delimiter of a header."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Final

from dpcore.engine.source.transcode import decode_cell

DELIMITERS: Final = "\t;|,"
"""Delimiters by preference: if a header has equally many cells with two of them, the earlier one is used."""
MOST: Final = 50
"""The most lines of one header, and the most lines before a header that are counted for a message."""


def cells(lines: Sequence[bytes], delimiter: str) -> tuple[list[str] | None, int]:
    """The cells of the first row in some lines, as text, and the number of its lines; None if the row is unreadable."""

    def texts() -> Iterator[str]:
        for line in lines[:MOST]:
            yield line.decode("utf-8", "surrogateescape")

    reader = csv.reader(texts(), delimiter=delimiter, skipinitialspace=delimiter != " ", strict=True)
    try:
        found = next(reader, [])
    except csv.Error:
        return None, 0
    bare = [(decode_cell(cell.encode("utf-8", "surrogateescape")) or "").strip() for cell in found]
    return bare, reader.line_num


def width(lines: Sequence[bytes], delimiter: str) -> int:
    """The number of cells of the first row that is not blank; 0 if there is no such row, or it is unreadable."""
    place = next((place for place, line in enumerate(lines) if line.strip(b"\r\n")), len(lines))
    return len(cells(lines[place:], delimiter)[0] or [])


def several(line: bytes, marks: str = DELIMITERS) -> int:
    """The number of cells of a single line, with the one of these delimiters that gives most."""
    return max(len(cells([line], delimiter)[0] or [""]) for delimiter in marks)


def delimiter(lines: Sequence[bytes], usual: str) -> str:
    """The delimiter of a header: that with most cells, counting only delimiters that no space follows.

    Text within a name has a space after a comma or a semicolon: `Price, net;Price, gross` has two columns.
    """
    counts = {mark: len(cells(lines, mark)[0] or []) for mark in DELIMITERS}
    if max(counts.values()) < 2:
        # One column. If R wrote the file with names of rows, the first row contains the delimiter.
        quoted = lines[0].startswith(b'"')
        return next((mark for mark in DELIMITERS if quoted and width(lines[1:2], mark) == 2), usual)
    if usual == "\t" and counts[usual] > 1:
        return usual

    def order(mark: str) -> tuple[int, int]:
        tight = len(re.findall(re.escape(mark.encode()) + rb"(?! )", lines[0].rstrip(b"\r\n")))
        return min(tight, counts[mark] - 1), counts[mark]

    return max((mark for mark in DELIMITERS if counts[mark] > 1), key=order)

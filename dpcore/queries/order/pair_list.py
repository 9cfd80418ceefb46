"""The edges of a public graph as text: CSV of two columns, typed into a form or read from a file.

Cells are separated by commas, semicolons or tabs. The first line of a file counts as a heading if neither of its names
is a public value or occurs in a further line: a connected graph has no such edge. This module reads no rows of a table.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, final

from dpcore.errors import QueryError
from dpcore.number import BLANKS, shown
from dpcore.queries.order.graph import Graph
from dpcore.text import Text, joined

LARGEST: Final = 1_000_000
"""The largest size of a file, in bytes."""
KINDS: Final = ("csv", "tsv", "txt")
"""The endings of file names that a form accepts."""
_SEPARATORS: Final = ",;\t"
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_FORM: Final = Text("Each line must be a pair of names, such as “A, B”.")

Row = tuple[int, list[str]]
"""The number of a line in the file, from 1, and its cells."""


@final
@dataclass(frozen=True, slots=True)
class PairList:
    """The pairs of a file in its order, each once.

    lines: the number of lines with a pair. heading: the first line, if it was read as one; else empty.
    """

    pairs: tuple[tuple[str, str], ...]
    lines: int
    heading: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The pairs as CSV, which `typed` reads back."""
        written = io.StringIO(newline="")
        csv.writer(written, lineterminator="\n").writerows(self.pairs)
        return written.getvalue()

    @property
    def sentence(self) -> Text:
        """What was read."""
        parts = [Text.counted("{n:,} pair was read from the file.", "{n:,} pairs were read from the file.", self.lines)]
        if repeated := self.lines - len(self.pairs):
            parts.append(
                Text.counted("{n:,} repeated pair is left out.", "{n:,} repeated pairs are left out.", repeated)
            )
        if self.heading:
            line = shown(", ".join(self.heading))
            parts.append(Text("The first line was read as a heading: {line}.", line=line))
        return joined(parts)


def read(data: bytes, known: Collection[str] = ()) -> PairList:
    """The pairs in a file, the edges of a graph. known: public values. Raises QueryError with one sentence."""
    rows = _rows(_decoded(data))
    for number, cells in rows:
        if len(cells) != 2:
            raise QueryError(
                "Line {number} of the file is not a pair: it has {cells}.",
                "Keep the two columns of names, separated by commas, semicolons or tabs.",
                number=number,
                cells=Text.counted("{n} cell", "{n} cells", len(cells)),
            )
        if not all(cells):
            raise QueryError("Line {number} of the file has an empty name.", _FORM, number=number)
    pairs = [(cells[0], cells[1]) for _, cells in rows]
    if not pairs:
        raise QueryError("The file has no pairs.", _FORM)
    heading: tuple[str, ...] = ()
    names = {*known, *(name for pair in pairs[1:] for name in pair)}
    if len(pairs) > 1 and not names & set(pairs[0]):
        heading, pairs = pairs[0], pairs[1:]
    Graph.of(pairs)
    once: dict[frozenset[str], tuple[str, str]] = {}
    for pair in pairs:
        once.setdefault(frozenset(pair), pair)
    return PairList(tuple(once.values()), len(pairs), heading)


def typed(text: str) -> list[list[str]]:
    """The cells of each typed line that is not empty; the question refuses a line that is no pair.

    Raises QueryError.
    """
    return [cells for _, cells in _rows(text)]


def _decoded(data: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark. Raises QueryError."""
    if not isinstance(data, bytes):
        raise QueryError("The file has no pairs.", _FORM)
    if len(data) > LARGEST:
        raise QueryError(
            "The file is too large: at most {most:,} kB are allowed.", "Keep only the pairs.", most=LARGEST // 1000
        )
    try:
        text = data.decode("utf-16" if data[:2] in _WIDE else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise QueryError("The file is not text in UTF-8.", "Save it as “CSV UTF-8”.")
    return text


def _rows(text: str) -> list[Row]:
    """The lines with any name, stripped, without empty cells at their end. Raises QueryError.

    The separator is the first that makes a pair of every line, or the most frequent one in the first line.
    """
    if re.match(r"sep=.\r?\n", text):  # the separator line of spreadsheets
        text = "\n" + text.partition("\n")[2]
    first = next((line for line in text.splitlines() if line.strip()), "")
    usual = max(_SEPARATORS, key=first.count)
    found: list[list[Row] | QueryError] = []
    for separator in (usual, *_SEPARATORS.replace(usual, "")):
        try:
            rows = _split(text, separator)
        except QueryError as error:
            found.append(error)
            continue
        if all(len(cells) == 2 for _, cells in rows):
            return rows
        found.append(rows)
    if isinstance(found[0], QueryError):
        raise found[0]
    return found[0]


def _split(text: str, separator: str) -> list[Row]:
    csv.field_size_limit(max(csv.field_size_limit(), 4 * LARGEST))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[Row] = []
    number = 1
    try:
        for line in reader:
            cells = [cell.strip(BLANKS) for cell in line]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append((number, cells))
            number = reader.line_num + 1
    except csv.Error:
        raise QueryError(
            "Line {number} cannot be read: a quotation mark is not closed or not doubled.",
            "Correct its quotation marks.",
            number=number,
        ) from None
    return rows

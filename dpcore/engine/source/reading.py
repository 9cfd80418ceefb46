"""What a person said about a file that its header does not say: how it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self, final

from dpcore.engine.source.encoding import ENCODINGS, encoding_name
from dpcore.errors import SourceError
from dpcore.number import shown, whole
from dpcore.text import Text

MOST_SKIPPED: Final = 10_000
DELIMITER: Final = r"[!#-/:-@\[-`{-~\t ]"
"""Any of the characters that may separate cells, as a regular expression: punctuation of ASCII but quotes, or a tab."""
_NO_LINES: Final = (
    Text("The arguments `header` and `skip` are only valid for CSV and TSV files and workbooks."),
    Text("Omit them: this table has names of its own."),
)
_NO_TEXT: Final = (
    Text("The arguments `encoding` and `delimiter` are only valid for CSV and TSV files."),
    Text("Omit them: this table is no delimited text."),
)
_NO_SHEETS: Final = (
    Text("The argument `sheet` is only valid for a workbook."),
    Text("Omit it: this table is no sheet of a workbook."),
)


@final
@dataclass(frozen=True, slots=True)
class Reading:
    """A person's answers about a file that its header does not give.

    header: whether the first line names the columns, or the names if it is a row; None: it does, but HeaderError is
    raised if a name looks like a cell. skip: the number of lines before it. sheet: of a workbook. encoding: a name in
    `ENCODINGS`; None: each cell is UTF-8, else Windows-1252, unless a byte order mark says otherwise. delimiter: one
    character; None: as the header says.
    known: described columns of tables: a first line with all columns of one table is a header without further
    questions. titles: if the program wrote the text from another file, with commas: the lines that it wrote between
    those skipped and the header.
    """

    header: bool | tuple[str, ...] | None = None
    skip: int = 0
    sheet: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    known: tuple[tuple[str, ...], ...] = field(default=(), compare=False)
    titles: int | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls,
        header: bool | Sequence[str] | None = None,
        skip: int | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
        delimiter: str | None = None,
    ) -> Self:
        """The reading of these answers; see `read`. Raises SourceError for answers that are none."""
        lines = whole(0 if skip is None else skip, "skip", low=0, high=MOST_SKIPPED, error=SourceError)
        name = None if encoding is None else encoding_name(encoding)
        return cls(_header(header), lines, sheet, name, None if delimiter is None else _delimiter(delimiter))

    def check(self, *, lines: bool = False, text: bool = False, sheet: bool = False) -> None:
        """Raises SourceError if something was said of a table that it does not have.

        lines: it has lines of which one names the columns; text: it is delimited text; sheet: it is a workbook.
        """
        if self.sheet is not None and not sheet:
            raise SourceError(*_NO_SHEETS)
        if (self.header is not None or self.skip) and not lines:
            raise SourceError(*_NO_LINES)
        if (self.encoding is not None or self.delimiter is not None) and not text:
            raise SourceError(*_NO_TEXT)

    def to_dict(self) -> dict[str, Any]:
        """The answers as plain data, without names, which are the columns of the copy; `from_dict` reads it."""
        header = {} if self.header is None else {"header": self.header is True}
        named = {"sheet": self.sheet, "encoding": self.encoding, "delimiter": self.delimiter}
        given = {name: value for name, value in named.items() if value is not None}
        return header | ({"skip": self.skip} if self.skip else {}) | given

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The answers that `to_dict` described; an encoding that this version does not know was not said."""
        encoding, sheet = data.get("encoding"), data.get("sheet")
        known = encoding if isinstance(encoding, str) and encoding in ENCODINGS else None
        return cls(data.get("header"), data.get("skip", 0), sheet, known, data.get("delimiter"))


USUAL: Final = Reading()


def _header(header: object) -> bool | tuple[str, ...] | None:
    if header is None or isinstance(header, bool):
        return header
    if isinstance(header, Sequence) and not isinstance(header, str) and all(isinstance(name, str) for name in header):
        return tuple(header)
    raise SourceError("`header` must be True, False or a list of names.", "dp.read(path, header=True)")


def _delimiter(delimiter: object) -> str:
    if isinstance(delimiter, str) and re.fullmatch(DELIMITER, delimiter):
        return delimiter
    raise SourceError(
        "{given} cannot separate cells.",
        "The delimiter is one character: a comma, semicolon, tab, |, space, colon or other punctuation except quotes.",
        given=shown(delimiter),
    )

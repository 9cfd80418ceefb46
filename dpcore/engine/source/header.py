"""The header of delimited text: its delimiter, the lines before it, and the names of the columns.

Of the rows, only the number of cells in the first row is used: one cell more than in the header means that rows begin
with a name, for which R's write.table writes no heading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, final

from dpcore.engine.source import content, line, preamble
from dpcore.engine.source.encoding import BAD
from dpcore.engine.source.reading import DELIMITER, Reading
from dpcore.engine.source.transcode import codec, decode_cell, mark_of, stream
from dpcore.errors import HeaderError, SourceError
from dpcore.number import shown
from dpcore.table.heading import checked, unique
from dpcore.table.heading_cell import like_cells
from dpcore.table.schema import MAX_COLUMNS
from dpcore.text import Text, joined

HEADER: Final = 4 * 2**20
"""The bytes of a file in which its header must be."""
_SEP: Final = re.compile(rf'"?sep=({DELIMITER})"?[ ,;\t]*'.encode(), re.IGNORECASE)
_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_UNREADABLE: Final = (
    Text("The header of {what} cannot be read.").key,
    Text("Separate the names with commas, semicolons, tabs or |, and close every quote."),
)
_SAVE_UTF8: Final = Text("Save the file as UTF-8 and load it again.")
_PLACES: Final = 5


@final
@dataclass(frozen=True, slots=True)
class Head:
    """The header of one file.

    names: of all columns. written: as in the file. heads: whether the file has a header. lines, start: the lines, and
    the bytes of decoded text, before the first row. before: lines before the header. rows_named: whether rows begin
    with a name without a heading.
    """

    names: tuple[str, ...]
    written: tuple[str, ...]
    delimiter: str
    heads: bool
    before: int
    lines: int
    start: int
    rows_named: bool = False


def head(path: Path, reading: Reading) -> Head:
    """The header of a file. Raises SourceError; HeaderError if a person must say where the header is."""
    what = shown(path.name)
    text = _start(path, reading.encoding, what)
    lines = _lines(text, reading.skip)
    before = min(reading.skip, len(lines))
    delimiter = ""
    if reading.titles is not None:
        delimiter = ","
    elif before < len(lines) and (sep := _SEP.fullmatch(lines[before].rstrip(b"\r\n"))):
        delimiter, before = sep[1].decode(), before + 1
    delimiter = reading.delimiter or delimiter
    titles, marks = reading.titles, delimiter or line.DELIMITERS
    if reading.header is None and (more := preamble.before(lines[before:], marks) if titles is None else titles):
        raise _too_few_lines(what, before + more)
    rest = lines[before:]
    _check(rest, what)
    delimiter = delimiter or line.delimiter(rest, "\t" if path.suffix.lower() == ".tsv" else ",")
    cells, used = line.cells(rest, delimiter)
    if cells is None:
        raise HeaderError(*_UNREADABLE, what=what)
    wider = line.width(rest[used:], delimiter) == len(cells) + 1
    names = unique(["", *cells] if wider else cells)
    heads = _heads(names, reading)
    if heads and reading.header is None and not _is_known(names, reading) and (odd := like_cells(cells)):
        raise _header_question(what, odd)
    if not heads:
        names, cells, used, wider = _given_names(len(cells), reading.header, what), [], 0, False
    first = sum(map(len, lines[: before + used]))
    return Head(_usable(names, what), tuple(cells), delimiter, heads, before, before + used, first, wider)


def _usable(names: Sequence[str], what: str) -> tuple[str, ...]:
    """The names, checked. Raises HeaderError for one that is none: another delimiter, encoding or line may be right."""
    if len(names) > MAX_COLUMNS:
        return checked(names, what)
    try:
        return checked(names, what)
    except SourceError as error:
        message, hint = error.message, error.hint
    raise HeaderError(message, hint)


def _check(lines: Sequence[bytes], what: str) -> None:
    """Raises SourceError if the first line cannot be a header."""
    if not lines or not lines[0].strip(b"\r\n"):
        raise SourceError(
            "The first line of {what} is not a header.", "Write the column names on the first line.", what=what
        )
    if b"\0" in lines[0]:
        raise SourceError(
            "{what} contains NUL bytes.", "The file is not plain text. {save_utf8}", what=what, save_utf8=_SAVE_UTF8
        )


def first_line(path: Path, reading: Reading, most: int = 400) -> str:
    """The beginning of the line of a file that may be its header. To be shown only to the person who loads it."""
    lines, skip = _lines(_start(path, reading.encoding, shown(path.name), 2**16), reading.skip), reading.skip
    if skip < len(lines) and _SEP.fullmatch(lines[skip].rstrip(b"\r\n")):
        skip += 1
    return "".join(_readable(line.rstrip(b"\r\n"), reading.encoding) for line in lines[skip : skip + 1])[:most]


def _readable(line: bytes, encoding: str | None) -> str:
    """A line as text, with signs for what the declared encoding does not define."""
    if encoding is None:
        return decode_cell(line) or ""
    return line.decode("utf-8", "surrogatepass").replace(BAD, "\N{REPLACEMENT CHARACTER}")


def _lines(text: bytes, skip: int) -> list[bytes]:
    """The first lines, with their ends: enough for a header after `skip` lines."""
    return [match[0] for match in islice(_LINE.finditer(text), skip + 4 * line.MOST) if match[0]]


def _start(path: Path, encoding: str | None, what: str, most: int = HEADER) -> bytes:
    """The beginning of the text, up to its last complete line. Raises SourceError if no line is complete."""
    with path.open("rb") as file:
        begins = file.read(content.LONGEST)
    found = begins[:4]
    if not found:
        raise SourceError("{what} is empty.", "Load a file with a header and rows.", what=what)
    content.check(begins, what)
    if encoding is not None and mark_of(found) not in (None, encoding):
        raise SourceError(
            "{what} begins with a byte order mark of {mark}, so it is not in {encoding}.",
            "Omit the encoding: the file is then read by its mark.",
            what=what,
            mark=(mark_of(found) or "")[:6].upper(),
            encoding=encoding,
        )
    long = encoding is not None and path.stat().st_size > most
    text = b"".join(islice(stream(path, encoding, most), 1 if long else 2 if encoding else 1))
    if long if encoding else len(text) >= most and not codec(found):
        return text[: max(text.rfind(b"\n"), text.rfind(b"\r", 0, len(text) - 1)) + 1]
    return text


def _is_known(names: Sequence[str], reading: Reading) -> bool:
    """Whether all described columns of a table are among these names."""
    return any(known and set(known) <= set(names) for known in reading.known)


def _heads(names: Sequence[str], reading: Reading) -> bool:
    """Whether the first line names the columns."""
    if reading.header is None or reading.header is True or _is_known(names, reading):
        return True
    return reading.header is not False and sorted(names) == sorted(unique(reading.header))


def _given_names(width: int, header: bool | tuple[str, ...] | None, what: str) -> tuple[str, ...]:
    """The names of the columns of a file without a header. Raises SourceError if there are too many or too few."""
    if not isinstance(header, tuple):
        return unique([""] * width)
    if len(header) != width:
        raise SourceError(
            "{given:,} names were given, but the first line of {what} has {width:,} cells.",
            "Give one name for each cell.",
            given=len(header),
            what=what,
            width=width,
        )
    return unique(header)


def _header_question(what: str, places: Sequence[int]) -> HeaderError:
    listed = [Text("column {place}", place=place) for place in places[:_PLACES]]
    more = Text.counted("and {n:,} more", "and {n:,} more", len(places) - _PLACES)
    return HeaderError(
        Text(
            "The first line of {what} may be a row: these names look like a number, a date, a time or an e-mail "
            "address: {places}.",
            what=what,
            places=joined([*listed, *([more] if len(places) > _PLACES else [])], ", "),
        ),
        Text(
            "Say whether it names the columns: dp.read(path, header=True), or header=False or header=[names] if it is "
            "a row. In the shell: --header yes, no, or the names with commas."
        ),
    )


def _too_few_lines(what: str, lines: int) -> HeaderError:
    return HeaderError(
        Text.counted(
            "The first line of {what} is not its header.",
            "The first {n} lines of {what} are not its header.",
            lines,
            what=what,
        ),
        Text.counted(
            "Skip it: dp.read(path, skip={n}), or --skip {n} in the shell. If it is the header: header=True.",
            "Skip them: dp.read(path, skip={n}), or --skip {n} in the shell. If the first line is the header: "
            "header=True.",
            lines,
        ),
        skip=lines,
    )

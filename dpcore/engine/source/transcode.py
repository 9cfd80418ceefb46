"""Delimited text as UTF-8 with one kind of line end, for files that the engine cannot read as they are.

A cell in UTF-8 stays as it is. Any other cell is read as Windows-1252; it is missing if it contains bytes that this
encoding does not define, or half a surrogate pair. Each cell is converted independently. NUL bytes are removed, as in
every source. Files with a byte order mark of UTF-16 or UTF-32, or of which a person has declared the encoding, are
decoded first.

Cells begin and end as in the engine's reader: a quote opens a cell at its start or after one space there.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final

from dpcore.engine.source.encoding import decode
from dpcore.stop import check

_CHUNK: Final = 2**22
LONGEST: Final = 2**22
"""The most bytes of one row; the engine's own limit is lower."""
_CODECS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ODD: Final = "murmur-odd"
codecs.register_error(_ODD, lambda error: ("\udfff", getattr(error, "end", 0)))
_MISSING: Final = b'""'
_QUOTED: Final = rb'"(?:[^"]++|"")*+"'
_ENDS: Final = re.compile(rb"\r\n|\r|\n")


def codec(start: bytes) -> str | None:
    """The codec that a byte order mark at the start of a file names; None for UTF-8 and other 8-bit text."""
    return next((name for mark, name in _CODECS if start.startswith(mark)), None)


def mark_of(start: bytes) -> str | None:
    """The encoding that a byte order mark at the start of a file names; None without a mark."""
    return "utf-8" if start.startswith(codecs.BOM_UTF8) else codec(start)


def stream(path: Path, encoding: str | None = None, chunk: int = _CHUNK) -> Iterator[bytes]:
    """The bytes of a file in pieces, without a byte order mark.

    As UTF-8 if the mark names another encoding, or one was declared: then the last piece is the end of an incomplete
    character, or empty.
    """
    with path.open("rb") as file:
        start = file.read(4)
        name = codec(start)
        mark = next((mark for mark, _ in ((codecs.BOM_UTF8, ""), *_CODECS) if start.startswith(mark)), b"")
        file.seek(len(mark))
        if encoding is not None:
            yield from (text.encode("utf-8", "surrogatepass") for text in decode(_pieces(file, chunk), encoding))
            return
        decoder = codecs.getincrementaldecoder(name)(_ODD) if name else None
        for piece in _pieces(file, chunk):
            yield decoder.decode(piece).encode("utf-8", "surrogatepass") if decoder else piece


def _pieces(file: BinaryIO, chunk: int) -> Iterator[bytes]:
    """The rest of a file in pieces. Raises Stopped if the work was cancelled."""
    while piece := file.read(chunk):
        check()
        yield piece


def decode_cell(raw: bytes) -> str | None:
    """The text of one cell; None if its bytes make it missing."""
    with contextlib.suppress(UnicodeDecodeError):
        return raw.decode()
    with contextlib.suppress(UnicodeDecodeError):
        raw.decode("utf-8", "surrogatepass")
        return None
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return None


def line_end(path: Path) -> str | None:
    """The line end of a file that the engine reads as it is: UTF-8, no NUL bytes, one kind of line ends; else None.

    CRLF is returned only if nothing is quoted, because the engine then takes a quoted line feed for an unclosed quote.
    """
    with path.open("rb") as file:
        if codec(file.read(4)):
            return None
        file.seek(0)
        decoder = codecs.getincrementaldecoder("utf-8")()
        feeds = returns = both = marks = 0
        last = b""
        try:
            while piece := file.read(_CHUNK):
                check()
                if b"\0" in piece:
                    return None
                decoder.decode(piece)
                feeds, returns = feeds + piece.count(b"\n"), returns + piece.count(b"\r")
                both += (piece.count(b"\r\n") if returns else 0) + (last == b"\r" and piece[:1] == b"\n")
                marks, last = marks + piece.count(b'"'), piece[-1:]
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return None
    if not returns:
        return "\n"
    return "\r\n" if feeds == returns == both and not marks else None


def rows(path: Path, encoding: str | None, delimiter: str, start: int) -> Iterator[list[bytes]]:
    """The rows after the first `start` bytes of the stream, without line ends, in lists.

    A row with an open quote at the end of the file, or longer than `LONGEST`, is returned as the last row.
    """
    row, buffer, skipped = _row(delimiter), b"", start
    pieces = stream(path, encoding)
    piece: bytes | None = b""
    while piece is not None:
        piece = next(pieces, None)
        if piece is not None:
            skip = min(skipped, len(piece))
            skipped -= skip
            buffer += piece[skip:].replace(b"\0", b"")
        found, end = _rows(buffer, row, piece is None)
        buffer = buffer[end:]
        if found:
            yield found
        if len(buffer) > LONGEST:
            break
    if buffer:
        yield [buffer]


def _rows(buffer: bytes, row: re.Pattern[bytes], last: bool) -> tuple[list[bytes], int]:
    """The complete rows of a buffer, and where they end. last: the file ends there."""
    whole = len(buffer) if last else max(buffer.rfind(b"\n"), buffer.rfind(b"\r", 0, len(buffer) - 1)) + 1
    if not whole:
        return [], 0
    if b'"' not in buffer:
        lines = buffer[:whole].replace(b"\r\n", b"\n").replace(b"\r", b"\n").removesuffix(b"\n")
        return lines.split(b"\n"), whole
    found: list[bytes] = []
    end = 0
    while end < len(buffer) and (match := row.match(buffer, end)):
        if match.end() == len(buffer) and not last and not match[0].endswith(b"\n"):
            break  # the line end or the row may continue in the next piece
        found.append(match[1])
        end = match.end()
    return found, end


@cache
def _cell(delimiter: str) -> bytes:
    plain_ = rb"[^" + re.escape(delimiter.encode()) + rb"\r\n]*+"
    return rb"(?: ?" + _QUOTED + rb"(?: +" + _QUOTED + rb")*+" + plain_ + rb'|(?! ?")' + plain_ + rb")"


@cache
def _row(delimiter: str) -> re.Pattern[bytes]:
    cell = _cell(delimiter)
    return re.compile(rb"(" + cell + rb"(?:" + re.escape(delimiter.encode()) + cell + rb")*+)(?:\r\n|\r|\n|\Z)")


@cache
def _split(delimiter: str) -> re.Pattern[bytes]:
    return re.compile(rb"(" + _cell(delimiter) + rb")(?:" + re.escape(delimiter.encode()) + rb"|\Z)")


def cells(row: bytes, delimiter: str) -> list[bytes]:
    """The cells of one row, with their quotes. Text after an unclosed quote belongs to the last cell."""
    if b'"' not in row:
        return row.split(delimiter.encode())
    found: list[bytes] = []
    end, pattern = 0, _split(delimiter)
    while match := pattern.match(row, end):
        found.append(match[1])
        end = match.end()
        if end == len(row):
            return [*found, b""] if row.endswith(delimiter.encode()) and match[0] != match[1] else found
    return [*found, row[end:]]


def write(path: Path, encoding: str | None, delimiter: str, start: int, target: Path) -> bool:
    """Writes the rows after the first `start` bytes of the stream so that the engine can read them. Raises OSError.

    Returns whether no row is too long; after such a row nothing is read.
    """
    with target.open("wb") as file:
        for block in rows(path, encoding, delimiter, start):
            if len(block[-1]) > LONGEST:
                return False
            text = b"\n".join(block)
            try:
                text.decode()
            except UnicodeDecodeError:
                text = b"\n".join(_mend(row, delimiter) for row in block)
            file.write(text + b"\n")
    return True


def _mend(row: bytes, delimiter: str) -> bytes:
    try:
        row.decode()
        return row
    except UnicodeDecodeError:
        texts = [decode_cell(cell) for cell in cells(row, delimiter)]
        return delimiter.encode().join(_MISSING if text is None else text.encode() for text in texts)


def misfit(path: Path, encoding: str | None, delimiter: str, start: int, lines: int, width: int) -> int | None:
    """The line of the first row with another number of cells than `width`, or with text after a quoted cell; or None.

    One more cell is accepted if it is the last and empty, as by the engine.
    start, lines: the bytes of the stream and the lines before the first row.
    """
    line = lines + 1
    for block in rows(path, encoding, delimiter, start):
        for row in block:
            found = cells(row, delimiter) if row else []
            more = len(found) == width + 1 and not found[-1]
            if row and ((len(found) != width and not more) or any(map(_runs_on, found))):
                return line
            line += 1 + len(_ENDS.findall(row))
    return None


def _runs_on(cell: bytes) -> bool:
    """Whether text follows the closing quote of a cell, or the closing quote is missing."""
    bare = cell.rstrip(b" ")
    return cell.startswith((b'"', b' "')) and (not bare.endswith(b'"') or bare.count(b'"') % 2 == 1)

"""CSV and TSV files. Only the header is interpreted; every column is read as text."""

from __future__ import annotations

import codecs
import csv
import glob
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, final

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.source.frozen import Copied
from dpcore.engine.source.quotation import quotes
from dpcore.engine.source.room import check_room
from dpcore.engine.sql.plain import copy, parquet, plain
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.stop import check
from dpcore.table.heading import checked
from dpcore.text import Text

if TYPE_CHECKING:
    import duckdb
    from sqlglot import exp

DELIMITERS = {".csv": ",", ".tsv": "\t"}
CHECKED_AT_ONCE = 64 * 2**20
_HEADER_BYTES = 4 * 2**20
_CHUNK = 2**24
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_SAVE_UTF8 = Text("Save the file as UTF-8 and load it again.")


@final
class Delimited(Copied):
    """Files with one delimiter and the same columns. Small files are parsed at once, large ones when loaded."""

    def __init__(self, paths: Sequence[Path], delimiter: str) -> None:
        self._paths, self._delimiter = tuple(path.absolute() for path in paths), delimiter
        self._names = _common_header(self._paths, delimiter)
        self.columns: Mapping[str, str] = dict.fromkeys(self._names, "text")
        self._small = sum(path.stat().st_size for path in self._paths) <= CHECKED_AT_ONCE
        if self._small:
            self._parse(None)

    def write(self, target: Path) -> None:
        """Parses every row strictly into one Parquet file."""
        if _common_header(self._paths, self._delimiter) != self._names:
            raise SourceError("The header changed while the file was read.", "Load it again.")
        self._parse(target)

    def _parse(self, target: Path | None) -> None:
        import duckdb

        for path in self._paths:
            _refuse_nul(path)
        quoted = [quotes(path, self._delimiter) for path in self._paths]
        # For small files the statement must not depend on their cells.
        whole = self._small or any(file_quotes.any for file_quotes in quoted)
        rows, failed = 0, True
        try:
            with connect(target.parent if target else None, files=self._paths, memory=LOADING) as connection:
                rows = _run(connection, self._rows(whole), self._names, target)
            failed = any(file_quotes.open for file_quotes in quoted)  # after an open quote, one thread ignores the rest
        except duckdb.IOException as error:
            check_room(error)
        except duckdb.Error:
            pass
        if failed:
            for path in self._paths:
                _refuse_not_utf8(path)
            raise SourceError(
                (
                    "Some rows do not fit the header: too many or too few cells, an unclosed quote, mixed "
                    "line endings, or a very long cell."
                ),
                ("Export the table again as plain CSV. Put cells with commas, quotes or line breaks in double quotes."),
            )
        if not rows:
            raise SourceError(
                "{named} has a header and no rows.", "Load a table with at least one row.", named=_named(self._paths[0])
            )

    def _rows(self, whole: bool) -> exp.Query:
        from sqlglot import exp

        same: dict[tuple[str, ...], list[Path]] = {}
        for path in self._paths:
            same.setdefault(header(path, self._delimiter), []).append(path)
        parts = [exp.select("*").from_(_scan(paths, names, self._delimiter, whole)) for names, paths in same.items()]
        query: exp.Query = parts[0]
        for part in parts[1:]:
            query = exp.Union(this=query, expression=part, distinct=False, by_name=True)
        return query


def _run(connection: duckdb.DuckDBPyConnection, rows: exp.Query, names: Sequence[str], target: Path | None) -> int:
    from sqlglot import exp

    if target is not None:
        copy(connection, plain(rows, dict.fromkeys(names, "VARCHAR")), target)
        counts = exp.select(exp.Count(this=exp.Star())).from_(parquet(target))
    else:
        cells = [exp.Count(this=exp.column(name, quoted=True)) for name in names]
        counts = exp.select(exp.Count(this=exp.Star()), *cells).from_(rows.subquery("t"))
    answer = connection.execute(counts.sql(dialect="duckdb")).fetchone()
    return int(answer[0]) if answer else 0


def _scan(paths: Sequence[Path], names: Sequence[str], delimiter: str, whole: bool) -> exp.Table:
    """whole: read by a single thread, because a thread that starts inside a quoted cell misreads it."""
    from sqlglot import exp

    text = exp.Literal.string
    types = exp.Struct(expressions=[exp.PropertyEQ(this=text(name), expression=text("VARCHAR")) for name in names])
    options: dict[str, exp.Expr] = {
        "columns": types,
        "delim": text(delimiter),
        "quote": text('"'),
        "escape": text('"'),
        "nullstr": text(""),
        "header": exp.true(),
        "auto_detect": exp.false(),
        "hive_partitioning": exp.false(),
        "strict_mode": exp.true(),
        "null_padding": exp.false(),
        "ignore_errors": exp.false(),
        "parallel": exp.false() if whole else exp.true(),
    }
    files = exp.Array(expressions=[text(glob.escape(str(path))) for path in paths])
    arguments = [exp.PropertyEQ(this=exp.to_identifier(name), expression=value) for name, value in options.items()]
    return exp.Table(this=exp.Anonymous(this="read_csv", expressions=[files, *arguments]))


def header(path: Path, delimiter: str) -> tuple[str, ...]:
    """The checked column names of one file. Raises SourceError."""
    what = _named(path)
    with path.open("rb") as file:
        start = file.read(_HEADER_BYTES)
    if not start:
        raise SourceError("{what} is empty.", "Load a file with a header and rows.", what=what)
    if start.startswith(_WIDE):
        raise SourceError(Text("{what} is UTF-16 or UTF-32 text.", what=what), _SAVE_UTF8)
    line = start.removeprefix(codecs.BOM_UTF8).replace(b"\r", b"\n").split(b"\n", 1)[0]
    if b"\0" in line:
        raise SourceError(
            "{what} contains NUL bytes.", "The file is not plain text. {save_utf8}", what=what, save_utf8=_SAVE_UTF8
        )
    try:
        text = line.decode("utf-8")
        cells = next(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True), [])
    except UnicodeDecodeError:
        raise SourceError(Text("{what} is not UTF-8 text.", what=what), _SAVE_UTF8) from None
    except csv.Error:
        raise SourceError(
            "The header of {what} cannot be read.", "Write the column names on the first line.", what=what
        ) from None
    if not cells or len(line) == _HEADER_BYTES:
        raise SourceError(
            "The first line of {what} is not a header.", "Write the column names on the first line.", what=what
        )
    if len(cells) == 1 and any(other in text for other in (";", "\t", "|", ",")):
        raise SourceError(
            "{what} seems to use a different delimiter than its name suggests.",
            "Separate .csv with commas and .tsv with tabs.",
            what=what,
        )
    return checked((cell.strip() for cell in cells), what)


def _common_header(paths: Sequence[Path], delimiter: str) -> tuple[str, ...]:
    first, *others = (header(path, delimiter) for path in paths)
    if any(sorted(other) != sorted(first) for other in others):
        raise SourceError("The files do not have the same columns.", "Give each file the same header.")
    return first


def _refuse_nul(path: Path) -> None:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            check()
            if b"\0" in chunk:
                raise SourceError(
                    "{named} contains NUL bytes.",
                    "The file is not plain text. {save_utf8}",
                    named=_named(path),
                    save_utf8=_SAVE_UTF8,
                )


def _refuse_not_utf8(path: Path) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                check()
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise SourceError(Text("{named} is not UTF-8 text.", named=_named(path)), _SAVE_UTF8) from None


def _named(path: Path) -> str:
    return shown(path.name)

"""CSV and TSV files. Only the header is interpreted; every column is read as text."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.source import transcode
from dpcore.engine.source.delimited_scan import Piece, read_rows, without_marks
from dpcore.engine.source.frozen import DOUBLES, Copied
from dpcore.engine.source.header import Head, head
from dpcore.engine.source.quotation import quotes
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.engine.source.room import check_room
from dpcore.engine.sql.plain import copy, parquet, plain
from dpcore.errors import MisfitError, SourceError
from dpcore.number import shown
from dpcore.scratch import scratch
from dpcore.table.category import Category
from dpcore.table.column import Identifier
from dpcore.table.heading import REPEATED
from dpcore.table.listing import number_of
from dpcore.text import Text

if TYPE_CHECKING:
    import duckdb
    from sqlglot import exp

    from dpcore.table.table import Table

KINDS: Final = (".csv", ".tsv")
CHECKED_AT_ONCE = 64 * 2**20
MOST_IN_MEMORY: Final = 100
"""The most files that are converted in memory, because each needs a file descriptor."""
_ONE_MORE: Final = (
    Text("Each row has one cell more than the header, and the last cell of all rows is empty."),
    Text("Add a name to the header: at its beginning if rows begin with a name, else at its end."),
)


@final
class Delimited(Copied):
    """Files with the same columns. Small files are parsed at once, large ones when loaded."""

    def __init__(self, paths: Sequence[Path], reading: Reading = USUAL, doubles: bool = False) -> None:
        """doubles: whether all numbers are stored as doubles, as in a workbook."""
        self._doubles, self._unit = doubles, ""
        self._paths, self.reading = tuple(path.absolute() for path in paths), reading
        self._heads = common_heads(self._paths, reading)
        # In files with semicolons, 1,5 and 1.5 are the same number. The copy of files of both kinds has points.
        commas = {header.delimiter == ";" for header in self._heads}
        self._mixed = len(commas) > 1
        self.file = reading.to_dict() | ({"decimal": ","} if commas == {True} else {})
        self.file |= {"numbers": DOUBLES} if doubles else {}
        self.columns: Mapping[str, str] = dict.fromkeys(self._heads[0].names, "text")
        self._small = sum(path.stat().st_size for path in self._paths) <= CHECKED_AT_ONCE
        if self._small:
            self._parse(None)

    @property
    def separator(self) -> str:
        """The delimiter of the first file."""
        return self._heads[0].delimiter

    @property
    def decimal(self) -> str:
        """A comma if both comma and point are decimal marks of numbers in all files."""
        return str(self.file.get("decimal", "."))

    def check(self, table: Table) -> None:
        """Raises SourceError if 1,5 is an identifier as written or a listed value, but a number in some files only."""
        self._unit = table.unit.identifier or ""
        if not self._mixed:
            return
        unit = table.unit.identifier
        for name, column in table.schema.columns.items():
            written = isinstance(column, Identifier) and column.as_written and name == unit
            listed = isinstance(column, Category) and any(
                number_of(value) is None and number_of(value, comma=True) is not None for value in column.values
            )
            if written or listed:
                raise SourceError(
                    "Some of the files are separated by semicolons and others are not, so that 1,5 in column {column} "
                    "is a number in some of them only.",
                    "Load each kind by itself, or declare the column by value.",
                    column=shown(name),
                )

    def write(self, target: Path) -> None:
        """Parses every row strictly into one Parquet file."""
        if common_heads(self._paths, self.reading) != self._heads:
            raise SourceError("The header changed while the file was read.", "Load it again.")
        self._parse(target)

    def _parse(self, target: Path | None) -> None:
        import duckdb

        rows, filled, failed = 0, 1, True
        with contextlib.ExitStack() as held:
            folder = held.enter_context(scratch(target.parent)) if target else None
            pieces = [self._piece(path, held, folder) for path in self._paths]
            try:
                reach = [piece.path for piece in pieces]
                with connect(target.parent if target else None, files=reach, memory=LOADING) as connection:
                    names, query = self._heads[0].names, read_rows(pieces, self._mixed)
                    if self._doubles:
                        query = without_marks(query, names, self._unit)
                    rows, filled = _run(connection, query, names, target)
                failed = any(piece.open for piece in pieces)  # after an open quote, one thread ignores the rest
            except duckdb.IOException as error:
                check_room(error)
            except duckdb.Error:
                pass
        if failed:
            raise self._misfit()
        if not rows:
            raise SourceError(
                "{named} has a header and no rows.",
                "Load a table with at least one row.",
                named=_name(self._paths[0]),
            )
        if not filled and any(header.rows_named for header in self._heads):
            raise SourceError(*_ONE_MORE)

    def _piece(self, path: Path, held: contextlib.ExitStack, folder: Path | None) -> Piece:
        """The file, or a copy without its header that the engine can read. Raises SourceError."""
        header, file = self._heads[self._paths.index(path)], path
        converted = header.before or header.rows_named or self.reading.encoding is not None
        end = None if converted else transcode.line_end(path)
        heads = end is not None and header.heads
        if end is None:
            file = held.enter_context(_own_file(folder, len(self._paths) > MOST_IN_MEMORY))
            if not transcode.write(path, self.reading.encoding, header.delimiter, header.start, file):
                raise self._misfit()
        state = quotes(file, header.delimiter)
        # For small files the statement must not depend on their cells.
        return Piece(file, header.names, header.delimiter, heads, end or "\n", self._small or state.any, state.open)

    def _misfit(self) -> MisfitError:
        error = MisfitError(
            "Some rows do not fit the header: too many or too few cells, an unclosed quote, or a very long cell.",
            "Export the table again as plain CSV. Put cells with delimiters, quotes or line breaks in double quotes. "
            "If the header is not on the first line, skip the lines before it.",
        )
        if len(self._paths) == 1 and self._small:
            (header,) = self._heads
            error.line = transcode.misfit(
                self._paths[0],
                self.reading.encoding,
                header.delimiter,
                header.start,
                header.lines,
                len(header.names),
            )
        return error


@contextlib.contextmanager
def _own_file(folder: Path | None, many: bool) -> Iterator[Path]:
    """A private file for a converted copy: in the folder, or in memory unless there are many."""
    if folder is not None:
        yield folder / f"{secrets.token_hex(8)}.csv"
    elif hasattr(os, "memfd_create") and not many:
        descriptor = os.memfd_create("rows")
        try:
            yield Path(f"/proc/self/fd/{descriptor}")
        finally:
            os.close(descriptor)
    else:
        with tempfile.TemporaryDirectory(prefix="murmur-") as own:
            yield Path(own) / "rows.csv"


def _run(
    connection: duckdb.DuckDBPyConnection, rows: exp.Query, names: Sequence[str], target: Path | None
) -> tuple[int, int]:
    """Reads every row. Returns the numbers of rows, and of cells in the last column that are not missing."""
    from sqlglot import exp

    if target is not None:
        copy(connection, plain(rows, dict.fromkeys(names, "VARCHAR")), target)
        rows = exp.select("*").from_(parquet(target))
        names = names[-1:]
    cells = [exp.Count(this=exp.column(name, quoted=True)) for name in names]
    counts = exp.select(exp.Count(this=exp.Star()), *cells).from_(rows.subquery("t"))
    answer = connection.execute(counts.sql(dialect="duckdb")).fetchone()
    return (int(answer[0]), int(answer[-1])) if answer else (0, 0)


def common_heads(paths: Sequence[Path], reading: Reading) -> list[Head]:
    """The headers of the files. Raises SourceError unless they have the same columns."""
    first, *others = heads = [head(path, reading) for path in paths]
    if any(sorted(other.names) != sorted(first.names) for other in others):
        raise SourceError("The files do not have the same columns.", "Give each file the same header.")
    if any(header.written != first.written for header in others) and _is_made_up(first):
        raise SourceError(*REPEATED)
    return heads


def _is_made_up(header: Head) -> bool:
    """Whether a column's name differs from its name in the header."""
    return header.heads and header.names[-len(header.written) :] != header.written


def _name(path: Path) -> str:
    return shown(path.name)

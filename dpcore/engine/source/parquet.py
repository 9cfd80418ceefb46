"""Parquet files. Columns and types come from the footer; rows are written to one file of plain cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, final

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.source.chunk import LARGEST_GROUP, SMALLER, check_chunks
from dpcore.engine.source.frozen import Copied
from dpcore.engine.source.mixed_parquet import common, rows, words
from dpcore.engine.source.parquet_schema import Footer, read_footer
from dpcore.engine.source.room import check_room
from dpcore.engine.sql.plain import copy, everything, odd, plain, types
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.stop import check
from dpcore.table.heading import REPEATED

if TYPE_CHECKING:
    from sqlglot import exp

    from dpcore.table.table import Table

MOST_AT_ONCE = 2**20
"""The most rows per row group for a file to be copied unchanged."""
MAX_ROWS = 10**9
"""The most rows in all files: a footer of a few bytes can claim any number of rows without values."""
_CHUNK = 2**24


@final
class ParquetFiles(Copied):
    """Parquet files with the same columns. Types may differ (see `parts`)."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(path.absolute() for path in paths)
        first, *others = self._footers = [read_footer(path) for path in self._paths]
        if sum(footer.rows for footer in self._footers) > MAX_ROWS:
            raise SourceError(
                "The files contain more than {max_rows:,} rows.", "Load fewer files or fewer rows.", max_rows=MAX_ROWS
            )
        if any(first.written and other.written and other.written != first.written for other in others):
            raise SourceError(*REPEATED)
        kept = common(self._footers)
        if kept is None or any(bool(other.written) != bool(first.written) for other in others):
            raise SourceError(
                "The files do not have the same columns and types.", "Write all files with the same program."
            )
        self._kept, self._unit, self._first = kept, "", first
        self.columns: Mapping[str, str] = words(self._footers)

    def check(self, table: Table) -> None:
        """Notes which column identifies units."""
        self._unit = table.unit.identifier or ""

    def write(self, target: Path) -> None:
        """Writes the rows of all files to one file. Raises SourceError before reading a cell that may be too large."""
        import duckdb

        for path, footer in zip(self._paths, self._footers, strict=True):
            if read_footer(path) != footer:
                raise SourceError("{name} changed while it was read.", "Load it again.", name=shown(path.name))
            check_chunks(path)
        if self._copy_plain(target):
            return
        failed, large = True, False
        try:
            with connect(target.parent, files=self._paths, memory=LOADING) as connection:
                copy(connection, self._rows(), target)
            failed = False
        except duckdb.OutOfMemoryException:
            large = True
        except duckdb.IOException as error:
            check_room(error)
        except duckdb.Error:
            pass
        if large:
            raise SourceError("Reading the Parquet data would need too much memory.", SMALLER)
        if failed:
            raise SourceError(
                "The Parquet data cannot be read.",
                ("The file is corrupt or incomplete, or contains an invalid time or text. Write or copy it again."),
            )

    def _rows(self) -> exp.Query:
        """The plain rows of all files."""
        from sqlglot import exp

        if all(footer == self._first for footer in self._footers):
            return plain(self._first.everything(*self._paths), self._first.types, self._first.spans)
        groups: list[tuple[Footer, list[Path]]] = []
        for path, footer in zip(self._paths, self._footers, strict=True):
            same = next((paths for other, paths in groups if other == footer), None)
            if same is None:
                groups.append((footer, [path]))
            else:
                same.append(path)
        first, *others = (rows(footer, paths, self._kept, self._unit) for footer, paths in groups)
        query: exp.Query = first
        for other in others:
            query = exp.Union(this=query, expression=other, distinct=False, by_name=True)
        return query

    def _copy_plain(self, target: Path) -> bool:
        """Copies a single file unchanged if all its cells are plain already. Returns whether it did."""
        import duckdb
        import pyarrow

        from dpcore.engine.sql.dialect import DuckDBDialect

        rows = everything(target)
        changed = odd(rows, self._first.types)
        if changed is None or len(self._paths) > 1 or self._first.spans or self._first.written:
            return False
        try:
            _copy(self._paths[0], target)
            if not _in_small_groups(target):
                return False
            with connect(target.parent, files=[target], memory=LOADING) as connection:
                if types(connection, rows) == self._first.types:
                    return connection.execute(DuckDBDialect().sql(changed)).fetchone() is None
        except (duckdb.Error, pyarrow.ArrowException, OSError):
            pass
        return False


def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as read, target.open("wb") as written:
        while chunk := read.read(_CHUNK):
            check()
            written.write(chunk)


def _in_small_groups(path: Path) -> bool:
    """Whether all row groups are small, so that later readers need little memory."""
    import pyarrow.parquet

    metadata = pyarrow.parquet.read_metadata(path)
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    return all(group.num_rows <= MOST_AT_ONCE and group.total_byte_size <= LARGEST_GROUP for group in groups)

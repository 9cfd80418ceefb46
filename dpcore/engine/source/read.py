"""The function `read`, which makes a source of rows. No row is used to determine names and types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from dpcore.engine.postgres_rows import PostgresTable
from dpcore.engine.rows import DatabaseTable, Rows, Source
from dpcore.engine.source.delimited import Delimited
from dpcore.engine.source.file_list import PARQUET, check_files, packed_file
from dpcore.engine.source.frame import Frame
from dpcore.engine.source.frozen import Copied, Frozen
from dpcore.engine.source.header import MOST_SKIPPED, Reading
from dpcore.engine.source.parquet import ParquetFiles
from dpcore.engine.source.unpack import NAMED, WORKBOOKS, Storage, unpack
from dpcore.engine.spark_rows import SparkTable
from dpcore.errors import SourceError
from dpcore.number import shown, whole
from dpcore.text import Text

__all__ = ["Source", "from_descriptor", "read"]

IN_PLACE: tuple[type[DatabaseTable], ...] = (PostgresTable, SparkTable)
"""The databases whose tables are read in place."""
UNNAMED: Final = Storage()
_NO_SHEETS: Final = (
    Text("The argument `sheet` is only valid for a workbook."),
    Text("Omit it: this table is no sheet of a workbook."),
)
_NO_LINES: Final = (
    Text("The arguments `header` and `skip` are only valid for CSV and TSV files and workbooks."),
    Text("Omit them: this table has names of its own."),
)


def read(
    what: Any,
    table: str | None = None,
    *,
    header: bool | Sequence[str] | None = None,
    skip: int | None = None,
    sheet: str | None = None,
) -> Source:
    """The rows of a .csv, .tsv or .parquet file, a folder or glob of them, a DataFrame or an Arrow table.

    Also of one such file in a .gz or .zip file, of a sheet of a workbook (.xlsx, .xlsm, .xls), and of a file of
    Stata (.dta), SPSS (.sav) or SAS (.xpt). They are read by the stored values of their cells: numbers as the shortest
    decimal, dates by their format, errors as missing; labels of values and declared missing codes are not used. In a
    workbook, rows without any value are no rows, and columns are those from the first to the last name.

    For a database, give its address without a password, and `table` (schema.table), which is read in place:
    `dp.read("postgresql+psycopg://user@host/database", table="clinic.visits")`, `dp.read("sc://host", table="visits")`
    for Spark, or `dp.read(session, table="visits")` with a Spark session.

    The first line of a CSV or TSV file names the columns. Its delimiter (comma, semicolon, tab or |, or the character
    in a line `sep=;` above it) separates all cells. In all tables, a third column without a name becomes `column 3`,
    and a repeated `a` becomes `a.1`.
    header: True if the first line names the columns although it looks like a row; False if it is a row; the names of
    the columns if the file has none. skip: the number of lines before that line; of a workbook, rows with a value.
    sheet: the name of the sheet of a workbook that has several.

    Raises SourceError if the rows cannot be read; this depends on names, sizes, headers and structure, never on values.
    Raises HeaderError if a person must say which line names the columns, and SheetError if they must choose a sheet.
    """
    return open_source(what, table, header=header, skip=skip, sheet=sheet)


def open_source(
    what: Any,
    table: str | None = None,
    *,
    header: bool | Sequence[str] | None = None,
    skip: int | None = None,
    sheet: str | None = None,
    known: Sequence[Sequence[str]] = (),
    storage: Storage = UNNAMED,
) -> Source:
    """As `read`. known: described columns of tables; a first line with all columns of one table is a header.

    storage: where tables are stored while they are unpacked.
    """
    lines = whole(0 if skip is None else skip, "skip", low=0, high=MOST_SKIPPED, error=SourceError)
    reading = Reading(_header(header), lines, tuple(map(tuple, known)))
    usual = header is None and skip is None
    if isinstance(what, str | Path) and table is None and (path := packed_file(str(what))):
        if sheet is not None and path.suffix.lower() not in WORKBOOKS:
            raise SourceError(*_NO_SHEETS)
        return _unpack(path, reading, usual, sheet, storage)
    if sheet is not None:
        raise SourceError(*_NO_SHEETS)
    return _open(what, table, reading, usual)


def _open(what: Any, table: str | None, reading: Reading, usual: bool) -> Source:
    """usual: whether neither `header` nor `skip` was given, which are for delimited text only."""
    database = next((kind for kind in IN_PLACE if kind.opens(what)), None)
    if not usual and (database is not None or not isinstance(what, str | Path)):
        raise SourceError(*_NO_LINES)
    if database is not None:
        return database.at(what, _table_name(table))
    if isinstance(what, str) and "://" in what:
        raise SourceError(
            "This kind of database cannot be read.",
            "Supported: {databases}. Export other tables to Parquet, and load the file.",
            databases=", ".join(kind.database for kind in IN_PLACE),
        )
    if table is not None:
        raise SourceError("The argument `table` is only valid for a database.", "Omit `table` for a file or a frame.")
    if isinstance(what, str | Path):
        return _files(str(what), reading, usual)
    if hasattr(what, "__arrow_c_stream__") or hasattr(what, "iloc"):
        return Frame(what)
    raise SourceError(
        "A {name__} is not a table.", "Use a path, a pandas DataFrame or an Arrow table.", name__=type(what).__name__
    )


def from_descriptor(data: Mapping[str, Any]) -> Rows:
    """The rows of a descriptor in the ledger. Raises SourceError if this version does not support their kind."""
    kinds: tuple[type[Rows], ...] = (Frozen, *(kind.rows for kind in IN_PLACE))
    rows_kind = next((kind for kind in kinds if kind.kind == data.get("kind", Frozen.kind)), None)
    if rows_kind is None:
        raise SourceError(
            "This version of the program does not support the kind of rows of this dataset.", "Upgrade Murmur."
        )
    return rows_kind.from_dict(data)


def is_in_place(data: Mapping[str, Any]) -> bool:
    """Whether the rows of a descriptor are read in place: all kinds except files, including kinds of later versions."""
    return bool(data.get("kind", Frozen.kind) != Frozen.kind)


def _table_name(table: str | None) -> str:
    if table is None:
        raise SourceError("The address of a database requires a table.", 'dp.read(address, table="schema.table")')
    return table


def _unpack(path: Path, reading: Reading, usual: bool, sheet: str | None, storage: Storage) -> Source:
    """The table in a file, which is unpacked for as long as the source is used."""
    paths = check_files(str(path))
    if len(paths) > 1:
        raise SourceError(
            "{what} names several files that must be unpacked.", "Load them one by one.", what=shown(str(path))
        )
    named = path.suffix.lower() in NAMED
    if named and not usual:
        raise SourceError(*_NO_LINES)
    table = unpack(paths[0], reading, sheet, storage)
    source: Copied
    if table.kind == PARQUET:
        if not usual:
            raise SourceError(*_NO_LINES)
        source = ParquetFiles([table.path])
    else:
        doubles = named or path.suffix.lower() in WORKBOOKS
        reading = replace(Reading(header=True) if named else reading, titles=table.titles)
        source = Delimited([table.path], reading, doubles)
    source.unpacked = table
    return source


def _files(what: str, reading: Reading, usual: bool) -> Source:
    paths = check_files(what)
    suffixes = {path.suffix.lower() for path in paths}
    if len(suffixes) > 1:
        raise SourceError(
            "{what} contains files of several kinds.",
            "Select one kind, for example folder/*.parquet.",
            what=shown(what),
        )
    (suffix,) = suffixes
    if suffix == PARQUET:
        if not usual:
            raise SourceError(*_NO_LINES)
        return ParquetFiles(paths)
    return Delimited(paths, reading)


def _header(header: object) -> bool | tuple[str, ...] | None:
    if header is None or isinstance(header, bool):
        return header
    if isinstance(header, Sequence) and not isinstance(header, str) and all(isinstance(name, str) for name in header):
        return tuple(header)
    raise SourceError("`header` must be True, False or a list of names.", "dp.read(path, header=True)")

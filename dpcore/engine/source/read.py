"""The function `read`, which makes a source of rows. No row is used to determine names and types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from dpcore.engine.postgres_rows import PostgresTable
from dpcore.engine.rows import DatabaseTable, Rows, Source
from dpcore.engine.source.delimited import Delimited, common_heads
from dpcore.engine.source.file_list import PARQUET, check_files, packed_file
from dpcore.engine.source.frame import Frame
from dpcore.engine.source.frozen import Copied, Frozen
from dpcore.engine.source.header import HEADER
from dpcore.engine.source.parquet import ParquetFiles
from dpcore.engine.source.reading import USUAL, Reading
from dpcore.engine.source.unpack import NAMED, WORKBOOKS, Storage, Unpacked, unpack
from dpcore.engine.spark_rows import SparkTable
from dpcore.errors import SourceError
from dpcore.number import shown

__all__ = ["Source", "from_descriptor", "read"]

IN_PLACE: tuple[type[DatabaseTable], ...] = (PostgresTable, SparkTable)
"""The databases whose tables are read in place."""
UNNAMED: Final = Storage()


def read(
    what: Any,
    table: str | None = None,
    *,
    header: bool | Sequence[str] | None = None,
    skip: int | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
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
    encoding: of CSV and TSV, such as "cp949", "shift_jis", "windows-1251" or "utf-8" (the keys of
    `dpcore.engine.source.encoding.ENCODINGS`). If it is None, each cell is UTF-8, else Windows-1252. Bytes that the
    encoding does not define make their cell missing. delimiter: the character that separates the cells of CSV and TSV,
    if the header does not show it.

    Raises SourceError if the rows cannot be read; this depends on names, sizes, headers and structure, never on values.
    Raises HeaderError if a person must say which line names the columns, and SheetError if they must choose a sheet.
    """
    return open_source(what, table, Reading.of(header, skip, sheet, encoding, delimiter))


def open_source(what: Any, table: str | None = None, reading: Reading = USUAL, storage: Storage = UNNAMED) -> Source:
    """As `read`. storage: where tables are stored while they are unpacked."""
    if isinstance(what, str | Path) and table is None and (path := packed_file(str(what))):
        return _unpack(path, reading, storage)
    database = next((kind for kind in IN_PLACE if kind.opens(what)), None)
    if database is not None or not isinstance(what, str | Path):
        reading.check()
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
        return _files(str(what), reading)
    if hasattr(what, "__arrow_c_stream__") or hasattr(what, "iloc"):
        return Frame(what)
    raise SourceError(
        "A {name__} is not a table.", "Use a path, a pandas DataFrame or an Arrow table.", name__=type(what).__name__
    )


def column_names(what: str, reading: Reading, storage: Storage = UNNAMED) -> tuple[str, ...]:
    """The columns of delimited text or of a workbook, by the header alone; none of a table that has names of its own.

    Raises as `open_source`, but for nothing below the header.
    """
    kept = None if (path := packed_file(what)) is None else _plain_table(path, reading, storage, HEADER)
    try:
        paths = check_files(what) if kept is None else [kept.path]
        if any(path.suffix.lower() == PARQUET for path in paths):
            return ()
        reading.check(lines=True, text=True, sheet=kept is not None)
        return common_heads(paths, reading if kept is None else replace(reading, titles=kept.titles))[0].names
    finally:
        if kept is not None:
            kept.remove()


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


def _unpack(path: Path, reading: Reading, storage: Storage) -> Source:
    """The table in a file, which is unpacked for as long as the source is used."""
    named = path.suffix.lower() in NAMED
    table = _plain_table(path, reading, storage)
    source: Copied
    if table.kind == PARQUET:
        source = ParquetFiles([table.path])
    else:
        doubles = named or path.suffix.lower() in WORKBOOKS
        reading = replace(Reading(header=True) if named else reading, titles=table.titles)
        source = Delimited([table.path], reading, doubles)
    source.unpacked = table
    return source


def _plain_table(path: Path, reading: Reading, storage: Storage, enough: int | None = None) -> Unpacked:
    """The table in a file; enough: if so many bytes are wanted only. Raises SourceError, SheetError."""
    paths = check_files(str(path))
    if len(paths) > 1:
        raise SourceError(
            "{what} names several files that must be unpacked.", "Load them one by one.", what=shown(str(path))
        )
    named, book = path.suffix.lower() in NAMED, path.suffix.lower() in WORKBOOKS
    reading.check(lines=not named, text=not named and not book, sheet=book)
    table = unpack(paths[0], reading, storage, enough)
    if table.kind == PARQUET:
        reading.check()
    return table


def _files(what: str, reading: Reading) -> Source:
    reading.check(lines=True, text=True)
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
        reading.check()
        return ParquetFiles(paths)
    return Delimited(paths, reading)

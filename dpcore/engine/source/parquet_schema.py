"""The columns and rows that the footer of a Parquet file declares."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, final

from dpcore.engine.duckdb_connection import LOADING, connect
from dpcore.engine.source.arrow import check_fields
from dpcore.engine.source.chunk import CORRUPT
from dpcore.engine.source.footer import check_footer
from dpcore.engine.sql.plain import everything, types
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.table.heading import checked, unique
from dpcore.text import Text

if TYPE_CHECKING:
    import pyarrow
    from sqlglot import exp


_SPANS = {"s": 0, "ms": 3, "us": 6, "ns": 9}


@final
@dataclass(frozen=True)
class Footer:
    """types: DuckDB's type names by column. spans: the integer columns that are durations (see `plain`).

    written: the names in the file, if they differ from the columns' because some are blank or repeated.
    """

    types: Mapping[str, str]
    spans: Mapping[str, int]
    rows: int = field(compare=False)
    written: tuple[str, ...] = ()

    def everything(self, *paths: Path) -> exp.Select:
        """All columns of files with this footer, by the names of `types`."""
        return everything(*paths, names=tuple(self.types) if self.written else ())


def _fields(metadata: pyarrow.parquet.FileMetaData) -> list[pyarrow.Field]:
    """The columns as they were written: from the schema that pyarrow stores in addition to Parquet's own, if any."""
    import pyarrow

    if arrow_schema := (metadata.metadata or {}).get(b"ARROW:schema"):
        return list(pyarrow.ipc.read_schema(pyarrow.py_buffer(base64.b64decode(arrow_schema))))
    return list(metadata.schema.to_arrow_schema())


def _spans(metadata: pyarrow.parquet.FileMetaData, names: Sequence[str]) -> dict[str, int]:
    """The integer columns that are durations, including those written as a dictionary of durations."""
    import pyarrow

    fields = [*zip(names, metadata.schema.to_arrow_schema(), strict=True)]
    fields += [
        (name, field.with_type(field.type.value_type))
        for name, field in zip(names, _fields(metadata), strict=True)
        if pyarrow.types.is_dictionary(field.type)
    ]
    return {name: _SPANS[field.type.unit] for name, field in fields if pyarrow.types.is_duration(field.type)}


def read_footer(path: Path) -> Footer:
    """Reads the footer. Raises SourceError if it cannot be read, or if there are no rows."""
    import duckdb
    import pyarrow
    import pyarrow.parquet

    what = shown(path.name)
    if not path.stat().st_size:
        raise SourceError("{what} is empty.", "Load a file with rows.", what=what)
    check_footer(path)
    footer: Footer | None = None
    fields: Sequence[pyarrow.Field] = ()
    try:
        metadata = pyarrow.parquet.read_metadata(path)
        schema = metadata.schema.to_arrow_schema()
        names = checked(unique(schema.names), what)
        written = tuple(schema.names) if names != tuple(schema.names) else ()
        wide = [
            name
            for name, field in zip(names, schema, strict=True)
            if pyarrow.types.is_decimal(field.type) and field.type.precision > 38
        ]
        with connect(None, files=[path], memory=LOADING) as connection:
            found = types(connection, everything(path, names=names if written else ()))
        footer, fields = Footer(found, _spans(metadata, names), metadata.num_rows, written), _fields(metadata)
    except (duckdb.Error, pyarrow.ArrowException, OSError, ValueError):
        pass
    if footer is None or tuple(footer.types) != names:
        raise SourceError(Text("{what} is not a readable Parquet file.", what=what), CORRUPT)
    check_fields(names, fields, what)
    if wide:
        raise SourceError(
            "Column {wide} of {what} has decimals of more than 38 digits.",
            "Write them as text or as doubles.",
            wide=shown(wide[0]),
            what=what,
        )
    if not metadata.num_rows:
        raise SourceError("{what} has a header and no rows.", "Load a table with at least one row.", what=what)
    return footer

"""Frames and Arrow tables in memory: written to Parquet, with what has no plain type as text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from dpcore.data.frozen import Source
from dpcore.data.heading import checked
from dpcore.data.physical import Physical, word
from dpcore.errors import SourceError

if TYPE_CHECKING:
    import pandas
    import pyarrow

_BLOCK = 1 << 20


@final
class Frame(Source):
    """An Arrow table, or a DataFrame without its index. Columns of Python objects are text, whatever they hold."""

    def __init__(self, table: Any) -> None:
        import pandas
        import pyarrow

        if isinstance(table, pandas.DataFrame):
            if table.columns.nlevels > 1:
                raise SourceError("A table needs one line of column names.", "Flatten the columns before loading.")
            names, rows = checked(table.columns, "The frame"), len(table)
            self._columns = [_from_series(table.iloc[:, place]) for place in range(len(names))]
        else:
            table = table if isinstance(table, pyarrow.Table) else pyarrow.table(table)
            names, rows = checked(table.column_names, "The table"), table.num_rows
            self._columns = [_plain(column) for column in table.columns]
        if not rows:
            raise SourceError("The table has a header and no rows.", "Load a table with at least one row.")
        self._names = names
        # A frame's own types follow from its cells (one None turns truths into objects), so they are not told.
        framed = isinstance(table, pandas.DataFrame)
        self.columns: Mapping[str, str] = {
            name: "other" if framed else word(_kind(column.type))
            for name, column in zip(names, self._columns, strict=True)
        }

    def write(self, target: Path) -> None:
        """Writes the rows as Parquet."""
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.Table.from_arrays(self._columns, names=list(self._names))
        pyarrow.parquet.write_table(table, target, coerce_timestamps=None)


def _from_series(series: pandas.Series[Any]) -> pyarrow.ChunkedArray:
    """The column as text, each cell spelt by itself.

    Not by its dtype: in pandas one cell decides how a whole column is stored, and no other row may follow it.
    """
    import pyarrow

    if series.dtype.kind in "iub" and not series.isna().any():
        return pyarrow.chunked_array([pyarrow.array(series.to_numpy()).cast(pyarrow.large_string())])
    return _texts(series.astype(object).where(series.notna(), None).tolist())


def _plain(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """The column as one of the plain types Parquet keeps, or as text."""
    import pyarrow
    import pyarrow.types as types

    kind = column.type
    if types.is_float16(kind):
        return column.cast(pyarrow.float32())
    if types.is_timestamp(kind) and kind.tz is not None:
        return column.cast(pyarrow.timestamp(kind.unit, "UTC"))
    if types.is_null(kind):
        return column.cast(pyarrow.string())
    if types.is_dictionary(kind):
        return _plain(column.cast(kind.value_type))
    return column if _kind(kind) != "other" else _texts(column.to_pylist())


def _texts(cells: list[Any]) -> pyarrow.ChunkedArray:
    import pyarrow

    return pyarrow.chunked_array(
        [
            pyarrow.array(
                [None if cell is None else _text(cell) for cell in cells[start : start + _BLOCK]],
                pyarrow.large_string(),
            )
            for start in range(0, len(cells), _BLOCK)
        ],
        pyarrow.large_string(),
    )


def _text(cell: object) -> str:
    """A readable, storable spelling of any object; one that has none is blank, which is missing."""
    try:
        text = cell.decode() if isinstance(cell, bytes) else _spelt(cell)
        text.encode()
    except Exception:
        return ""
    return text.replace("\0", "")


def _spelt(cell: object) -> str:
    """A cell's one spelling: whole numbers without a point, truths in lower case, times in UTC."""
    import numpy
    import pandas

    if isinstance(cell, bool | numpy.bool_):
        return "true" if cell else "false"
    if isinstance(cell, float | numpy.floating):
        value = float(cell)
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(cell, numpy.datetime64):
        cell = pandas.Timestamp(cell)
    if isinstance(cell, dt.datetime) and cell.tzinfo is not None:
        return str(cell.astimezone(dt.UTC).replace(tzinfo=None))
    return str(cell)


def _kind(kind: pyarrow.DataType) -> Physical:
    import pyarrow.types as types

    if types.is_integer(kind):
        return "integer"
    if types.is_floating(kind):
        return "float"
    if types.is_decimal128(kind):
        return "decimal"
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return "text"
    if types.is_boolean(kind):
        return "flag"
    return "date" if types.is_date(kind) or types.is_timestamp(kind) else "other"

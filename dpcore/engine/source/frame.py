"""Data frames and Arrow tables in memory. They are written to Parquet; cells without a plain type become text."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from dpcore.engine.source.arrow import check_fields, kind_of, objects, plain, texts
from dpcore.engine.source.frozen import Copied
from dpcore.engine.source.room import check_room
from dpcore.engine.sql.physical import word
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.table.heading import checked, unique

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from dpcore.table.table import Table


_LARGE = 2.0**53
_GROUP_ROWS, _GROUP_BYTES = 122_880, 64_000_000


@final
class Frame(Copied):
    """An Arrow table, or a DataFrame without its index. Columns of Python objects become text."""

    def __init__(self, table: Any) -> None:
        import pandas
        import pyarrow

        columns: list[Callable[[], pyarrow.ChunkedArray]]
        if isinstance(table, pandas.DataFrame):
            if table.columns.nlevels > 1:
                raise SourceError(
                    "The table has several levels of column names.", "Reduce them to one level before loading."
                )
            given = ["" if pandas.api.types.is_scalar(name) and pandas.isna(name) else name for name in table.columns]
            names, rows = checked(unique(given), "The frame"), len(table)
            columns = [lambda at=place: _from_series(table.iloc[:, at]) for place in range(len(names))]  # type: ignore[misc]
        else:
            _check_relation(table)
            arrow = table if isinstance(table, pyarrow.Table) else _make("The table", lambda: pyarrow.table(table))
            names, rows = checked(unique(arrow.column_names), "The table"), arrow.num_rows
            check_fields(names, arrow.schema, "The table")
            columns = [lambda source=column: plain(source) for column in arrow.columns]  # type: ignore[misc]
        if not rows:
            raise SourceError("The table has a header and no rows.", "Load a table with at least one row.")
        self._names = names
        self._columns = [_make(f"Column {shown(name)}", column) for name, column in zip(names, columns, strict=True)]
        # The types of a frame depend on its cells (one None turns booleans into objects), so they are not public.
        framed = isinstance(table, pandas.DataFrame)
        self._merged = {name for place, name in enumerate(names) if framed and _merges(table.iloc[:, place])}
        self.columns: Mapping[str, str] = {
            name: "other" if framed else word(kind_of(column.type))
            for name, column in zip(names, self._columns, strict=True)
        }

    def check(self, table: Table) -> None:
        """Raises SourceError for large floating-point identifiers in a DataFrame, where cells are stored as text."""
        if (unit := table.unit.identifier) in self._merged:
            raise SourceError(
                "Column {column} has floating-point numbers of 2^53 or more, where different identifiers are the same "
                "number.",
                "pandas stores whole numbers so where one is missing: use Int64 or text, or load the file itself.",
                column=shown(unit),
            )

    def write(self, target: Path) -> None:
        """Writes the rows as Parquet."""
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.Table.from_arrays(self._columns, names=list(self._names))
        # a row group must fit into a small memory limit
        size = max(min(_GROUP_ROWS, _GROUP_BYTES * len(table) // max(table.nbytes, 1)), 1)
        _make("The table", lambda: pyarrow.parquet.write_table(table, target, row_group_size=size))


# DuckDB types without an equivalent in Arrow.
_NOT_IN_ARROW = ("UHUGEINT", "BIT", "BIGNUM", "TIME WITH TIME ZONE", "INTERVAL")


def _check_relation(table: Any) -> None:
    """Raises SourceError if a DuckDB relation has a column that Arrow cannot represent."""
    if type(table).__module__.lstrip("_").partition(".")[0] != "duckdb" or not hasattr(table, "types"):
        return
    for name, kind in zip(table.columns, table.types, strict=True):
        if str(kind) in _NOT_IN_ARROW:
            raise SourceError(
                "Column {name} is {kind}, which cannot be read from a relation.",
                "Cast it to VARCHAR first.",
                name=shown(name),
                kind=kind,
            )


def _make(what: str, make: Callable[[], Any]) -> Any:
    """The result of `make`. Errors of Arrow and pandas may quote a cell, so they are dropped with their context."""
    try:
        return make()
    except SourceError:
        raise
    except OSError as error:
        check_room(error)
    except Exception:
        pass
    raise SourceError("{what} cannot be stored.", "Convert it to numbers, dates or text, and load it again.", what=what)


def _merges(series: pandas.Series[Any]) -> bool:
    """Whether a cell is a floating-point number of 2^53 or more."""
    import numpy

    if series.dtype.kind == "f":
        x = series.to_numpy(dtype=float, na_value=math.nan)
        return bool((numpy.isfinite(x) & (numpy.abs(x) >= _LARGE)).any())
    if series.dtype.kind != "O":
        return False
    floats = (cell for cell in series.tolist() if isinstance(cell, float | numpy.floating))
    return any(_LARGE <= abs(float(cell)) < math.inf for cell in floats)


def _from_series(series: pandas.Series[Any]) -> pyarrow.ChunkedArray:
    """The column as text, each cell converted independently.

    The dtype is not used: in pandas one cell can change how the whole column is stored, and other rows must not depend
    on that cell.
    """
    import pandas
    import pyarrow

    if isinstance(series.dtype, pandas.ArrowDtype):
        column = pyarrow.chunked_array(series.array.__arrow_array__())
        zoned = pyarrow.types.is_timestamp(column.type) and column.type.tz
        return texts(objects(column.cast(pyarrow.timestamp(column.type.unit, "UTC")) if zoned else column))
    if isinstance(
        series.dtype, pandas.DatetimeTZDtype
    ):  # in UTC, because some first and last days have no valid year in other zones
        series = series.dt.tz_convert("UTC")
    if series.dtype.kind in "iu" and not series.isna().any():
        return pyarrow.chunked_array([pyarrow.array(series.to_numpy()).cast(pyarrow.large_string())])
    return texts(series.astype(object).where(series.notna(), None).tolist())

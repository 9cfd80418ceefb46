"""Parquet files: columns and types from the footer. One file is copied byte by byte, several are written as one."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, final

from dpcore.data.connection import connect
from dpcore.data.frozen import Source
from dpcore.data.heading import checked
from dpcore.data.physical import physical, word
from dpcore.errors import SourceError
from dpcore.number import shown

if TYPE_CHECKING:
    from sqlglot import exp


@final
class ParquetFiles(Source):
    """Files of the same columns and types."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(path.absolute() for path in paths)
        first, *others = (_footer(path) for path in self._paths)
        if any(other != first for other in others):
            raise SourceError("The files do not have the same columns and types.", "Write them by the same program.")
        self.columns: Mapping[str, str] = {name: word(physical(type_name)) for name, type_name in first.items()}

    def write(self, target: Path) -> None:
        """Copies the one file, or writes the rows of all into one."""
        import duckdb

        if len(self._paths) == 1:
            shutil.copyfile(self._paths[0], target)
            return
        failed = True
        try:
            with connect(target.parent, files=self._paths) as connection:
                connection.sql(_everything(*self._paths).sql(dialect="duckdb")).write_parquet(str(target))
            failed = False
        except duckdb.Error:
            pass
        if failed:
            raise SourceError("The Parquet data cannot be read.", "It is corrupt or cut short; write or copy it again.")


def _everything(*paths: Path) -> exp.Select:
    from sqlglot import exp

    files = exp.Array(expressions=[exp.Literal.string(str(path)) for path in paths])
    return exp.select("*").from_(exp.Table(this=exp.Anonymous(this="read_parquet", expressions=[files])))


def _footer(path: Path) -> dict[str, str]:
    """Type name by column name. Raises SourceError when the footer cannot be read, or there are no rows."""
    import duckdb
    import pyarrow
    import pyarrow.parquet

    what = shown(path.name)
    if not path.stat().st_size:
        raise SourceError(f"{what} is empty.", "Load a file with rows.")
    types: dict[str, str] | None = None
    try:
        metadata = pyarrow.parquet.read_metadata(path)
        names = checked(metadata.schema.to_arrow_schema().names, what)
        with connect(path.parent, files=[path]) as connection:
            described = connection.execute(f"DESCRIBE {_everything(path).sql(dialect='duckdb')}").fetchall()
        types = {row[0]: row[1] for row in described}
    except (duckdb.Error, pyarrow.ArrowException, OSError):
        pass
    if types is None or tuple(types) != names:
        raise SourceError(
            f"{what} is not a Parquet file that can be read.", "It is corrupt or cut short; write or copy it again."
        )
    if not metadata.num_rows:
        raise SourceError(f"{what} has a header and no rows.", "Load a table with at least one row.")
    return types

"""How much text a row group of a Parquet file makes a reader hold at once, column by column, before a cell is read."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, BinaryIO, Final

from dpcore.engine.source.page import Page, pages
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.text import Text

LARGEST_CHUNK = 96 * 2**20
"""The most bytes of text that a row group may hold in one column: a reader holds as much at once, several times."""
LARGEST_GROUP = 256 * 2**20
"""The same of all columns together."""
LARGEST_BLOCK = 128 * 2**20
"""The most bytes of text of one column in a block of rows, a text counted as often as rows refer to it."""
PAGES = 2_000_000
"""The most pages of text in a file."""
SMALLER: Final = Text("Leave columns of long text out, or write the file with smaller row groups.")
CORRUPT: Final = Text("It is corrupt or cut short; write or copy it again.")
_BLOCK, _BLOCKS = 2048, 512  # rows that DuckDB reads at once, and how many of these are looked at at once


def check_chunks(path: Path) -> None:
    """Raises SourceError where a column of a row group holds too much text to be read, or its pages cannot be read."""
    import pyarrow.parquet

    metadata, what, looked = pyarrow.parquet.read_metadata(path), shown(path.name), 0
    with path.open("rb") as file:
        for group in range(metadata.num_row_groups):
            rows, size = metadata.row_group(group), 0
            for place in range(rows.num_columns):
                column, chunk = metadata.schema.column(place), rows.column(place)
                if column.physical_type not in ("BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"):
                    continue
                named = f"Column {shown(column.path)} of {what}"
                held = _pages(file, chunk, rows.num_rows, named) if column.path == column.name else []
                looked += len(held)
                if looked > PAGES:
                    raise SourceError(
                        "{what} has too many pages.", "Write it with larger pages, or in several files.", what=what
                    )
                bulk = max(chunk.total_uncompressed_size, sum(page.size for page in held))
                if bulk > LARGEST_CHUNK:
                    raise SourceError(
                        Text(
                            "{named} has more than {largest_chunk} MB of text in one row group.",
                            named=named,
                            largest_chunk=LARGEST_CHUNK // 2**20,
                        ),
                        SMALLER,
                    )
                if _block(path, group, column, rows.num_rows, held) > LARGEST_BLOCK:
                    raise SourceError(Text("{named} has a long text that many rows refer to.", named=named), SMALLER)
                size += bulk
            if size > LARGEST_GROUP:
                raise SourceError(
                    Text(
                        "{what} has more than {largest_group} MB of text in one row group.",
                        what=what,
                        largest_group=LARGEST_GROUP // 2**20,
                    ),
                    SMALLER,
                )


def _pages(file: BinaryIO, chunk: Any, rows: int, named: str) -> list[Page]:
    """The pages of a column that is not nested (which is not read), as far as they are not too much already."""
    start, held, size = chunk.dictionary_page_offset or chunk.data_page_offset, list[Page](), 0
    read = rows == 0 or 4 <= start <= chunk.data_page_offset  # else readers differ in where they begin
    try:
        for page in pages(file, start, rows) if read else ():
            held.append(page)
            size += page.size
            if size > LARGEST_CHUNK or len(held) > PAGES:
                break
    except ValueError:
        read = False
    if not read:
        raise SourceError(Text("{named} is no Parquet data that can be read.", named=named), CORRUPT)
    return held


def _block(path: Path, group: int, column: Any, rows: int, held: list[Page]) -> int:
    """The most bytes of text in a block of rows, or a bound of it that is small enough. Raises SourceError."""
    import pyarrow

    if column.logical_type.type == "DECIMAL":
        return 0
    if column.physical_type == "FIXED_LEN_BYTE_ARRAY":
        return int(column.length) * min(rows, _BLOCK)
    most = max((page.size for page in held if page.dictionary), default=0) * min(rows, _BLOCK)
    if most <= LARGEST_BLOCK:
        return most
    with contextlib.suppress(pyarrow.ArrowException, OSError):
        most, seen = _counted(path, group, column.path)
        if seen == rows:
            return most
    raise SourceError(
        Text(
            "Column {path} of {name} is no Parquet data that can be read.",
            path=shown(column.path),
            name=shown(path.name),
        ),
        CORRUPT,
    )


def _counted(path: Path, group: int, name: str) -> tuple[int, int]:
    """The same by the rows, which refer to the texts of the dictionary and copy none; and how many rows there are."""
    import numpy as np
    import pyarrow.compute
    import pyarrow.parquet

    most, seen = 0, 0
    with pyarrow.parquet.ParquetFile(path, read_dictionary=[name], arrow_extensions_enabled=False) as file:
        if not pyarrow.types.is_dictionary(file.schema_arrow.field(name).type):
            raise pyarrow.ArrowTypeError
        for batch in file.iter_batches(_BLOCK * _BLOCKS, row_groups=[group], columns=[name], use_threads=False):
            cells = batch.column(name)
            lengths = pyarrow.compute.binary_length(cells.dictionary).fill_null(0).to_numpy(zero_copy_only=False)
            sizes = np.append(lengths, 0)[cells.indices.fill_null(-1).to_numpy(zero_copy_only=False)]
            most = max(most, int(np.add.reduceat(sizes, range(0, len(sizes), _BLOCK)).max()))
            seen += len(sizes)
    return most, seen

"""Limits the text that a row group of a Parquet file makes a reader hold in memory, before any cell is read."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, BinaryIO, Final

from dpcore.engine.source.page import Page, pages
from dpcore.errors import SourceError
from dpcore.number import shown
from dpcore.text import Text

LARGEST_CHUNK = 96 * 2**20
"""The most bytes of text in one column of a row group; a reader holds a multiple of this in memory."""
LARGEST_GROUP = 256 * 2**20
"""The most bytes of text in all columns of a row group."""
LARGEST_BLOCK = 128 * 2**20
"""The most bytes of text of one column in a block of rows, counting each text once per row that refers to it."""
PAGES = 2_000_000
"""The most pages of text in a file."""
SMALLER: Final = Text("Remove columns of long text, or write the file with smaller row groups.")
CORRUPT: Final = Text("The file is corrupt or incomplete. Write or copy it again.")
_BLOCK, _BLOCKS = 2048, 512  # rows in a block of DuckDB; blocks examined at once


def check_chunks(path: Path) -> None:
    """Raises SourceError if a column of a row group contains too much text, or if its pages cannot be read."""
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
                    raise SourceError(Text("{named} has a long text that occurs in many rows.", named=named), SMALLER)
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
    """The pages of a column; none for a nested column, which is not read. Stops once the limits are exceeded."""
    start, held, size = chunk.dictionary_page_offset or chunk.data_page_offset, list[Page](), 0
    read = rows == 0 or 4 <= start <= chunk.data_page_offset  # otherwise readers disagree about the first page
    try:
        for page in pages(file, start, rows) if read else ():
            held.append(page)
            size += page.size
            if size > LARGEST_CHUNK or len(held) > PAGES:
                break
    except ValueError:
        read = False
    if not read:
        raise SourceError(Text("{named} contains Parquet data that cannot be read.", named=named), CORRUPT)
    return held


def _block(path: Path, group: int, column: Any, rows: int, held: list[Page]) -> int:
    """The most bytes of text in a block of rows, or an upper bound within the limit. Raises SourceError."""
    import pyarrow

    if column.logical_type.type == "DECIMAL":
        return 0
    if column.physical_type == "FIXED_LEN_BYTE_ARRAY":
        return int(column.length) * min(rows, _BLOCK)
    most = max((page.size for page in held if page.dictionary), default=0) * min(rows, _BLOCK)
    if most <= LARGEST_BLOCK:
        return most
    with contextlib.suppress(pyarrow.ArrowException, OSError):
        most, seen = _count_references(path, group, column.path)
        if seen == rows:
            return most
    raise SourceError(
        Text(
            "Column {path} of {name} contains Parquet data that cannot be read.",
            path=shown(column.path),
            name=shown(path.name),
        ),
        CORRUPT,
    )


def _count_references(path: Path, group: int, name: str) -> tuple[int, int]:
    """The most bytes of text in a block, by counting references to dictionary texts; and the number of rows."""
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

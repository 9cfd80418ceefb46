"""Workbooks of spreadsheet programs as delimited text: cells by their stored value and type, by `stored_cell`.

A row without any value in the columns of the table is no row, wherever it is: whether a row exists then depends on its
own cells alone. The columns are those from the first to the last name of the header; cells outside are not read. If no
row is a header, they begin with the first column that has a value below the titles, and end with the last such column,
or after as many as were named. Error values, formulas without a stored value and all but the first of merged cells are
missing.

Used in the process that unpacks a file, and so without `dpcore`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import IO, Any

from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

_TITLES = 10
"""The first rows, of which all but the last may be titles. Whether a header is asked about depends on no other row."""
_TOGETHER = 1000  # rows that are written at once

Row = Sequence[Any]


def reader(stored_cell: Any) -> Callable[[IO[bytes], Any, dict[str, Any]], None]:
    """The function that unpacks a workbook. stored_cell: the module of that name."""

    def read(file: IO[bytes], output: Any, asked: dict[str, Any]) -> None:
        workbook = CalamineWorkbook.from_filelike(file)
        sheets = [sheet for sheet in workbook.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
        names = [sheet.name for sheet in sheets]
        visible = [sheet.name for sheet in sheets if sheet.visible == SheetVisibleEnum.Visible] or names
        name = asked["sheet"] if asked["sheet"] is not None else visible[0] if len(visible) == 1 else None
        if name not in names:
            output.head("", visible)
            return
        cells = workbook.get_sheet_by_name(name).iter_rows
        skip = asked["skip"] or 0
        count = titles(list(islice(_filled_rows(cells), skip, skip + _TITLES))) if asked["header"] is None else 0
        output.head(".csv", visible, count)
        for part in lines(cells, skip + count, asked["header"], stored_cell):
            output.write(part.encode())

    return read


def lines(cells: Callable[[], Iterable[Row]], place: int, header: Any, stored_cell: Any) -> Iterator[str]:
    """The rows of a sheet as delimited text, in parts, with all lines of titles above the header.

    cells: gives them from the beginning. place: the rows with a value above the header. header: as in `read`.
    """
    rows = _filled_rows(cells)
    top = list(islice(rows, place + 1))
    if place >= len(top):
        return
    filled = _places(top[place])
    heads = header is None or header is True
    if isinstance(header, list | tuple):
        heads = sorted(stored_cell.to_text(top[place][column]) for column in filled) == sorted(header)
    if not heads:
        filled = range(*_extent(islice(_filled_rows(cells), place, None)))
    first, width = filled[0], filled[-1] + 1 - filled[0]
    width = len(header) if isinstance(header, list | tuple) else width
    for row in top[:place]:
        # as spreadsheet programs write titles, one name and then empty cells, from the first column of the table on
        title = [" ".join(stored_cell.to_text(cell).split()) for cell in row if _has_value(cell)][:width]
        yield ",".join([*map(stored_cell.quote, title), *[""] * (width - len(title))]) + "\n"
    if heads:
        yield ",".join(stored_cell.quote(stored_cell.to_text(cell)) for cell in _cut(top[place], first, width)) + "\n"
    below = chain(top[place + heads :], rows)
    found = (row for row in (_cut(row, first, width) for row in below) if any(map(_has_value, row)))
    while waiting := list(islice(found, _TOGETHER)):
        yield "".join(",".join(map(stored_cell.to_cell, row)) + "\n" for row in waiting)


def _filled_rows(cells: Callable[[], Iterable[Row]]) -> Iterator[Row]:
    """The rows that have a value."""
    return (row for row in cells() if any(map(_has_value, row)))


def _places(row: Row) -> Sequence[int]:
    """The columns in which a row has a value."""
    return [column for column, cell in enumerate(row) if _has_value(cell)]


def _extent(rows: Iterable[Row]) -> tuple[int, int]:
    """The first column in which one of these rows has a value, and the one after the last."""
    columns: set[int] = set()
    for row in rows:
        columns.update(_places(row))
    return min(columns), max(columns) + 1


def titles(rows: Sequence[Row]) -> int:
    """The number of rows above the header: rows of one cell, if the first wider row has more than two."""
    for place, row in enumerate(rows):
        if (count := sum(map(_has_value, row))) > 1:
            return place if count > 2 else 0
    return 0


def _cut(row: Row, first: int, width: int) -> Row:
    """The cells of a row in the columns of the table."""
    found = row[first : first + width]
    return found if len(found) == width else [*found, *[""] * (width - len(found))]


def _has_value(cell: Any) -> bool:
    """Whether a cell has a value that is more than blanks."""
    return not isinstance(cell, str) or not (not cell or cell.isspace())

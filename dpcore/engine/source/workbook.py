"""Workbooks of spreadsheet programs as delimited text: cells by their stored value and type, by `stored_cell`.

A row without any value in the columns of the table is no row, wherever it is: whether a row exists then depends on its
own cells alone. The columns are those from the first to the last name of the header; cells outside are not read. Error
values, formulas without a stored value and all but the first of merged cells are missing.

Used in the process that unpacks a file, and so without `dpcore`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import IO, Any

from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

_TITLES = 50
"""The most lines of titles above a header."""
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
        output.head(".csv", visible)
        for part in lines(workbook.get_sheet_by_name(name).iter_rows(), asked, stored_cell):
            output.write(part.encode())

    return read


def lines(cells: Iterable[Row], asked: dict[str, Any], stored_cell: Any) -> Iterator[str]:
    """The rows of a sheet as delimited text, in parts, with all lines of titles above the header."""
    rows = (row for row in cells if any(map(_has_value, row)))
    skip, header = asked["skip"] or 0, asked["header"]
    top = list(islice(rows, skip + _TITLES))
    place = skip + (titles(top[skip:]) if header is None else 0)
    if place >= len(top):
        return
    filled = [column for column, cell in enumerate(top[place]) if _has_value(cell)]
    first = filled[0]
    width = len(header) if isinstance(header, list | tuple) else filled[-1] + 1 - first
    for row in top[:place]:
        # as spreadsheet programs write titles, one name and then empty cells, from the first column of the table on
        title = [" ".join(stored_cell.to_text(cell).split()) for cell in row if _has_value(cell)][:width]
        yield ",".join([*map(stored_cell.quote, title), *[""] * (width - len(title))]) + "\n"
    yield ",".join(stored_cell.quote(stored_cell.to_text(cell)) for cell in _cut(top[place], first, width)) + "\n"
    waiting: list[str] = []
    for row in chain(top[place + 1 :], rows):
        found = _cut(row, first, width)
        if any(map(_has_value, found)):
            waiting.append(",".join(map(stored_cell.to_cell, found)) + "\n")
        if len(waiting) >= _TOGETHER:
            yield "".join(waiting)
            waiting.clear()
    yield "".join(waiting)


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

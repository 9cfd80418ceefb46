"""Files of Stata, SPSS and SAS transport as delimited text: the stored value of each cell, by `stored_cell`.

Names and formats of columns are used, and nothing that was made from rows: no labels of values, no levels, and of SPSS
no codes that the file declares missing, which are values until the owner of the table declares them. Days and times
are recognised by the format of their column. A cell that is no possible day is missing.

Used in the process that unpacks a file, and so without `dpcore`.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pyreadstat

_STATA_OR_SAS, _SPSS = dt.datetime(1960, 1, 1), dt.datetime(1582, 10, 14)
_RECORD = 80
"""Bytes of the records of which a SAS transport file consists."""
_TOGETHER = 1000  # rows that are written at once
_SPSS_DAYS = ("DATE", "ADATE", "EDATE", "SDATE", "JDATE", "QYR", "MOYR", "WKYR")
_SPSS_TIMES = ("DATETIME", "YMDHMS")
_SAS_TIMES = re.compile("DATETIME|DATEAMPM|E8601DT|B8601DT|MDYAMPM|NLDATM")
_SAS_DAYS = re.compile("DATE$|DDMMYY|MMDDYY|YYMMDD|YYMM|MMYY|MONYY|JULIAN|WEEKDAT|WORDDAT|E8601DA|B8601DA|NLDATE")

Cells = dict[str, list[Any]]


def reader(stored_cell: Any, suffix: str) -> Callable[[Any, Any, dict[str, Any]], None]:
    """The function that unpacks a file of this kind. stored_cell: the module of that name."""

    def read(file: Any, output: Any, asked: dict[str, Any]) -> None:
        del asked
        columns: Cells
        match suffix:
            case ".dta":
                columns, facts = pyreadstat.read_dta(file, output_format="dict", disable_datetime_conversion=True)
            case ".sav":
                columns, facts = pyreadstat.read_sav(
                    file, user_missing=True, output_format="dict", disable_datetime_conversion=True
                )
            case _:
                if os.fstat(file.fileno()).st_size % _RECORD:  # incomplete, which nothing else shows
                    raise ValueError
                columns, facts = pyreadstat.read_xport(file, output_format="dict", disable_datetime_conversion=True)
        output.head(".csv")
        for part in lines(columns, {name: moment(suffix, facts.original_variable_types[name]) for name in columns}):
            # an empty line would be no row: the only cell of a row is quoted
            output.write("".join((",".join(map(stored_cell.to_cell, row)) or '""') + "\n" for row in part).encode())

    return read


def lines(columns: Cells, moments: dict[str, Callable[[Any], Any]]) -> Iterator[list[list[Any]]]:
    """The names and then the rows, in parts."""
    yield [list(columns)]
    converted = [(cells, moments[name]) for name, cells in columns.items()]
    count = len(next(iter(columns.values()), ()))
    for start in range(0, count, _TOGETHER):
        rows = range(start, min(start + _TOGETHER, count))
        yield [[convert(cells[row]) for cells, convert in converted] for row in rows]


def moment(suffix: str, form: str | None) -> Callable[[Any], Any]:
    """The function that makes days and times of the cells of a column with this format."""
    name = re.sub(r"[0-9]+(\.[0-9]*)?$", "", (form or "").upper())
    match suffix:
        case ".dta" if (form or "").startswith(("%td", "%d", "%-td", "%-d")):
            return lambda cell: _after(_STATA_OR_SAS, cell, 86_400.0)
        case ".dta" if (form or "").lower().startswith(("%tc", "%-tc")):
            return lambda cell: _after(_STATA_OR_SAS, cell, 1e-3)
        case ".sav" if name in _SPSS_DAYS or name in _SPSS_TIMES:
            return lambda cell: _after(_SPSS, cell, 1.0)
        case ".xpt" if _SAS_TIMES.match(name):
            return lambda cell: _after(_STATA_OR_SAS, cell, 1.0)
        case ".xpt" if _SAS_DAYS.match(name):
            return lambda cell: _after(_STATA_OR_SAS, cell, 86_400.0)
    return lambda cell: cell


def _after(start: dt.datetime, cell: Any, seconds: float) -> Any:
    """The day, or the day and time, so many times so many seconds after a day; None if there is no such day."""
    if not isinstance(cell, int | float):
        return None
    try:
        found = start + dt.timedelta(seconds=cell * seconds)
    except (OverflowError, ValueError):
        return None
    return found.date() if found.time() == dt.time() else found

"""Files of Stata, SPSS and SAS transport as delimited text: the stored value of each cell, by `stored_cell`.

Names and formats of columns are used, and nothing that was made from rows: no labels of values, no levels, and of SPSS
no codes that the file declares missing, which are values until the owner of the table declares them. Days and times
are recognised by the format of their column. A cell that is no possible day is missing, and so are the times of Stata
that count leap seconds (%tC), which are no times without a list of these. A text is UTF-8, else Windows-1252, else
missing, each by itself, unless the file declares another encoding.

Used in the process that unpacks a file, and so without `dpcore`.
"""

from __future__ import annotations

import codecs
import datetime as dt
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pyreadstat

_STATA_OR_SAS, _SPSS = dt.datetime(1960, 1, 1), dt.datetime(1582, 10, 14)
_RECORD = 80
"""Bytes of the records of which a SAS transport file consists."""
_MEMBER = b"HEADER RECORD*******MEMB"
"""How the record begins that stands before each table of a SAS transport file."""
_TOGETHER = 1000  # rows that are written at once
_SPSS_DAYS = ("DATE", "ADATE", "EDATE", "SDATE", "JDATE", "QYR", "MOYR", "WKYR")
_SPSS_TIMES = ("DATETIME", "YMDHMS")
_SAS_TIMES = re.compile("DATETIME|DATEAMPM|E8601DT|B8601DT|MDYAMPM|NLDATM")
_SAS_DAYS = re.compile("DATE$|DDMMYY|MMDDYY|YYMMDD|YYMM|MMYY|MONYY|JULIAN|WEEKDAT|WORDDAT|E8601DA|B8601DA|NLDATE")

_BYTES = "ISO-8859-1"
"""The encoding that has a character for every byte, and loses none."""
_MIXED = ("", "UTF-8", "WINDOWS-1252", "CP1252", "ASCII", "US-ASCII")
for _codec in (_BYTES, "cp1252"):
    codecs.lookup(_codec)  # while its module can be read
_READERS: dict[str, tuple[Any, dict[str, Any]]] = {
    ".dta": (pyreadstat.read_dta, {}),
    ".sav": (pyreadstat.read_sav, {"user_missing": True}),
    ".xpt": (pyreadstat.read_xport, {}),
}

Cells = dict[str, list[Any]]
Column = tuple[str, Callable[[Any], Any], list[Any]]


def reader(stored_cell: Any, suffix: str) -> Callable[[Any, Any, dict[str, Any]], None]:
    """The function that unpacks a file of this kind. stored_cell: the module of that name."""
    read_file, options = _READERS[suffix]

    def read(file: Any, output: Any, asked: dict[str, Any]) -> None:
        del asked
        if suffix == ".xpt":
            _check_transport(file)
        encoding = _BYTES if suffix != ".sav" or _declaration(file) in _MIXED else None
        columns: Cells
        columns, facts = read_file(
            file, output_format="dict", disable_datetime_conversion=True, encoding=encoding, **options
        )
        text = decode if encoding else _same
        named = {name: (text(name) or "", moment(suffix, facts.original_variable_types[name])) for name in columns}
        output.head(".csv", titles=0)
        for part in lines([(*named[name], cells) for name, cells in columns.items()], text):
            # an empty line would be no row: the only cell of a row is quoted
            output.write("".join((",".join(map(stored_cell.to_cell, row)) or '""') + "\n" for row in part).encode())

    return read


def _check_transport(file: Any) -> None:
    """Raises ValueError if a SAS transport file is incomplete or holds several tables, which nothing else shows."""
    if os.fstat(file.fileno()).st_size % _RECORD:
        raise ValueError
    members = 0
    while part := file.read(_RECORD * 10_000):
        members += sum(part.startswith(_MEMBER, place) for place in range(0, len(part), _RECORD))
    if members != 1:
        raise ValueError
    file.seek(0)


def _declaration(file: Any) -> str:
    """The encoding that an SPSS file declares; empty if that is unknown."""
    try:
        _, facts = pyreadstat.read_sav(file, metadataonly=True, output_format="dict")
    except (pyreadstat.ReadstatError, UnicodeError):
        return ""
    finally:
        file.seek(0)
    return (facts.file_encoding or "").upper()


def decode(cell: Any) -> Any:
    """A text whose bytes were read as `_BYTES`: as UTF-8, else as Windows-1252, else None. Other cells are returned."""
    if not isinstance(cell, str) or cell.isascii():
        return cell
    raw = cell.encode(_BYTES)
    for encoding in ("utf-8", "cp1252"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return None


def _same(cell: Any) -> Any:
    return cell


def lines(columns: list[Column], text: Callable[[Any], Any]) -> Iterator[list[list[Any]]]:
    """The names and then the rows, in parts. text: makes a text of what was read as one."""
    yield [[name for name, _, _ in columns]]
    count = len(columns[0][2]) if columns else 0
    for start in range(0, count, _TOGETHER):
        rows = range(start, min(start + _TOGETHER, count))
        yield [[text(convert(cells[row])) for _, convert, cells in columns] for row in rows]


def moment(suffix: str, form: str | None) -> Callable[[Any], Any]:
    """The function that makes days and times of the cells of a column with this format."""
    name = re.sub(r"[0-9]+(\.[0-9]*)?$", "", (form or "").upper())
    match suffix:
        case ".dta" if (form or "").startswith(("%td", "%d", "%-td", "%-d")):
            return lambda cell: _after(_STATA_OR_SAS, cell, 86_400.0)
        case ".dta" if (form or "").startswith(("%tC", "%-tC")):
            return lambda cell: None
        case ".dta" if (form or "").startswith(("%tc", "%-tc")):
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

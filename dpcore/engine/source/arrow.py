"""Converts Arrow columns to the plain types of a frozen copy, cell by cell. No column can make it raise an error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dpcore.engine.source.python import text_of
from dpcore.engine.sql.physical import Physical
from dpcore.errors import SourceError
from dpcore.number import BLANKS, shown
from dpcore.spelling import LONG, MOST_CHARACTERS, WHOLE

if TYPE_CHECKING:
    import pyarrow

_OF_PANDAS: Final = ("pandas.period", "pandas.interval")
_BLOCK = 1 << 20
_PER_SECOND = {"s": 0, "ms": 3, "us": 6, "ns": 9}  # as a power of ten
_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799  # the years 1 to 9999
_FIRST_DAY, _LAST_DAY = -719_162, 2_932_896
_DAY = 86_400


def plain(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """The column as numbers, booleans, dates, times in UTC, or text. Durations become numbers of seconds."""
    import pyarrow
    import pyarrow.types as types

    kind = column.type
    if isinstance(kind, pyarrow.Bool8Type):  # files do not record this type
        return column.cast(pyarrow.int8())
    if types.is_interval(kind):  # months have no fixed length
        return pyarrow.chunked_array([pyarrow.nulls(len(column), pyarrow.string())])
    if types.is_dictionary(kind):
        try:
            return plain(column.cast(kind.value_type))
        except pyarrow.ArrowNotImplementedError:  # depends on the type only, not on cells
            return texts(objects(column))
    if types.is_floating(kind):
        return _shortest_doubles(column)
    if types.is_timestamp(kind):
        return _instants(column)
    if types.is_date64(kind):
        return _days(column)
    if types.is_date32(kind):
        return _between(column, column.cast(pyarrow.int32()), _FIRST_DAY, _LAST_DAY)
    if types.is_duration(kind):
        return _seconds(column)
    if types.is_time(kind):
        return _times(column)
    if types.is_null(kind) or types.is_nested(kind):
        return pyarrow.chunked_array([pyarrow.nulls(len(column), pyarrow.large_string())])
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return _short(column.cast(pyarrow.large_string()))
    if types.is_decimal(kind) and 0 <= kind.scale <= kind.precision <= 38:
        return column.cast(pyarrow.decimal128(kind.precision, kind.scale))
    if types.is_integer(kind) or types.is_boolean(kind):
        return column
    return texts(objects(column))


def check_fields(names: Sequence[str], fields: Iterable[pyarrow.Field], what: str) -> None:
    """Raises SourceError for periods and intervals of pandas, which Arrow stores as numbers that only pandas can read.

    fields: as written, in the order of the names. If pandas did not make the type, the field's metadata name it.
    """
    for name, field in zip(names, fields, strict=True):
        kind = getattr(field.type, "value_type", field.type)  # for a dictionary, the type of its values
        extension = (field.metadata or {}).get(b"ARROW:extension:name", b"").decode("latin-1")
        if (getattr(kind, "extension_name", None) or extension) in _OF_PANDAS:
            raise SourceError(
                "{what} has periods or intervals of pandas in column {name}, which are stored as bare numbers.",
                "Write periods as times (dt.to_timestamp()) and intervals as text (astype(str)).",
                name=shown(name),
                what=what,
            )


def texts(cells: list[Any]) -> pyarrow.ChunkedArray:
    """Python objects as text, each converted independently."""
    import pyarrow

    kind = pyarrow.large_string()
    blocks = [cells[start : start + _BLOCK] for start in range(0, len(cells), _BLOCK)]
    return pyarrow.chunked_array(
        [pyarrow.array([None if cell is None else text_of(cell) for cell in block], kind) for block in blocks], kind
    )


def objects(column: pyarrow.ChunkedArray) -> list[Any]:
    """The cells as Python objects; only a cell that cannot be converted becomes None."""
    try:
        return list(column.to_pylist())
    except Exception:  # for example a time out of Python's range; the message would quote it
        return [_object(cell) for cell in column]


def kind_of(kind: pyarrow.DataType) -> Physical:
    """The physical type of a column returned by `plain`."""
    import pyarrow.types as types

    if types.is_integer(kind):
        return "integer"
    if types.is_floating(kind):
        return "float"
    if types.is_decimal(kind):
        return "decimal"
    if types.is_boolean(kind):
        return "flag"
    return "date" if types.is_date(kind) or types.is_timestamp(kind) else "text"


def _object(cell: Any) -> Any:
    try:
        return cell.as_py()
    except Exception:
        return None


def _shortest_doubles(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """As doubles, each by its shortest decimal text (`dpcore.engine.sql.digit.shortest_double`)."""
    import pyarrow

    def convert(chunk: pyarrow.Array) -> pyarrow.Array:
        chunk = chunk.cast(pyarrow.float32()) if pyarrow.types.is_float16(chunk.type) else chunk
        x = chunk.cast(pyarrow.float64()).fill_null(0.0).to_numpy(zero_copy_only=False).copy()
        with np.errstate(over="ignore", invalid="ignore"):
            single = x.astype(np.float32)
            places = np.flatnonzero((single == x) & np.isfinite(x) & ((x != np.floor(x)) | (np.abs(x) > WHOLE)))
        places = places[[len(repr(abs(value))) > LONG for value in x[places].tolist()]]
        x[places] = pyarrow.array(single[places]).cast(pyarrow.string()).cast(pyarrow.float64())
        return pyarrow.array(x, mask=chunk.is_null().to_numpy(zero_copy_only=False))

    return pyarrow.chunked_array([convert(chunk) for chunk in column.chunks], pyarrow.float64())


def _days(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """Dates from milliseconds; the time of day is dropped, as in files and pandas."""
    import pyarrow

    def days(chunk: pyarrow.Array) -> pyarrow.Array:
        number = chunk.cast(pyarrow.int64()).fill_null(0).to_numpy(zero_copy_only=False) // (1000 * _DAY)
        inside = (number >= _FIRST_DAY) & (number <= _LAST_DAY) & chunk.is_valid().to_numpy(zero_copy_only=False)
        return pyarrow.array(number.astype(np.int32), mask=~inside).cast(pyarrow.date32())

    return pyarrow.chunked_array([days(chunk) for chunk in column.chunks], pyarrow.date32())


def _short(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    import pyarrow.compute as pc

    trimmed = pc.utf8_trim(pc.replace_substring(column, "\0", ""), characters=BLANKS)
    return pc.if_else(pc.less_equal(pc.utf8_length(trimmed), MOST_CHARACTERS), trimmed, None)


def _between(column: pyarrow.ChunkedArray, number: pyarrow.ChunkedArray, low: int, high: int) -> pyarrow.ChunkedArray:
    """The cells whose number is in the range; all others become missing."""
    import pyarrow
    import pyarrow.compute as pc

    ends = [pyarrow.scalar(end, number.type) for end in (low, high)]
    inside = pc.and_(pc.greater_equal(number, ends[0]), pc.less_equal(number, ends[1]))
    return pc.if_else(inside, column, None)


def _instants(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    import pyarrow
    import pyarrow.compute

    unit, zone = column.type.unit, column.type.tz
    number = column.cast(pyarrow.int64())
    if unit == "ns":  # see `dpcore.engine.sql.plain`
        midnight = pyarrow.compute.multiply(
            pyarrow.compute.divide(number, _DAY * 10**9), _DAY * 10**9
        )  # rounds towards 1970
        rest = pyarrow.compute.subtract(number, midnight)
        last = _between(rest, rest, -999, -1).is_valid()
        number = pyarrow.compute.if_else(last, pyarrow.compute.subtract(midnight, 1000), number)
    ticks = 10 ** _PER_SECOND[unit]
    if unit != "ns":  # nanoseconds only reach from 1677 to 2262
        number = _between(number, number, _FIRST_SECOND * ticks, (_LAST_SECOND + 1) * ticks - 1)
    instants = number.cast(pyarrow.timestamp(unit, zone and "UTC"))
    return instants if unit == "ns" else instants.cast(pyarrow.timestamp("us", zone and "UTC"))


def _times(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    import pyarrow
    import pyarrow.compute as pc

    unit = column.type.unit
    wide = column.cast(pyarrow.int32() if column.type.bit_width == 32 else pyarrow.int64()).cast(pyarrow.int64())
    inside = _between(wide, wide, 0, _DAY * 10 ** _PER_SECOND[unit] - 1)
    spelling = pc.strftime(inside.cast(pyarrow.timestamp(unit)), format="%H:%M:%S")
    if unit != "s":
        spelling = pc.utf8_rtrim(pc.utf8_rtrim(spelling, characters="0"), characters=".")
    return spelling.cast(pyarrow.large_string())


def _seconds(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
    """Seconds as decimals; exact, because the number of ticks is the integer of the decimal."""
    import pyarrow

    kind = pyarrow.decimal128(38, _PER_SECOND[column.type.unit])

    def decimal(chunk: pyarrow.Array) -> pyarrow.Array:
        ticks = chunk.cast(pyarrow.int64())
        low = ticks.fill_null(0).to_numpy(zero_copy_only=False)
        both = pyarrow.py_buffer(np.column_stack([low, low >> 63]).astype("<i8").tobytes())
        return pyarrow.compute.if_else(
            ticks.is_valid(), pyarrow.Array.from_buffers(kind, len(ticks), [None, both]), None
        )

    import pyarrow.compute

    return pyarrow.chunked_array([decimal(chunk) for chunk in column.chunks], kind)

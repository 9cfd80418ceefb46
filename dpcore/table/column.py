"""The kinds of columns and their public declarations."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, assert_never, final

from dpcore import text
from dpcore.errors import SchemaError
from dpcore.number import real, shown, zeroed
from dpcore.table.category import Category, is_long

MAX_MAGNITUDE = 2.0**53
MIN_WIDTH = 2.0**-53


@final
@dataclass(frozen=True, slots=True)
class Number:
    """A number between public bounds. missing: "drop", or the value that replaces a missing cell.

    integer: values are rounded to the nearest whole number first. true counts as 1, false as 0. Bounds are finite, with
    low <= high and magnitude at most 2**53, and far enough apart for doubles to distinguish values between them. With
    equal bounds it is a constant (`is_constant`), about which there is nothing to ask.
    `Number()` without bounds is a number whose bounds are not known yet (`Unbounded`).
    """

    low: float = -math.inf
    high: float = math.inf
    integer: bool = False
    missing: float | Literal["drop"] = "drop"

    def __new__(cls, *bounds: Any, **named: Any) -> Any:
        """`Number()` and `Number(integer=True)` are `Unbounded`: nobody has to know that there are two classes."""
        return object.__new__(cls) if bounds or named.keys() - {"integer"} else Unbounded(**named)

    def __getnewargs__(self) -> tuple[float, float]:
        return self.low, self.high  # for copies, which are made without `__init__`

    def __post_init__(self) -> None:
        hint = text.Text("Declare the publicly known range, for example Number(0, 120).")
        for name, value in (("low", self.low), ("high", self.high)):
            real(
                value,
                f"`{name}` of `Number`",
                at_least=-MAX_MAGNITUDE,
                at_most=MAX_MAGNITUDE,
                error=SchemaError,
                hint=hint,
            )
            object.__setattr__(self, name, zeroed(value))
        if self.low > self.high:
            raise SchemaError(
                text.Text(
                    "`low` of `Number` must not be above `high`. Got {low!r} and {high!r}.",
                    low=self.low,
                    high=self.high,
                ),
                hint,
            )
        width, size = float(self.high) - float(self.low), max(abs(self.low), abs(self.high))
        if width and (width < MIN_WIDTH or width < size * 2.0**-30):
            raise SchemaError(
                "The bounds {low!r} and {high!r} of `Number` are too close together for their size.",
                "Declare wider bounds, or subtract a constant and change the unit before loading.",
                low=self.low,
                high=self.high,
            )
        if not isinstance(self.integer, bool):
            raise SchemaError(
                text.Text("`integer` of `Number` must be True or False. Got {value}.", value=shown(self.integer)), hint
            )
        if self.integer and (float(self.low) % 1 or float(self.high) % 1):
            raise SchemaError("Bounds of a whole-number column must be whole numbers.", "Round them outwards.")
        if self.missing != "drop":
            real(
                self.missing,
                "`missing` of `Number`",
                at_least=self.low,
                at_most=self.high,
                error=SchemaError,
                hint='Give "drop" or a value inside the bounds.',
            )
            object.__setattr__(self, "missing", zeroed(self.missing))


@final
@dataclass(frozen=True, slots=True)
class Unbounded:
    """A number whose bounds are not known yet: `Number()`. It is kept with the rows; questions cannot use it.

    Bounds can be declared later, when the rows are described again. integer: whether it is a whole number.
    """

    integer: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.integer, bool):
            raise SchemaError(
                text.Text("`integer` of `Number` must be True or False. Got {value}.", value=shown(self.integer))
            )


@final
@dataclass(frozen=True, slots=True)
class Flag:
    """True or false (true, t, yes, y, 1; false, f, no, n, 0 in any case, 1.0 and 0.0); anything else is missing."""


@final
@dataclass(frozen=True, slots=True)
class Date:
    """A day between two public days, both included; a day outside counts as missing. Times of day are ignored."""

    low: dt.date
    high: dt.date

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            object.__setattr__(self, name, day(getattr(self, name), f"`{name}` of `Date`", SchemaError))
        if self.low > self.high:
            raise SchemaError(
                "`low` of `Date` must not be after `high`. Got {low} and {high}.",
                "Swap them, or widen the range.",
                low=self.low,
                high=self.high,
            )


@final
@dataclass(frozen=True, slots=True)
class Identifier:
    """Identifies the protected units. It cannot be used in questions or filters, and is never shown.

    A row is dropped if its identifier is empty or a text for missing (NA, N/A, NaN, NULL, None). Numbers are compared
    by value, digit by digit: 7, 007 and 7.0 are one identifier. as_written: compared as texts, for tables in which 007
    and 7 are two people. A float of 2^53 or more is missing, because it stands for several numbers.
    """

    as_written: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.as_written, bool):
            raise SchemaError(
                "`as_written` of `Identifier` must be True or False. Got {value}.", value=shown(self.as_written)
            )


@final
@dataclass(frozen=True, slots=True)
class Text:
    """Free text. It cannot be used in questions."""


Column = Number | Unbounded | Category | Flag | Date | Identifier | Text
Asked = Number | Category | Flag | Date
"""The kinds of columns that questions can use."""


def is_constant(column: Column) -> bool:
    """Whether every cell that is not missing has the same public value."""
    return isinstance(column, Number | Date) and column.low == column.high


def day(value: object, name: str, error: type[SchemaError] | Any) -> dt.date:
    """A calendar day from a date or an ISO text. Raises `error` for other values."""
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    try:
        return dt.date.fromisoformat(str(value))
    except ValueError:
        message = text.Text("{name} must be a date. Got {value}.", name=text.Text(name), value=shown(value))
        raise error(message, "Write it as 2013-01-31.") from None


def column_to_dict(column: Column) -> dict[str, Any]:
    """Plain data; `column_from_dict` reads it back."""
    match column:
        case Number(low, high, integer, missing):
            return {"kind": "number", "low": low, "high": high, "integer": integer, "missing": missing}
        case Unbounded(integer):
            return {"kind": "number", **({"integer": True} if integer else {})}
        case Category(values, other):
            return {"kind": "category", "values": list(values), "other": other}
        case Flag():
            return {"kind": "flag"}
        case Date(low, high):
            return {"kind": "date", "low": low.isoformat(), "high": high.isoformat()}
        case Identifier(as_written):
            return {"kind": "identifier", **({"as_written": True} if as_written else {})}
        case Text():
            return {"kind": "text"}
        case _:
            assert_never(column)


_KINDS: dict[str, type[Any]] = {
    "number": Number,
    "category": Category,
    "flag": Flag,
    "date": Date,
    "identifier": Identifier,
    "text": Text,
}


def _category_from_dict(values: Sequence[str], other: bool = False) -> Category:
    """The declaration. An old one may list values above today's length limit: these stay keys, but match no cell."""
    if isinstance(values, str) or not any(map(is_long, values)):
        return Category(values, other)
    column = Category(tuple(value for value in values if not is_long(value)) or ("-",), other)
    object.__setattr__(column, "values", tuple(values))
    return column


def column_from_dict(data: Mapping[str, Any]) -> Column:
    """The declaration that `column_to_dict` wrote. Raises SchemaError."""
    named = data.get("kind") if isinstance(data, Mapping) else data
    kind = _KINDS.get(named) if isinstance(named, str) else None
    if kind is None:
        said = shown(named) if isinstance(named, str) else type(named).__name__
        raise SchemaError("{kind} is not a kind of column.", "Kinds: {kinds}.", kind=said, kinds=", ".join(_KINDS))
    fields = {name: value for name, value in data.items() if name != "kind"}
    try:
        column: Column = _category_from_dict(**fields) if kind is Category else kind(**fields)
    except TypeError:
        raise SchemaError(
            "The declaration {data} does not fit its kind.", "See `Schema.to_dict`.", data=shown(dict(data))
        ) from None
    return column

"""Validation of numbers that users enter, their exact values, and the canonical spelling of any value."""

from __future__ import annotations

import contextlib
import datetime as dt
import math
import operator
import re
import sys
from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, TypedDict, Unpack

from dpcore.errors import DpError
from dpcore.text import Text

BLANKS = " \t\r\n"
"""Characters stripped from both ends of a text, in cells and in declared values alike."""

LONGEST_FRACTION = 8_000
"""Characters of an exact fraction in a record, at most; Python reads up to 4,300 digits of either part."""
_FRACTION = re.compile(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?")
_LARGEST = sys.float_info.max
TINIEST = 1e-200
"""Entered numbers within this distance of 0 are set to 0: engines differ in how they treat such small numbers."""


def zeroed(value: float) -> float:
    """The number, or 0 if its magnitude is at most TINIEST."""
    return value if value == 0 or abs(value) > TINIEST else 0.0


class Ends(TypedDict, total=False):
    """The ends of a domain; an end that is not given is infinite."""

    above: float
    at_least: float
    at_most: float
    below: float


def real(
    value: object,
    name: str,
    *,
    error: type[DpError] = DpError,
    hint: str = "",
    shows: bool = True,
    **limits: Unpack[Ends],
) -> float:
    """`value` as a finite float inside its domain. Raises `error` with a message that names the domain.

    An estimate (a number with `certified = False`) is refused: it may be below the true value. shows: whether the
    message shows the value, or its type.
    """
    # the usual case, of thousands in a page: everything below is for what is refused, or is of a rarer type
    if (type(value) is float or type(value) is int) and _inside(value, limits):
        return float(value)
    got = shown(value) if shows and not held(value) else type(value).__name__
    if getattr(value, "certified", True) is False:
        raise error(
            Text("{name} must be a certified bound. Got {value}.", name=Text(name), value=got),
            "Take it from a certified curve, as in curve.mu(delta). For a chart, float(...) converts an estimate.",
        )
    ok = isinstance(value, Real | Decimal) and not isinstance(value, bool)
    try:
        number = float(value) if ok else math.nan  # type: ignore[arg-type]
    except OverflowError:
        number = math.inf
    except ValueError:  # a signalling NaN
        number = math.nan
    ok = ok and math.isfinite(number)
    if not (ok and _inside(number, limits)):
        above, at_least = limits.get("above", -math.inf), limits.get("at_least", -math.inf)
        below, at_most = limits.get("below", math.inf), limits.get("at_most", math.inf)
        left = f"({above:g}" if math.isfinite(above) else f"[{at_least:g}" if math.isfinite(at_least) else "(-inf"
        right = f"{below:g})" if math.isfinite(below) else f"{at_most:g}]" if math.isfinite(at_most) else "inf)"
        message = Text(
            "{name} must be in {domain}. Got {value}.", name=Text(name), domain=f"{left}, {right}", value=got
        )
        if left == "(-inf" and right == "inf)":
            message = Text("{name} must be a finite number. Got {value}.", name=Text(name), value=got)
        raise error(message, hint)
    return number


def _inside(number: float, limits: Ends) -> bool:
    """Whether a number is finite and in its domain. A whole number beyond all floats is not."""
    return (
        -_LARGEST <= number <= _LARGEST
        and limits.get("above", -math.inf) < number < limits.get("below", math.inf)
        and limits.get("at_least", -math.inf) <= number <= limits.get("at_most", math.inf)
    )


def reals(values: Iterable[object], name: str, *, of: object, **limits: Any) -> list[float]:
    """Each entry as `real`. of: what they were given in; if that is no list, they may be cells and are not shown."""
    return [real(value, name, shows=not private(of), **limits) for value in values]


def whole(value: object, name: str, *, low: int, high: int, error: type[DpError] = DpError, hint: str = "") -> int:
    """`value` as an int in [low, high]. Raises `error` with a message that names the domain."""
    try:
        # Arrays have __index__ too; it raises TypeError unless the array is a single whole number.
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not low <= number <= high:
        message = Text(
            "{name} must be a whole number in [{low}, {high}]. Got {value}.",
            name=Text(name),
            low=low,
            high=high,
            value=shown(value),
        )
        raise error(message, hint)
    return number


def exact(value: float | int | Decimal | Fraction) -> Fraction:
    """The decimal number as entered: 0.1 is one tenth, not the nearest double."""
    if isinstance(value, Fraction):
        return value
    return Fraction(Decimal(repr(float(value)))) if isinstance(value, float) else Fraction(value)


def scientific(value: float) -> str:
    """A number below 0.001 in scientific notation (10⁻⁶, 2.5·10⁻⁷); larger numbers in plain notation."""
    if value == 0 or abs(value) >= 1e-3:
        return f"{value:g}"
    digits, power = f"{value:.3e}".split("e")
    digits = digits.rstrip("0").rstrip(".")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if digits == "1" else f"{digits}·10{raised}"


def fraction(value: object) -> Fraction:
    """The exact number in a record: a text that `str` wrote of a Fraction, or a number of JSON. Raises ValueError.

    Other texts are refused unread: one of a dozen characters, such as 1e3000000, can stand for millions of digits.
    """
    if isinstance(value, str) and len(value) <= LONGEST_FRACTION and re.fullmatch(_FRACTION, value):
        with contextlib.suppress(ZeroDivisionError):
            return Fraction(value)
    elif isinstance(value, int | float | Fraction) and not isinstance(value, bool) and math.isfinite(value):
        return Fraction(value)
    raise ValueError(shown(value))


def integer(value: object) -> int:
    """The whole number in a record, which JSON has as one. Raises ValueError."""
    if type(value) is not int or abs(value) >= 2**1024:
        raise ValueError(shown(value))
    return value


def entries(value: object) -> list[object]:
    """The entries of a list in a record. Raises ValueError for a text, whose characters could be read as some."""
    if not isinstance(value, list | tuple):
        raise ValueError(shown(value))
    return list(value)


def held(value: object) -> bool:
    """Whether a value may hold several others, such as rows: a list, a mapping, a frame, a column or an array."""
    if type(value) is str:  # as nearly all are, of a million that a category may list
        return False
    frame = hasattr(value, "__arrow_c_stream__") or hasattr(value, "iloc") or getattr(value, "ndim", None)
    return bool(frame) or (isinstance(value, Collection) and not isinstance(value, str | bytes))


def private(value: object) -> bool:
    """Whether the entries of a value may be cells of a table: it holds several, and is no list that people write."""
    return held(value) and not isinstance(value, list | tuple | set | range)


def shown(value: object) -> str:
    """A short, safe rendering of a value that a user entered: only of plain values, and of flat lists of these.

    Of anything that may hold rows, only its type: a message never repeats what was read from a row.
    """
    if isinstance(value, list | tuple) and not value:
        return "none"
    text = _shown(value, nested=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _shown(value: object, nested: bool) -> str:
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:  # a number of numpy
        value = value.item()
    match value:
        case str():
            line, *more = value[:61].split("\n", 1)  # a text of several lines may be a file
            return repr(f"{line}…" if more else line[:60])
        case int() | float() | Decimal() | Fraction() | dt.date() | dt.time() | dt.timedelta() | None:
            try:
                return repr(value)
            except ValueError:  # Python refuses to print integers of thousands of digits
                return f"a value of type {type(value).__name__} that is too long to be shown"
        case list() | tuple() if not nested:
            few = ", ".join(_shown(part, nested=True) for part in value[:20])
            return f"[{few}]"
        case dict() if not nested:
            few = ", ".join(f"{_shown(name, True)}: …" for name in list(value)[:20])
            return f"{{{few}}}"
        case list() | tuple():
            return "[…]" if value else "[]"
        case dict():
            return "{…}" if value else "{}"
    return getattr(value, "__name__", type(value).__name__)

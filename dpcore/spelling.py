"""The canonical spelling of any value, by which texts and cells are compared."""

from __future__ import annotations

import datetime as dt
import math
import struct
from decimal import Decimal
from fractions import Fraction
from numbers import Complex, Integral, Real

MOST_CHARACTERS = 1000
"""The longest text of a cell or a declared value, without surrounding blanks; a longer cell counts as missing."""
LONG = 15
"""A double that needs more characters than this and is exactly a float32 is spelt as a float32."""
WHOLE = 1.7e38
"""The largest whole double that is spelt with all its digits, like an integer."""


def spelt(value: object) -> str | None:
    """The canonical spelling of a value, whatever its Python type; None where it has none (NaN, infinities).

    Numbers: plain digits, 1 and 0.1, never 1.0, 1E0 or -0. Whole numbers up to 1.7e38 have all their digits. Any other
    double has the fewest digits that distinguish it from its neighbours; if these are more than LONG characters and the
    value is exactly a float32, the fewest among float32 values. Booleans: true or false. Times: UTC without trailing
    zeros, midnight as the date alone. Durations: seconds. Text: unchanged.
    """
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case Integral():
            return _of_whole(int(value))
        case Decimal():
            return _of_decimal(value)
        case Real() if not isinstance(value, Fraction):
            return _of_double(float(value))
        case Complex() if not isinstance(value, Fraction):
            number = complex(value)
            return str(number) if number.imag else _of_double(number.real)
        case dt.datetime():
            return _of_instant(value)
        case dt.timedelta():
            return _of_span(value)
        case dt.time() if value.tzinfo is None:
            return _bare(value.isoformat())
    return str(value)


def _of_whole(value: int) -> str | None:
    if abs(value) <= WHOLE:
        return str(value)
    if value.bit_length() <= 1024 and int(float(value)) == value:
        return _of_double(float(value))
    return str(value) if value.bit_length() < 10 * MOST_CHARACTERS / 3 else None


def _of_decimal(value: Decimal) -> str | None:
    if not value.is_finite() or (value and abs(value.adjusted()) > MOST_CHARACTERS):
        return None
    if value == value.to_integral_value():
        return _of_whole(int(value))
    return _bare(f"{value:f}")


def _of_double(value: float) -> str | None:
    if not math.isfinite(value):
        return None
    if value.is_integer() and abs(value) <= WHOLE:
        return str(int(value))
    text = repr(abs(value))
    single = len(text) > LONG and _is_single(value)
    if single or "e" in text:
        import numpy

        size = numpy.float32(abs(value)) if single else numpy.float64(abs(value))
        text = numpy.format_float_positional(size, trim="-")
    return "-" + text if value < 0 else text


def _is_single(value: float) -> bool:
    """Whether a double is exactly a float32."""
    try:
        return bool(struct.unpack("f", struct.pack("f", value))[0] == value)
    except OverflowError:
        return False


def _of_instant(value: dt.datetime) -> str | None:
    instant = value if value.tzinfo is None else value.astimezone(dt.UTC).replace(tzinfo=None)
    if not dt.MINYEAR <= instant.year <= dt.MAXYEAR:  # pandas supports years beyond these
        return None
    text = _bare(instant.isoformat(sep=" "))
    return text.removesuffix(" 00:00:00")


def _of_span(value: dt.timedelta) -> str | None:
    seconds = 86_400 * value.days + value.seconds
    nanoseconds = 1000 * value.microseconds + getattr(value, "nanoseconds", 0)
    return _of_decimal(Decimal(seconds) + Decimal(nanoseconds).scaleb(-9))


def _bare(text: str) -> str:
    """The text without trailing zeros of its decimal part."""
    return text.rstrip("0").rstrip(".") if "." in text else text

"""Numbers with no more digits than their error supports."""

from __future__ import annotations

import math

from dpcore.text import Text

_FREQUENCY = {
    0.5: Text("1 time in 2"),
    0.8: Text("4 times in 5"),
    0.9: Text("9 times in 10"),
    0.95: Text("19 times in 20"),
    0.99: Text("99 times in 100"),
}


_LONGEST = 40  # characters of a key in a sentence; the table shows all of it


def frequency(level: float) -> Text:
    """The level of an interval as a frequency, in words."""
    return _FREQUENCY.get(round(level, 4), Text("{times:g} times in 100", times=100 * level))


def significant(value: float, error: float) -> str:
    """A number with no more digits than its error supports, thousands grouped, with a true minus sign."""
    return _significant(value, error).replace("-", "−") if math.isfinite(value) else "–"


def _significant(value: float, error: float) -> str:
    digits = 6 if not (math.isfinite(error) and error > 0) else 1 - math.floor(math.log10(error))
    if digits > 12:  # decimals would be zeros
        return f"{value:.{max(0, digits + math.floor(math.log10(abs(value))))}e}" if value else "0"
    rounded = round(value, digits) + 0.0
    return f"{rounded:,.{max(digits, 0)}f}" if abs(rounded) < 1e15 else f"{rounded:.3g}"


def error_text(error: float) -> str:
    """An error with two digits, rounded up, so that the stated interval is never narrower than the actual one."""
    return Text("unknown") if math.isnan(error) else significant(rounded_up(error, 2), rounded_up(error, 2))


def outwards(value: float, side: int) -> str:
    """The end of an interval with six digits, rounded down (side -1) or up (side 1)."""
    if not value or not math.isfinite(value):
        return significant(value, math.nan)
    size = 10.0 ** (5 - math.floor(math.log10(abs(value))))
    steps = side * math.ceil(side * value * size - 1e-6)
    text = f"{steps / size:,.6g}" if abs(value) < 1e6 else f"{steps / size:,.0f}"
    return text.replace("-", "−")


def upward(value: float) -> str:
    """A bound with three digits, rounded up."""
    if not 0 < value < math.inf:
        return f"{value:g}"
    text = f"{rounded_up(value, 3):.3g}"
    return f"{float(text):,.0f}" if 1_000 <= value < 1e15 else text


def rounded_up(value: float, digits: int) -> float:
    """The value rounded up to so many significant digits, apart from the rounding of doubles."""
    if not 0 < value < math.inf:
        return value
    places = digits - 1 - math.floor(math.log10(value))
    size = 10.0 ** abs(places)
    steps = math.ceil((value * size if places > 0 else value / size) * (1 - 1e-12))
    return steps / size if places > 0 else steps * size


def key_text(value: object) -> str:
    """A key or a bound, formatted for reading, with a true minus sign."""
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if isinstance(value, int | float):
        return f"{value:,.12g}".replace("-", "−")
    if isinstance(value, Text):  # a word of ours is translated when it is drawn
        return value
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

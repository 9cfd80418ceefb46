"""Checks of the numbers people give, each with one sentence; and exact readings of them."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Real

from dpcore.errors import DpError


def real(
    value: object,
    name: str,
    *,
    above: float = -math.inf,
    at_least: float = -math.inf,
    at_most: float = math.inf,
    below: float = math.inf,
    error: type[DpError] = DpError,
    hint: str = "",
) -> float:
    """`value` as a finite float inside its domain, or one sentence that says the domain.

    An estimate, a number that says of itself `certified = False`, is refused: it may be below the truth.
    """
    if getattr(value, "certified", True) is False:
        raise error(
            f"{name} must be a bound. Got {shown(value)}.",
            "take it from a certified curve, as curve.mu(delta); for a picture float(...) makes it a plain number",
        )
    ok = isinstance(value, Real | Decimal) and not isinstance(value, bool)
    try:
        number = float(value) if ok else math.nan  # type: ignore[arg-type]
    except OverflowError:
        number = math.inf
    ok = ok and math.isfinite(number)
    if not (ok and above < number < below and at_least <= number <= at_most):
        left = f"({above:g}" if math.isfinite(above) else f"[{at_least:g}" if math.isfinite(at_least) else "(-inf"
        right = f"{below:g})" if math.isfinite(below) else f"{at_most:g}]" if math.isfinite(at_most) else "inf)"
        domain = "a finite number" if left == "(-inf" and right == "inf)" else f"in {left}, {right}"
        raise error(f"{name} must be {domain}. Got {shown(value)}.", hint)
    return number


def whole(value: object, name: str, *, low: int, high: int, error: type[DpError] = DpError, hint: str = "") -> int:
    """`value` as an int in [low, high], or one sentence."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not low <= value.__index__() <= high:
        raise error(f"{name} must be a whole number in [{low}, {high}]. Got {shown(value)}.", hint)
    return int(value.__index__())


def exact(value: float | int | Decimal | Fraction) -> Fraction:
    """The decimal number a person wrote: 0.1 is one tenth, not the nearest double."""
    if isinstance(value, Fraction):
        return value
    return Fraction(Decimal(repr(float(value)))) if isinstance(value, float) else Fraction(value)


def scientific(value: float) -> str:
    """A small number as people write it: 10⁻⁶, 2.5·10⁻⁷; from 0.001 on as it is."""
    if value == 0 or abs(value) >= 1e-3:
        return f"{value:g}"
    digits, power = f"{value:.3e}".split("e")
    digits = digits.rstrip("0").rstrip(".")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if digits == "1" else f"{digits}·10{raised}"


def shown(value: object) -> str:
    """A short, safe rendering of what somebody typed."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."

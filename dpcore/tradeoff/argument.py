"""Checks of the arguments of a curve, and the margins for rounding.

UNIT is half an ulp of 1. numpy's and scipy's functions are used with margins of at least twice the largest error that
was measured against 80-digit ball arithmetic: exp, expm1, log, log1p 2 UNIT; erfcx 16; ndtri 10; erfinv 8.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore.errors import DpError
from dpcore.number import private, real, shown

UNIT = 2.0**-53
# Beyond this every curve is zero to double precision; products such as k * epsilon stay finite.
LARGEST = 1e6
# A smaller loss is rounded up to this, so that quotients stay finite.
SMALLEST = 1e-300

Array = NDArray[np.float64]


def parameter(value: object, name: str) -> float:
    """A mu or an epsilon of a curve: in [0, 1e6]; positive values below 1e-300 are rounded up to it."""
    number = real(value, name, at_least=0.0, at_most=LARGEST)
    return max(number, SMALLEST) if number else 0.0


def alphas(value: ArrayLike) -> Array:
    """Type I errors, in [0, 1]."""
    values = _numbers(value, "`alpha` of a trade-off curve")
    return _inside(value, values, (values >= 0.0) & (values <= 1.0), "`alpha` of a trade-off curve", "in [0, 1]")


def epsilons(value: ArrayLike) -> Array:
    """Any real numbers."""
    values = _numbers(value, "`epsilon` of `delta`")
    return _inside(value, values, np.isfinite(values), "`epsilon` of `delta`", "a finite number")


def deltas(value: ArrayLike) -> Array:
    """Probabilities of failure, in [0, 1)."""
    values = _numbers(value, "`delta` of `epsilon`")
    return _inside(value, values, (values >= 0.0) & (values < 1.0), "`delta` of `epsilon`", "in [0, 1)")


def items_of(value: Any) -> list[Any] | None:
    """The items of an iterable; None if the value is not iterable, such as a zero-dimensional array."""
    try:
        items = iter(value)
    except TypeError:
        return None
    return list(items)


def table(value: Any) -> Array:
    """A list of real numbers as an array; raises TypeError, ValueError or OverflowError if it is not one."""
    raw = np.asarray(value)
    if np.iscomplexobj(raw):
        raise TypeError
    return raw.astype(np.float64)


def _numbers(value: Any, name: str) -> Array:
    try:
        raw = np.asarray(value)
        if raw.dtype.kind not in "iufO":
            raise TypeError
        return raw.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise DpError(
            "{name} must be a number or an array of numbers. Got {value}.", name=name, value=shown(value)
        ) from None


def _inside(given: Any, values: Array, ok: NDArray[np.bool_], name: str, allowed: str) -> Array:
    """The values if all are allowed. Raises DpError, which shows the first bad value unless it may be private data."""
    if not np.all(ok):
        worst = float(values[~ok].flat[0]) if values.ndim else float(values)
        raise DpError(
            "{name} must be {allowed}. Got {worst}.",
            name=name,
            allowed=allowed,
            worst=type(given).__name__ if private(given) else worst if math.isnan(worst) else shown(worst),
        )
    return values

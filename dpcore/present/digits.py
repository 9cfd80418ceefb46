"""Numbers with no more digits than their error supports."""

from __future__ import annotations

import math


def significant(value: float, error: float) -> str:
    """A number with no more digits than its error supports, thousands grouped."""
    if not math.isfinite(value):
        return "–"
    digits = 6 if not (math.isfinite(error) and error > 0) else 1 - math.floor(math.log10(error))
    digits = min(digits, 12)
    rounded = round(value, digits) + 0.0
    return f"{rounded:,.{max(digits, 0)}f}" if abs(rounded) < 1e15 else f"{rounded:.3g}"


def error_text(error: float) -> str:
    """An error with two digits."""
    return "unknown" if math.isnan(error) else significant(error, error)

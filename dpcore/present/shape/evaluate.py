"""Typed points, and values at them as a reader sees them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.present.shape import typed_rows
from dpcore.present.text import tidy
from dpcore.present.text.digits import key_text
from dpcore.release.record import Release
from dpcore.text import Text

MOST_POINTS = 20
_EXAMPLE = Text("For example 18, 65.")
_DECIMALS = 9  # of a value; smaller ones have an exponent
LONGEST = 400
"""Largest number of characters in a text of points."""


@final
@dataclass(frozen=True, slots=True)
class Value:
    """The value of a function at one point, or its quantile at one share. group: its keys as one label, or empty."""

    group: str
    x: str
    answer: str
    low: str
    high: str


def points(text: str, dimension: int = 1) -> list[float]:
    """The numbers in a text, separated by commas, semicolons or blanks. Raises QueryError.

    dimension: how many of them are a point.
    """
    words = re.split(r"[\s,;]+", text.strip()[: LONGEST + 1])
    if not words[0] or len(text) > LONGEST or len(words) > MOST_POINTS * dimension:
        raise QueryError("Type 1 to {most_points} numbers.", _EXAMPLE, most_points=MOST_POINTS * dimension)
    if len(words) % dimension:
        raise QueryError("Type pairs of numbers, one for each column.", "For example 18, 2.5; 65, 1.")
    return [typed_rows.number(word) for word in words]


def listed(columns: Mapping[str, list[Any]], arguments: tuple[str, ...], digits: int) -> list[Value]:
    """The entries of a table with so many digits. arguments: its columns of points; further ones are of groups."""
    names = [name for name in columns if name not in (*arguments, "estimate", "low", "high")]
    keys = zip(*(columns[name] for name in names), strict=True) if names else [()] * len(columns["estimate"])
    points = zip(*(map(key_text, columns[name]) for name in arguments), strict=True)
    rows = zip(keys, points, *(columns[name] for name in ("estimate", "low", "high")), strict=True)
    return [
        Value(" · ".join(map(tidy.written, group)), ", ".join(at), *(rounded(figure, digits) for figure in figures))
        for group, at, *figures in rows
    ]


def digits(release: Release) -> int:
    """Digits after the decimal point that the error of the answer supports."""
    half = float(np.median(np.subtract(release.estimates["high"], release.estimates["low"]))) / 2
    return max(0, 1 - math.floor(math.log10(half))) if half > 0 else 0


def rounded(figure: float, digits: int) -> str:
    """A figure with so many digits; empty if it is not known."""
    if math.isnan(figure):
        return ""
    text = f"{figure:.4g}" if digits > _DECIMALS else f"{round(figure, digits) + 0.0:,.{digits}f}"
    return text.replace("-", "−")

"""Values of a function at typed points, and its quantiles at typed shares, formatted for reading."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.number import shown
from dpcore.present.shape import tidy
from dpcore.queries.refusal import no_function
from dpcore.release.record import Release
from dpcore.result import Expansion, Function
from dpcore.text import Text

MOST_POINTS = 20
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


def points(text: str) -> list[float]:
    """The numbers in a text, separated by commas, semicolons or blanks. Raises QueryError."""
    words = re.split(r"[\s,;]+", text.strip()[: LONGEST + 1])
    if not words[0] or len(text) > LONGEST or len(words) > MOST_POINTS:
        raise QueryError("Type 1 to {most_points} numbers.", "For example 18, 65.", most_points=MOST_POINTS)
    numbers = []
    for word in words:
        try:
            numbers.append(float(word.replace("−", "-")))
        except ValueError:
            raise QueryError(
                "{word} is not a number.", "Type numbers with a decimal point: 0.5, 12.", word=shown(word)
            ) from None
    return numbers


def values(
    release: Release, text: str, settings: Mapping[str, Any] | None = None, most: int | None = None
) -> list[Value]:
    """The function at the points in a text, one entry per group and point. Raises QueryError.

    settings: free choices, as for `release.evaluate`. most: about how many entries. Where there would be more, only the
    first groups are evaluated, at least one.
    """
    where = points(text)
    if isinstance(release.result, Function):
        function = release.result
        if most is not None:
            function = _first(function, max(1, most // len(where)))
        return _listed(function.at(where, **settings or {}), function.argument, _digits(release))
    if not isinstance(release.result, Expansion):
        raise no_function(release.sentence)
    if any(math.isnan(point) for point in where):
        raise QueryError("A point must be a number.", "For example 18, 65.")
    read = release.evaluate(where, **settings or {}).drop(columns="std_error")
    shown = len(read) if most is None else len(where) * max(1, most // len(where))
    listed = {str(name): read[name].tolist()[:shown] for name in read}
    return _listed(listed, release.result.argument, _digits(release))


def quantiles(release: Release, text: str) -> list[Value]:
    """The quantiles at the shares in a text, one entry per group and share. Raises QueryError."""
    function = _function(release)
    width = min(high - low for low, high in pairwise(function.edges))
    digits = 0 if function.whole else max(0, min(9, 1 - math.floor(math.log10(width))))
    return _listed(function.quantile(points(text)), "q", digits)


def _function(release: Release) -> Function:
    if not isinstance(release.result, Function):
        raise no_function(release.sentence)
    return release.result


def _listed(columns: dict[str, list[Any]], argument: str, digits: int) -> list[Value]:
    names = [name for name in columns if name not in (argument, "estimate", "low", "high")]
    keys = zip(*(columns[name] for name in names), strict=True) if names else [()] * len(columns[argument])
    rows = zip(keys, *(columns[name] for name in (argument, "estimate", "low", "high")), strict=True)
    return [
        Value(" · ".join(map(tidy.written, group)), tidy.written(at), *(_rounded(figure, digits) for figure in figures))
        for group, at, *figures in rows
    ]


def _first(function: Function, groups: int) -> Function:
    """The function restricted to its first groups."""
    most = groups * function.points
    if function.size <= most:
        return function
    keys = {name: values[:most] for name, values in function.keys.items()}
    return replace(function, keys=keys, figures={name: values[:most] for name, values in function.figures.items()})


def argument(release: Release) -> Text:
    """The label of a point: "Rows with age up to", "Rows per unit of age at"."""
    if release.query.reading:
        return release.query.reading
    function = _function(release)
    return Text("Rows with {column} {reach}", column=function.column, reach=function.reach)


def reach(function: Function | Expansion) -> Text:
    """The heading of points in a table of values."""
    return Text("at") if isinstance(function, Expansion) else function.reach


def domain(function: Function | Expansion) -> Text:
    """The range of points at which the function has values."""
    low, high = map(tidy.written, function.bounds)
    return Text("{low} to {high}", low=low, high=high)


def _digits(release: Release) -> int:
    half = float(np.median(np.subtract(release.estimates["high"], release.estimates["low"]))) / 2
    return max(0, 1 - math.floor(math.log10(half))) if half > 0 else 0


def _rounded(figure: float, digits: int) -> str:
    if digits > _DECIMALS:
        return f"{figure:.4g}"
    return f"{round(figure, digits) + 0.0:,.{digits}f}"

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
from dpcore.present.shape import tidy, typed_rows
from dpcore.present.text.curve import NO_ROWS
from dpcore.present.text.digits import key_text
from dpcore.queries.question.refusal import no_function
from dpcore.release.record import Release
from dpcore.result import Function, Model, Result, Smooth, Surface
from dpcore.text import Text, joined

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


def values(
    release: Release, text: str, settings: Mapping[str, Any] | None = None, most: int | None = None
) -> list[Value]:
    """The function at the points in a text, one entry per group and point. Raises QueryError.

    settings: free choices, as for `release.evaluate`. most: about how many entries. Where there would be more, only the
    first groups are evaluated, at least one.
    """
    if isinstance(release.result, Model):
        return _predictions(release, release.result, text)
    dimension = release.result.dimension if isinstance(release.result, Smooth) else 1
    where = points(text, dimension)
    if isinstance(release.result, Function):
        function = release.result
        if most is not None:
            function = _first(function, max(1, most // len(where)))
        return _listed(function.at(where, **settings or {}), (function.argument,), _digits(release))
    if not isinstance(release.result, Smooth):
        raise no_function(release.sentence)
    size = len(where) // dimension
    read = release.evaluate(np.reshape(where, (size, dimension)), **settings or {}).drop(columns="std_error")
    shown = len(read) if most is None else size * max(1, most // size)
    listed = {str(name): read[name].tolist()[:shown] for name in read}
    found = _listed(listed, release.result.arguments, _digits(release))
    nowhere = release.query.reading.few(release.facts_table, release.rounds, release.level, np.array(where))
    if nowhere is None:
        return found
    pairs = zip(found, nowhere, strict=False)
    return [replace(value, answer=NO_ROWS, low="", high="") if none else value for value, none in pairs]


def readable(result: Result) -> bool:
    """Whether it has values at typed points, or predictions for typed rows."""
    return isinstance(result, Function | Smooth) or (isinstance(result, Model) and bool(result.arguments))


def _predictions(release: Release, model: Model, text: str) -> list[Value]:
    """What a model says of the rows in a text, one entry per output and row."""
    if not model.arguments:
        raise no_function(release.sentence)
    if model.rated is not None:
        rows = typed_rows.named(text, model.rated, LONGEST)
    else:
        rows = typed_rows.rows(text, model.arguments, release.facts_table.schema, LONGEST)
    read = release.evaluate(rows)
    half = np.subtract(read["high"].to_numpy(), read["low"].to_numpy()) / 2
    known = half[np.isfinite(half) & (half > 0)]
    whole = not known.size and bool((read["estimate"] % 1 == 0).all())
    digits = 0 if whole else max(0, 1 - math.floor(math.log10(float(np.median(known))))) if known.size else 3
    groups = map(str, read["part"]) if model.outputs else [""] * len(read)
    points = _points(rows, model.rated is not None) * (len(model.outputs) or 1)
    figures = (read[name].tolist() for name in ("estimate", "low", "high"))
    return [
        Value(group, point, *(_rounded(figure, digits) for figure in own))
        for group, point, *own in zip(groups, points, *figures, strict=True)
    ]


def _points(rows: dict[str, list[Any]], named: bool) -> list[str]:
    """Each row in words. named: with the names of its values, where these are known."""
    each = zip(*rows.values(), strict=True)
    if not named:
        return [", ".join(map(_cell, row)) for row in each]
    pairs = ([(name, cell) for name, cell in zip(rows, row, strict=True) if cell is not None] for row in each)
    return [", ".join(f"{name}: {key_text(cell)}" for name, cell in row) for row in pairs]


def _cell(value: object) -> str:
    """One of several values that commas separate: a number without commas."""
    text = key_text(value)
    return text.replace(",", "") if isinstance(value, int | float) and not isinstance(value, bool) else text


def quantiles(release: Release, text: str) -> list[Value]:
    """The quantiles at the shares in a text, one entry per group and share. Raises QueryError."""
    function = _function(release)
    width = min(high - low for low, high in pairwise(function.edges))
    digits = 0 if function.whole else max(0, min(9, 1 - math.floor(math.log10(width))))
    return _listed(function.quantile(points(text)), ("q",), digits)


def _function(release: Release) -> Function:
    if not isinstance(release.result, Function):
        raise no_function(release.sentence)
    return release.result


def _listed(columns: dict[str, list[Any]], arguments: tuple[str, ...], digits: int) -> list[Value]:
    names = [name for name in columns if name not in (*arguments, "estimate", "low", "high")]
    keys = zip(*(columns[name] for name in names), strict=True) if names else [()] * len(columns["estimate"])
    points = zip(*(map(key_text, columns[name]) for name in arguments), strict=True)
    rows = zip(keys, points, *(columns[name] for name in ("estimate", "low", "high")), strict=True)
    return [
        Value(" · ".join(map(tidy.written, group)), ", ".join(at), *(_rounded(figure, digits) for figure in figures))
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
    if release.query.reading.heading:
        return release.query.reading.heading
    function = _function(release)
    return Text("Rows with {column} {reach}", column=function.column, reach=function.reach)


def groups(result: Result) -> int:
    """The number of groups of a function; of a model, that of its outputs."""
    if isinstance(result, Model):
        return len(result.outputs) or 1
    return result.size // result.points if isinstance(result, Function | Smooth) else 1


def reach(function: Result) -> Text:
    """The heading of points in a table of values."""
    return function.reach if isinstance(function, Function) else Text("at")


def domain(release: Release) -> Text:
    """The range of points at which the function has values; a row for a model."""
    function = release.result
    if isinstance(function, Model) and function.rated is not None:
        return Text("{row}", row=typed_rows.some(function.rated))
    if isinstance(function, Model):
        return Text("{row}", row=typed_rows.example(function.arguments, release.facts_table.schema))
    assert isinstance(function, Function | Smooth)
    bounds = (function.bounds,) if isinstance(function, Function) else function.ranges
    return joined(map(_range, bounds), ", ")


def _range(ends: tuple[float, float]) -> Text:
    return Text("{low} to {high}", low=key_text(ends[0]), high=key_text(ends[1]))


def typed(release: Release) -> Text:
    """What can be typed into a field for points, or for rows."""
    function = release.result
    if isinstance(function, Model) and function.rated is not None:
        return typed_rows.each_named(function.rated)
    if isinstance(function, Model):
        return typed_rows.accepted(function.arguments, release.facts_table.schema)
    facts = {"most_points": MOST_POINTS, "domain": domain(release)}
    if isinstance(function, Surface):
        named = [
            Text("{column} from {domain}", column=column, domain=_range(ends))
            for column, ends in zip(function.along, function.ranges, strict=True)
        ]
        return Text(
            "Up to {most_points} pairs of numbers, separated by semicolons: {named}.",
            most_points=MOST_POINTS,
            named=joined(named, ", "),
        )
    return Text("Up to {most_points} numbers from {domain}, separated by commas.", **facts)


def method(function: Result) -> Text:
    """How values between the points of the table are read."""
    if isinstance(function, Model):
        return Text("Predictions are read off the released numbers.")
    if isinstance(function, Function):
        return Text(
            "Between two adjacent points, the answer is interpolated linearly. The interval is valid wherever the rows "
            "lie between the two points."
        )
    return Text("Values are read off the released coefficients. Each interval is for the noise at its point alone.")


def _digits(release: Release) -> int:
    half = float(np.median(np.subtract(release.estimates["high"], release.estimates["low"]))) / 2
    return max(0, 1 - math.floor(math.log10(half))) if half > 0 else 0


def _rounded(figure: float, digits: int) -> str:
    if math.isnan(figure):
        return ""
    text = f"{figure:.4g}" if digits > _DECIMALS else f"{round(figure, digits) + 0.0:,.{digits}f}"
    return text.replace("-", "−")

"""The picture of a fitted model: a mark for each compared entry in one unit, a map of its columns, or a square."""

from __future__ import annotations

from dataclasses import replace

from dpcore.present.chart.picture import Field, Named, Picture, Series, Tiles
from dpcore.present.shape.common import drawn
from dpcore.present.shape.usable import MAY_BE_NOISE
from dpcore.release.record import Release
from dpcore.result import Model
from dpcore.result.model import Backdrop
from dpcore.text import Text


def picture(release: Release, result: Model) -> Picture:
    """A bar with its interval for each compared entry; a map where the question has one; a square if it is of pairs."""
    if result.square:
        return _square(release, result)
    behind = release.query.backdrop(release.facts_table, release.rounds, release.level)
    if behind is not None:
        return _map(release, behind)
    figures = (result.in_one_unit(result.figures[name]).tolist() for name in ("estimate", "low", "high"))
    chart = drawn(release, Named(tuple(result.names), result.noun), [Series("", *map(tuple, figures))])
    rule = None
    if result.line is not None:
        rule = float(result.figures["estimate"][result.line]), result.keys["variable"][result.line]
    return replace(chart, title=result.compared, good=tuple(chart.good[place] for place in result.marks), rule=rule)


def _map(release: Release, behind: Backdrop) -> Picture:
    """The noisy counts of cells, with the places of the model."""
    first, second = behind.along
    field = Field(behind.at, behind.up, Text("{column}", column=first), Text("{column}", column=second))
    counts = behind.counts.tolist()
    ends = ([max(count + far, 0.0) for count in counts] for far in (-behind.half, behind.half))
    chart = drawn(release, field, [Series("", tuple(counts), *map(tuple, ends))])
    return replace(chart, title=Text("rows in a cell"), points=behind.points)


def _square(release: Release, result: Model) -> Picture:
    """A cell for each pair, coloured by its entry; hatched if noise could be all of it."""
    figures = [result.in_one_unit(result.figures[name]) for name in ("estimate", "low", "high")]
    value, low, high = figures
    tiles = Tiles(result.square, Text("Items"), result.pairs, tuple(value.tolist()), result.compared)
    chart = drawn(release, tiles, [Series("", *(tuple(each.tolist()) for each in figures))])
    return replace(chart, good=tuple(((low > 0) | (high < 0)).tolist()), verdict=MAY_BE_NOISE)

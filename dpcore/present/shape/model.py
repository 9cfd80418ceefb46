"""The picture of a fitted model: a mark for each compared entry, in one unit."""

from __future__ import annotations

from dataclasses import replace

from dpcore.present.chart.picture import Named, Picture, Series
from dpcore.present.shape.common import drawn
from dpcore.release.record import Release
from dpcore.result import Model


def picture(release: Release, result: Model) -> Picture:
    """A bar with its interval for each compared entry."""
    figures = (result.in_one_unit(result.figures[name]).tolist() for name in ("estimate", "low", "high"))
    chart = drawn(release, Named(tuple(result.names), result.noun), [Series("", *map(tuple, figures))])
    rule = None
    if result.line is not None:
        rule = float(result.figures["estimate"][result.line]), result.keys["variable"][result.line]
    return replace(chart, title=result.compared, good=tuple(chart.good[place] for place in result.marks), rule=rule)

"""What text alternatives list: the leaves of a tree, the centres of clusters, and how well predictions are observed."""

from __future__ import annotations

from math import isfinite

from dpcore.present.chart.picture import Picture
from dpcore.present.shape.fitted_picture import share_text
from dpcore.present.text.digits import error_text, key_text, significant
from dpcore.release.record import Release
from dpcore.result import Model
from dpcore.result.model import Centres, Outline
from dpcore.text import Text, joined

_LISTED = 8
CALIBRATED = Text(
    "Points on the dashed line: what was predicted is what was observed. Their bars cover privacy noise and sampling. "
    "Bins with too few rows are left out."
)
"""Stated below the picture of observed shares over predictions."""


def parts(release: Release, result: Model) -> Text:
    """The first leaves of a tree with the shares that are drawn, or the first centres; empty if there are none."""
    behind = release.query.reading.backdrop(release.facts_table, release.rounds, release.level)
    if isinstance(behind, Centres):
        found = [_centre(result, behind, place) for place in range(len(behind.shares))]
        return Text("Centres: {centres}.", centres=_first(found))
    if not isinstance(behind, Outline):
        return Text("")
    leaves = [_leaf(result, behind, node) for node, split in enumerate(behind.splits) if not split]
    return Text("Leaves: {leaves}.", leaves=_first(leaves))


def calibration(release: Release, picture: Picture | None) -> Text:
    """The text alternative of the picture of observed shares over predictions; empty for none."""
    if picture is None:
        return Text("")
    line = picture.first
    points = [
        Text("{bin}: observed {share}", bin=name, share=share_text(*ends))
        for name, *ends in zip(picture.across.names, line.value, line.low, line.high, strict=True)  # type: ignore[union-attr]
    ]
    return Text("Calibration of {question}. {points}.", question=release.sentence, points=joined(points, "; "))


def _first(found: list[Text]) -> Text:
    """The first of a list, and how many more there are."""
    more = [Text("{more:,} more in the table", more=len(found) - _LISTED)] if len(found) > _LISTED else []
    return joined([*found[:_LISTED], *more], "; ")


def _centre(result: Model, centres: Centres, place: int) -> Text:
    """A cluster with its share and its centre along each column."""
    share = share_text(*(float(result.figures[name][centres.shares[place]]) for name in ("estimate", "low", "high")))
    along = [
        Text("{column} {value}", column=column, value=_value(result, entry))
        for column, entry in zip(centres.columns, centres.places[place], strict=True)
    ]
    return Text(
        "{number} with {share} of the rows at {values}", number=place + 1, share=share, values=joined(along, ", ")
    )


def _value(result: Model, entry: int) -> Text:
    """An entry with its margin, if that is told."""
    value, low, high = (float(result.figures[name][entry]) for name in ("estimate", "low", "high"))
    half = max(high - value, value - low)
    if not isfinite(half):
        return Text("unknown")
    return Text("{value} ± {margin}", value=significant(value, half), margin=error_text(half))


def _leaf(result: Model, tree: Outline, node: int) -> Text:
    """A leaf with its share."""
    value, low, high = (100 * float(result.figures[name][tree.shares[node]]) for name in ("estimate", "low", "high"))
    half = max(high - value, value - low)
    return Text(
        "{leaf}: {label} {share} ± {margin} %",
        leaf=key_text(result.keys["part"][tree.rows[node]]),
        label=tree.classes[node],
        share=significant(value, half),
        margin=error_text(half),
    )

"""The picture of a fitted model: a mark for each compared entry in one unit, a map of its columns, or a square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, isnan

from dpcore.present.chart import picture as chart_
from dpcore.present.chart.picture import Agreement, Field, Named, Picture, Plane, Planes, Series, Tiles
from dpcore.present.shape.presenter import DRAWN, Presenter
from dpcore.present.text.digits import error_text, significant
from dpcore.present.text.usable import MAY_BE_NOISE
from dpcore.result import Model
from dpcore.result.model import Backdrop, Centres, Outline
from dpcore.text import Text

MOST_NODES = 60
"""The largest number of nodes of a tree that are drawn."""
MOST_PLANES, MOST_LABELLED = 3, 8
"""The largest number of pairs of columns in which centres are drawn, and of centres whose shares stand beside them."""


def picture(shown: Presenter[Model], result: Model) -> Picture:
    """A bar with its interval for each compared entry; a map, a tree or centres if it has them; a square for pairs."""
    if result.square:
        return _square(shown, result)
    release = shown.release
    behind = release.query.reading.backdrop(release.facts_table, release.rounds, release.level)
    if isinstance(behind, Outline):
        return _outline(shown, result, behind)
    if isinstance(behind, Centres):
        return _centres(shown, result, behind)
    if behind is not None:
        return _map(shown, behind)
    figures = (result.in_one_unit(result.figures[name]).tolist() for name in DRAWN)
    chart = shown.drawn(Named(tuple(result.names), result.noun), [Series("", *map(tuple, figures))])
    rule = None
    if result.line is not None:
        rule = float(result.figures["estimate"][result.line]), result.keys["variable"][result.line]
    good = tuple(chart.good[place] for place in result.marks)
    return replace(chart, title=result.compared, good=good, rule=rule, shares=release.query.error.compares_shares)


def agreement(shown: Presenter[Model], result: Model) -> Picture | None:
    """The observed shares over predicted probabilities, where they can be estimated; None if they cannot in any bin."""
    release = shown.release
    told = release.query.reading.calibration(release.facts_table, release.rounds, release.level)
    if told is None:
        return None
    kept = [place for place, entry in enumerate(told.entries) if isfinite(float(result.figures["high"][entry]))]
    if not kept:
        return None
    entries = [told.entries[place] for place in kept]
    names = tuple(result.keys["variable"][entry] for entry in entries)
    across = Agreement(names, told.predicted, tuple(told.at[place] for place in kept))
    chart = shown.drawn(across, [_series(result, entries)])
    return replace(chart, title=told.observed, good=(True,) * len(kept), unit="")


def _series(result: Model, entries: Sequence[int]) -> Series:
    """Some of the entries in their own units."""
    columns = ([float(result.figures[name][entry]) for entry in entries] for name in DRAWN)
    return Series("", *map(tuple, columns))


def _centres(shown: Presenter[Model], result: Model, behind: Centres) -> Picture:
    """The centres of clusters in pairs of columns: the first two, the next two, and so on."""
    count = len(behind.columns)
    pairs = [(place, place + 1) for place in range(0, count - 1, 2)]
    pairs += [(count - 2, count - 1)] if count % 2 else []
    along = [_series(result, [entries[place] for entries in behind.places]) for place in range(count)]
    names = [Text("{column}", column=column) for column in behind.columns]
    planes = tuple(
        Plane(names[first], names[last], (behind.ends[first], behind.ends[last]), along[first], along[last])
        for first, last in pairs[:MOST_PLANES]
    )
    shares = _series(result, behind.shares)
    labels = tuple(share_text(*ends) for ends in zip(shares.value, shares.low, shares.high, strict=True))
    numbers = tuple(str(place) for place in range(1, 1 + len(behind.shares)))
    brief = numbers
    if len(numbers) <= MOST_LABELLED:
        brief = tuple(f"{number} · {100 * share:.0f} %" for number, share in zip(numbers, shares.value, strict=True))
    chart = shown.drawn(Planes(numbers, "", labels, brief, planes), [shares])
    return replace(chart, title=result.compared, good=tuple(chart.good[entry] for entry in behind.shares))


def _map(shown: Presenter[Model], behind: Backdrop) -> Picture:
    """The noisy counts of cells, with the places of the model."""
    first, second = behind.along
    field = Field(behind.at, behind.up, Text("{column}", column=first), Text("{column}", column=second))
    counts = behind.counts.tolist()
    ends = ([max(count + far, 0.0) for count in counts] for far in (-behind.half, behind.half))
    chart = shown.drawn(field, [Series("", tuple(counts), *map(tuple, ends))])
    return replace(chart, title=Text("rows in a cell"), points=behind.points)


def _square(shown: Presenter[Model], result: Model) -> Picture:
    """A cell for each pair, coloured by its entry; hatched if noise could be all of it."""
    figures = [result.in_one_unit(result.figures[name]) for name in DRAWN]
    value, low, high = figures
    tiles = Tiles(result.square, Text("Items"), result.pairs, tuple(value.tolist()), result.compared)
    chart = shown.drawn(tiles, [Series("", *(tuple(each.tolist()) for each in figures))])
    return replace(chart, good=tuple(((low > 0) | (high < 0)).tolist()), verdict=MAY_BE_NOISE)


def _outline(shown: Presenter[Model], result: Model, tree: Outline) -> Picture:
    """A tree with the rows and the shares of its nodes; of a large one, its upper levels."""
    kept, hidden = _upper(tree)
    figures = {name: [result.figures[name][tree.shares[node]] for node in kept] for name in DRAWN}
    numbers = {node: place for place, node in enumerate(kept)}
    several = len(set(tree.classes)) > 1
    outline = chart_.Outline(
        tuple(tree.labels[node] for node in kept),
        "",
        tuple(numbers.get(tree.parents[node], -1) for node in kept),
        tuple(_note(result, tree, node, node in hidden) for node in kept),
        tuple(_share(result, tree, node) for node in kept),
    )
    chart = shown.drawn(outline, [Series("", *map(tuple, figures.values()))])
    title = Text("most frequent label") if several else tree.classes[0]
    return replace(chart, title=title, good=tuple(chart.good[tree.shares[node]] for node in kept))


def _upper(tree: Outline) -> tuple[list[int], set[int]]:
    """The nodes that are drawn, and those of them whose children are not."""
    deep: list[int] = []
    for parent in tree.parents:
        deep.append(deep[parent] + 1 if parent >= 0 else 0)
    last = max(
        level for level in range(1 + max(deep)) if sum(each <= level for each in deep) <= MOST_NODES or not level
    )
    kept = [node for node, level in enumerate(deep) if level <= last]
    return kept, {node for node in kept if deep[node] == last and tree.splits[node]}


def _note(result: Model, tree: Outline, node: int, hidden: bool) -> Text:
    """The rows of a node, and what else is said of it."""
    value, low, high = (float(result.figures[name][tree.rows[node]]) for name in DRAWN)
    half = max(high - value, value - low)
    rows = Text("{rows} ± {margin} rows", rows=significant(value, half), margin=error_text(half))
    if tree.doubtful[node]:
        return Text("{rows}; doubtful split", rows=rows)
    return Text("{rows}; more below", rows=rows) if hidden else rows


def _share(result: Model, tree: Outline, node: int) -> Text:
    """The share of a node with its margin; of several labels, with that of which it is one."""
    said = share_text(*(float(result.figures[name][tree.shares[node]]) for name in DRAWN))
    if len(set(tree.classes)) > 1:
        return Text("{label}: {share}", label=tree.names[node], share=said)
    return said


def share_text(value: float, low: float, high: float) -> Text:
    """A share in percent with its margin; of one without a margin, that nothing is known."""
    half = 100 * max(high - value, value - low)
    if isnan(half):
        return Text("unknown")
    return Text("{share} ± {margin} %", share=significant(100 * value, half), margin=error_text(half))

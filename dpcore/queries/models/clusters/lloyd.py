r"""Weighted k-means of the cells of a noisy grid: post-processing of noisy counts, the same on every machine.

Lloyd's iterations (1982) from starts by k-means++ (Arthur & Vassilvitskii 2007), whose chances come from a fixed public
sequence: the fractional parts of multiples of the golden ratio.

Most of a grid's cells are nearly empty, and their noise would pull all centres to the middle. So cells whose rows are
clear of the noise are kept; the others are merged, two along each column, until the rows of what was merged are clear
of its noise too, as those in a long tail are (the levels of a quadtree, as in Cormode et al. 2012). Some tables have
no tails, and merged noise does harm. So single cells alone are tried first. The centres with merged ones are taken if
their sum of squared distances over all noisy cells is clearly smaller. All constants are measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SINGLE, MERGED = 3.0, 2.25
"""Standard deviations of noise from which rows are clear of it: of single cells alone, and with merged ones."""
BETTER = 1.0
"""Standard errors by which merged cells must lead to a smaller sum of squared distances."""
# these constants of `best` decide the start of rounds whose answers are stored: they never change
_STARTS, _STEPS = 16, 100
_GOLDEN = 0.6180339887498949


@final
@dataclass(frozen=True, slots=True)
class Clusters:
    """Clusters, the largest first, of d columns in entries from -1 to 1.

    centres: shape (k, d). low, high: ends of intervals that hold the mean of the rows nearest to each centre, shape
    (k, d). stds: standard errors of the centres. rows: the noisy number of rows nearest to each, and its standard
    error. within, total: noisy sums of squared distances from the nearest centre and from the mean, and their errors;
    with what rows that are spread evenly inside cells add, and half of it as an error, for others.
    """

    centres: Floats
    stds: Floats
    low: Floats
    high: Floats
    rows: Floats
    errors: Floats
    within: tuple[float, float]
    total: tuple[float, float]


def clusters(sides: Sequence[Floats], widths: Floats, counts: Floats, std: float, k: int, factor: float) -> Clusters:
    """k clusters of cells. sides: their middles along each column. counts: noisy rows. std: of the noise of each.

    widths: of what values a cell can have, along each column; 0 where every cell has one value.
    factor: the width of intervals, in standard errors. The intervals are for the rows that are nearest to the found
    centres. They cover the noise, that small counts were left out, and where in their cells the rows lie: half of a
    cell. Rows of many cells would usually be off by less, but values in regular steps, such as prices, may all lie at
    the edges of cells, and the counts cannot show it.
    """
    places = _crossed(sides)
    found = _cached(tuple(side.tobytes() for side in sides), counts.tobytes(), std, k)
    owner = nearest(places, found)
    inside = np.zeros((k, len(places)))
    inside[owner, np.arange(len(places))] = 1.0
    rows, sizes = inside @ counts, inside.sum(axis=1)
    order = np.argsort(-rows, kind="stable")
    found, inside, rows, sizes = found[order], inside[order], rows[order], sizes[order]
    safe = np.maximum(rows, 1.0)
    raw = (inside @ (counts[:, None] * places)) / safe[:, None]
    away = np.square(places[None] - raw[:, None]) * inside[:, :, None]
    stds = std * np.sqrt(away.sum(axis=1)) / safe[:, None]
    clear = (rows > 2 * factor * std * np.sqrt(sizes))[:, None]
    far = factor * stds + widths / 2
    low = np.where(clear, np.clip(np.minimum(found, raw - far), -1, 1), -1.0)
    high = np.where(clear, np.clip(np.maximum(found, raw + far), -1, 1), 1.0)
    near = np.square(places - found[np.argsort(order)][owner]).sum(axis=1)
    mean = (counts @ places) / max(1.0, float(counts.sum()))
    around = np.square(places - np.clip(mean, -1, 1)).sum(axis=1)
    cell = max(0.0, float(counts.sum())) * float(np.square(widths).sum()) / 12  # of rows spread evenly inside cells
    within, total = (
        (max(float(counts @ away), 0.0) + cell, float(std * np.sqrt(np.square(away).sum())) + cell / 2)
        for away in (near, around)
    )
    return Clusters(found, np.minimum(stds, 1.0), low, high, rows, std * np.sqrt(sizes), within, total)


def nearest(places: Floats, centres: Floats) -> NDArray[np.int64]:
    """The nearest centre of each place; the first of several."""
    found: NDArray[np.int64] = _squared(places, centres).argmin(axis=1)
    return found


@lru_cache(maxsize=32)
def _cached(sides: tuple[bytes, ...], counts: bytes, std: float, k: int) -> Floats:
    """The centres, which a card reads several times."""
    found = _found([np.frombuffer(side) for side in sides], np.frombuffer(counts), std, k)
    found.setflags(write=False)
    return found


def _found(sides: Sequence[Floats], counts: Floats, std: float, k: int) -> Floats:
    """The centres by single cells alone, or with merged cells if these are clearly better."""
    places = _crossed(sides)
    found, *others = (best(*weighted, k) for weighted in _weighted(sides, counts, std))
    for other in others:
        worse = _squared(places, found).min(axis=1) - _squared(places, other).min(axis=1)
        if counts @ worse > BETTER * std * np.sqrt(np.square(worse).sum()):
            found = other
    return found


def _weighted(sides: Sequence[Floats], counts: Floats, std: float) -> list[tuple[Floats, Floats]]:
    """Places with rows that are clear of the noise, from single cells and from merged ones; at least one list."""
    places = _crossed(sides)
    single = np.where(counts > SINGLE * std, counts, 0.0)
    found = [(places[single > 0], single[single > 0]), _merged(sides, counts, std)]
    if clear := [weighted for weighted in found if len(weighted[1])]:
        return clear
    return [(places, np.maximum(counts, 0.0) if counts.max() > 0 else np.ones_like(counts))]


def _merged(sides: Sequence[Floats], counts: Floats, std: float) -> tuple[Floats, Floats]:
    """The means and the rows of cells, merged with their neighbours until their rows are clear of the noise."""
    shape = [len(side) for side in sides]
    rows, cells = counts.reshape(shape), np.ones(shape)
    sums = _crossed(sides).reshape(*shape, len(sides))
    places: list[Floats] = []
    weights: list[Floats] = []
    while True:
        clear = (cells > 0) & (rows > MERGED * std * np.sqrt(cells))  # as they are large by chance, less a deviation:
        places.append(sums[clear] / cells[clear][:, None])
        weights.append(rows[clear] - std * np.sqrt(cells[clear]))
        if rows.size == 1:
            return np.concatenate(places), np.concatenate(weights)
        rows, cells, sums = np.where(clear, 0.0, rows), np.where(clear, 0.0, cells), np.where(clear[..., None], 0, sums)
        for axis, size in enumerate(rows.shape):
            starts = np.arange(0, size, 2)
            rows, cells, sums = (np.add.reduceat(each, starts, axis=axis) for each in (rows, cells, sums))


def _crossed(sides: Sequence[Floats]) -> Floats:
    """The middles of all cells, shape (cells, d), the last column changing fastest."""
    return np.stack([side.ravel() for side in np.meshgrid(*sides, indexing="ij")], axis=1)


def _squared(places: Floats, centres: Floats) -> Floats:
    apart: Floats = (
        np.square(places).sum(axis=1)[:, None] - 2 * places @ centres.T + np.square(centres).sum(axis=1)[None]
    )
    return apart


def best(places: Floats, weights: Floats, k: int) -> Floats:
    """The centres of the least weighted sum of squared distances, over all starts."""
    chances = _GOLDEN * np.arange(1, 1 + _STARTS * k).reshape(_STARTS, k) % 1.0
    tried = [_moved(places, weights, _start(places, weights, some)) for some in chances.tolist()]
    _, best = min(tried, key=lambda each: each[0])
    return best


def _start(places: Floats, weights: Floats, chances: list[float]) -> Floats:
    """A start by k-means++: each centre a cell, by its weight times its squared distance from the former ones."""
    likely = weights
    found: list[Floats] = []
    for chance in chances:
        ends = np.cumsum(likely)
        place = int(np.searchsorted(ends, chance * ends[-1], side="right")) if ends[-1] > 0 else len(found)
        found.append(places[min(place, len(places) - 1)])
        likely = weights * np.maximum(_squared(places, np.array(found)).min(axis=1), 0.0)
        likely[likely < 1e-12 * weights] = 0.0
    return np.array(found)


def _moved(places: Floats, weights: Floats, centres: Floats) -> tuple[float, Floats]:
    """The weighted sum of squared distances at the end of Lloyd's iterations, and the centres."""
    for _ in range(_STEPS):
        owner = nearest(places, centres)
        size = np.bincount(owner, weights, len(centres))
        sums = np.stack([np.bincount(owner, weights * column, len(centres)) for column in places.T], axis=1)
        moved = np.where(size[:, None] > 0, sums / np.where(size > 0, size, 1.0)[:, None], centres)
        if np.abs(moved - centres).max() < 1e-9:
            break
        centres = moved
    return float(weights @ np.maximum(_squared(places, centres).min(axis=1), 0.0)), centres

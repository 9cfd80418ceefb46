r"""The gain of a split by noisy counts, with its error: what decides where a tree grows.

For counts n_kc of child k and class c, with row sums n_k, column sums n_c and their sum n, the information gain (ID3,
Quinlan 1986) in nats times n is G = sum n_kc log n_kc - sum n_k log n_k - sum n_c log n_c + n log n. With noise of
variance v_k on each count of child k:

* its slope in n_kc is log(n_kc n / (n_k n_c)), so its error is sqrt(sum v_k slope^2) in first order;
* noise adds about sum v_k / (2 n_kc) - C v_k / (2 n_k), which is subtracted, with an error of its own;
* without any relation, 2 G has a chi-squared distribution with (K - 1)(C - 1) = d degrees of freedom over random rows,
  so d + 3 sqrt(d) is subtracted: Quinlan's test stops where a gain may be chance among rows.

Post-processing of noisy counts. The constants decide how stored numbers are read: they never change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.queries.models.trees.feature import Cells, Feature

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CLEAR = 2.0
"""Standard errors by which rows of a child, and the gain of a split, must exceed the noise."""


@final
@dataclass(frozen=True, slots=True)
class Gain:
    """A split of a node. groups: the cells of each child. nats: the gain times the rows, after subtractions.

    error: its standard error. raw: the gain times the rows before subtractions for chance among rows.
    """

    place: int
    groups: tuple[Cells, ...]
    nats: float
    error: float
    raw: float

    @property
    def clear(self) -> bool:
        """Whether noise alone would hardly show such a gain."""
        return self.nats > CLEAR * self.error


def best(place: int, feature: Feature, cells: Cells, table: Floats, variance: float) -> Gain | None:
    """The best split by a column. cells: those that rows can be in. table: noisy counts, shape (all cells, classes)."""
    if len(cells) < 2:
        return None
    if not feature.ordered:
        groups = _values(cells, table, variance)
        return _gain(place, groups, table, variance) if len(groups) > 1 else None
    splits = ((cells[:cut], cells[cut:]) for cut in range(1, len(cells)))
    found = [gain for pair in splits if (gain := _gain(place, pair, table, variance))]
    return max(found, key=lambda gain: gain.nats, default=None)


def _values(cells: Cells, table: Floats, variance: float) -> tuple[Cells, ...]:
    """A child for each value with rows that are clear of the noise, and one for all others."""
    least = CLEAR * np.sqrt(variance * table.shape[1])
    rows = table.sum(axis=1)
    own = [(cell,) for cell in cells if rows[cell] > least]
    rest = tuple(cell for cell in cells if rows[cell] <= least)
    return (*own, rest) if rest and own else tuple(own)


def _gain(place: int, groups: tuple[Cells, ...], table: Floats, variance: float) -> Gain | None:
    """The gain of a split; None unless two children have rows that are clear of the noise."""
    counts = np.stack([table[list(cells)].sum(axis=0) for cells in groups])
    noise = variance * np.array([float(len(cells)) for cells in groups])
    kept = counts.sum(axis=1) > CLEAR * np.sqrt(noise * counts.shape[1])
    if kept.sum() < 2:
        return None
    counts, noise = np.maximum(counts[kept], 0.0), noise[kept]
    rows, classes, total = counts.sum(axis=1), counts.sum(axis=0), counts.sum()
    raw = float(_entropic(counts) - _entropic(rows) - _entropic(classes) + _entropic(total))
    spread = noise[:, None]
    safe = np.maximum(counts, np.sqrt(spread) + 1e-9)
    sides = np.maximum(rows, 1e-9)[:, None] * np.maximum(classes, safe.min(axis=0))[None]
    slope = np.log(safe * max(float(total), 1e-9) / sides)
    first = float((spread * np.square(slope)).sum())
    second = float(np.square(spread / safe).sum() / 2)
    added = float((spread / (2 * safe)).sum() - (noise * counts.shape[1] / (2 * rows)).sum())
    free = float((len(rows) - 1) * (int((classes > 0).sum()) - 1))
    net = raw - max(added, 0.0)
    return Gain(place, groups, net - free - 3 * np.sqrt(max(free, 0.0)), float(np.sqrt(first + second)), net)


def _entropic(counts: Floats) -> float:
    """The sum of x log x."""
    return float((counts * np.log(np.maximum(counts, 1e-300))).sum())

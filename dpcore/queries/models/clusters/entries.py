"""The entries of an answer of clusters: their shares and centres in the columns' units, and how well they fit."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dpcore.mechanisms import Spread
from dpcore.queries.models.clusters.lloyd import Clusters
from dpcore.queries.models.unstated import of_clusters
from dpcore.queries.question.compared import Outcome, outcome
from dpcore.queries.question.estimates import Estimates
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NORMAL = 1.96
"""Standard errors in half an interval at 95 %: what is not noise in the interval of a centre counts as so many."""

NO_BETTER = Text("No better than one cluster, within the margin of error.")

Ends = Sequence[tuple[float, float]]


def entries(found: Clusters, rows: float, error: float, factor: float, ends: Ends, told: bool) -> Estimates:
    """Shares and centres, then the rows and, if asked for, the share of the variance between clusters.

    rows: of all clusters, with the standard error. ends: of each column, at the entries -1 and 1.
    """
    low, high = np.array(ends).T
    middle, half, count = (low + high) / 2, (high - low) / 2, len(found.rows)
    rows = max(1.0, rows)
    shares = np.clip(found.rows / rows, 0.0, 1.0)
    # of a share: the noise in the cluster's rows, and that in all the others
    own, others = np.square(found.errors), np.maximum(error**2 - np.square(found.errors), 0.0)
    apart = np.sqrt(np.square(1 - shares) * own + np.square(shares) * others) / rows
    apart = apart if rows > 2 * factor * error else np.full(count, nan)
    all_of_it = (found.low <= -1) & (found.high >= 1)  # such an interval tells nothing
    first, last = (np.where(all_of_it, nan, side) for side in (found.low, found.high))
    # the interval also covers what is not noise: where rows lie in their cells, and the step from sums to centres
    reach = np.maximum(found.high - found.centres, found.centres - found.low)
    stds = found.stds + np.maximum(reach - factor * found.stds, 0.0) / NORMAL
    value = np.hstack([shares[:, None], middle + half * found.centres]).ravel()
    std = np.hstack([apart[:, None], half * np.where(all_of_it, nan, stds)]).ravel()
    sides = [np.clip(shares + sign * factor * apart, 0.0, 1.0)[:, None] for sign in (-1, 1)]
    least = np.hstack([sides[0], middle + half * first]).ravel()
    most = np.hstack([sides[1], middle + half * last]).ravel()
    fit = [(rows, error, max(rows - factor * error, 0.0), rows + factor * error)]
    if told:
        gain, doubt = gained(found)
        fit.append((gain, doubt, *np.clip([gain - factor * doubt, gain + factor * doubt], 0.0, 1.0).tolist()))
    return Estimates(*map(np.concatenate, zip((value, std, least, most), np.array(fit).T, strict=True)))


def gained(found: Clusters) -> tuple[float, float]:
    """The share of the variance between clusters, and its standard error, unknown where noise may be all."""
    (within, error), (total, doubt) = found.within, found.total
    if not total > 4 * doubt:
        return 0.0, nan
    return min(max(1 - within / total, 0.0), 1.0), (error + within / total * doubt) / total


def explained(found: Clusters, factor: float) -> Text:
    """Whether the clusters are nearer to the rows than a single one, in words."""
    gain, doubt = gained(found)
    if isnan(doubt):
        return NO_BETTER
    (within, _), (total, _) = found.within, found.total
    match outcome(min(gain, 1 - within / total), factor * doubt):
        case Outcome.NO_BETTER:
            return NO_BETTER
        case Outcome.WORSE:
            return Text("Worse than one cluster: its centre is nearer to the rows than these centres are.")
        case _:
            return Text(
                "The clusters explain {share:.0f} % of the variance (a single cluster would explain 0 %).",
                share=100 * gain,
            )


def told_apart(found: Clusters) -> bool:
    """Whether two centres are told apart by their margins along a column."""
    lows, highs = found.low.max(axis=0), found.high.min(axis=0)
    return bool((lows > highs).any())


def predicted(count: int, cells: int, std: float, spread: Spread, rows: Guess | None) -> Prediction:
    """The error of a cluster's share of rows, if all have as many cells. std: of the noise of a cell."""
    if rows is None:
        return UNKNOWN
    typical, most, least, _ = sizes(rows, std * sqrt(cells))
    share = 1 / count
    error = std * sqrt(cells * (share * (1 - share) ** 2 + share**2 * (1 - share)))
    what = Text("The error is that of a cluster's share of rows.")
    if count == 1:  # its share is exact, but not its number of rows and its centre
        error, what = std * sqrt(cells), Text("The error is that of the number of rows, as a share of it.")
    usual, low, high = (min(1.0, spread.whole * error / max(1.0, size)) for size in (typical, most, least))
    largest = min(1.0, spread.whole * std * sqrt(cells) / max(1.0, least))
    equal = Text("clusters that have equal numbers of rows and of cells")
    if cells == count:
        equal = Text("clusters that have equal numbers of rows")
    words = joined((assumed(rows, equal, Text("")), what, of_clusters(spread.whole * std, count, cells, least)))
    high = max(usual, high)
    return Prediction(min(1.0, error / max(1.0, typical)), usual, min(usual, low), high, max(high, largest), words)

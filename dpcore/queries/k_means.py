"""k-means: clusters of rows in a few number columns, from one noisy grid of counts.

Sources: as in Su, Cao, Li, Bertino & Jin 2016, a noisy histogram over a grid is released once, and clustering its cells
is post-processing (`dpcore.queries.lloyd`), as often and from as many starts as wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan, prod, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import shown, whole
from dpcore.queries import lloyd, square_grid
from dpcore.queries.base import Estimates
from dpcore.queries.crossed import Crossed
from dpcore.queries.grid import number
from dpcore.queries.kernel_estimate import drawn
from dpcore.queries.key import Axis
from dpcore.queries.parameter import Parameter
from dpcore.queries.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.round import Rounds
from dpcore.queries.single import Single
from dpcore.queries.terms import distinct
from dpcore.result import Figures, Keys, Model, Result
from dpcore.result.model import Backdrop
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.base import Floats

MOST_COLUMNS, MOST_CLUSTERS = 4, 20
SHARE, FIT = Text("share of rows"), Text("fit")
AROUND = Text("rows"), Text("share of the variance between clusters")


@final
@dataclass(frozen=True)
class KMeans(Single):
    """The centres of clusters of rows, with each cluster's share of rows, for one to four clamped columns.

    Distances are measured in halves of the columns' declared ranges. Rows are counted in the cells of a grid, whose
    fineness follows from the declared number of rows.
    """

    name: ClassVar[str] = "k_means"
    title: ClassVar[Text] = Text("Clusters (k-means)")
    help: ClassVar[Text] = Text("Groups of similar rows in one to four number columns: their centres and sizes.")
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "columns",
            "several",
            Text("From {low} to {high} columns of numbers.", low=1, high=MOST_COLUMNS),
            (Number,),
            low=1,
            high=MOST_COLUMNS,
        ),
        Parameter(
            "clusters",
            "whole",
            Text("How many clusters to find, from {low} to {high}.", low=1, high=MOST_CLUSTERS),
            low=1,
            high=MOST_CLUSTERS,
            default=3,
            label=Text("Clusters"),
        ),
    )
    ratio: ClassVar[bool] = True

    columns: Sequence[str] = field()  # type: ignore[assignment]  # scripts and records use this name
    clusters: int = 3
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        columns = Crossed(names(self.columns, "columns"))
        if not 1 <= len(columns) <= MOST_COLUMNS or not all(isinstance(name, str) for name in columns):
            raise QueryError(
                "`columns` must be {low} to {high} columns of numbers. Got {columns}.",
                'For example columns=["age", "cost"].',
                low=1,
                high=MOST_COLUMNS,
                columns=shown(list(columns)),
            )
        object.__setattr__(self, "columns", columns)
        whole(self.clusters, "`clusters`", low=1, high=MOST_CLUSTERS, error=QueryError)
        super().__post_init__()
        columns.where = self.where

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        for name in self.columns:
            number(schema, name)
        return super().bind(schema)

    @property
    def words(self) -> Text:
        """The question in words."""
        return Text.counted(
            "{n} cluster of rows by {columns}",
            "{n} clusters of rows by {columns}",
            n=self.clusters,
            columns=joined(self.columns, ", "),
        )

    @property
    def measured(self) -> Text:
        """The title of an axis with its numbers."""
        return SHARE

    @property
    def reading(self) -> Text:
        """The label of a field for rows."""
        return Text("Cluster of rows with {columns}", columns=joined(self.columns, ", "))

    @property
    def cell(self) -> Text:
        """The noun for one entry."""
        return Text("cluster")

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    @property
    def labels(self) -> tuple[Text, ...]:
        """The names of the clusters."""
        return tuple(Text("cluster {place}", place=place) for place in range(1, 1 + self.clusters))

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The share and the centre of each cluster, and how well they fit."""
        variables = distinct([SHARE, *self.columns])
        lines = [(cluster, variable) for cluster in self.labels for variable in variables]
        return (Axis(None, ("part", "variable"), (*lines, *((FIT, name) for name in AROUND))),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The clusters, compared by their shares of rows."""
        marks = tuple(range(0, self.clusters * (1 + len(self.columns)), 1 + len(self.columns)))
        return Model(
            keys,
            figures,
            marks,
            (1.0,) * self.clusters,
            self.measured,
            arguments=tuple(self.columns),
            noun=self.cell,
            named="part",
        )

    def sides(self, table: Table) -> tuple[Axis, ...]:
        """The bins along each column."""
        return square_grid.sides(table, self.columns, 4 * self.clusters)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows in every cell of the grid."""
        keys = tuple(side.key for side in self.sides(table) if side.key is not None)
        return Aggregate((Rows(),), keys, tuple(self.where), ())

    def statistic(self, table: Table, price: Price) -> Linear:
        """A row is in one cell."""
        cells = prod(side.size for side in self.sides(table))
        optional = self.left_out(table, self.columns)
        reach = Contribution(((1,),), table.neighbors, table.unit.max_rows, cells, optional)
        return Linear(reach, ((1,),), (1.0,), counts=True)

    def middles(self, table: Table) -> list[Floats]:
        """The middles of the cells along each column, in entries from -1 to 1."""
        return square_grid.middles(self.sides(table), self.ends(table))

    def widths(self, table: Table) -> Floats:
        """How far apart values of one cell can be along each column, in entries from -1 to 1; whole numbers are 1."""
        found = []
        for name, side, (low, high) in zip(self.columns, self.sides(table), self.ends(table), strict=True):
            step = 1 if number(table.schema, name).integer else 0
            found.append(2 * (max(last - first for first, last in side.labels) - step) / (high - low))
        return np.array(found)

    def ends(self, table: Table) -> list[tuple[float, float]]:
        """The bounds of each column."""
        return square_grid.ends(table, self.columns)

    def found_in(self, table: Table, noisy: Floats, spread: Spread) -> lloyd.Clusters:
        """The clusters of noisy counts."""
        counts, std = noisy[0], spread.std[0]
        return lloyd.clusters(self.middles(table), self.widths(table), counts, std, self.clusters, spread.whole)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Shares and centres in the columns' units."""
        found, factor = self.found_in(table, noisy, spread), spread.whole
        low, high = np.array(self.ends(table)).T
        middle, half = (low + high) / 2, (high - low) / 2
        rows, error = max(1.0, float(noisy[0].sum())), float(spread.std[0] * sqrt(noisy.size))
        shares = np.clip(found.rows / rows, 0.0, 1.0)
        # of a share: the noise in the cluster's cells, and that in all the others
        own, others = np.square(found.errors), error**2 - np.square(found.errors)
        apart = np.sqrt(np.square(1 - shares) * own + np.square(shares) * others) / rows
        apart = apart if rows > 2 * factor * error else np.full(self.clusters, nan)
        all_of_it = (found.low <= -1) & (found.high >= 1)  # such an interval tells nothing
        first, last = (np.where(all_of_it, nan, side) for side in (found.low, found.high))
        value = np.hstack([shares[:, None], middle + half * found.centres]).ravel()
        std = np.hstack([apart[:, None], half * np.where(all_of_it, nan, found.stds)]).ravel()
        ends = [np.clip(shares + sign * factor * apart, 0.0, 1.0)[:, None] for sign in (-1, 1)]
        least = np.hstack([ends[0], middle + half * first]).ravel()
        most = np.hstack([ends[1], middle + half * last]).ravel()
        gain, doubt = self._gain(found)
        fit = np.array([
            (rows, error, max(rows - factor * error, 0.0), rows + factor * error),
            (gain, doubt, *np.clip([gain - factor * doubt, gain + factor * doubt], 0.0, 1.0)),
        ]).T  # fmt: skip
        return Estimates(*(np.concatenate(pair) for pair in zip((value, std, least, most), fit, strict=True)))

    def _gain(self, found: lloyd.Clusters) -> tuple[float, float]:
        """The share of the variance between clusters, and its standard error, unknown where noise may be all."""
        (within, error), (total, doubt) = found.within, found.total
        if not total > 4 * doubt:
            return 0.0, nan
        return min(max(1 - within / total, 0.0), 1.0), (error + within / total * doubt) / total

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The number of the cluster of each row, from 1; without margins. NaN for rows with NaN."""
        noisy, spread = drawn(rounds, level)
        low, high = np.array(self.ends(table)).T
        given = np.zeros((0, len(low))) if points is None else points
        known = ~np.isnan(given).any(axis=1)
        found = np.full(len(given), np.nan)
        centres = self.found_in(table, noisy, spread).centres
        found[known] = 1.0 + lloyd.nearest((2 * given[known] - low - high) / (high - low), centres)
        unknown = np.full(len(given), np.nan)
        return Estimates(found, unknown, unknown, unknown)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """How well the clusters separate, or that nothing can be told; nothing is said of one cluster."""
        if self.clusters == 1:
            return Text("")
        noisy, spread = drawn(rounds, level)
        gain, doubt = self._gain(self.found_in(table, noisy, spread))
        if not gain - spread.whole * doubt > 0:
            return Text("No better than one cluster, as far as can be told.")
        return Text("The clusters explain {share:.0f} % of the variance; one cluster explains none.", share=100 * gain)

    def backdrop(self, table: Table, rounds: Rounds, level: float) -> Backdrop | None:
        """The noisy grid of two columns, with the centres."""
        if len(self.columns) != 2:
            return None
        noisy, spread = drawn(rounds, level)
        low, high = np.array(self.ends(table)).T
        middle, half = (low + high) / 2, (high - low) / 2
        at, up = (
            tuple((middle[place] + half[place] * side).tolist()) for place, side in enumerate(self.middles(table))
        )
        if min(len(at), len(up)) < 2:
            return None
        centres = (middle + half * self.found_in(table, noisy, spread).centres).tolist()
        points = tuple((x, y, str(place)) for place, (x, y) in enumerate(centres, 1))
        first, second = self.columns
        return Backdrop((first, second), at, up, np.maximum(noisy[0], 0.0), spread.half[0], points)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """How it was made, and what margins leave out."""
        sizes_ = " × ".join(f"{side.size:,}" for side in self.sides(table))
        return Text(
            "Rows were counted in a grid of {size} cells, and small counts were left out. Each row belongs to the "
            "centre nearest to the middle of its cell. Margins are for these clusters; they do not cover which centres "
            "were found.",
            size=sizes_,
        )

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of a cluster's share of rows, if all clusters have as many cells."""
        if rows is None:
            return UNKNOWN
        cells, std = prod(side.size for side in self.sides(table)), spread.std[0]
        typical, most, least, _ = sizes(rows, std * sqrt(cells))
        share = 1 / self.clusters
        error = std * sqrt(cells * (share * (1 - share) ** 2 + share**2 * (1 - share)))
        usual, low, high = (min(1.0, spread.whole * error / max(1.0, count)) for count in (typical, most, least))
        largest = min(1.0, spread.whole * std * sqrt(cells) / max(1.0, least))
        words = joined(
            (
                assumed(rows, Text("clusters that have equal numbers of rows and of cells"), Text("")),
                Text("The error is that of a cluster's share of rows."),
            )
        )
        high = max(usual, high)
        return Prediction(min(1.0, error / max(1.0, typical)), usual, min(usual, low), high, max(high, largest), words)

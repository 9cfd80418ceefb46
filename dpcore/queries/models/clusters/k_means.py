"""k-means: clusters of rows in number columns, from one noisy grid of counts, or in rounds of counts and sums.

Sources: a noisy histogram over a grid is released once, as in Su, Cao, Li, Bertino & Jin 2016, and clustering its cells
is post-processing (`dpcore.queries.models.clusters.lloyd`), as often and from as many starts as wanted. Cells of more
than four columns would be too many; their clusters are found in rounds (`dpcore.queries.models.clusters.by_rounds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.mechanisms import Additive, Kind, Price, Spread
from dpcore.queries.curves.kernel_estimate import drawn
from dpcore.queries.models.clusters import lloyd
from dpcore.queries.models.clusters.by_grid import ByGrid
from dpcore.queries.models.clusters.by_rounds import ByRounds, last
from dpcore.queries.models.clusters.entries import NO_BETTER, entries, explained, predicted, told_apart
from dpcore.queries.models.clusters.parameters import AUTO, GRID_COLUMNS, IN_ROUNDS, PARAMETERS, ROUNDS, check
from dpcore.queries.models.terms import distinct
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.crossed import Crossed
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import number
from dpcore.queries.question.key import Axis
from dpcore.queries.question.limits import Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Rounds, Run
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Model, Result
from dpcore.result.model import Backdrop, Centres
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate
from dpcore.table.condition import Condition
from dpcore.table.partition import names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

SHARE, FIT = Text("share of rows"), Text("fit")
AROUND = Text("rows"), Text("share of the variance between clusters")


@final
@dataclass(frozen=True)
class KMeans(Single, Readable):
    """The centres of clusters of rows, with each cluster's share of rows, for clamped columns.

    Distances are measured in halves of the columns' declared ranges. method: "grid" counts rows once in the cells of a
    grid, whose fineness follows from the declared number of rows, for up to four columns; "rounds" finds start centres
    and then moves them in so many `rounds`, for up to 20; "auto" is the grid up to four columns, else rounds.
    """

    name: ClassVar[str] = "k_means"
    title: ClassVar[Text] = Text("Clusters (k-means)")
    help: ClassVar[Text] = Text("Groups of similar rows in one or more number columns: their centres and sizes.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.GROUP,)
    synonyms: ClassVar[Text] = Text(
        "clustering, cluster analysis, segments, segmentation, groups of similar, group similar, "
        "what kinds of, what types of, profiles, personas, similar customers, k means, cluster customers, "
        "kmeans"
    )
    formula: ClassVar[str] = "argmin over c of Σ minⱼ ‖xᵢ − cⱼ‖²"
    cites: ClassVar[str] = "iterations of Lloyd (1982), starts by k-means++ (Arthur and Vassilvitskii 2007)"
    error = ErrorUnit(by_rows=True, compares_shares=True)
    unaligned: ClassVar[bool] = True
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS
    limits: ClassVar[Limits] = Limits(by_expected=True)
    later: ClassVar[Mapping[str, Any]] = {"method": AUTO, "rounds": ROUNDS}

    columns: Sequence[str] = field()  # type: ignore[assignment]  # scripts and records use this name
    clusters: int = 3
    where: Sequence[Condition] = ()
    method: str = AUTO
    rounds: int = ROUNDS

    def __post_init__(self) -> None:
        columns = Crossed(names(self.columns, "columns"))
        check(columns, self.clusters, self.method, self.rounds)
        object.__setattr__(self, "columns", columns)
        if not self.in_rounds:  # of no effect
            object.__setattr__(self, "rounds", ROUNDS)
        super().__post_init__()
        columns.where = self.where

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        for name in self.columns:
            number(schema, name)
        return super().bind(schema)

    @property
    def in_rounds(self) -> bool:
        """Whether centres are found in rounds."""
        return self.method == IN_ROUNDS or (self.method == AUTO and len(self.columns) > GRID_COLUMNS)

    def way(self, table: Table) -> ByRounds | ByGrid:
        """How its clusters are found."""
        columns, where, optional = tuple(self.columns), tuple(self.where), self.left_out(table, self.columns)
        if self.in_rounds:
            return ByRounds(columns, self.clusters, self.rounds, where, optional)
        return ByGrid(columns, self.clusters, where, optional)

    @property
    def combines(self) -> bool:  # type: ignore[override]  # by its method
        """Only grids can be averaged: the rounds of two measurements are around different centres."""
        return not self.in_rounds

    @property
    def words(self) -> Words:
        """The question in words, with the number of rounds if it is asked in rounds."""
        return Words(
            Text.counted(
                "{n} cluster of rows by {columns}",
                "{n} clusters of rows by {columns}",
                n=self.clusters,
                columns=joined(self.columns, ", "),
            ),
            details=(Text.counted("in {n} round", "in {n} rounds", n=self.rounds),) if self.in_rounds else (),
            measured=SHARE,
            cell=Text("cluster"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Cluster of rows with {columns}", columns=joined(self.columns, ", "))

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
        fit = AROUND[:1] if self.in_rounds else AROUND
        return (Axis(None, ("part", "variable"), (*lines, *((FIT, name) for name in fit))),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The clusters, compared by their shares of rows."""
        marks = tuple(range(0, self.clusters * (1 + len(self.columns)), 1 + len(self.columns)))
        return Model(
            keys,
            figures,
            marks,
            (1.0,) * self.clusters,
            self.words.measured,
            arguments=tuple(self.columns),
            noun=self.words.cell,
            named="part",
        )

    def aggregate(self, table: Table) -> Aggregate:
        """Rows in every cell of the grid; in rounds, what a round around public places needs."""
        way = self.way(table)
        return (
            way.aggregate(table, way.around(table, way.public())) if isinstance(way, ByRounds) else way.aggregate(table)
        )

    def statistic(self, table: Table, price: Price) -> Linear:
        """That of the grid; in rounds, that of one round around centres."""
        way = self.way(table)
        if isinstance(way, ByRounds):
            return way.statistic(table, type(price), self.clusters)
        return way.statistic(table)

    def part(self, price: Price) -> Price:
        """In rounds, the last one decides the error of shares."""
        return type(price)(price.total * last(self.rounds)) if self.in_rounds else price

    def mechanism(self, table: Table, price: Price) -> Additive:
        """The noise of the grid; in rounds, that of the last one."""
        return super().mechanism(table, self.part(price))

    def free(self, table: Table, kind: Kind) -> bool:
        """Never in rounds, whose sums a row always changes."""
        return not self.in_rounds and super().free(table, kind)

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of the grid, or of all rounds."""
        way = self.way(table)
        return way.promise(table, price) if isinstance(way, ByRounds) else super().promise(table, price)

    def run(self, table: Table, price: Price) -> Run:
        """One step, or the rounds."""
        way = self.way(table)
        return way.run(table, price) if isinstance(way, ByRounds) else super().run(table, price)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """Shares and centres in the columns' units."""
        if not self.in_rounds:
            return super().result(table, price, rounds, level)
        found, _ = self.found_in(table, rounds, level)
        error, factor = sqrt(np.square(found.errors).sum()), last_drawn(rounds, level)[1].count
        return entries(found, float(found.rows.sum()), error, factor, self._ends(table), told=False)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Shares and centres of the noisy grid, in the columns' units."""
        way = self.way(table)
        assert isinstance(way, ByGrid)
        found, error = way.found(table, noisy, spread), float(spread.std[0] * sqrt(noisy.size))
        return entries(found, float(noisy[0].sum()), error, spread.whole, self._ends(table), told=True)

    def found_in(self, table: Table, rounds: Rounds, level: float) -> tuple[lloyd.Clusters, float]:
        """The clusters of a transcript, and the width of intervals in standard errors."""
        noisy, spread = last_drawn(rounds, level)
        way = self.way(table)
        if isinstance(way, ByRounds):
            return way.found(table, rounds, spread.whole), spread.whole
        return way.found(table, noisy, spread), spread.whole

    def _ends(self, table: Table) -> list[tuple[float, float]]:
        """The values of each column at the entries -1 and 1."""
        return self.way(table).ends(table)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The number of the cluster of each row, from 1; without margins. NaN for rows with NaN."""
        low, high = np.array(self._ends(table)).T
        given = np.zeros((0, len(low))) if points is None else points
        known = ~np.isnan(given).any(axis=1)
        found = np.full(len(given), np.nan)
        centres = self.found_in(table, rounds, level)[0].centres
        found[known] = 1.0 + lloyd.nearest((2 * given[known] - low - high) / (high - low), centres)
        unknown = np.full(len(given), np.nan)
        return Estimates(found, unknown, unknown, unknown)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """How well the clusters separate, or that it cannot be estimated; nothing is said of one cluster."""
        if self.clusters == 1:
            return Text("")
        found, factor = self.found_in(table, rounds, level)
        if self.in_rounds:
            return Text("") if told_apart(found) else NO_BETTER
        return explained(found, factor)

    def backdrop(self, table: Table, rounds: Rounds, level: float) -> Backdrop | Centres | None:
        """The noisy grid of two columns, with the centres; without a grid the centres alone, of two columns or more."""
        way, width = self.way(table), 1 + len(self.columns)
        if isinstance(way, ByGrid) and (grid := way.backdrop(table, *last_drawn(rounds, level))) is not None:
            return grid
        if width < 3:
            return None
        shares = range(0, self.clusters * width, width)
        places = tuple(tuple(range(share + 1, share + width)) for share in shares)
        return Centres(tuple(self.columns), tuple(self._ends(table)), tuple(shares), places)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """How it was made, and what margins leave out."""
        way = self.way(table)
        if isinstance(way, ByRounds):
            return Text(
                "Start centres were found from counts and sums of many cells, for half of the price, and then moved "
                "in {n} rounds. Margins are for the rows nearest to the centres before the last round; they do not "
                "cover which centres were found.",
                n=self.rounds,
            )
        sizes_ = " × ".join(f"{side.size:,}" for side in way.sides(table))
        return Text(
            "Rows were counted in a grid of {size} cells, and small counts were left out. Each row belongs to the "
            "centre nearest to the middle of its cell. Margins are for these clusters; they do not cover which centres "
            "were found.",
            size=sizes_,
        )

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of a cluster's share of rows, if all clusters have as many cells."""
        way = self.way(table)
        if isinstance(way, ByRounds):
            std = way.error(table, type(price), self.clusters, spread)
            return predicted(self.clusters, self.clusters, std, spread, rows)
        return predicted(self.clusters, way.cells(table), spread.std[0], spread, rows)


def last_drawn(rounds: Rounds, level: float) -> tuple[Floats, Spread]:
    """What the last round drew, and the error of its noise."""
    return drawn((rounds[-1],), level)

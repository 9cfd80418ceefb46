"""Questions about pairs of columns: their covariances and correlations, from one joint release of all moments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.number import shown
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.crossed import Crossed
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.key import Axis, axis_of, group_count
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.quantity import Quantity, of_cells
from dpcore.queries.question.single import Single
from dpcore.queries.sums import gram
from dpcore.queries.sums.gram import Design
from dpcore.queries.sums.joint import around, kinds_of_pairs
from dpcore.queries.sums.semidefinite import semidefinite
from dpcore.result import Figures, Keys, Matrix, Result
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Grid
from dpcore.table.column import Number
from dpcore.table.partition import names
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

FEWEST, MOST = 2, 10
"""The numbers of columns of one question."""


class Pairs(Single):
    """A question about the pairs of several clamped columns, over the rows where none of them is missing."""

    error = ErrorUnit(by_rows=True)
    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "columns", "several", Text("From {low} to {high} columns of numbers.", low=FEWEST, high=MOST), (Number,)
        ),
    )
    diagonal: ClassVar[bool]
    """Whether a column is also paired with itself."""
    shares: ClassVar[Text]
    """What a share of the largest possible answer means, as the title of a colour scale."""
    least: ClassVar[float]
    """The least standard deviation of a typical column, in half-ranges."""
    typical: ClassVar[Text] = Text("")
    """The assumption about the columns behind the typical error; empty if it is the largest over all columns."""
    span: ClassVar[Text] = Text("all values within the bounds")
    """The columns that the predicted range covers."""

    columns: Sequence[str]  # type: ignore[assignment]  # scripts and records use this name

    def __post_init__(self) -> None:
        columns = Crossed(names(self.columns, "columns"))
        if not FEWEST <= len(columns) <= MOST or not all(isinstance(name, str) for name in columns):
            raise QueryError(
                "`columns` must be {low} to {high} columns of numbers. Got {columns}.",
                'For example columns=["age", "cost"].',
                low=FEWEST,
                high=MOST,
                columns=shown(list(columns)),
            )
        object.__setattr__(self, "columns", columns)
        super().__post_init__()
        columns.by, columns.where = self.by, self.where

    @property
    def shape(self) -> type[Result]:
        """Always `Matrix`."""
        return Matrix

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each group and pair."""
        largest = tuple(self.scales(table).tolist())
        return Matrix(keys, figures, tuple(self.columns), tuple(self.pairs), largest, self.shares)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of an answer by the places of their columns: row by row, from the diagonal on."""
        last = len(self.columns)
        return [(j, k) for j in range(last) for k in range(j if self.diagonal else j + 1, last)]

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the pairs."""
        labels = tuple((self.columns[j], self.columns[k]) for j, k in self.pairs)
        return (*(axis_of(schema, part) for part in self.by), Axis(None, ("row", "column"), labels))

    def grids(self, table: Table) -> tuple[Grid, ...]:
        """The public grid of each column."""
        return tuple(grid(name, number(table.schema, name), gram.GRAM_BITS) for name in self.columns)

    def optional(self, table: Table) -> bool:
        """Whether a row can be left out: by a filter, a group, or a missing value in one of the columns."""
        return self.left_out(table, self.columns)

    def rows_public(self, table: Table) -> bool:
        """Whether the number of rows of this question is public."""
        return table.neighbors == "replace" and table.unit.max_rows == 1 and not self.optional(table)

    def aggregate(self, table: Table) -> Aggregate:
        """All moments of all columns."""
        measures = gram.measures(self.grids(table))
        return Aggregate(measures, self._keys(table), tuple(self.where), tuple(self.columns), self._groups(table))

    def design(self, table: Table, price: Price) -> Design:
        """The released vector for a price."""
        steps = tuple(grid.steps for grid in self.grids(table))
        return gram.for_mu(steps) if isinstance(price, Mu) else gram.for_epsilon(steps, self.rows_public(table))

    def statistic(self, table: Table, price: Price) -> Linear:
        """The vector with its sensitivity; for a price in mu with the split of the noise."""
        design = self.design(table, price)
        contribution = Contribution(
            (design.vertex,),
            table.neighbors,
            table.unit.max_rows,
            group_count(table.schema, self.by),
            self.optional(table) or table.unit.max_rows > 1,
            differences=design.differences,
        )
        weights = self._split(design) if isinstance(price, Mu) else (1.0,) * len(design.vertex)
        return Linear(contribution, design.matrix, weights)

    def _split(self, design: Design) -> tuple[float, ...]:
        """The weights at which noise gets the variances s_n^2, (U s)^2, (2 U^2 g)^2 and (U U' g)^2 / 2."""
        size = len(self.columns)
        rows, sums, squares = gram.relative(size, self._cost(size))
        units = [rows] + [sums] * size + [4 * squares] * size + [squares / 2] * (len(design.vertex) - 1 - 2 * size)
        return tuple((1.0 / (abs(value) * unit)) ** 2 for value, unit in zip(design.vertex, units, strict=True))

    @abstractmethod
    def _cost(self, size: int) -> tuple[float, float, float]:
        """The weights of s_n^2, s^2 and g^2 in the error of a reference answer, summed over the pairs."""

    def half_ranges(self, table: Table) -> Floats:
        """Half of the range of each column, in its unit."""
        return np.array([lattice.steps / 2 * lattice.step for lattice in self.grids(table)])

    @abstractmethod
    def scales(self, table: Table) -> Floats:
        """The unit of each pair's answer for columns from -1 to 1."""

    def quantity(self, table: Table) -> Quantity:
        """A variance is not below zero; the matrices can be made positive semidefinite."""
        scales = np.tile(self.scales(table), group_count(table.schema, self.by))
        same = np.tile(np.array([j == k for j, k in self.pairs]), group_count(table.schema, self.by))
        views = (semidefinite(len(self.columns), self.pairs, self.scales(table)),)
        return of_cells((np.where(same, 0.0, -scales), scales), views)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The answers with intervals, from public scales and the noisy vector only."""
        moments, covariance = self.design(table, price).moments(noisy, np.square(spread.std))
        answers = [self._answered(moments, covariance, j, k, spread.whole) for j, k in self.pairs]
        scales = self.scales(table)[None, :]
        return Estimates(
            *(
                (np.stack([getattr(answer, name) for answer in answers], axis=1) * scales).ravel()
                for name in ("estimate", "std_error", "low", "high")
            )
        )

    def _answered(self, moments: Floats, covariance: Floats, j: int, k: int, factor: float) -> Estimates:
        places = self._places(j, k)
        return self.answer(moments[places], covariance[np.ix_(places, places)], factor, j == k)

    def _places(self, j: int, k: int) -> list[int]:
        """Where n, T_j, T_k, Q_j, Q_k and O_jk are among the moments; Q_j in place of O_jk for a column with itself."""
        size = len(self.columns)
        product = 1 + size + j if j == k else 1 + 2 * size + gram.pairs(size).index((min(j, k), max(j, k)))
        return [0, 1 + j, 1 + k, 1 + size + j, 1 + size + k, product]

    @abstractmethod
    def answer(self, moments: Floats, covariance: Floats, factor: float, same: bool) -> Estimates:
        """The answer from n, T, T', Q, Q' and O, shape (6, cells), for columns from -1 to 1. same: of one column."""

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of the median pair, for the guessed numbers of rows and columns of every kind."""
        if rows is None:
            return UNKNOWN
        _, covariance = self.design(table, price).moments(np.zeros((len(spread.std), 1)), np.square(spread.std))
        counts = sizes(rows, float(np.sqrt(covariance[0, 0])))
        kinds = {j == k: (j, k) for j, k in self.pairs}
        fixed = counts, spread.whole
        errors = {same: self._expected(covariance, self._places(*pair), same, *fixed) for same, pair in kinds.items()}
        of_pairs = np.array([errors[j == k] for j, k in self.pairs]) * self.scales(table)[:, None]
        std, half = np.median(of_pairs[:, :2], axis=0).tolist()
        low, high, largest = of_pairs[:, 2].min(), of_pairs[:, 3].max(), of_pairs[:, 4].max()
        high = max(half, float(high))
        certain = high if rows.certain else np.nan
        words = assumed(rows, self.typical, self.span)
        return Prediction(std, half, min(half, float(low)), high, max(high, float(largest)), words, certain=certain)

    def _expected(
        self, covariance: Floats, places: list[int], same: bool, counts: tuple[float, ...], factor: float
    ) -> tuple[float, ...]:
        """Standard error, margin, least and largest margin, and that of any cell, for columns from -1 to 1."""
        matrix = covariance[np.ix_(places, places)]
        shapes, typical = kinds_of_pairs(same, self.least)
        parts = [counts[0] * shapes, *(around(count * shapes, matrix, same) for count in counts[1:])]
        answers = self.answer(np.concatenate(parts, axis=1), matrix, factor, same)
        far = np.maximum(answers.high - answers.estimate, answers.estimate - answers.low)
        usual, least, most, any_cell = np.split(far, np.cumsum([part.shape[1] for part in parts])[:-1])
        std = answers.std_error[: len(usual)][typical].max()
        return float(std), float(usual[typical].max()), float(least.min()), float(most.max()), float(any_cell.max())

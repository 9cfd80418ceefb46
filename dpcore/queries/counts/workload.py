"""Any public linear combinations of the counts of groups, with the strategy of the least predicted error.

Source: the matrix mechanism (Li, Miklau, Hay, McGregor & Rastogi 2015); `dpcore.statistic.sums.strategy` has the
strategies and `dpcore.statistic.waves.projection` the sensitivity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Mu, Price, Spread
from dpcore.number import real, shown, zeroed
from dpcore.queries.counts import noise_shape
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.key import Axis, axis_of
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.result import Cells, Figures, Keys, Result
from dpcore.statistic import Projection
from dpcore.statistic.learners.chosen import CHOSEN, chosen
from dpcore.statistic.sums.strategy import OPTIMISED, PLAIN, SQUARE_ROOT, TREE, WORKLOAD, Setting, Strategy, best
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.category import Category
from dpcore.table.column import Date, Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Bins, Partition, Period, column_of, named, partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_QUERIES = 256
MOST_GROUPS = 128
_LARGEST = 1e6
STRATEGIES = {
    PLAIN: Text("the count of each group"),
    WORKLOAD: Text("the queries themselves"),
    TREE: Text("a tree of group counts"),
    SQUARE_ROOT: Text("the square root of the prefix sums"),
    OPTIMISED: Text("numerically optimised combinations of group counts"),
    CHOSEN: Text("the queries themselves, with the chosen covariance"),
}
"""What gets noise under each strategy, in words."""
NO_NOISE = Text("No noise is needed: no neighbouring table has other answers.")


@final
@dataclass(frozen=True)
class Workload(Single, Readable):
    """For each row of `matrix`, the sum of its numbers times the row counts of the groups of `over`."""

    name: ClassVar[str] = "workload"
    title: ClassVar[Text] = Text("Workload of counts")
    help: ClassVar[Text] = Text(
        "Any weighted sums of group counts, such as ranges, totals or differences, in one release."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY, topic.GROUP)
    synonyms: ClassVar[Text] = Text(
        "combination of counts, difference of counts, minus, plus, range counts, weighted counts, "
        "linear queries, totals and subtotals, sums of groups, net change, several ranges"
    )
    formula: ClassVar[str] = "W n"
    cites: ClassVar[str] = "the matrix mechanism (Li, Miklau, Hay, McGregor and Rastogi 2015)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("over", "partition", Text("The groups that are counted."), (Category, Flag, Number, Date)),
        Parameter(
            "matrix",
            "matrix",
            Text("One query per line: a weight for each group, in order, separated by commas."),
            label=Text("Weights"),
        ),
        Parameter(
            "covariance",
            "matrix",
            Text(
                "Optional, for prices in mu: the covariance of the noise of the queries, up to a factor, which the "
                "price determines. One row per query: a number for each query, in order. It must be symmetric and "
                "positive definite. Empty: the most accurate noise is chosen."
            ),
            label=Text("Covariance of the noise (optional)"),
            of="matrix",
            optional=True,
            currency="mu",
        ),
    )
    later: ClassVar[Mapping[str, Any]] = {"covariance": ()}
    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS)

    over: Partition
    matrix: Sequence[Sequence[float]]
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    covariance: Sequence[Sequence[float]] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.over, str | Bins | Period):
            raise QueryError(
                "`over` must be a column, bins or a period. Got {over}.",
                'For example over="ward" or over=dp.Bins("age", [0, 18, 65, 120]).',
                over=shown(self.over),
            )
        object.__setattr__(self, "matrix", _checked(self.matrix))
        object.__setattr__(self, "covariance", _shaped(self.covariance, self.matrix))
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if column_of(self.over) in map(column_of, self.by):
            raise QueryError(
                "A workload over {column} cannot be grouped by {column} itself.",
                "Group by another column.",
                column=column_of(self.over),
            )
        groups, weights = axis_of(schema, self.over).size, len(self.matrix[0])
        if groups > MOST_GROUPS:
            raise QueryError(
                "A workload is over at most {most} groups. {over} has {groups}.",
                "Use fewer or wider groups.",
                most=MOST_GROUPS,
                over=named(self.over),
                groups=groups,
            )
        if weights != groups:
            raise QueryError(
                "Each row of `matrix` needs a weight for each of the {groups} groups of {over}. Got {weights}.",
                "The groups are in the order of a count by the same groups.",
                groups=groups,
                over=named(self.over),
                weights=weights,
            )
        return super().bind(schema)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The question that `to_dict` wrote. Raises QueryError."""
        return super().from_dict({**data, "over": partition(data["over"])} if "over" in data else data)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text.counted(
                "1 weighted sum of counts by {over}",
                "{n} weighted sums of counts by {over}",
                n=len(self.matrix),
                over=named(self.over),
            ),
            cell=Text("query"),
        )

    @property
    def shape(self) -> type[Result]:
        """Always `Cells`."""
        return Cells

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each group and query."""
        return Cells(keys, figures)

    def quantity(self, table: Table) -> Quantity:
        """No sum with weights from zero on is below zero."""
        positive = all(weight >= 0 for row in self.matrix for weight in row)
        return Quantity(0.0 if positive else -inf, inf)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups of `by`, then the queries by their number."""
        labels = tuple((place,) for place in range(1, len(self.matrix) + 1))
        return (*(axis_of(schema, part) for part in self.by), Axis(None, ("query",), labels))

    def aggregate(self, table: Table) -> Aggregate:
        """One count for each group of `over`."""
        key = axis_of(table.schema, self.over).key
        assert key is not None
        return Aggregate((Rows(),), (*self._keys(table), key), tuple(self.where), (), self._groups(table))

    def strategy(self, table: Table, price: Price) -> Strategy:
        """What gets noise: the strategy with the smallest mean variance for this kind of price.

        Raises QueryError if a covariance is chosen and the price is in epsilon.
        """
        groups = tuple(axis_of(table.schema, part).size for part in self.by)
        optional = self._missing(table)
        setting = Setting(isinstance(price, Mu), groups, table.neighbors, table.unit.max_rows, optional)
        matrix = tuple(map(tuple, self.matrix))
        if not self.covariance:
            return best(matrix, setting)
        if not setting.gaussian:
            raise QueryError(
                "A covariance of the noise can only be chosen at a price in mu.",
                "Give the plan a price in mu, or leave `covariance` out.",
            )
        factor, decoder = chosen(matrix, tuple(map(tuple, self.covariance)))
        return Strategy(CHOSEN, setting.projection(factor), decoder)

    def statistic(self, table: Table, price: Price) -> Projection:
        """The integer combinations of counts, for each group of `by`."""
        return self.strategy(table, price).projection

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """Unbiased answers by least squares with symmetric intervals; the error of each is a weighted sum of noise."""
        strategy = self.strategy(table, price)
        answers = strategy.answers(noisy)
        std = np.tile(strategy.std_errors(spread.std[0]), len(answers))
        value, half = answers.ravel(), spread.factor * std
        return Estimates(value, std, value - half, value + half)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of the median query, known exactly in advance, and what gets noise."""
        strategy = self.strategy(table, price)
        std = strategy.std_errors(spread.std[0])
        half = spread.factor * std
        typical = float(np.median(half))
        least, most = float(half.min()), float(half.max())
        name = STRATEGIES[strategy.name]
        words = Text("Noise is added to {strategy}, which is predicted to be the most accurate choice.", strategy=name)
        if self.covariance:
            words = Text("Noise is added to {strategy}, times {factor}.", strategy=name, factor=self._factor(std))
        if not std.any():
            words = NO_NOISE
        return Prediction(float(np.median(std)), typical, least, most, most, words, certain=typical)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What got noise; with a chosen covariance, also the number by which the noise multiplies it."""
        strategy = self.strategy(table, price)
        name = STRATEGIES[strategy.name]
        if spread is None or not spread.std[0]:
            return NO_NOISE if spread else Text("")
        if not self.covariance:
            return Text("Noise was added to {strategy}.", strategy=name)
        factor = self._factor(strategy.std_errors(spread.std[0]))
        return Text("Noise was added to {strategy}, times {factor}.", strategy=name, factor=factor)

    def _factor(self, std: Floats) -> str:
        """The variance of a query's noise over the chosen one: the same for all queries."""
        return f"{float(std[0]) ** 2 / self.covariance[0][0]:.4g}"

    def _missing(self, table: Table, columns: Iterable[str] = ()) -> bool:
        """Whether a row can be left out: by a filter, a group, a missing value or a value outside all groups."""
        column = table.schema.columns[column_of(self.over)]
        filled = isinstance(column, Number) and column.missing != "drop"
        return bool(self.where or self.by) or not filled or axis_of(table.schema, self.over).partial


def _checked(matrix: object) -> tuple[tuple[float, ...], ...]:
    """The weights as numbers. Raises QueryError."""
    hint = Text("For example matrix=[[1, 1, 0], [0, 1, 1]]: two queries over three groups.")
    given = [_listed(row) for row in _listed(matrix) or ()]
    rows = [row for row in given if row]
    if not rows or len(rows) < len(given):
        raise QueryError("`matrix` must be a list of rows of numbers. Got {matrix}.", hint, matrix=shown(matrix))
    if len(rows) > MOST_QUERIES or len(set(map(len, rows))) > 1:
        raise QueryError("`matrix` must have 1 to {most} rows of equal length.", hint, most=MOST_QUERIES)
    checked = tuple(tuple(_weight(weight, hint) for weight in row) for row in rows)
    if not all(map(any, checked)):
        raise QueryError("A row of `matrix` has no weight other than 0.", "Leave such rows out: their answer is 0.")
    return checked


def _shaped(covariance: object, matrix: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], ...]:
    """The chosen covariance as numbers; () if there is none. Raises QueryError."""
    if covariance is None or (isinstance(covariance, Sequence) and not covariance):
        return ()
    rows = [_listed(row) for row in _listed(covariance)]
    if not rows:
        raise QueryError(
            "`covariance` must be a list of rows of numbers. Got {covariance}.",
            "Leave it out to have the most accurate noise chosen.",
            covariance=shown(covariance),
        )
    return noise_shape.checked(rows, tuple(map(tuple, matrix)))


def _weight(value: object, hint: Text) -> float:
    """A weight; 0.0 for -0.0."""
    weight = real(value, "A weight", at_least=-_LARGEST, at_most=_LARGEST, error=QueryError, hint=hint, shows=False)
    return 0.0 + zeroed(weight)


def _listed(value: object) -> list[Any]:
    """The members of a list; none of a text or of anything else."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping) else []

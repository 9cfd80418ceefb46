r"""The best threshold of a number for a flag, from noisy cumulative counts by label: a learner by statistical queries.

Rows are counted by (bin of the number x label), and noisy cumulative counts are released for both labels
(`dpcore.statistic.waves.projection` proves the sensitivity: a row is in one cell of one group). A rule that says true
from edge k on mislabels m_k = (true below k) + (false from k on) of the n rows, and the opposite rule n - m_k. All
K + 1 shares m_k / n are within their margins at once with probability 1 - beta, each at level 1 - beta / (K + 1). Then
the rule of the least noisy share is at most the sum of its own margin and the largest other one worse than the best.

Source: learning by statistical queries (Kearns 1998), answered with noise (Blum, Dwork, McSherry & Nissim 2005).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import nan, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, Price, Spread
from dpcore.number import shown, whole
from dpcore.queries.models.model import kind_of
from dpcore.queries.models.threshold_rule import Line, Rule, learnt, tolerance
from dpcore.queries.models.trees.feature import Feature, feature
from dpcore.queries.question import compared, topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Model, Result
from dpcore.statistic import Projection
from dpcore.statistic.order.cumulative import gaussian_factor, laplace_factor
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

MOST_BINS = 1024
RULE, FIT = Text("rule"), Text("fit")
SHARE = Text("share of rows that it mislabels")
BEST = Text("least share that any threshold mislabels")
BASE = Text("share that the most frequent label mislabels")


@final
@dataclass(frozen=True)
class Threshold(Single, Readable):
    """The edge of even bins of a number that separates true from false in a flag with the fewest mistakes.

    A row with a missing value in either column is left out.
    """

    name: ClassVar[str] = "threshold"
    title: ClassVar[Text] = Text("Threshold rule")
    help: ClassVar[Text] = Text("The threshold of a number that best tells true from false, and how often it is wrong.")
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text(
        "cut point, cut-off, best cut, decision stump, screening test, tipping point, classifier"
    )
    formula: ClassVar[str] = "argmin over t of #{i : yᵢ ≠ (xᵢ ≥ t)}"
    cites: ClassVar[str] = (
        "statistical queries (Kearns 1998), answered with noise (Blum, Dwork, McSherry and Nissim 2005)"
    )
    error = ErrorUnit(by_rows=True, compares_shares=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("flag", "column", Text("True or false."), (Flag,), label=Text("Label")),
        Parameter("column", "column", Text("The numbers."), (Number,)),
        Parameter(
            "bins",
            "whole",
            Text("Between how many even bins a threshold may lie, from {low} to {high}.", low=2, high=MOST_BINS),
            low=2,
            high=MOST_BINS,
            default=64,
            label=Text("Bins"),
        ),
    )
    combines: ClassVar[bool] = False

    flag: str
    column: str
    bins: int = 64
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if not all(isinstance(name, str) and name for name in (self.flag, self.column)) or self.flag == self.column:
            raise QueryError(
                "A threshold rule needs a true-or-false column and a number. Got {flag} and {column}.",
                'For example Threshold("smoker", "age").',
                flag=shown(self.flag),
                column=shown(self.column),
            )
        whole(self.bins, "`bins`", low=2, high=MOST_BINS, error=QueryError)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        number = declared(schema, self.column)
        if not isinstance(declared(schema, self.flag), Flag) or not isinstance(number, Number):
            raise QueryError(
                "A threshold rule needs a true-or-false column and a number. Got {flag} and {column}.",
                "Choose a Flag and a Number of the dataset.",
                flag=shown(self.flag),
                column=shown(self.column),
            )
        if self.cells(schema).key.size < 2:
            raise QueryError("Column {name} has one value only.", "Use another column.", name=shown(self.column))
        return super().bind(schema)

    def cells(self, schema: Schema) -> Feature:
        """The bins of the number. Raises QueryError."""
        return feature(schema, self.column, self.bins)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Threshold of {column} for {flag}", column=self.column, flag=self.flag),
            measured=Text("share with {target}", target=self.flag),
            cell=Text("side"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Shares of {target} for {columns}", target=self.flag, columns=self.column)

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The threshold with its mistakes, the shares of its sides, and how well it fits."""
        share = Text("share with {target}", target=self.flag)
        lines = [
            *((RULE, name) for name in (Text("threshold of {column}", column=self.column), SHARE, BEST)),
            *((side, share) for side in (Text("below the threshold"), Text("from the threshold on"))),
            *((FIT, name) for name in (Text("rows"), BASE)),
        ]
        return (Axis(None, ("part", "variable"), tuple(lines)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The rule; its two sides are compared."""
        said, given = self.words, (self.column,)
        return Model(keys, figures, (3, 4), (1.0, 1.0), said.measured, arguments=given, noun=said.cell, named="part")

    def aggregate(self, table: Table) -> Aggregate:
        """Rows by label and bin."""
        keys = feature(table.schema, self.flag, 2).key, self.cells(table.schema).key
        return Aggregate((Rows(),), keys, tuple(self.where), (self.flag, self.column))

    def statistic(self, table: Table, price: Price) -> Projection:
        """Cumulative counts of both labels."""
        size = self.cells(table.schema).key.size
        factor = gaussian_factor(size) if isinstance(price, Mu) else laplace_factor(size)
        return Projection(factor, (2,), table.neighbors, table.unit.max_rows)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The rule, with margins of its mistakes that hold for all thresholds at once."""
        return self._figures(table, self.rule(table, rounds, level))

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The same with all margins at the level of `spread` each."""
        projection = self.statistic(table, price)
        return self._figures(table, learnt(projection, noisy, _rounded(spread), spread.factor, spread.factor))

    def _figures(self, table: Table, rule: Rule) -> Estimates:
        edges = self.edges(table.schema)
        end, low, high = edges[rule.place], edges[rule.first], edges[rule.last]
        known: Line = (end, max(high - end, end - low) / 2, low, high) if rule.told else (end, nan, nan, nan)
        return Estimates(*np.array([known, rule.error, rule.best, *rule.sides, rule.rows, rule.base]).T)

    def edges(self, schema: Schema) -> tuple[float, ...]:
        """The places where a threshold may lie: values from an edge on are on its upper side."""
        cells = self.cells(schema)
        edges = cells.key.edges  # type: ignore[union-attr]
        return tuple(float(np.ceil(edge)) for edge in edges) if cells.whole else edges

    def rule(self, table: Table, rounds: Rounds, level: float) -> Rule:
        """The rule of a transcript."""
        ((drawn,),) = rounds
        single, each = (drawn.mechanism.error(at) for at in (level, self._each(table.schema, level)))
        assert single is not None and each is not None
        projection = self.statistic(table, kind_of(rounds)(Fraction(1)))
        return learnt(projection, drawn.array, _rounded(single), single.factor, each.factor)

    def _each(self, schema: Schema, level: float) -> float:
        """The level of each share at which all of them hold at `level`, by a union bound."""
        return 1 - (1 - level) / (1 + self.cells(schema).key.size)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The share of true on the side of each number. NaN at NaN."""
        given = np.zeros((0, 1)) if points is None else points
        rule = self.rule(table, rounds, level)
        sides = np.array(rule.sides)[(self.cells(table.schema).places(given[:, 0]) >= rule.place).astype(int)]
        return Estimates(*np.where(np.isnan(given), nan, sides).T)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The rule and its guarantee, or that it cannot be estimated."""
        rule, edges = self.rule(table, rounds, level), self.edges(table.schema)
        if not rule.told or rule.labelled is not compared.Outcome.BETTER:
            figures = {"wrong": f"{100 * rule.error[0]:.1f}", "base": f"{100 * rule.base[0]:.1f}"}
            worse = Text(
                "As a label it is worse than the most frequent label: it mislabels {wrong} % of rows, and that "
                "{base} %.",
                **figures,
            )
            return compared.said(rule.labelled if rule.told else compared.Outcome.NO_BETTER, rule.shares, worse, worse)
        facts = {"flag": self.flag, "column": self.column, "edge": f"{edges[rule.place]:,.6g}"}
        said = Text("The rule: {flag} where {column} is at least {edge}.", **facts)
        if not rule.above:
            said = Text("The rule: {flag} where {column} is below {edge}.", **facts)
        guarantee = Text(
            "With a probability of {level:g} %, it mislabels at most {most} % of these rows, and no threshold between "
            "the bins less than {least} %.",
            level=100 * level,
            most=f"{100 * rule.error[3]:.3g}",
            least=f"{100 * rule.best[2]:.3g}",
        )
        return joined((said, guarantee))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What margins cover."""
        return Text(
            "Rows with a missing value in either column are left out. The margins of mistakes hold for all thresholds "
            "between the bins at once. The interval of the threshold holds the best one for these rows."
        )

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The margin of the share of mislabelled rows, for all thresholds at once."""
        return super().predict(table, price, self._each(table.schema, level), rows)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which all shares of mislabelled rows are within `half_width` at once. Raises QueryError."""
        return super().price_of(table, kind, half_width, self._each(table.schema, level), rows)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The margin of the share of mislabelled rows at the middle threshold."""
        if rows is None:
            return UNKNOWN
        projection, std = self.statistic(table, price), _rounded(spread)
        typical, most, least, _ = sizes(rows, spread.std[0])
        usual, low, high = (
            min(1.0, tolerance(projection, std, spread.factor, count)) for count in (typical, most, least)
        )
        words = joined(
            (
                assumed(rows, Text("a threshold in the middle"), Text("")),
                Text("The error is that of the share of mislabelled rows, for all thresholds at once."),
            )
        )
        return Prediction(usual / spread.factor, usual, min(usual, low), max(usual, high), 1.0, words)


def _rounded(spread: Spread) -> float:
    """The standard deviation of the noise on a coordinate, with that of its rounding."""
    return sqrt(spread.std[0] ** 2 + 1 / 12)

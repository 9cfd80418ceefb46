"""A perceptron: a true-or-false label predicted by a weighted sum of features
(`dpcore.queries.models.perceptron_rounds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Kind, Price, Spread
from dpcore.number import shown, whole
from dpcore.queries.curves.kernel_estimate import drawn
from dpcore.queries.models.perceptron_fit import labelled, told
from dpcore.queries.models.perceptron_rounds import COUNTS, PerceptronRounds
from dpcore.queries.models.terms import distinct
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.compared import Outcome
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Rounds, Run
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.queries.question.topic import Topic
from dpcore.queries.question.variable import Variable, variables
from dpcore.result import Figures, Keys, Model, Result
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

USUAL, MOST = 20, 50
WEIGHT, FIT = Text("weight"), Text("fit")
CONSTANT = Text("(constant)")
ROWS, TRUE = Text("rows"), Text("share where the label is true")
MISTAKEN, OWN, MAJORITY = Text("share misclassified"), Text("perceptron"), Text("more frequent label")
_TYPICAL = 0.25  # the share of misclassified rows for which an error is predicted


@final
@dataclass(frozen=True)
class Perceptron(Single, Readable):
    """The weights of a perceptron for a true-or-false label, and the share of rows that it misclassifies.

    features: numbers, true-or-false columns and categories. A row is predicted to be true if its weighted sum is not
    below 0. rounds: in each of which all rows are read once.
    """

    error = ErrorUnit(by_rows=True, compares_shares=True)
    combines: ClassVar[bool] = False
    name: ClassVar[str] = "perceptron"
    title: ClassVar[Text] = Text("Perceptron")
    help: ClassVar[Text] = Text(
        "A true-or-false label predicted by a weighted sum of other columns. Logistic regression gives probabilities "
        "too."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text("linear classifier, classification, neural network, separate true from false")
    formula: ClassVar[str] = "w ← w + Σ yᵢ xᵢ over rows with yᵢ w·xᵢ ≤ 0"
    cites: ClassVar[str] = "the perceptron (Rosenblatt 1958) in noisy sums (Blum, Dwork, McSherry and Nissim 2005)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("label", "column", Text("What is predicted, true or false."), (Flag,), label=Text("Label")),
        Parameter(
            "features",
            "several",
            Text("The columns it is predicted from: numbers, true-or-false columns and categories."),
            (Number, Flag, Category),
            low=1,
            label=Text("Features"),
            of="label",
        ),
        Parameter(
            "rounds",
            "whole",
            Text("How often the weights are moved, from {low} to {high}.", low=1, high=MOST),
            low=1,
            high=MOST,
            default=USUAL,
            label=Text("Rounds"),
        ),
    )

    label: str
    features: Sequence[str]
    rounds: int = USUAL
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.features) if isinstance(self.features, list | tuple) else (self.features,)
        named = (*given, self.label)
        if not given or not all(isinstance(name, str) and name for name in named) or len(set(named)) < len(named):
            raise QueryError(
                "A perceptron needs one or more columns besides its label, each once. Got {features}.",
                'For example Perceptron("late", ["hour", "carrier"]).',
                features=shown(given),
            )
        object.__setattr__(self, "features", given)
        whole(self.rounds, "`rounds`", low=1, high=MOST, error=QueryError)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if not isinstance(declared(schema, self.label), Flag):
            raise QueryError("Column {name} is not true or false.", "Choose a label that is.", name=shown(self.label))
        variables(schema, tuple(self.features))
        return super().bind(schema)

    def way(self, table: Table) -> PerceptronRounds:
        """Its rounds."""
        optional = self.left_out(table, (*self.features, self.label))
        return PerceptronRounds(self.label, tuple(self.features), self.rounds, tuple(self.where), optional)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Perceptron of {label} from {features}", label=self.label, features=joined(self.features, ", ")),
            details=() if self.rounds == USUAL else (Text.counted("in {n} round", "in {n} rounds", n=self.rounds),),
            measured=Text("share of rows that are misclassified"),
            cell=Text("way to predict"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Prediction of {label} for {columns}", label=self.label, columns=joined(self.features, ", "))

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """A weight for each feature and the constant; and how well they predict."""
        spans, keys = variables(schema, tuple(self.features))
        names = distinct([CONSTANT, *map(_called, (*spans, *keys))])
        fit = ((MISTAKEN, OWN), (MISTAKEN, MAJORITY), (FIT, TRUE), (FIT, ROWS))
        return (Axis(None, ("part", "variable"), (*((WEIGHT, name) for name in names), *fit)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The shares that are misclassified."""
        first = 1 + len(self.way(table).variables(table))
        marks, columns = (first, first + 1), tuple(self.features)
        return Model(keys, figures, marks, (1.0, 1.0), self.words.measured, arguments=columns, noun=self.words.cell)

    def aggregate(self, table: Table) -> Aggregate:
        """The rows by label, and by the prediction of weights that are 0."""
        way = self.way(table)
        return way.counted(table, np.zeros(1 + len(way.variables(table)), dtype=object))

    def statistic(self, table: Table, price: Price) -> Linear:
        """The rows by prediction and label, after the rounds."""
        return self.way(table).counts(table)

    def part(self, price: Price) -> Price:
        """The price of these counts."""
        return type(price)(price.total * COUNTS)

    def mechanism(self, table: Table, price: Price) -> Additive:
        """The noise of these counts."""
        return super().mechanism(table, self.part(price))

    def free(self, table: Table, kind: Kind) -> bool:
        """Never: a row changes the weights."""
        return False

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of the rounds and of the counts."""
        return self.way(table).promise(table, price)

    def run(self, table: Table, price: Price) -> Run:
        """The rounds and the counts."""
        return self.way(table).run(table, price)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The weights in the columns' units, of length 1 for columns from -1 to 1; and how well they predict.

        Errors of weights are not told: later rounds mend in part what noise did in earlier ones.
        """
        weights = self.scaled(table, rounds)
        unknown = np.full(len(weights), nan)
        fit = self.estimate(table, price, *drawn((rounds[-1],), level))
        pairs = zip((weights, unknown, unknown, unknown), (fit.estimate, fit.std_error, fit.low, fit.high), strict=True)
        return Estimates(*map(np.concatenate, pairs))

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """How well the weights predict, from the counts after the rounds."""
        return Estimates(*np.array(told(noisy[0], float(spread.std[0]), spread.whole)).T)

    def scaled(self, table: Table, rounds: Rounds) -> Floats:
        """The constant and the weights in the columns' units."""
        weights = self._direction(table, rounds)
        for place, each in enumerate(self.way(table).variables(table), 1):
            if each.key is None:
                weights[place] /= each.half
                weights[0] -= weights[place] * each.middle
        return weights

    def _direction(self, table: Table, rounds: Rounds) -> Floats:
        """The weights for columns from -1 to 1, of length 1."""
        weights = self.way(table).weights(rounds).astype(np.float64)
        found: Floats = weights / max(float(np.linalg.norm(weights)), 1.0)
        return found

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The predicted label of each row, 0 or 1, without margins; NaN for rows with NaN."""
        given = np.zeros((0, len(self.features))) if points is None else points
        columns, every = dict(zip(self.features, given.T, strict=True)), self.way(table).variables(table)
        direction = self._direction(table, rounds)
        score = np.full(len(given), direction[0])
        for each, weight in zip(every, direction[1:], strict=True):
            column = columns[each.column]
            if each.key is None:
                score = score + weight * np.clip((column - each.middle) / each.half, -1.0, 1.0)
            else:
                keys = [other.key for other in every if other.column == each.column]
                score = score + np.where(np.isnan(column), nan, weight * (column == keys.index(each.key)))
        found = np.where(np.isnan(score), nan, (score >= 0) * 1.0)
        unknown = np.full(len(given), nan)
        return Estimates(found, unknown, unknown, unknown)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """Whether it is better than the more frequent label."""
        noisy, spread = drawn((rounds[-1],), level)
        wrong, least = told(noisy[0], float(spread.std[0]), spread.whole)[:2]
        found = labelled(noisy[0], float(spread.std[0]), spread.whole)
        if found is Outcome.NO_BETTER:
            return Text("No better than always predicting the more frequent label, within the margin of error.")
        if found is Outcome.WORSE:
            return Text(
                "Worse than always predicting the more frequent label: it misclassifies {share:.1f} % of the rows, and "
                "that label {least:.1f} %.",
                share=100 * wrong[0],
                least=100 * least[0],
            )
        return Text(
            "It misclassifies {share:.1f} % of the rows; always the more frequent label misclassifies {least:.1f} %.",
            share=100 * wrong[0],
            least=100 * least[0],
        )

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """How it was made, and what is not told."""
        return Text(
            "A tenth of the price went to the share of misclassified rows, whose margin covers the noise for the rows "
            "from which the weights were learned. Errors of weights are not known."
        )

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of the share of misclassified rows."""
        if rows is None:
            return UNKNOWN
        std = float(spread.std[0])
        typical, most, least, _ = sizes(rows, 2 * std)
        error = std * sqrt(2 * ((1 - _TYPICAL) ** 2 + _TYPICAL**2))
        usual, low, high = (min(1.0, spread.whole * error / max(1.0, count)) for count in (typical, most, least))
        largest = min(1.0, spread.whole * std * sqrt(2) / max(1.0, least))
        quarter = Text("a quarter of the rows misclassified")
        words = (assumed(rows, quarter, Text("")), Text("The error is that of the share of misclassified rows."))
        high = max(usual, high)
        error = min(1.0, error / max(1.0, typical))
        largest = max(high, largest)
        certain = largest if rows.certain else nan
        return Prediction(error, usual, min(usual, low), high, largest, joined(words), certain=certain)


def _called(variable: Variable) -> str:
    return variable.column if variable.key is None else f"{variable.column} = {variable.key}"

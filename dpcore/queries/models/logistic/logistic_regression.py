"""Logistic regression: the probability that a flag is true, by other columns, from a few noisy gradients.

A tenth of the price is for the moments of the features, the rest for gradients of all rows at public weights and, at
last, for counts by score and label, which tell how well the predictions agree with the labels. `LogisticGradient`
proves the sensitivity of a gradient, `fit` has the steps and the margins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, Price, Spread
from dpcore.number import shown
from dpcore.queries.models.features import features
from dpcore.queries.models.linear_regression import COEFFICIENT, FIT, INTERCEPT
from dpcore.queries.models.logistic import words as logistic_words
from dpcore.queries.models.logistic.check import EDGES
from dpcore.queries.models.logistic.design import GRADIENTS, Design
from dpcore.queries.models.logistic.reading import Descent, Reading, read
from dpcore.queries.models.surrogate import expit
from dpcore.queries.models.terms import Terms, distinct
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Round, Rounds, Run
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import NO_ROWS, price_at
from dpcore.queries.question.topic import Topic
from dpcore.queries.question.variable import MOST
from dpcore.result import Figures, Keys, Model, Result
from dpcore.result.model import Calibration
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

ODDS, OBSERVED = Text("odds ratio over the range"), Text("observed share")
AROUND = (
    Text("rows"),
    Text("share of true"),
    Text("log loss"),
    Text("log loss of the share alone"),
    Text("area under the curve"),
)
_FAR = 300.0  # the largest logarithm of an odds ratio that is told


@final
@dataclass(frozen=True)
class LogisticRegression(Query, Readable):
    """The coefficients of the log odds that a flag is true, by numbers, flags and categories, and an intercept.

    The coefficient of a category's value is the difference from its first declared value.
    """

    name: ClassVar[str] = "logistic_regression"
    title: ClassVar[Text] = Text("Logistic regression")
    help: ClassVar[Text] = Text(
        "How the probability of a true-or-false column depends on other columns together: coefficients, and "
        "predictions."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text(
        "logit, logistic model, classification, classifier, probability of, odds ratio, predict yes or no, "
        "predict who, who will, churn, risk, risk factors, chance, likely, likelihood, prediction, "
        "effect of, controlling for, adjusted for, glm, binomial"
    )
    formula: ClassVar[str] = "argmin over b of Σ log(1 + exp(−yᵢ b·xᵢ)), yᵢ = ±1"
    cites: ClassVar[str] = "intervals by Fieller (1954) and Wilson (1927)"
    error = ErrorUnit(by_rows=True, sampling=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("flag", "column", Text("The true-or-false column that is explained."), (Flag,),
                  label=Text("Explained")),
        Parameter(
            "features",
            "several",
            Text(
                "The columns that explain it: numbers, true-or-false columns and categories, with at most {most} "
                "numbers and values together.",
                most=MOST,
            ),
            (Number, Flag, Category),
            low=1,
            label=Text("Explained by"),
            of="flag",
        ),
    )  # fmt: skip

    flag: str
    features: Sequence[str]
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.features) if isinstance(self.features, list | tuple) else (self.features,)
        named = (*given, self.flag)
        if not given or not all(isinstance(name, str) and name for name in named) or len(set(named)) < len(named):
            raise QueryError(
                "A regression needs one or more columns besides the explained one, each once. Got {features}.",
                'For example LogisticRegression("late", ["hour", "carrier"]).',
                features=shown(given),
            )
        object.__setattr__(self, "features", given)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if not isinstance(declared(schema, self.flag), Flag):
            raise QueryError("Column {name} is not true or false.", "Declare it as a Flag.", name=shown(self.flag))
        if not self.terms(schema).places:
            raise QueryError(
                "The features of a regression must vary. Each of {features} has one value only.",
                "Use numbers, true-or-false columns, or categories with two or more values.",
                features=joined(self.features, ", "),
            )
        return super().bind(schema)

    @property
    def words(self) -> Words:
        """The question in words."""
        listed = joined(self.features, ", ")
        return Words(
            Text("Logistic regression of {target} on {features}", target=self.flag, features=listed),
            measured=Text("change of the log odds of {target} over the range", target=self.flag),
            cell=Text("feature"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text(
            "Probability that {target} is true for {columns}", target=self.flag, columns=joined(self.features, ", ")
        )

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def terms(self, schema: Schema) -> Terms:
        """The intercept and the features. Raises QueryError."""
        return Terms(features(schema, tuple(self.features)), tuple(self.features))

    def design(self, table: Table) -> Design:
        """What the rounds ask."""
        dropped = (
            getattr(table.schema.columns[name], "missing", "drop") == "drop" for name in (*self.features, self.flag)
        )
        optional = bool(self.where) or any(dropped)
        return Design(self.flag, self.terms(table.schema), tuple(self.where), table, optional)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """A coefficient for each term and the intercept, the odds ratios, the fit, and observed shares."""
        names = distinct([INTERCEPT, *self.terms(schema).names])
        lines = [(COEFFICIENT, name) for name in names]
        lines += [(ODDS, name) for name in names[1:]]
        lines += [(FIT, name) for name in AROUND]
        lines += [
            (OBSERVED, Text("predicted {low:.0%} to {high:.0%}", low=low, high=high)) for low, high in pairwise(EDGES)
        ]
        return (Axis(None, ("part", "variable"), tuple(lines)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The coefficients, compared by the change of the log odds over the range of each column."""
        terms = self.terms(table.schema)
        marks = tuple(range(1, 1 + len(terms.places)))
        said, given = self.words, tuple(self.features)
        return Model(keys, figures, marks, terms.ranges, said.measured, arguments=given, noun=said.cell)

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of the moments, the gradients and the counts."""
        return tuple((noise.loss, 1) for noise in self.design(table).losses(price) if noise.loss is not None)

    def run(self, table: Table, price: Price) -> Run:
        """Moments, then gradients, each at the weights that follow from all before, then counts at the last weights."""
        design = self.design(table)
        descent = Descent(design, type(price))
        step = design.gram(price)
        (noisy,) = yield Round((step,), step.mechanism.loss)
        descent.summed(noisy, step.mechanism)
        for place in range(len(GRADIENTS)):
            step = design.gradient(price, place, descent.weights)
            (noisy,) = yield Round((step,), step.mechanism.loss)
            descent.stepped(noisy, step.mechanism)
        step = design.counts(price, descent.weights)
        yield Round((step,), step.mechanism.loss)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The coefficients in the columns' units, odds ratios, the fit, and the observed shares."""
        told = read(self.design(table), rounds, level)
        terms = self.terms(table.schema)
        linear, _ = terms.scaled
        std, half = _errors(told, linear, np.array(told.few) != 0)
        value = linear @ told.fit.weights
        own = np.array([value, std, value - half, value + half])
        over = np.array(terms.ranges) * own[:, 1:]
        odds = np.exp(np.clip(over[[0, 2, 3]], -_FAR, _FAR))
        ratios = np.array([odds[0], np.minimum(odds[0] * over[1], np.exp(_FAR)), odds[1], odds[2]])
        check = told.check
        fit = np.array([check.rows, check.share, check.loss, check.constant, check.area]).T
        shares = np.array(check.observed()).T
        return Estimates(*np.concatenate([own, ratios, fit, shares], axis=1))

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """Probabilities for rows of features, shape (n, features): numbers, 0 and 1, and places of categories' values.

        The interval is that of the probability of rows with these features. NaN for rows with NaN.
        """
        told = read(self.design(table), rounds, level)
        given = np.zeros((0, len(self.features))) if points is None else points
        linear = self.terms(table.schema).entries(given)
        signs = np.array(told.few)
        rare = ((linear == signs) & (signs != 0)).any(axis=1)
        std, half = _errors(told, linear, rare)
        score = linear @ told.fit.weights
        value, low, high = (expit(score + far) for far in (0, -half, half))
        return Estimates(value, std * value * (1 - value), low, high)

    def calibration(self, table: Table, rounds: Rounds, level: float) -> Calibration:
        """The observed shares against the mean predictions."""
        check, first = read(self.design(table), rounds, level).check, 2 * len(self.terms(table.schema).names) + 1
        entries = range(first + len(AROUND), first + len(AROUND) + len(EDGES) - 1)
        return Calibration(
            EDGES,
            tuple(check.predicted()),
            tuple(entries),
            Text("predicted probability of {target}", target=self.flag),
            Text("observed share of {target}", target=self.flag),
        )

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """How well it predicts, or that it cannot be estimated."""
        told = read(self.design(table), rounds, level)
        return logistic_words.found(told, self.flag, self.terms(table.schema).names)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What margins cover."""
        return Text(
            "Margins of coefficients cover privacy noise and sampling, for rows that are independent of each other. "
            "They do not cover clipped values, or log odds that do not depend on the features along straight lines."
        )

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error of the median term, as the change of the log odds over the range of its column."""
        return UNKNOWN if rows is None else logistic_words.expected(self.design(table), price, level, rows)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the typical coefficient has the requested predicted half width. Raises QueryError."""
        if rows is None:
            raise QueryError(
                Text("The price of this margin of error for “{self_}” is not known yet.", self_=self),
                NO_ROWS,
            )

        def half(size: float) -> float:
            paid = 1 / Fraction(size)
            return self.predict(table, kind(paid**2 if kind is Mu else paid), level, rows).half_width

        return price_at(half, half_width, kind, str(self))


def _errors(told: Reading, linear: Floats, untold: Any) -> tuple[Floats, Floats]:
    """The standard errors and margins of linear combinations of coefficients; NaN if they cannot be estimated."""
    std = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", linear, told.fit.covariance, linear), 0.0))
    known = np.where(untold | (not told.told), np.nan, 1.0)
    return known * std, known * (told.factor * std + np.abs(linear) @ told.fit.pull)

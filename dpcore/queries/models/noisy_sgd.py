"""Noisy stochastic gradient descent: a linear or logistic model fitted in steps, on all rows or on random samples.

Sources: clipped gradients with Gaussian noise on Poisson samples (Song, Chaudhuri & Sarwate 2013; Abadi et al. 2016),
charged as one composition of all steps, adding and removing a unit composed separately (Zhu, Dong & Wang 2022). The
weights are averaged over the second half of the steps (Polyak & Juditsky 1992).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.budget import failure
from dpcore.budget.loss import Subsampled
from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, Price, Spread, additive
from dpcore.number import exact, real, shown, whole
from dpcore.queries.models.features import features
from dpcore.queries.models.linear_regression import COEFFICIENT, INTERCEPT
from dpcore.queries.models.sgd import Course
from dpcore.queries.models.sgd_form import BETTER, MOST_STEPS, PARAMETERS, UNSTATED_ERROR, compared, samples_charged
from dpcore.queries.models.surrogate import expit
from dpcore.queries.models.terms import Terms, distinct
from dpcore.queries.question import refusal, topic
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNSTATED, Guess, Prediction
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.sampled import Sampled
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.queries.question.variable import variables
from dpcore.result import Figures, Keys, Model, Result
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Flags, Rows
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition, declared
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

_UNUSED = 1e-10
"""The failure probability in records of questions without samples, which do not use it; never changed."""
COUNTS = Fraction(1, 50)
"""The part of the price for the noisy number of rows, by which steps are scaled."""


@final
@dataclass(frozen=True)
class NoisySGD(Query, Readable, Sampled):
    """The coefficients of a linear model of a number, or of a logistic model of a flag, by noisy gradient steps.

    rate: the probability with which a unit is in the random sample of a step; None to read all rows in each. clip: the
    largest length of a row's gradient, for columns scaled to -1..1. speed: 1 is the usual size of a step. failing: the
    probability of failure (delta) that is charged in addition to mu for random samples; by default a hundredth of what
    the budget sets aside for failures. The margins of the coefficients are not known.
    """

    name: ClassVar[str] = "noisy_sgd"
    title: ClassVar[Text] = Text("Noisy gradient descent (SGD)")
    error = ErrorUnit("none", unstated=UNSTATED_ERROR)
    help: ClassVar[Text] = Text(
        "A linear or logistic model by many small noisy steps, as large models are trained. For models of this size, "
        "linear and logistic regression are more accurate and state margins."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text(
        "dp-sgd, machine learning, train a model, deep learning, neural network, stochastic gradient, prediction model"
    )
    formula: ClassVar[str] = "w ← w − η Σ clip(∇ loss(w, xᵢ))"
    cites: ClassVar[str] = "clipped gradients with Gaussian noise (Song, Chaudhuri and Sarwate 2013; Abadi et al. 2016)"
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS

    target: str
    features: Sequence[str]
    steps: int = 30
    rate: float | None = None
    clip: float = 2.0
    speed: float = 1.0
    failing: float | None = None
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.features) if isinstance(self.features, list | tuple) else (self.features,)
        named = (*given, self.target)
        if not given or not all(isinstance(name, str) and name for name in named) or len(set(named)) < len(named):
            raise QueryError(
                "A model needs one or more columns besides the explained one, each once. Got {features}.",
                'For example NoisySGD("late", ["hour", "distance"]).',
                features=shown(given),
            )
        object.__setattr__(self, "features", given)
        whole(self.steps, "`steps`", low=1, high=MOST_STEPS, error=QueryError)
        sampled = () if self.rate is None else (("rate", 0.005, 1),)
        for name, least, most in (("clip", 0.01, 10), ("speed", 0.01, 10), *sampled):
            value = real(getattr(self, name), f"`{name}`", at_least=least, at_most=most, error=QueryError)
            object.__setattr__(self, name, value)
        if self.failing is not None:
            object.__setattr__(self, "failing", failure.probability(self.failing, self.rate is not None))
        elif not self.samples:
            object.__setattr__(self, "failing", _UNUSED)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if not isinstance(declared(schema, self.target), Number | Flag):
            raise QueryError(
                "Column {name} is neither a number nor true or false.",
                "Explain a Number or a Flag column.",
                name=shown(self.target),
            )
        if not self.terms(schema).places:
            raise QueryError(
                "The features of a model must vary. Each of {features} has one value only.",
                "Use numbers, true-or-false columns, or categories with two or more values.",
                features=joined(self.features, ", "),
            )
        return super().bind(schema)

    def terms(self, schema: Schema) -> Terms:
        """The intercept and the features."""
        return Terms(features(schema, tuple(self.features)), tuple(self.features))

    def course(self, table: Table) -> Course:
        """The steps."""
        schema, unit = table.schema, table.unit
        number = isinstance(declared(schema, self.target), Number)
        return Course(
            terms=self.terms(schema),
            target=variables(schema, (self.target,))[0][0] if number else self.target,
            used=(*self.features, self.target),
            where=tuple(self.where),
            rate=Fraction(1) if self.rate is None else exact(self.rate),
            failing=exact(failure.usual(0) if self.failing is None else self.failing),
            steps=self.steps,
            clip=self.clip,
            speed=self.speed,
            changes=unit.max_rows * (2 if table.neighbors == "replace" else 1),
            unit=unit.identifier,
        )

    def resolved(self, account: int) -> Self:
        """This question with a hundredth of the account for failures as its failure probability, if it states none."""
        return replace(self, failing=failure.usual(account)) if self.failing is None else self

    def _counting(self, table: Table, price: Price) -> Step:
        """The noisy number of rows; for a flag, of each label."""
        labels = (Flags(self.target),) if isinstance(declared(table.schema, self.target), Flag) else ()
        reach = Contribution(((1,),), table.neighbors, table.unit.max_rows, 2 if labels else 1, True)
        statistic = Linear(reach, ((1,),), (1.0,), counts=True)
        aggregate = Aggregate((Rows(),), labels, tuple(self.where), (*self.features, self.target))
        return Step(aggregate, statistic, additive(statistic, type(price)(price.total * COUNTS)))

    def promise(self, table: Table, price: Price) -> Promise:
        """The loss of the count and those of the steps. Raises QueryError."""
        self.admit(table)
        if self.samples and not isinstance(price, Mu):
            raise QueryError(
                "“{question}” is only answered in a plan in mu, because it reads random samples.",
                "Leave out the sampling rate, or use a plan in mu.",
                question=self.sentence,
            )
        counting = self._counting(table, price).mechanism.loss
        assert counting is not None
        return (counting, 1), *self.course(table).promise(self._rest(price))

    def _rest(self, price: Price) -> Price:
        """The part of the price for the steps."""
        return type(price)(price.total * (1 - COUNTS))

    def admit(self, table: Table) -> None:
        """Raises QueryError for random samples of units that are replaced."""
        super().admit(table)
        if self.samples and table.neighbors == "replace":
            raise refusal.other_relation(self.sentence)

    @property
    def samples(self) -> bool:
        """Whether it reads random samples."""
        return self.rate is not None and self.rate < 1

    def run(self, table: Table, price: Price) -> Run:
        """The count, then the steps, each at the weights that the one before has moved."""
        course, step = self.course(table), self._counting(table, price)
        (counts,) = yield Round((step,), step.mechanism.loss)
        numbers = np.array(counts, dtype=np.float64)[0]
        weights = course.start(numbers)
        noise = course.mechanism(self._rest(price))
        for _ in range(self.steps):
            (noisy,) = yield Round((course.step(weights, noise),), noise.loss)
            weights = course.moved(weights, np.array(noisy, dtype=np.float64)[:, 0], float(numbers.sum()))

    def weights(self, table: Table, rounds: Rounds) -> Floats:
        """The mean of the weights after each step of the second half."""
        course, numbers = self.course(table), rounds[0][0].array[0]
        weights = course.start(numbers)
        passed = []
        for (drawn,) in rounds[1:]:
            weights = course.moved(weights, drawn.array[:, 0], float(numbers.sum()))
            passed.append(weights)
        late = passed[len(passed) // 2 :]
        mean: Floats = sum(late[1:], start=late[0]) / len(late)
        return mean

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The coefficients in the columns' units, without margins."""
        linear, constant = self._scaled(table)
        value: Floats = np.array([float((line * self.weights(table, rounds)).sum()) for line in linear]) + constant
        return unbounded(value)

    def _scaled(self, table: Table) -> tuple[Floats, Floats]:
        """The coefficients in the columns' units from the weights: a linear map and a constant."""
        (linear, constant), target = self.terms(table.schema).scaled, self.course(table).target
        if isinstance(target, str):
            return linear, constant
        return linear * target.half, constant + target.middle * np.eye(1, len(constant))[0]

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """Predictions for rows of features: the number, or the probability of true; without margins."""
        given = self.terms(table.schema).entries(np.zeros((0, len(self.features))) if points is None else points)
        scores = (given * self.weights(table, rounds)).sum(axis=1)
        target = self.course(table).target
        if isinstance(target, str):
            return unbounded(expit(scores))
        ends = target.middle - target.half, target.middle + target.half
        return unbounded(np.clip(target.middle + target.half * scores, *ends))

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """None: how far a course of steps is from the best model is not known."""
        return UNSTATED

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """Always raises QueryError."""
        raise QueryError(
            "The error of “{question}” is not known, so no price can be found for it.",
            "Choose a weight or a price.",
            question=self.sentence,
        )

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """A coefficient for each term and the intercept."""
        names = distinct([INTERCEPT, *self.terms(schema).names])
        return (Axis(None, ("part", "variable"), tuple((COEFFICIENT, name) for name in names)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The coefficients, compared by the change over the range of each column."""
        terms = self.terms(table.schema)
        marks, flag = tuple(range(1, 1 + len(terms.places))), isinstance(self.course(table).target, str)
        said = compared(self.target, flag)
        return Model(keys, figures, marks, terms.ranges, said, arguments=tuple(self.features), noun=self.words.cell)

    @property
    def words(self) -> Words:
        """The question in words, with its number of steps and the sampling rate of their batches."""
        named, steps = joined(self.features, ", "), Text("in {steps} steps", steps=self.steps)
        if self.rate is not None:
            steps = Text("in {steps} steps at sampling rate {rate:g}", steps=self.steps, rate=self.rate)
        return Words(
            Text("Noisy gradient descent for {target} on {features}", target=self.target, features=named),
            details=(steps,),
            measured=Text("change over the range of a feature"),
            cell=Text("feature"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Prediction of {target} for {columns}", target=self.target, columns=joined(self.features, ", "))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What was charged, and what would have been better."""
        loss = self.course(table).loss(self._rest(price))
        if not isinstance(loss, Subsampled) or self.rate is None:
            return BETTER
        noise = 1 / math.sqrt(loss.size)
        estimate = self.rate * math.sqrt(self.steps * math.expm1(min(1 / noise**2, 500.0)))
        size, mu = self.course(table).changes * noise, math.sqrt(loss.mu_squared or 0)
        return joined((samples_charged(size, mu, float(loss.failing), estimate), BETTER))

"""Linear regression: a number explained by other columns, from one noisy release of all sums and products.

Sources: the noisy moments are those of SuLQ (Blum, Dwork, McSherry & Nissim 2005) with symmetric noise
(`dpcore.queries.models.features`); the fit and its intervals follow `dpcore.queries.models.regression`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import shown
from dpcore.queries.curves.kernel_estimate import drawn
from dpcore.queries.models import regression, unstated
from dpcore.queries.models.features import Features, features
from dpcore.queries.models.model import MomentModel, independent, kind_of, sigma
from dpcore.queries.models.terms import Terms, distinct
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.grid import number
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, assumed, sizes
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.queries.question.variable import MOST
from dpcore.result import Figures, Keys, Model, Result
from dpcore.table.category import Category
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

COEFFICIENT, FIT = Text("coefficient"), Text("fit")
INTERCEPT = Text("(intercept)")
AROUND = (
    Text("rows"),
    Text("standard deviation around the fit"),
    Text("standard deviation around the mean"),
    Text("R squared"),
)

# For predicted errors: the variances of a number in halves of its range that is spread evenly, and that has a standard
# deviation of a tenth of its range or of half of it; and of the residuals, with a quarter of the range.
_EVEN, _NARROW, _WIDE, _LEFT = 1 / 3, 0.04, 1.0, 0.25


@final
@dataclass(frozen=True)
class LinearRegression(MomentModel):
    """The least-squares coefficients of a number on numbers, true-or-false columns and categories, and an intercept.

    The coefficient of a category's value is the difference from its first declared value.
    """

    name: ClassVar[str] = "linear_regression"
    title: ClassVar[Text] = Text("Linear regression")
    help: ClassVar[Text] = Text(
        "How a number depends on other columns together: a coefficient for each, and predictions."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.TOGETHER, topic.PREDICTS)
    synonyms: ClassVar[Text] = Text(
        "regression, ols, least squares, line of best fit, linear model, slope, coefficients, "
        "predict a number, prediction, effect of, influence, impact, estimate from, explain, drivers, "
        "depends on, controlling for, adjusted for, relationship, trendline, straight line, lm, r squared"
    )
    formula: ClassVar[str] = "argmin over b of Σ (yᵢ − b·xᵢ)²"
    cites: ClassVar[str] = "noisy moments as in SuLQ (Blum, Dwork, McSherry and Nissim 2005)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("target", "column", Text("The number that is explained."), (Number,), label=Text("Explained")),
        Parameter(
            "features",
            "several",
            Text(
                "The columns that explain it: numbers, true-or-false columns and categories, with at most {most} "
                "numbers and values together.",
                most=MOST - 1,
            ),
            (Number, Flag, Category),
            low=1,
            label=Text("Explained by"),
            of="target",
        ),
    )

    target: str
    features: Sequence[str]
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.features) if isinstance(self.features, list | tuple) else (self.features,)
        named = (*given, self.target)
        if not given or not all(isinstance(name, str) and name for name in named) or len(set(named)) < len(named):
            raise QueryError(
                "A regression needs one or more columns besides the explained one, each once. Got {features}.",
                'For example LinearRegression("cost", ["age", "smoker"]).',
                features=shown(given),
            )
        object.__setattr__(self, "features", given)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        number(schema, self.target)
        if not self.terms(schema).places:
            raise QueryError(
                "The features of a regression must vary. Each of {features} has one value only.",
                "Use numbers, true-or-false columns, or categories with two or more values.",
                features=joined(self.features, ", "),
            )
        return super().bind(schema)

    def products(self, schema: Schema) -> Features:
        """The products of the features and the target. Raises QueryError."""
        return features(schema, tuple(self.features), self.target)

    @property
    def used(self) -> tuple[str, ...]:
        """The features and the target."""
        return (*self.features, self.target)

    @property
    def words(self) -> Words:
        """The question in words."""
        return Words(
            Text("Regression of {target} on {features}", target=self.target, features=joined(self.features, ", ")),
            measured=Text("change of {target} over the range", target=self.target),
            cell=Text("feature"),
        )

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Prediction of {target} for {columns}", target=self.target, columns=joined(self.features, ", "))

    def terms(self, schema: Schema) -> Terms:
        """The intercept and the features."""
        return Terms(self.products(schema), tuple(self.features))

    def lines(self, schema: Schema) -> tuple[tuple[str, str], ...]:
        """A coefficient for each term and the intercept; and what is left."""
        names = distinct([INTERCEPT, *self.terms(schema).names])
        return (*((COEFFICIENT, name) for name in names), *((FIT, name) for name in AROUND))

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The coefficients, compared by the change of the target over the range of each column."""
        terms = self.terms(table.schema)
        marks = tuple(range(1, 1 + len(terms.places)))
        said, given = self.words, tuple(self.features)
        return Model(keys, figures, marks, terms.ranges, said.measured, arguments=given, noun=said.cell)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The coefficients in the columns' units, and what is left."""
        fit = self.fit(table, type(price), noisy, spread)
        linear, constant = self.terms(table.schema).scaled
        std, half = self._errors(fit, linear, spread.whole, fit.untold)
        value = linear @ fit.beta + constant
        error = float(spread.std[0] / self.products(table.schema).units(type(price))[0])
        around = self._around(table, fit, error, spread)
        pairs = zip((value, std, value - half, value + half), around, strict=True)
        return Estimates(*map(np.concatenate, pairs))

    def fit(self, table: Table, price: type[Price], noisy: Floats, spread: Spread) -> regression.Fit:
        """The fit of noisy products."""
        products = self.products(table.schema)
        moments, variances = self.moments(table, price, noisy, spread)
        used = [0, *self.terms(table.schema).places]
        common = regression.common(moments, variances, products, used)
        return regression.fit(moments, variances, products.places, common, _last(products)).widened(used, common)

    def _errors(
        self, fit: regression.Fit, linear: Floats, factor: float, untold: NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """The standard errors and margins of linear combinations of coefficients; NaN if they cannot be estimated."""
        std = np.sqrt(np.einsum("ij,jk,ik->i", linear, fit.covariance, linear))
        known = np.where(untold | (not fit.told), np.nan, 1.0)
        return known * std, known * (factor * std + np.abs(linear) @ fit.pull)

    def _around(self, table: Table, fit: regression.Fit, rows: float, spread: Spread) -> Floats:
        """Estimate, standard error, low and high of the number of rows, both standard deviations and R squared."""
        products, factor = self.products(table.schema), spread.whole
        half = products.variables[_last(products) - 1].half
        sizes = [np.array(sigma(*variance, factor)) * half for variance in (fit.residual, fit.total)]
        counted = (fit.rows, rows, max(fit.rows - spread.count * rows, 0.0), fit.rows + spread.count * rows)
        gain, error = fit.gain
        share = np.clip([gain, gain - factor * error, gain + factor * error], 0.0, 1.0)
        return np.array([counted, *sizes, (share[0], error, share[1], share[2])]).T

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """Predictions for rows of features, shape (n, features): numbers, 0 and 1, and places of categories' values.

        The interval is that of the mean of rows with these features. NaN for rows with NaN.
        """
        noisy, spread = drawn(rounds, level)
        fit = self.fit(table, kind_of(rounds), noisy, spread)
        given = np.zeros((0, len(self.features))) if points is None else points
        linear = self.terms(table.schema).entries(given)
        std, half = self._errors(fit, linear, spread.whole, fit.unknown(linear))
        products = self.products(table.schema)
        target = products.variables[_last(products) - 1]
        value, low, high = (
            np.clip(target.middle + target.half * (linear @ fit.beta + far), *self._ends(table))
            for far in (0, -half, half)
        )
        return Estimates(value, std * target.half, low, high)

    def _ends(self, table: Table) -> tuple[float, float]:
        """The bounds of the target."""
        column = number(table.schema, self.target)
        return float(column.low), float(column.high)

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """What the fit explains, or that it cannot be estimated."""
        noisy, spread = drawn(rounds, level)
        fit = self.fit(table, kind_of(rounds), noisy, spread)
        gain, error = fit.gain
        if not fit.told:
            return Text(
                "The coefficients cannot be estimated: the noise may be as large as the variation of the features. Ask "
                "for fewer features, leave out values that few rows have, or pay a higher price."
            )
        least = gain - spread.whole * error
        said = Text(
            "R squared is {gain}: the share of the variance of {target} that the fit explains.",
            gain=f"{min(gain, 1.0):.2f}",
            target=self.target,
        )
        if gain + spread.whole * error < -len(fit.beta) / fit.rows:  # by more than what is counted off for chance
            said = Text(
                "Worse than the mean of {target}: R squared is {gain}, below 0.", target=self.target, gain=f"{gain:.2f}"
            )
        elif not least > 0:
            said = Text("No better than the mean of {target}, within the margin of error.", target=self.target)
        return joined((said, *self.terms(table.schema).without(fit.few, fit.firsts)))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What margins cover."""
        return Text(
            "Margins of coefficients cover privacy noise and sampling, for rows that are independent of each other. "
            "They do not cover clipped values, a relation that is not a straight line, or values that scatter more "
            "around it in some rows than in others."
        )

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of the median term, as the change of the target over the range of its column."""
        if rows is None:
            return UNKNOWN
        _, variances = self.moments(table, type(price), np.zeros((len(spread.std), 1)), spread)
        typical, most, least, _ = sizes(rows, float(np.sqrt(variances[0])))
        used = [0, *self.terms(table.schema).places]
        needed = regression.needed(variances, self.products(table.schema).places, used)
        counted = ((typical, _EVEN), (max(least, 1.0), _NARROW), (most, _WIDE))
        (std, half, _), (_, high, largest), (_, low, _) = (
            self._effects(table.schema, variances, *each, spread.whole) for each in counted
        )
        typical_columns = Text(
            "numbers that are spread evenly over their range, equally frequent values, independent of each other, and "
            "residuals with a standard deviation of a quarter of the range"
        )
        span = Text("numbers with a standard deviation from a tenth of their range up")
        words = joined(
            (
                assumed(rows, typical_columns, span),
                Text("The error is that of the change of {target} over the range of a feature.", target=self.target),
                unstated.of_regression(needed, least, [table.schema.columns[name] for name in self.features]),
            )
        )
        high = max(half, high)
        return Prediction(std, half, min(half, low), high, max(high, largest), words)

    def _effects(
        self, schema: Schema, variances: Floats, rows: float, spread: float, factor: float
    ) -> tuple[float, float, float]:
        """The median standard error and margin of the effects, and the largest, for columns without correlation."""
        products, terms = self.products(schema), self.terms(schema)
        moments, target = independent(products, rows, spread), _last(products)
        moments[products.places[target, target]] = _LEFT * rows
        every = regression.Common.all_of([0, *terms.places], len(products.places))
        found = regression.fit(moments, variances, products.places, every, target, ridged=False)
        linear, _ = terms.scaled
        std = np.sqrt(np.diag(linear @ found.covariance @ linear.T))[1:] * terms.ranges
        pull = (np.abs(linear) @ found.pull)[1:] * terms.ranges
        margins = factor * std + pull
        return float(np.median(std)), float(np.median(margins)), float(margins.max())


def _last(products: Features) -> int:
    """The place of the target."""
    assert products.weighted is not None
    return 1 + products.weighted

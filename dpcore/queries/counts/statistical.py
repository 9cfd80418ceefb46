"""The shares of rows that meet each of several conditions, answered together (statistical queries).

All counts and the number of rows are one vector with a joint sensitivity (`dpcore.queries.counts.centred`). Margins of
error are simultaneous by a union bound: at level 1 - beta, each of the q shares has an interval at level 1 - beta/q. If
the number of rows n is public and the price is mu, all shares are within a tolerance if

    n >= sqrt(D) / (mu tolerance) * normal quantile(1 - beta / (2q)),

for a price in epsilon (at beta <= 0.05) if n >= D / (tolerance epsilon) * ln(q / beta), where D <= q is the largest
number of conditions that tell two rows apart (for the population: `dpcore.queries.counts.tolerance`). Source: the
statistical query model (Kearns 1998) with noise (Blum, Dwork, McSherry & Nissim 2005); mechanisms:
`dpcore.mechanisms.additive`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Price, Spread
from dpcore.number import real, shown
from dpcore.queries.counts.centred import Centred, Facts, centred
from dpcore.queries.counts.tolerance import least, needed, reach, sampling_error
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis, axis_of, group_count
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.moment import Moment, mean_of, means
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Cells, Figures, Keys, Result
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Grid, Measure, Met, Rows
from dpcore.table.condition import Condition
from dpcore.table.overlap import overlap
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

MOST = 20
"""The largest number of conditions."""
WIDEST = 0.49
LEVEL = 0.95
_POINT = Text("0.01 is one percentage point, and 0 no tolerance.")
_TOLERANCES = (0.05, 0.01)  # for which a card says how many rows are needed


@final
@dataclass(frozen=True)
class StatisticalQueries(Moment):
    """The share of rows that meet each of `conditions` (a missing cell does not), among rows that meet `where`.

    tolerance: the wanted margin of error of all shares of a group at once, with the probability `confidence`; it is the
    price of an ask that names none. 0: no tolerance.
    """

    name: ClassVar[str] = "statistical_queries"
    title: ClassVar[Text] = Text("Statistical queries")
    help: ClassVar[Text] = Text(
        "The share of rows that meet each of several conditions, answered together. The margins of error hold for all "
        "conditions at once."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.MANY,)
    synonyms: ClassVar[Text] = Text(
        "several shares, several percentages, many proportions, several conditions, check boxes, "
        "prevalence of several, answered together, share"
    )
    formula: ClassVar[str] = "#{i : condition} / n, for each condition"
    cites: ClassVar[str] = (
        "statistical queries (Kearns 1998), answered with noise (Blum, Dwork, McSherry and Nissim 2005)"
    )
    later: ClassVar[Mapping[str, Any]] = {"tolerance": 0.0, "confidence": LEVEL}
    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "conditions", "conditions", Text("From 1 to {most} conditions on a row.", most=MOST), low=1, high=MOST
        ),
        Parameter(
            "tolerance",
            "real",
            Text(
                "The margin of error that all shares of a group keep at once, from which the price follows. 0.01 is "
                "one percentage point. 0: the price is chosen in the plan."
            ),
            high=WIDEST,
            label=Text("Tolerance"),
        ),
        Parameter(
            "confidence",
            "real",
            Text("The probability with which all shares of a group keep the tolerance."),
            low=0.5,
            high=0.9999,
            default=LEVEL,
            label=Text("Confidence"),
        ),
    )

    conditions: Sequence[Condition]
    tolerance: float = 0.0
    confidence: float = LEVEL
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = self.conditions
        conditions = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
        if not 1 <= len(conditions) <= MOST or not all(isinstance(condition, Condition) for condition in conditions):
            raise QueryError(
                "`conditions` must be 1 to {most} conditions. Got {conditions}.",
                'For example [dp.Condition("age", ">=", 65), dp.Condition("smoker", "==", True)].',
                most=MOST,
                conditions=shown([type(condition).__name__ for condition in conditions]),
            )
        object.__setattr__(self, "conditions", conditions)
        real(self.tolerance, "`tolerance`", at_least=0.0, at_most=WIDEST, error=QueryError, hint=_POINT)
        real(self.confidence, "`confidence`", at_least=0.5, at_most=0.9999, error=QueryError)
        object.__setattr__(self, "tolerance", float(self.tolerance))
        object.__setattr__(self, "confidence", float(self.confidence))
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against the schema. Raises QueryError."""
        conditions = tuple(condition.bind(schema) for condition in self.conditions)
        for place, condition in enumerate(conditions):
            if condition in conditions[:place]:
                raise QueryError(
                    "`conditions` names the same condition more than once: {condition}.",
                    "Name each condition once.",
                    condition=condition.words,
                )
        return replace(super().bind(schema), conditions=conditions)

    @property
    def error(self) -> ErrorUnit:
        """Shares; the tolerance, if there is one, is what an ask without a price pays for."""
        return ErrorUnit(
            by_rows=True, percent=True, asked=(self.tolerance, self.confidence) if self.tolerance else None
        )

    @property
    def words(self) -> Words:
        """The question in words; of many conditions, their number."""
        listed = joined((condition.words for condition in self.conditions), "; ")
        question = Text("Shares of rows with: {conditions}", conditions=listed)
        if len(self.conditions) > 5:
            question = Text("Shares of rows that meet each of {count} conditions", count=len(self.conditions))
        return Words(question, measured=Text("Share of rows"), cell=Text("condition"))

    @property
    def shape(self) -> type[Result]:
        """Always `Cells`."""
        return Cells

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each group and condition."""
        return Cells(keys, figures)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the conditions."""
        labels = tuple((spelling(condition),) for condition in self.conditions)
        return (*(axis_of(schema, part) for part in self.by), Axis(None, ("condition",), labels))

    def quantity(self, table: Table) -> Quantity:
        """Shares."""
        return Quantity(0.0, 1.0)

    def lattice(self, table: Table) -> Grid:
        """Each row has the value 0 or 1 for a condition."""
        return Grid(self.conditions[0].column, 0, 1, 0)

    def optional(self, table: Table) -> bool:
        """A row with a missing value is not left out: it just meets no condition on this column."""
        return bool(self.where or self.by)

    def aggregate(self, table: Table) -> Aggregate:
        """Rows, and rows that meet each condition."""
        measures: tuple[Measure, ...] = (Rows(), *(Met(condition) for condition in self.conditions))
        return Aggregate(measures, self._keys(table), tuple(self.where), (), self._groups(table))

    def statistic(self, table: Table, price: Price) -> Linear:
        """The vector of all counts, with its joint sensitivity."""
        return self._centred(table, price).statistic(self._facts(table))

    def moments(self, table: Table, price: Price) -> Floats:
        """The matrix from two coordinates to the rows n and 2c - n, for the count c of each condition."""
        return self._centred(table, price).moments

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The shares with simultaneous intervals, from public scales and the noisy vector only."""
        pairs = np.stack([np.repeat(noisy[0], len(noisy) - 1), noisy[1:].T.ravel()])
        return super().estimate(table, price, pairs, _pair(spread))

    def answer(self, table: Table, moments: Floats, covariance: Floats, factor: float) -> Estimates:
        """A share in [0, 1]."""
        unit = mean_of(moments, covariance, factor)
        return Estimates((1 + unit.estimate) / 2, unit.std_error / 2, (1 + unit.low) / 2, (1 + unit.high) / 2)

    def shapes(self) -> tuple[Floats, NDArray[np.bool_]]:
        """All possible shares."""
        return means()

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error of each share, for the guessed numbers of rows."""
        return super().expect(table, price, _pair(spread), rows)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The shares, with intervals that hold for all conditions of a group at once at this level."""
        return super().result(table, price, rounds, self._each(level))

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error of all shares at once, with the numbers of rows at which it is small."""
        prediction = super().predict(table, price, self._each(level), rows)
        if self.tolerance:
            return replace(prediction, assumption=joined([prediction.assumption, self._needed(table, price)]))
        few, many = (self.rows_needed(table, price, tolerance, level) for tolerance in _TOLERANCES)
        needed = Text(
            "All shares of a group are within ± {wide} percentage points at once with {few:,} rows or more, within "
            "± {narrow} with {many:,}.",
            wide=f"{100 * _TOLERANCES[0]:g}",
            narrow=f"{100 * _TOLERANCES[1]:g}",
            few=few,
            many=many,
        )
        return replace(prediction, assumption=joined([prediction.assumption, needed]))

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which all shares are within `half_width` at once. Raises QueryError."""
        return super().price_of(table, kind, half_width, self._each(level), rows)

    def rows_needed(self, table: Table, price: Price, tolerance: float, level: float, population: bool = False) -> int:
        """The least number of rows of a group with which all its shares are within a tolerance at once at a level.

        population: of the shares of the population from which the rows are drawn independently, else of the table's.
        Raises QueryError for a tolerance outside (0, 1/2).
        """
        real(tolerance, "`tolerance`", above=0.0, below=0.5, error=QueryError)
        beta = (1 - level) / 2 if population else 1 - level
        spread = _pair(self.mechanism(table, price).error(self._each(1 - beta)))
        if not any(spread.std) and not population:
            return 0
        matrix, (means_, _) = self.moments(table, price), self.shapes()
        covariance = matrix @ np.diag(np.square(spread.std)) @ matrix.T
        columns = np.vstack([np.ones(means_.shape[1]), means_])

        def enough(count: int) -> bool:
            answers = self.answer(table, count * columns, covariance, spread.whole)
            drawn = sampling_error(count, len(self.conditions), beta) if population else 0.0
            return float(reach(answers).max()) + drawn <= tolerance * (1 + 1e-12)

        return least(enough)

    def _needed(self, table: Table, price: Price) -> Text:
        """The rows that the tolerance needs. Rows of one unit are not drawn independently of each other."""
        wanted = (self.tolerance, self.confidence)
        single = table.unit.max_rows == 1
        many = self.rows_needed(table, price, *wanted, population=True) if single else None
        return needed(*wanted, self.rows_needed(table, price, *wanted), many)

    def _each(self, level: float) -> float:
        """The level of each interval at which all of a group hold at `level`, by a union bound."""
        return 1 - (1 - level) / len(self.conditions)

    def _centred(self, table: Table, price: Price) -> Centred:
        return centred(self._facts(table), price)

    def _facts(self, table: Table) -> Facts:
        over = overlap(table.schema, tuple(self.conditions))
        left_out = self.optional(table) or table.unit.max_rows > 1
        return Facts(
            len(self.conditions),
            over,
            table.neighbors,
            table.unit.max_rows,
            group_count(table.schema, self.by),
            self.rows_public(table),
            left_out,
        )


def spelling(condition: Condition) -> str:
    """A condition as a label, in the same words in every language: age >= 65; ward in A, B."""
    values: list[Any] = [f"{value:.15g}" if isinstance(value, float) else value for value in condition.values]
    return f"{condition.column} {condition.op} {', '.join(map(str, values))}"


def _pair(spread: Spread) -> Spread:
    """The noise of the rows and of one condition; it is the same for all."""
    return Spread(spread.std[:2], spread.half[:2], spread.factor, spread.whole)

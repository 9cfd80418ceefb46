"""Several quantiles of a column in one question, by the method whose predicted error is the smallest.

Whatever the method, the rows below and at each answer are counted with noise (`dpcore.queries.order.recount`).

slicing     cuts, counts of the slices between them, and a selection in each (`dpcore.queries.order.by_slicing`)
halving     selections by recursive halving (`dpcore.queries.order.by_halving`)
cumulative  read off a noisy cumulative distribution (`dpcore.queries.order.by_cumulative`)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mu, Price, Spread
from dpcore.number import reals, shown
from dpcore.queries.order.by_cumulative import ByCumulative
from dpcore.queries.order.by_halving import ByHalving
from dpcore.queries.order.by_slicing import BySlicing
from dpcore.queries.order.quantile_method import Method
from dpcore.queries.order.recounting import CHECK, USUALLY, Recounting
from dpcore.queries.order.same_table import Same
from dpcore.queries.question import topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.key import Axis, axis_of, group_count
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.ranked import unbounded
from dpcore.queries.question.round import Promise, Rounds, Run
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Cells, Figures, Keys, Result
from dpcore.statistic.sums.ranges import MOST_PARTS
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.order.quantile_method import Places

USUAL = (0.1, 0.25, 0.5, 0.75, 0.9)
MOST = 99
AUTO, BEST, SLICING, HALVING, CUMULATIVE = "auto", "best", "slicing", "halving", "cumulative"
METHODS = {
    AUTO: Text("Smallest predicted error"),
    SLICING: Text("Slices: cuts, counts and selections"),
    HALVING: Text("Recursive halving"),
    CUMULATIVE: Text("Cumulative distribution"),
}
"""The methods that are offered. Records of earlier versions also have "best"."""
_KNOWN = (*METHODS, BEST)
_USED = {
    SLICING: Text("Method: slices (cuts, counts of the slices, and a selection in each)."),
    HALVING: Text("Method: recursive halving."),
    CUMULATIVE: Text("Method: read off a noisy cumulative distribution."),
}
_WORDS = {
    SLICING: Text("slices"),
    CUMULATIVE: Text("read off a cumulative distribution"),
}
_ROWS = 10_000  # the number of rows assumed where none is declared


@final
@dataclass(frozen=True)
class Quantiles(Recounting):
    """The values of a clamped column below which the shares `qs` of the rows lie; missing values are left out."""

    name: ClassVar[str] = "quantiles"
    title: ClassVar[Text] = Text("Quantiles")
    help: ClassVar[Text] = Text(
        "The values below which given shares of the rows lie, such as quartiles or percentiles."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.SPREAD, topic.SHAPE)
    synonyms: ClassVar[Text] = Text(
        "quartiles, percentiles, deciles, quintiles, five-number summary, box plot, boxplot, "
        "minimum and maximum, min, max, range, summary statistics, descriptive statistics, spread, "
        "inequality, unequal"
    )
    formula: ClassVar[str] = "t with #{xᵢ < t} ≤ q n ≤ #{xᵢ ≤ t}, for each q"
    cites: ClassVar[str] = "ranks as scores (Smith 2011), recursive halving (Kaplan, Schnapp and Stemmer 2022)"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("column", "column", Text("The numbers."), (Number,)),
        Parameter(
            "qs",
            "numbers",
            Text("Up to {most} shares from 0 to 1, separated by commas.", most=MOST),
            usual=USUAL,
            label=Text("Shares"),
        ),
        Parameter(
            "method",
            "choice",
            Text("By default the method whose error is predicted to be the smallest, from public facts."),
            choices=tuple(METHODS.items()),
            label=Text("Method"),
        ),
        CHECK,
    )
    later: ClassVar[Mapping[str, Any]] = {"check": False, "method": HALVING}
    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS, by_expected=True)

    column: str
    qs: Sequence[float] = USUAL
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    method: str = AUTO
    check: bool = True

    def __post_init__(self) -> None:
        values = list(self.qs) if isinstance(self.qs, Iterable) and not isinstance(self.qs, str) else [self.qs]
        if not 1 <= len(values) <= MOST:
            raise QueryError(
                "`qs` must be 1 to {most} shares. Got {count}.",
                "For example [0.25, 0.5, 0.75].",
                most=MOST,
                count=len(values),
            )
        found = reals(values, "A quantile", of=self.qs, at_least=0, at_most=1, error=QueryError)
        if len(set(shares := sorted(share + 0.0 for share in found))) < len(shares):
            raise QueryError(
                "`qs` names a share more than once. Got {shares}.", "Name each share once.", shares=shown(shares)
            )
        if any((MOST_PARTS * _decimal(share)).denominator > 1 for share in shares):
            raise QueryError("A quantile can have at most six decimals.", "For example 0.333333.")
        if not isinstance(self.method, str) or self.method not in _KNOWN:
            raise QueryError(
                "`method` must be one of {methods}. Got {method}.",
                methods=", ".join(METHODS),
                method=shown(self.method),
            )
        object.__setattr__(self, "qs", tuple(shares))
        super().__post_init__()

    @property
    def words(self) -> Words:
        """The question in words."""
        shares = Text("{count} shares", count=len(self.qs))
        if len(self.qs) <= 9:
            shares = joined((f"{share:g}" for share in self.qs), ", ")
        return Words(
            Text("Quantiles of {column} ({shares})", column=self.column, shares=shares),
            details=(_WORDS[self.method],) if self.method in _WORDS else (),
            measured=Text("{column}", column=self.column),
            cell=Text("quantile"),
        )

    @property
    def error(self) -> ErrorUnit:
        """Of each quantile."""
        return ErrorUnit("ranks", quantiles=tuple(self.qs), truth=Text("quantile"))

    @property
    def shape(self) -> type[Result]:
        """Always `Cells`."""
        return Cells

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """A number for each share and group."""
        return Cells(keys, figures)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the shares."""
        return (*(axis_of(schema, part) for part in self.by), Axis(None, ("q",), tuple((share,) for share in self.qs)))

    def admit(self, table: Table) -> None:
        """Raises QueryError if the named method has no answer for this table."""
        super().admit(table)
        if self.method == CUMULATIVE and math.isinf(
            self._methods(table)[CUMULATIVE].expected(table, Mu(Fraction(1)), 1)
        ):
            raise QueryError(
                "“{question}” cannot be read off a cumulative distribution.",
                "Group by other columns, use fewer groups, or choose another method.",
                question=self.sentence,
            )

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of all rounds of the chosen method, and of the counts. Raises QueryError."""
        spent = self.spent(price)
        return self.with_counts(table, price, self.chosen(table, price).promise(table, spent))

    def answered(self, table: Table, price: Price) -> Run:
        """The rounds of the method that is chosen for its part of the price."""
        return self._methods(table)[self._name(table, price)].run(table, price)

    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The answers of the method that is chosen for its part of the price."""
        return self._methods(table)[self._name(table, price)].places(table, price, rounds)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The released numbers, which never decrease with the shares; with intervals where no ranks are bounded."""
        method, spent, drawn = self.chosen(table, price), self.spent(price), self.answering(rounds)
        answers = method.answers(table, spent, drawn).ravel()
        if self.check:  # the counts are those of the grid
            answers = self.numbers(table, method.places(table, spent, drawn).astype(np.float64)).ravel()
        ends = method.interval(table, spent, drawn, level)
        if ends is None:
            return unbounded(self.stated(answers, table, price, rounds))
        low, high = np.minimum(ends[0].ravel(), answers), np.maximum(ends[1].ravel(), answers)
        return replace(unbounded(answers), low=low, high=high)

    def usual(self, table: Table, price: Price) -> float:
        """That of the chosen method."""
        return self.chosen(table, price).typical(table, self.spent(price))

    def restated(self, table: Table, price: Price) -> bool:
        """Where the cells of a distribution have several values: earlier versions stated a number of ranks instead."""
        return not self.chosen(table, price).bounded(table)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error in ranks, and the method that was chosen."""
        method, spent = self.chosen(table, price), self.spent(price)
        bounds = (method.worst(table, spent, level), method.tied(table, spent, USUALLY))
        error = self.expected(table, price, level, method.typical(table, spent), *bounds)
        ties = method.assumption if self.check or isinstance(method, ByHalving) else Text("")
        parts = [self.remark(table, price, None), error.assumption if method.bounded(table) else "", ties]
        return replace(error, assumption=joined([text for text in parts if text]))

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which `half_width` ranks bound the error, by bisection. Raises QueryError."""
        if self.method in (BEST, CUMULATIVE) and not self._methods(table)[CUMULATIVE].bounded(table):
            raise QueryError(
                "“{question}” has no error in ranks that a price could bound, because cells of the cumulative "
                "distribution have several values.",
                "Choose another method, a weight or a price.",
                question=self.sentence,
            )
        return self.price_within(kind, half_width, lambda price: self._stated(table, price, level))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """The method at this price, with its assumption if no rows were counted; empty for halving if it was named."""
        if self.method == HALVING:
            return Text("")
        name = self._name(table, self.spent(price))
        return joined([_USED[name], "" if name == HALVING or self.check else self._methods(table)[name].assumption])

    def chosen(self, table: Table, price: Price) -> Method:
        """The method that answers at this price, of which a part pays for the counts.

        "auto" and "best" are part of stored records: what they choose for given public facts never changes. "best"
        takes the cumulative distribution even where its cells have several values, and no error in ranks is stated.
        """
        return self._methods(table)[self._name(table, self.spent(price))]

    def _name(self, table: Table, price: Price) -> str:
        """The method with the smallest expected error at a price for the answers, compared to six digits.

        Where every value of a column has a cell of its own, nothing is interpolated and ties are no problem. Halving
        has larger errors with ties, so it is left out there, except for few quantiles.
        """
        return self.method if self.method not in (AUTO, BEST) else _cheapest(self, Same(table), price)

    def cheapest(self, table: Table, price: Price) -> str:
        """As `_name`, if the question names no method."""
        methods, rows = self._methods(table), self._rows(table)
        read = methods[CUMULATIVE]
        errors = {name: float(f"{method.expected(table, price, rows):.6g}") for name, method in methods.items()}
        assert isinstance(read, ByCumulative)
        if read.exact(table) and len(self.qs) > 3 and math.isfinite(errors[CUMULATIVE]):
            return CUMULATIVE
        if self.method == AUTO and not read.exact(table):
            del errors[CUMULATIVE]
        return min(errors, key=lambda name: errors[name])

    def _methods(self, table: Table) -> dict[str, Method]:
        shares = tuple(map(_decimal, self.qs))
        read = ByCumulative(self, shares, self._rows(table))
        return {HALVING: ByHalving(self, shares), SLICING: BySlicing(self, shares), CUMULATIVE: read}

    def _rows(self, table: Table) -> float:
        """The rows of a group: of the declared number, or of 10,000."""
        return (table.expected_rows or _ROWS) / group_count(table.schema, self.by)

    def _stated(self, table: Table, price: Price, level: float) -> float:
        """The bound that a quote predicts."""
        method, spent = self.chosen(table, price), self.spent(price)
        if not self.check:
            return method.worst(table, spent, level)
        return method.typical(table, spent) + self.recount(table, price).predicted(level)


def _decimal(share: float) -> Fraction:
    """A share as the decimal number it prints as."""
    return Fraction(repr(share))


@lru_cache(256)
def _cheapest(query: Quantiles, same: Same, price: Price) -> str:
    """Every quote needs it several times: for the promise, the error, and what is said of the method."""
    return query.cheapest(same.table, price)

"""A density whose bandwidths follow from noisy quartiles by the rule of thumb, in two rounds under one charge.

First a cumulative distribution of each column (`counts.cumulative`), for a share of the price. Its quartiles
and its number of rows n give, for d columns, (4 / ((d + 2) n))^(1/(d+4)) times the interquartile range over 1.34, the
bandwidth that is best in the limit for normal data (Silverman 1986); Hall, Rinaldo & Wasserman 2013 write d + 1. Then
the density at these bandwidths, with noise for them. They are public by then, and stay between public ends.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Epsilon, Kind, Mu, Price, Spread
from dpcore.mechanisms.additive import GaussianNoise
from dpcore.number import shown
from dpcore.queries.counts.cumulative import Cumulative
from dpcore.queries.curves.density_curve import DensityCurve
from dpcore.queries.curves.joint_density import JointDensity
from dpcore.queries.curves.kernel_estimate import brief
from dpcore.queries.order.quantile_method import part
from dpcore.queries.question import refusal, topic
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.key import Axis, group_count
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Figures, Keys, Result
from dpcore.result.view import Setting
from dpcore.statistic.order.cumulative import invert
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

RULES = {"rule": 2, "hall": 1}
"""What is added to d in the constant, by the name of the rule."""
IQR = 1.34
"""The interquartile range of a normal distribution, in standard deviations, as the rules have it."""
SHARE = Fraction(3, 20)
"""Of the price, for the quartiles."""

_CELLS = 256  # of a cumulative distribution
_ROWS = 10_000  # assumed where none are declared
_UNLIMITED = 1e300


@final
@dataclass(frozen=True)
class RuleDensity(Query, Readable):
    """The density of one or two number columns, by groups, at bandwidths that the rule of thumb gives.

    rule: "rule", with d + 2 in its constant; "hall", with d + 1. The quartiles are those of all groups together, and
    the number of rows that of an average group.
    """

    name: ClassVar[str] = "rule_density"
    title: ClassVar[Text] = Text("Density by rule of thumb")
    help: ClassVar[Text] = Text(
        "A density of one or two columns whose bandwidth follows from noisy quartiles. For data with one peak only."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.SHAPE,)
    synonyms: ClassVar[Text] = Text(
        "kernel density estimate, bandwidth, kde, density without settings, smooth distribution"
    )
    formula: ClassVar[str] = "Σ K((t − xᵢ) / h) / h, h from noisy quartiles"
    cites: ClassVar[str] = (
        "the rule of thumb for bandwidths (Silverman 1986), Gaussian-process noise (Hall, Rinaldo and Wasserman 2013)"
    )
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("inputs", "several", Text("One or two columns of numbers."), (Number,), low=1, high=2),
        Parameter(
            "rule",
            "choice",
            Text("The constant of the rule, for d columns."),
            choices=(
                ("rule", Text("with d + 2 (normal reference)")),
                ("hall", Text("with d + 1 (Hall, Rinaldo and Wasserman)")),
            ),
            label=Text("Rule"),
        ),
    )

    inputs: Sequence[str]
    rule: str = "rule"
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        given = tuple(self.inputs) if isinstance(self.inputs, list | tuple) else (self.inputs,)
        if not 1 <= len(given) <= 2 or not all(isinstance(name, str) and name for name in given):
            raise QueryError(
                "A density has one column or two. Got {inputs}.", 'For example ["age"].', inputs=shown(given)
            )
        object.__setattr__(self, "inputs", given)
        if not isinstance(self.rule, str) or self.rule not in RULES:
            raise QueryError(
                "`rule` must be one of {rules}. Got {rule}.", rules=", ".join(RULES), rule=shown(self.rule)
            )
        super().__post_init__()

    def density(self, widths: Sequence[float] = ()) -> DensityCurve | JointDensity:
        """The density at bandwidths in the columns' units; without them, at any."""
        first, *others = self.inputs
        one, *rest = widths or (None, None)
        if others:
            return JointDensity(first, others[0], one, rest[0], self.by, self.where)
        return DensityCurve(first, one, self.by, self.where)

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema, for all bandwidths that may follow. Raises QueryError."""
        self.density().bind(schema)
        bound = self.density([low for low, _ in self.ends(schema)]).bind(schema)
        self._asked(schema)
        return replace(super().bind(schema), by=bound.by, where=bound.where)

    def ends(self, schema: Schema) -> list[tuple[float, float]]:
        """The finest and the widest bandwidth along each column, which are public."""
        density = self.density()
        if isinstance(density, JointDensity):
            pairs = zip(density.cells(schema), density.parameters[2:], strict=True)
            return [(max(density.finest(schema, one), par.ends(one.column)[0]), one.length) for one, par in pairs]
        cells = density.cells(schema)
        return [(cells.finest, cells.length)]

    def free(self, table: Table, kind: Kind) -> bool:
        """Whether no row can change the answer."""
        return self.density().free(table, kind) and all(
            question.free(table, kind) for question in self._asked(table.schema)
        )

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of a distribution of each column and of the density, which do not depend on its bandwidth."""
        first, second = self._split(price)
        asked = self._asked(table.schema)
        losses = Counter(loss for question in asked for loss, _ in question.promise(table, first))
        widest = [high for _, high in self.ends(table.schema)]
        return (*losses.items(), *self.density(widest).promise(table, second))

    def run(self, table: Table, price: Price) -> Run:
        """A round for each column's distribution, then the density."""
        (first, second), counts = self._split(price), []
        for question in self._asked(table.schema):
            statistic, mechanism = question.statistic(table, first), question.mechanism(table, first)
            (noisy,) = yield Round((Step(question.aggregate(table), statistic, mechanism),), mechanism.loss)
            counts.append(noisy)
        yield from self.density(self._widths(table, first, counts)).run(table, second)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The density at the bandwidths of the transcript."""
        density, last = self._read(table, rounds)
        return density.result(table, self._split(price)[1], last, level)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The density at points. Raises QueryError for points outside the bounds."""
        density, last = self._read(table, rounds)
        return density.evaluate(table, last, level, points, settings)

    def resolution(self, table: Table, rounds: Rounds, level: float) -> float:
        """That of the density at the bandwidths of the transcript."""
        density, last = self._read(table, rounds)
        return density.resolution(table, last, level)

    def settings(self, table: Table, price: Price) -> tuple[Setting, ...]:
        """Those of a density but the bandwidth, as the noise is for one."""
        return tuple(each for each in self.density().settings(table, price) if each.name != "bandwidth")

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """The bandwidths."""
        widths = map(brief, self._transcribed(table, rounds))
        return Text(
            "Bandwidth {widths}, by the rule of thumb from noisy quartiles. Margins do not include this choice.",
            widths=" × ".join(widths),
        )

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """The error at the finest bandwidths that may follow, down to that at the widest: quartiles decide."""
        second = self._split(price)[1]
        finest, widest = (density.predict(table, second, level, rows) for density in self._extremes(table))
        words = Text(
            "The bandwidth follows from noisy quartiles: a margin of ±{most} belongs to the finest, and ±{least} to "
            "the widest. It is {widths} if the middle half of the rows lies in a quarter of the bounds.",
            most=brief(finest.high),
            least=brief(widest.low),
            widths=" × ".join(map(brief, self._usual(table, rows))),
        )
        return replace(finest, half_width=finest.high, low=widest.low, assumption=words, certain=finest.high)

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """The price at which the half width is at most the requested one at every bandwidth. Raises QueryError."""
        density = self._extremes(table)[0]
        unit = density.predict(table, kind(Fraction(1)), level, rows)  # errors at all points are in proportion
        with refusal.in_units(unit.high / unit.half_width):
            sold = density.price_of(table, kind, half_width * unit.half_width / unit.high, level, rows)
        return part(sold, 1 / (1 - SHARE))

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What the rule is for, and what margins leave out."""
        share = Text(
            "{share} % of the price pays for the quartiles. The rule is made for data with one peak; several are "
            "smoothed too much.",
            share=int(100 * SHARE),
        )
        return joined((share, self.density().remark(table, price, spread)))

    @property
    def words(self) -> Words:
        """Those of the density, with the rule."""
        hall, usual = Text("bandwidth by rule of thumb with d + 1"), Text("bandwidth by rule of thumb")
        return replace(self.density().words, details=(hall if self.rule == "hall" else usual,))

    @property
    def heading(self) -> Text:
        """The label of a field for points."""
        return self.density().heading

    @property
    def shape(self) -> type[Result]:
        """That of a density."""
        return self.density().shape

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The function, by group."""
        return self.density().shaped(table, keys, figures)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the points."""
        return self.density().axes(schema)

    def quantity(self, table: Table) -> Quantity:
        """That of the density."""
        return self.density().quantity(table)

    def _extremes(self, table: Table) -> tuple[DensityCurve | JointDensity, DensityCurve | JointDensity]:
        """The density at the finest bandwidths that may follow, and at the widest."""
        finest, widest = zip(*self.ends(table.schema), strict=True)
        return self.density(finest), self.density(widest)

    def _split(self, price: Price) -> tuple[Price, Price]:
        """The price of each column's distribution, and that of the density."""
        return part(price, SHARE / len(self.inputs)), part(price, 1 - SHARE)

    def _asked(self, schema: Schema) -> list[Cumulative]:
        """The distribution of each column over all groups."""
        return [Cumulative(name, _CELLS, (), self.where).bind(schema) for name in self.inputs]

    def _read(self, table: Table, rounds: Rounds) -> tuple[DensityCurve | JointDensity, Rounds]:
        """The density that was asked, and its round."""
        return self.density(self._transcribed(table, rounds)), rounds[len(self.inputs) :]

    def _transcribed(self, table: Table, rounds: Rounds) -> list[float]:
        """The bandwidths of a transcript. How counts are made of noisy coordinates depends on the kind of noise."""
        (first,), *_ = rounds
        kind = Mu if isinstance(first.mechanism, GaussianNoise) else Epsilon
        return self._widths(table, kind(Fraction(1)), [drawn.array for (drawn,) in rounds[: len(self.inputs)]])

    def _widths(self, table: Table, price: Price, counts: Sequence[Any]) -> list[float]:
        """The bandwidths, to three digits, from the noisy coordinates of each distribution."""
        rows, deviations = [], []
        for one, noisy in zip(self._asked(table.schema), counts, strict=True):
            statistic = one.statistic(table, price)
            prefixes = statistic.decoded.prefixes(np.asarray(noisy, np.float64).reshape(1, -1))
            wide = np.full(statistic.factor.cells, _UNLIMITED)
            (quartiles,) = invert([0.25, 0.75], one.edges(table.schema), prefixes, wide).value
            rows.append(float(prefixes[0, -1]))
            deviations.append(float(quartiles[1] - quartiles[0]) / IQR)
        return self._by_rule(table, min(rows) / group_count(table.schema, self.by), deviations)

    def _usual(self, table: Table, rows: Guess | None) -> list[float]:
        """The bandwidths of a prediction."""
        lengths = [high for _, high in self.ends(table.schema)]
        return self._by_rule(table, rows.typical if rows else _ROWS, [length / 4 / IQR for length in lengths])

    def _by_rule(self, table: Table, rows: float, deviations: list[float]) -> list[float]:
        """The bandwidths for a number of rows, between their ends and rounded to three digits."""
        share = thumb(max(rows, 1.0), len(self.inputs), RULES[self.rule])
        pairs = zip(deviations, self.ends(table.schema), strict=True)
        return [min(max(float(f"{share * deviation:.3g}"), low), high) for deviation, (low, high) in pairs]


def thumb(rows: float, dimension: int, add: int) -> float:
    """The bandwidth of the rule of thumb in standard deviations, with d + `add` in its constant."""
    return math.pow(4 / ((dimension + add) * rows), 1 / (dimension + 4))

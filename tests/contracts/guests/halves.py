"""A model: the shares of true in the lower and in the upper half of a number column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from dpcore.queries.models.halves_reading import shares  # type: ignore[import-not-found]

from dpcore.mechanisms import Price, Spread
from dpcore.queries.models.trees.feature import feature
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.estimates import Estimates
from dpcore.queries.question.key import Axis
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import UNKNOWN, Guess, Prediction, linear
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.single import Single
from dpcore.result import Figures, Keys, Model, Result
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@final
@dataclass(frozen=True)
class Halves(Single, Readable):
    """The share of rows that are true, below and above the middle of the bounds of a number."""

    name: ClassVar[str] = "halves"
    title: ClassVar[Text] = Text("Two halves")
    help: ClassVar[Text] = Text("How often a label is true below and above the middle of a number column.")
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("flag", "column", Text("True or false."), (Flag,), label=Text("Label")),
        Parameter("column", "column", Text("The numbers."), (Number,)),
    )
    error = ErrorUnit(by_rows=True, compares_shares=True)

    flag: str
    column: str
    where: Sequence[Condition] = ()

    @property
    def words(self) -> Words:
        """The question in words."""
        question = Text("Halves of {column} for {flag}", column=self.column, flag=self.flag)
        return Words(question, measured=Text("share with {target}", target=self.flag), cell=Text("half"))

    @property
    def shape(self) -> type[Result]:
        """Always `Model`."""
        return Model

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """Both halves."""
        halves = ("lower half", "upper half")
        return (Axis(None, ("part", "variable"), tuple((half, "share") for half in halves)),)

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """Both halves are compared."""
        said, given = self.words, (self.column,)
        return Model(keys, figures, (0, 1), (1.0, 1.0), said.measured, arguments=given, noun=said.cell, named="part")

    def aggregate(self, table: Table) -> Aggregate:
        """Rows by label and half."""
        keys = tuple(feature(table.schema, name, 2).key for name in (self.flag, self.column))
        return Aggregate((Rows(),), keys, tuple(self.where), (self.flag, self.column))

    def statistic(self, table: Table, price: Price) -> Linear:
        """Four counts."""
        optional = self.left_out(table, (self.flag, self.column))
        contribution = Contribution(((1,),), table.neighbors, table.unit.max_rows, 4, optional=optional)
        return Linear(contribution, ((1,),), (1.0,), counts=True)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The shares."""
        found: Estimates = shares(noisy[0].reshape(2, 2), spread)
        return found

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """For halves of equal size."""
        if rows is None:
            return UNKNOWN
        return linear(2 * spread.std[0] / rows.typical, 2 * spread.half[0] / rows.typical)

    @property
    def heading(self) -> Text:
        """The label of a field for rows."""
        return Text("Shares of {target} for {columns}", target=self.flag, columns=self.column)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The share of the half in which each number lies."""
        ((drawn,),) = rounds
        spread = drawn.mechanism.error(level)
        assert spread is not None
        read = shares(drawn.array[0].reshape(2, 2), spread)
        given = np.zeros((0, 1)) if points is None else points
        half = feature(table.schema, self.column, 2).places(given[:, 0])
        names = ("estimate", "std_error", "low", "high")
        return Estimates(*(np.where(np.isnan(given[:, 0]), nan, getattr(read, name)[half]) for name in names))

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """What was found."""
        return Text("Both halves of {column} were counted.", column=self.column)

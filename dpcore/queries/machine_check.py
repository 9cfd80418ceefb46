"""A kernel machine whose predictions are checked: a second round sums their squared errors over the rows, with noise.

The first round releases the function, so its predictions are known when the second one is asked; the losses of both add
up. `dpcore.statistic.squared_error` proves the sensitivity, `dpcore.queries.machine_quality` says what follows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Additive, Combined, Mu, Price
from dpcore.mechanisms.additive import laplace, spherical
from dpcore.number import shown
from dpcore.queries.estimates import Estimates
from dpcore.queries.fine_cells import FineCells
from dpcore.queries.kernel_estimate import KernelEstimate
from dpcore.queries.label import UNTOLD, Label
from dpcore.queries.machine_quality import CLEAR, Quality
from dpcore.queries.parameter import Parameter
from dpcore.queries.prediction import Guess
from dpcore.queries.quantile_method import part
from dpcore.queries.round import Drawn, Promise, Round, Rounds, Run, Step
from dpcore.statistic.machine import Machine
from dpcore.statistic.minimiser import BEND
from dpcore.statistic.squared_error import SquaredError
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.mechanisms import Spread
    from dpcore.queries.base import Floats

SHARE = Fraction(3, 20)
"""The share of the price that pays for the check."""
UNIT = 1024
"""Predictions are rounded to about so many steps of the label's range."""
CHECK = Parameter(
    "check",
    "flag",
    Text(
        "15 % of the price then pays for noisy sums of the squared errors of its predictions. They say whether it "
        "predicts better than one constant for all rows."
    ),
    default=1,
    label=Text("Measure how well it predicts"),
)


class Checked(KernelEstimate):
    """The second round. A record without the field `check` has none."""

    label: str
    check: bool = True

    def __post_init__(self) -> None:
        if type(self.check) is not bool:
            raise QueryError("`check` must be True or False. Got {check}.", check=shown(self.check))
        super().__post_init__()

    def to_dict(self) -> dict[str, Any]:
        """Canonical plain data. `check` is only written if it is on, as earlier versions did not have it."""
        return {name: value for name, value in super().to_dict().items() if (name, value) != ("check", False)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The question that `to_dict` wrote; without `check`, nothing is checked. Raises QueryError."""
        return super().from_dict({"check": False, **data})

    @abstractmethod
    def machine(self, schema: Schema, table: Table | None = None) -> Machine:
        """The statistic of the first round, for a table or for its coefficients alone."""

    @abstractmethod
    def cells(self, schema: Schema) -> tuple[FineCells, ...]:
        """The cells along each column."""

    @abstractmethod
    def read(self, table: Table, noisy: Floats, spread: Spread, u: Floats, margin: float) -> Estimates:
        """The function at points in boxes, all points of a group together."""

    @abstractmethod
    def labels(self, schema: Schema) -> Label:
        """The label with its loss."""

    def part(self, price: Price) -> Price:
        """The part of the price that pays for the function."""
        return part(price, 1 - SHARE) if self.check else price

    def mechanism(self, table: Table, price: Price) -> Additive:
        """The noise of the function."""
        return super().mechanism(table, self.part(price))

    def decisive(self, rounds: Rounds) -> Drawn:
        """The first round has the function."""
        return rounds[0][-1]

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of the function and of the check."""
        promised = super().promise(table, price)
        if not self.check:
            return promised
        loss = _noise(self._errors(table, (0,)), part(price, SHARE)).loss
        return promised if loss is None else (*promised, (loss, 1))

    def run(self, table: Table, price: Price) -> Run:
        """The function, then the squared errors of its predictions."""
        noise = self.mechanism(table, price)
        step = Step(self.aggregate(table), self.statistic(table, price), noise)
        (noisy,) = yield Round((step,), noise.loss)
        if self.check:
            found = np.asarray(noisy, dtype=np.float64)
            statistic = self._errors(table, self.predicted(table, found, noise.error(0.95)))
            noise = _noise(statistic, part(price, SHARE))
            yield Round((Step(step.aggregate, statistic, noise),), noise.loss)

    def predicted(self, table: Table, noisy: Floats, spread: Spread) -> tuple[int, ...]:
        """The predictions of each group and cell, as whole numbers from 0 to `_unit`; of labels, 0 or that."""
        sides = [(np.arange(cells.size) + 0.5) / cells.size for cells in self.cells(table.schema)]
        places = np.column_stack([side.ravel() for side in np.meshgrid(*sides, indexing="ij")])
        value = np.asarray(self.read(table, noisy, spread, places, 0.0).estimate)
        label, unit = self.labels(table.schema), self._unit(table.schema)
        if label.loss == "hinge":
            return tuple(((value > 0) * unit).tolist())
        low, high = _ends(label)
        share = np.clip((value - low) / (high - low), 0.0, 1.0) if high > low else np.zeros_like(value)
        return tuple(np.rint(share * unit).astype(np.int64).tolist())

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The function, from the first round."""
        return super().result(table, price, rounds[:1], level)

    def quality(self, table: Table, rounds: Rounds, level: float) -> Quality | None:
        """What the check says; None if there was none."""
        if not self.check or len(rounds) < 2:
            return None
        ((drawn,),) = rounds[1:]
        spread, one = drawn.mechanism.error(level), self._unit(table.schema) ** 2
        if spread is None:
            return None
        machine = self.machine(table.schema, table)
        size = self.groups(table) * machine.coordinates
        sums = tuple(float(value) / one for value in drawn.array[0])
        bend = BEND[machine.loss] / float(machine.strength)
        return Quality(sums, spread.std[0] / one, spread.factor, size, bend, machine.loss == "hinge")

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """Whether it predicts better than a constant."""
        quality = self.quality(table, rounds, level)
        if quality is None:
            return Text("")
        if isinstance(self.decisive(rounds).mechanism, Combined):
            return Text("How well it predicts was measured for each answer by itself, and not for their average.")
        label = self.labels(table.schema)
        low, high = _ends(label)
        said = quality.words(high - low if label.levels else None)
        fit = Text("This was measured with noise on the rows that it was fitted to.")
        return joined((said, fit)) if quality.told else said

    def checked(self, table: Table, price: Price, rows: Guess | None) -> Text:
        """Before the charge: what will be said of its predictions."""
        if not self.check:
            return UNTOLD
        noise = _noise(self._errors(table, (self._unit(table.schema) // 2,)), part(price, SHARE))
        least = CLEAR * noise.error(0.95).std[0] / self._unit(table.schema) ** 2
        if rows is not None and rows.most * self.groups(table) <= least:
            return Text(
                "How well it predicts will not be stated at this price: the noise may be as large as the number of "
                "rows."
            )
        return Text("How well it predicts is measured with 15 % of the price, and stated with the answer.")

    def _unit(self, schema: Schema) -> int:
        """The unit of predictions and labels: a multiple of the steps between the labels' values."""
        levels = self.labels(schema).levels
        steps = levels.size - 1 if levels else 1
        return -(-UNIT // max(steps, 1)) * max(steps, 1)

    def _errors(self, table: Table, predictions: tuple[int, ...]) -> SquaredError:
        """The statistic of the check."""
        levels, unit = self.labels(table.schema).levels, self._unit(table.schema)
        steps = levels.size - 1 if levels else 1
        values = tuple(unit // max(steps, 1) * place for place in range(steps + 1))
        machine, named = self.machine(table.schema, table), (self.label, *self.arguments)
        return SquaredError(machine, predictions, values, unit, self.left_out(table, named))


def _noise(statistic: SquaredError, price: Price) -> Additive:
    """The noise on the sums. They differ with each answer, so what is kept for other questions is not used."""
    return spherical(statistic, price.squared) if isinstance(price, Mu) else laplace(statistic, price.total)


def _ends(label: Label) -> tuple[float, float]:
    """The least and the largest value that a label is rounded to."""
    if label.levels is None:
        return 0.0, 1.0
    half = label.levels.length / label.levels.size / 2
    return label.levels.low + half, label.levels.high - half

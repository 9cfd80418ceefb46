"""A kernel machine whose predictions are checked: a second round sums their squared errors over the rows, with noise.

The first round releases the function, so its predictions are known when the second one is asked; the losses of both add
up. `dpcore.statistic.learners.squared_error` proves the sensitivity, `dpcore.queries.curves.machine_quality` says what
follows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from math import ceil, isqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dpcore.mechanisms import Additive, Combined, Mu, Price
from dpcore.mechanisms.additive import laplace, spherical
from dpcore.queries.curves.kernel_estimate import KernelEstimate
from dpcore.queries.curves.label import UNTOLD, Label
from dpcore.queries.curves.machine_quality import CLEAR, Quality
from dpcore.queries.order.quantile_method import part
from dpcore.queries.question.estimates import Estimates
from dpcore.queries.question.fine_cells import FineCells, fine_cells
from dpcore.queries.question.grid import grid, number
from dpcore.queries.question.key import axis_of, group_count
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess
from dpcore.queries.question.round import Drawn, Promise, Round, Rounds, Run, Step
from dpcore.statistic.learners.machine import Machine
from dpcore.statistic.learners.objective import BEND
from dpcore.statistic.learners.squared_error import SquaredError
from dpcore.table.aggregate import Aggregate, Grid, Met, Rows, Squares, Total
from dpcore.table.condition import Condition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.mechanisms import Spread
    from dpcore.queries.question.base import Floats

SHARE = Fraction(3, 20)
"""The share of the price that pays for the check."""
BITS = 12
"""Predictions, and labels that are numbers, are rounded to at most 2**BITS steps of the label's range."""
STEPS, STEPS_OF_TWO, MOST = 4096, 256, 2**20
"""Steps to which one column is rounded for the check, and each of two; and the most cells, with groups."""
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

    later: ClassVar[Mapping[str, Any]] = {"check": False}

    label: str
    check: bool = True

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
        loss = _noise(self._errors(table, ()), part(price, SHARE)).loss
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
            yield Round((Step(self._counted(table), statistic, noise),), noise.loss)

    def steps(self, table: Table) -> tuple[FineCells, ...]:
        """The cells along each column in which the check counts rows: as fine as the groups allow.

        Where units count in some cells alone, by a hash of these, they are those of the fit: then rows are the same.
        """
        if self._groups(table) is not None:
            return self.cells(table.schema)
        groups, two = group_count(table.schema, self.by), len(self.arguments) > 1
        most = min(STEPS_OF_TWO, isqrt(MOST // groups)) if two else min(STEPS, MOST // groups)
        return tuple(fine_cells(table.schema, name, max(most, 1)) for name in self.arguments)

    def _counted(self, table: Table) -> Aggregate:
        """Rows and their labels, by group and cell."""
        lattice = self._lattice(table.schema)
        met = (Met(Condition(self.label, "==", True)),)
        measures = (Rows(), *(met if lattice is None else (Total(lattice), Squares(lattice))))
        axes = (*(axis_of(table.schema, part) for part in self.by), *(cells.axis for cells in self.steps(table)))
        keys = tuple(axis.key for axis in axes if axis.key is not None)
        if (most := self._groups(table)) is not None:
            keys = self._keys(table)
        return Aggregate(measures, keys, tuple(self.where), (self.label,), most)

    def predicted(self, table: Table, noisy: Floats, spread: Spread) -> tuple[int, ...]:
        """The predictions of each group and cell, as whole numbers from 0 to `_unit`; of labels, 0 or that."""
        sides = []
        for own, cells in zip(self.steps(table), self.cells(table.schema), strict=True):
            middles = own.low + (np.arange(own.size) + 0.5) / own.size * own.length
            sides.append(np.clip((middles - cells.low) / cells.length, 0.0, 1.0))
        places = np.column_stack([side.ravel() for side in np.meshgrid(*sides, indexing="ij")])
        value = np.asarray(self.read(table, noisy, spread, places, 0.0).estimate)
        unit, lattice = self._unit(table.schema), self._lattice(table.schema)
        if self.labels(table.schema).loss == "hinge":
            return tuple(((value > 0) * unit).tolist())
        share = value if lattice is None else (value / float(lattice.step) - lattice.low) / max(lattice.steps, 1)
        found = np.clip(np.rint(share * unit), 0, unit).astype(np.int64)
        levels = self.labels(table.schema).levels
        if levels and self._groups(table) is not None:  # the fit counts by cells of the label too
            found = np.repeat(found, levels.size)
        return tuple(found.tolist())

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
        size = group_count(table.schema, self.by) * machine.coordinates
        sums = tuple(float(value) / one for value in drawn.array[0])
        bend, labels = BEND[machine.loss] / float(machine.strength), machine.loss == "hinge"
        return Quality(sums, spread.std[0] / one, spread.factor, size, bend, self._rounding(table.schema), labels)

    def _rounding(self, schema: Schema) -> tuple[float, float]:
        """How far predictions and labels are rounded at most, together, and labels alone; as parts of the range."""
        if self.labels(schema).loss == "hinge":
            return 0.0, 0.0
        lattice, half = self._lattice(schema), 0.5 / self._unit(schema)
        if lattice is None or (number(schema, self.label).integer and lattice.exponent == 0):
            return half, 0.0
        rounded = 0.5 / max(lattice.steps, 1)
        return half + rounded, rounded

    def found(self, table: Table, rounds: Rounds, level: float) -> Text:
        """Whether it predicts better than a constant."""
        quality = self.quality(table, rounds, level)
        if quality is None:
            return Text("")
        lattice, sizes = self._lattice(table.schema), (f"{cells.size:,}" for cells in self.steps(table))
        said = quality.words(None if lattice is None else float(lattice.steps * lattice.step))
        averaged = isinstance(self.decisive(rounds).mechanism, Combined)
        if not quality.told:
            last = Text("How well the last of the averaged answers predicts cannot be stated: it had too low a price.")
            return last if averaged else said
        fit = Text(
            "This was measured with noise on the rows that it was fitted to, with {columns} rounded to {steps} steps.",
            columns=joined(self.arguments, ", "),
            steps=" × ".join(sizes),
        )
        average = Text("It is that of the last of the averaged answers; their average usually predicts better.")
        return joined((said, fit, average) if averaged else (said, fit))

    def checked(self, table: Table, price: Price, rows: Guess | None) -> Text:
        """Before the charge: what will be said of its predictions."""
        if not self.check:
            return UNTOLD
        noise = _noise(self._errors(table, ()), part(price, SHARE))
        least = ceil(CLEAR * noise.error(0.95).std[0] / self._unit(table.schema) ** 2)
        if rows is not None and rows.typical * group_count(table.schema, self.by) < least:
            return Text(
                "How well it predicts will hardly be stated at this price: it needs about {rows:,} rows.", rows=least
            )
        return Text(
            "How well it predicts is measured with 15 % of the price, and stated if there are more than about {rows:,} "
            "rows.",
            rows=least,
        )

    def _lattice(self, schema: Schema) -> Grid | None:
        """The steps of a label that is a number; None for true and false."""
        return grid(self.label, number(schema, self.label), BITS) if self.labels(schema).levels else None

    def _unit(self, schema: Schema) -> int:
        """The largest prediction and label."""
        return self._scale(schema) * (1 if (lattice := self._lattice(schema)) is None else max(lattice.steps, 1))

    def _scale(self, schema: Schema) -> int:
        """The unit of predictions in a step of the label."""
        lattice = self._lattice(schema)
        return max((1 << BITS) // (1 if lattice is None else max(lattice.steps, 1)), 1)

    def _errors(self, table: Table, predictions: tuple[int, ...]) -> SquaredError:
        """The statistic of the check."""
        flag, unit = self._lattice(table.schema) is None, self._unit(table.schema)
        optional = self.left_out(table, (self.label, *self.arguments))
        scale = 1 if flag else self._scale(table.schema)
        return SquaredError(predictions, unit, flag, table.neighbors, table.unit.max_rows, optional, scale)


def _noise(statistic: SquaredError, price: Price) -> Additive:
    """The noise on the sums; not by the cached `additive`, as each answer has predictions of its own."""
    return spherical(statistic, price.squared) if isinstance(price, Mu) else laplace(statistic, price.total)

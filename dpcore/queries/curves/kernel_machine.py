"""A kernel machine: a label predicted from one or two columns, by a function that is private at every point.

Source: Hall, Rinaldo & Wasserman 2013, section 4 (empirical risk minimisation in a reproducing kernel Hilbert space);
`dpcore.statistic.learners.machine` has the losses, the sensitivity and the proof of the minimiser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self, final

import numpy as np

from dpcore.errors import QueryError
from dpcore.mechanisms import Price, Spread
from dpcore.number import real, shown
from dpcore.queries.curves import machine_parameter as chosen
from dpcore.queries.curves.kernel_estimate import boxes, brief, detail, drawn, lattice, together
from dpcore.queries.curves.label import UNTOLD, Label, label_of
from dpcore.queries.curves.machine_check import CHECK, Checked
from dpcore.queries.curves.smooth_curve import POINTS
from dpcore.queries.curves.smooth_surface import SIDE
from dpcore.queries.question import refusal, topic
from dpcore.queries.question.base import Estimates
from dpcore.queries.question.error import ErrorUnit
from dpcore.queries.question.fine_cells import FineCells, fine_cells
from dpcore.queries.question.key import Axis, axis_of
from dpcore.queries.question.limits import FEWER_CELLS, Limits
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction
from dpcore.queries.question.quantity import Quantity
from dpcore.queries.question.round import Rounds
from dpcore.queries.question.sentence import Words
from dpcore.queries.question.topic import Topic
from dpcore.result import Expansion, Figures, Keys, Result, Surface
from dpcore.statistic.learners.machine import Machine
from dpcore.statistic.order.machine_score import norm, scores, wider
from dpcore.statistic.waves.fourier import Fourier
from dpcore.statistic.waves.plane import Plane
from dpcore.table.aggregate import Aggregate, Key, Met, Rows
from dpcore.table.column import Flag, Number
from dpcore.table.condition import Condition
from dpcore.table.partition import Partition
from dpcore.table.schema import Schema
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from dpcore.queries.question.base import Floats

CELLS, CELLS_OF_TWO = 512, 32
"""Cells along one column, and along each of two."""
MOST_COUNTS = 2**22
"""Cells of the columns, the label and the groups in which rows are counted."""
_INSTEAD = Text("Choose the usual loss instead: logistic, or Huber's for a number.")


@final
@dataclass(frozen=True)
class KernelMachine(Checked):
    """The probability that a true-or-false label is true, or the mean of a number, along one or two columns.

    A function of the columns minimises the sum of a loss over the rows plus half of `strength` times its squared norm.
    loss: "usual" (logistic; of a number Huber's, for a robust mean), "hinge" (smoothed, for true and false; a score,
    true above 0) or "squares" (kernel ridge regression, for a mean). Squares are only answered without groups and
    filters, where one row is replaced, none is left out and `expected_rows` is declared; with more rows than these,
    `strength` grows in proportion. strength: a larger one has less noise and pulls answers to the middle. bandwidth: of
    the Gaussian kernel, as a share of each column's range.
    """

    error = ErrorUnit(by_rows=True)  # an answer about a sample is not scaled up; that of squares depends on rows
    name: ClassVar[str] = "kernel_machine"
    title: ClassVar[Text] = Text("Kernel machine")
    help: ClassVar[Text] = Text(
        "A label predicted from one or two number columns. Along one column, a trend usually has a smaller error."
    )
    topics: ClassVar[tuple[Topic, ...]] = (topic.PREDICTS,)
    synonyms: ClassVar[Text] = Text(
        "nonlinear, kernel method, svm, support vector machine, classifier, predict from one or two numbers"
    )
    formula: ClassVar[str] = "argmin over f of Σ loss(f(xᵢ), yᵢ) + c ‖f‖²"
    cites: ClassVar[str] = "empirical risk minimisation in a kernel space (Hall, Rinaldo and Wasserman 2013)"
    limits: ClassVar[Limits] = Limits(cells=FEWER_CELLS, by_expected=True)
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("label", "column", Text("What is predicted."), (Flag, Number), label=Text("Label")),
        Parameter(
            "inputs",
            "several",
            Text("The one or two numbers it is predicted from."),
            (Number,),
            low=1,
            high=2,
            label=Text("From"),
            of="label",
        ),
        chosen.LOSS,
        chosen.STRENGTH,
        chosen.BANDWIDTH,
        CHECK,
    )

    label: str
    inputs: Sequence[str]
    loss: str = "usual"
    strength: float = chosen.USUAL_STRENGTH
    bandwidth: float = chosen.USUAL_WIDTH
    by: Sequence[Partition] = ()
    where: Sequence[Condition] = ()
    check: bool = True

    def __post_init__(self) -> None:
        given = tuple(self.inputs) if isinstance(self.inputs, list | tuple) else (self.inputs,)
        named = (*given, self.label)
        are_names = all(isinstance(name, str) for name in named)
        if not 1 <= len(given) <= 2 or not are_names or len({"", *named}) <= len(named):
            raise QueryError(
                "A kernel machine needs one or two columns besides its label. Got {inputs}.",
                'For example KernelMachine("late", ["hour"]).',
                inputs=shown(given),
            )
        object.__setattr__(self, "inputs", given)
        if self.loss not in (chosen.USUAL, chosen.HINGE, chosen.SQUARES):
            raise QueryError('`loss` must be "usual", "hinge" or "squares". Got {loss}.', loss=shown(self.loss))
        for name, low, high in (("strength", 1.0, 1e6), ("bandwidth", chosen.FINEST, chosen.WIDEST)):
            value = real(getattr(self, name), f"`{name}`", at_least=low, at_most=high, error=QueryError)
            object.__setattr__(self, name, value)
        super().__post_init__()

    def bind(self, schema: Schema) -> Self:
        """This question checked against a schema. Raises QueryError."""
        if self.labels(schema).levels and self.loss == chosen.HINGE:
            return replace(self, loss=chosen.USUAL).bind(schema)  # a number has no hinge
        bound = super().bind(schema)
        machine = bound.machine(schema)
        self._limited(schema, machine.coordinates)
        counted = machine.factor.cells * len(machine.labels) * prod(axis_of(schema, part).size for part in self.by)
        if counted > MOST_COUNTS:
            raise QueryError(
                "Rows would be counted in {counted:,} cells; at most {most:,} are allowed.",
                "Use fewer or coarser groups.",
                counted=counted,
                most=MOST_COUNTS,
            )
        return bound

    def admit(self, table: Table) -> None:
        """Raises QueryError for squares whose sensitivity no public fact bounds."""
        if self.loss == chosen.SQUARES:
            numbers = (*self.inputs, *([self.label] if self.labels(table.schema).levels else []))
            refusal.unless_all_rows(self.sentence, table, bool(self.by or self.where), numbers, _INSTEAD)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The columns from which the label is predicted."""
        return tuple(self.inputs)

    @property
    def words(self) -> Words:
        """The question in words, with the loss and with those numbers that are not the usual ones."""
        first, *second = self.inputs
        inputs = Text("{one} and {other}", one=first, other=second[0]) if second else first
        losses = {chosen.HINGE: Text("smoothed hinge"), chosen.SQUARES: Text("ridge regression")}
        said = [losses[self.loss]] if self.loss in losses else []
        if self.strength != chosen.USUAL_STRENGTH:
            said.append(Text("regularisation {strength}", strength=brief(self.strength)))
        said += detail((self.bandwidth,)) if self.bandwidth != chosen.USUAL_WIDTH else ()
        measured = Text("prediction of {label}", label=self.label)
        if self.loss == chosen.HINGE:
            measured = Text("score of {label}", label=self.label)
        return Words(
            Text("Kernel machine of {label} from {inputs}", label=self.label, inputs=inputs),
            details=tuple(said),
            measured=measured,
        )

    @property
    def heading(self) -> Text:
        """The label of a field for points."""
        first, *second = self.inputs
        facts = {"label": self.label, "column": first}
        if second:
            return Text("Prediction of {label} where {column} and {other} are", other=second[0], **facts)
        return Text("Prediction of {label} where {column} is", **facts)

    def remark(self, table: Table, price: Price, spread: Spread | None) -> Text:
        """What margins leave out."""
        label = self.labels(table.schema)
        pulled = Text(
            "The margin does not cover what smoothing and regularisation change. They pull answers to {middle}, which "
            "is the answer where there are no rows.",
            middle=f"{label.middle:,.12g}".replace("-", "−"),
        )
        more = Text("With more rows than expected, the regularisation grows in proportion to the rows.")
        clamped = Text("Values outside the bounds were set to the nearest one.")
        trend = Text(
            "A trend of {label} along {input} usually has a smaller error.", label=self.label, input=self.inputs[0]
        )
        alone = label.loss in ("logistic", "squares") and len(self.inputs) == 1
        grown = [more] if label.loss == "squares" else []
        untold = [] if self.check else [UNTOLD]
        return joined((*untold, pulled, *grown, clamped, label.remark(self.label), *([trend] if alone else [])))

    @property
    def shape(self) -> type[Result]:
        """A function of one column or two."""
        return Expansion if len(self.inputs) == 1 else Surface

    def shaped(self, table: Table, keys: Keys, figures: Figures) -> Result:
        """The function, by group."""
        if len(self.inputs) == 1:
            return Expansion(keys, figures, POINTS, *self.inputs)
        return Surface(keys, figures, SIDE * SIDE, (self.inputs[0], self.inputs[1]), (SIDE, SIDE))

    def quantity(self, table: Table) -> Quantity:
        """Those of the label."""
        return Quantity(*self.labels(table.schema).bounds)

    def axes(self, schema: Schema) -> tuple[Axis, ...]:
        """The groups, then the points along each column."""
        sides = zip(("x", "y"), self.cells(schema), self._points, strict=False)
        points = (Axis(cells.axis.key, (name,), cells.points(size)) for name, cells, size in sides)
        return (*(axis_of(schema, part) for part in self.by), *points)

    def _keys(self, table: Table) -> tuple[Key, ...]:
        """Those of the axes, and the cells of a label that is a number."""
        own = (levels := self.labels(table.schema).levels) and levels.axis.key
        return (*super()._keys(table), *((own,) if own else ()))

    def aggregate(self, table: Table) -> Aggregate:
        """Rows, and those whose label is true; or rows by cells of the label too."""
        where, groups = tuple(self.where), self._groups(table)
        if self.labels(table.schema).levels is not None:
            return Aggregate((Rows(),), self._keys(table), where, (), groups)
        met = Met(Condition(self.label, "==", True))
        if self.loss == chosen.SQUARES:  # rows without a label are counted too
            other = Met(Condition(self.label, "==", False))
            return Aggregate((Rows(), met, other), self._keys(table), where, (), groups)
        return Aggregate((Rows(), met), self._keys(table), where, (self.label,), groups)

    def statistic(self, table: Table, price: Price) -> Machine:
        """The coefficients of every group. Raises QueryError."""
        self.admit(table)
        return self.machine(table.schema, table)

    def cells(self, schema: Schema) -> tuple[FineCells, ...]:
        """The cells along each column."""
        return tuple(fine_cells(schema, name, CELLS if len(self.inputs) == 1 else CELLS_OF_TWO) for name in self.inputs)

    def estimate(self, table: Table, price: Price, noisy: Floats, spread: Spread) -> Estimates:
        """The function of each group at the points of the table, with intervals for the noise."""
        return self.read(table, noisy, spread, lattice(self._points), spread.whole)

    def evaluate(
        self, table: Table, rounds: Rounds, level: float, points: Floats | None, settings: Mapping[str, Any]
    ) -> Estimates:
        """The function at points, shape (n,) or (n, 2); NaN at NaN. Raises QueryError for points outside the bounds."""
        noisy, spread = drawn(rounds[:1], level)
        factor = wider(self.machine(table.schema).factor, level) if together(settings) else spread.whole
        if points is None:
            return self.read(table, noisy, spread, lattice(self._points), factor)
        sides = zip(self.cells(table.schema), points.reshape(len(points), -1).T, strict=True)
        return self.read(table, noisy, spread, np.column_stack([boxes(cells, side) for cells, side in sides]), factor)

    def expect(self, table: Table, price: Price, spread: Spread, rows: Guess | None) -> Prediction:
        """The error in the middle of the answers: the noise does not depend on the rows."""
        machine, label = self.machine(table.schema, table), self.labels(table.schema)
        std = spread.std[0] * float(machine.unit) * norm(machine.factor)
        middle = label.answers(np.zeros(1), np.full(1, std), spread.whole)
        half = float(middle.high[0] - middle.estimate[0])
        largest = max(half, label.largest(spread.whole * std))
        words, low = (Text(""), half) if label.loss == "hinge" else (Text("In the middle of the answers."), 0.0)
        told = joined((words, self.checked(table, price, rows)))
        return Prediction(float(middle.std_error[0]), half, low, largest, largest, told, certain=largest)

    def read(self, table: Table, noisy: Floats, spread: Spread, u: Floats, margin: float) -> Estimates:
        """The function at points in boxes, shape (n, 1) or (n, 2). margin: of a score, in standard deviations."""
        machine, known = self.machine(table.schema, table), ~np.isnan(u).any(axis=1)
        coefficients = noisy.reshape(-1, machine.coordinates).astype(np.float64) * float(machine.unit)
        found = scores(machine.factor, coefficients, u[known])
        std = np.full(found.size, spread.std[0] * float(machine.unit) * norm(machine.factor))
        read = self.labels(table.schema).answers(found.ravel(), std, margin)
        figures = np.full((4, len(found), len(u)), np.nan)
        figures[:, :, known] = np.reshape([read.estimate, read.std_error, read.low, read.high], (4, *found.shape))
        return Estimates(*figures.reshape(4, -1))

    def machine(self, schema: Schema, table: Table | None = None) -> Machine:
        """The statistic of the function, for a table or for its coefficients alone."""
        sizes, label = [cells.size for cells in self.cells(schema)], self.labels(schema)
        width = Fraction(self.bandwidth)
        factor = Fourier(sizes[0], width) if len(sizes) == 1 else Plane((sizes[0], sizes[1]), (width, width))
        groups = () if table is None else tuple(axis_of(schema, part).size for part in self.by)
        machine = Machine(factor, label.loss, label.targets, Fraction(self.strength), groups)
        if table is None:
            return machine
        expected = table.expected_rows if self.loss == chosen.SQUARES else None
        return replace(machine, neighbors=table.neighbors, max_rows=table.unit.max_rows, expected=expected)

    @property
    def _points(self) -> tuple[int, ...]:
        return (POINTS,) if len(self.inputs) == 1 else (SIDE, SIDE)

    def labels(self, schema: Schema) -> Label:
        """The label with its loss."""
        return label_of(schema, self.label, self.loss)

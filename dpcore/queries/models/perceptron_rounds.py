r"""The rounds of a perceptron: sums over misclassified rows with noise, and last the counts of misclassified rows.

Source: the perceptron (Rosenblatt 1958) in sums with noise, one of the SuLQ algorithms (Blum, Dwork, McSherry & Nissim
2005); the weights are averaged over rounds (Freund & Schapire 1999), which is free.

A row has the label y, 1 or -1, and the vector x = (1, x_1, ..., x_d, e_1, ..., e_C): numbers from -1 to 1 in halves of
their range, true-or-false columns 1 or -1, and of each category 1 at the place of its value. In whole numbers, x is
multiplied by UNIT, rounded down for numbers. A round adds to the weights w the sum of y x over the rows with
y (w x) <= 0, with noise of one size in all coordinates. `dpcore.statistic.sums.signed` has the sensitivity: the length
of x is gamma = sqrt(1 + d + categories) at most, so that T rounds have mu = sqrt(T) gamma / sigma under add/remove, and
twice as much under replace.

Which side a row is on depends on the direction of w alone. So nine tenths of the price go to T equal rounds, and the
last tenth to the numbers of rows by label and prediction with the averaged weights.

Measured at (1, 1e-6) on 2,000 and 10,000 rows, 2 and 6 columns: the mean of the second half of 20 rounds misclassifies
at most .007 more rows than logistic regression without privacy does; the last weights alone .01 to .15 more.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.mechanisms import Additive, Price, additive
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.variable import Variable, variables
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.statistic.sums.signed import Signed
from dpcore.table.aggregate import Aggregate, Flags, Grid, Measure, Met, Rows, Score, Total
from dpcore.table.condition import Condition
from dpcore.table.table import Table

if TYPE_CHECKING:
    from dpcore.statistic.base import Integers

# These are part of stored answers, which are read in the same way: they never change.
UNIT = 2**20
COUNTS = Fraction(1, 10)  # of the price, for the counts after the rounds
_LARGEST = 2**34  # weights are divided by a power of two until none is larger
_MISTAKES = (0, 1, -1, 1, -1, 0)  # score below, at and above 0, each for the labels false and true


@final
@dataclass(frozen=True)
class PerceptronRounds:
    """The rounds of a question. names: of the features. count: the rounds before the counts."""

    label: str
    names: tuple[str, ...]
    count: int
    where: tuple[Condition, ...]
    optional: bool

    def variables(self, table: Table) -> tuple[Variable, ...]:
        """Numbers and true-or-false columns, then the values of categories. Raises QueryError."""
        spans, keys = variables(table.schema, self.names)
        return (*spans, *keys)

    def factor(self, variable: Variable) -> int:
        """What its whole number is multiplied by, so that its largest size is near UNIT."""
        return UNIT // variable.steps

    def largest(self, table: Table) -> tuple[int, ...]:
        """The largest sizes of the coordinates that one row can have at once: a value of each category."""
        every = self.variables(table)
        spans = [self.factor(each) * each.steps for each in every if each.key is None]
        categories = {each.column for each in every if each.key is not None}
        return (UNIT, *spans, *[UNIT] * len(categories))

    def statistic(self, table: Table) -> Signed:
        """The sums over misclassified rows."""
        every, sizes = self.variables(table), self.largest(table)
        matrix = [(UNIT, *[0] * len(every))]
        for place, each in enumerate(every, 1):
            line, factor = [0] * (1 + len(every)), self.factor(each)
            line[place] = factor if each.key is not None else 2 * factor
            line[0] = 0 if each.key is not None else -factor * each.steps
            matrix.append(tuple(line))
        times = table.unit.max_rows * (2 if table.neighbors == "replace" else 1)
        return Signed(_MISTAKES, tuple(matrix), sum(size * size for size in sizes), sum(sizes), times)

    def counts(self, table: Table) -> Linear:
        """Rows by prediction and label."""
        reach = Contribution(((1,),), table.neighbors, table.unit.max_rows, 4, self.optional)
        return Linear(reach, ((1,),), (1.0,), counts=True)

    def score(self, table: Table, weights: Integers, edges: tuple[int, ...]) -> Score:
        """The cells of rows by w x, in whole numbers."""
        every = self.variables(table)
        own, constant = [], int(weights[0]) * UNIT
        for each, weight in zip(every, weights[1:].tolist(), strict=True):
            factor = self.factor(each)
            own.append(weight * factor * (1 if each.key is not None else 2))
            constant -= 0 if each.key is not None else weight * factor * each.steps
        return Score(tuple(each.part for each in every), tuple(own), constant, edges)

    def aggregate(
        self, table: Table, weights: Integers, measures: tuple[Measure, ...], edges: tuple[int, ...]
    ) -> Aggregate:
        """Measures by score and label, of the rows that have all columns."""
        keys = (self.score(table, weights, edges), Flags(self.label))
        return Aggregate(measures, keys, self.where, (*self.names, self.label))

    def mistakes(self, table: Table, weights: Integers) -> Aggregate:
        """The sums of a round."""
        parts = (each.part for each in self.variables(table))
        own = (Total(part) if isinstance(part, Grid) else Met(part) for part in parts)
        return self.aggregate(table, weights, (Rows(), *own), (0, 1))

    def counted(self, table: Table, weights: Integers) -> Aggregate:
        """The numbers of rows by prediction and label."""
        return self.aggregate(table, weights, (Rows(),), (0,))

    def noise(self, table: Table, price: Price) -> tuple[Additive, Additive]:
        """The noise of a round, and that of the counts, for their parts of the price."""
        round_, last = (type(price)(price.total * share) for share in ((1 - COUNTS) / self.count, COUNTS))
        return additive(self.statistic(table), round_), additive(self.counts(table), last)

    def promise(self, table: Table, price: Price) -> Promise:
        """The losses of all rounds and of the counts. Raises QueryError."""
        noise, last = self.noise(table, price)
        if noise.loss == last.loss:  # as many rounds as the counts are a part of the price
            return ((noise.loss, self.count + 1),) if noise.loss is not None else ()
        parts = ((noise.loss, self.count), (last.loss, 1))
        return tuple((loss, times) for loss, times in parts if loss is not None)

    def run(self, table: Table, price: Price) -> Run:
        """The rounds, each with the weights so far, and the counts with the averaged ones."""
        noise, last = self.noise(table, price)
        statistic, steps = self.statistic(table), list[np.ndarray]()
        for _ in range(self.count):
            aggregate = self.mistakes(table, bounded(_summed(steps, 1 + len(self.variables(table)))))
            (noisy,) = yield Round((Step(aggregate, statistic, noise),), noise.loss)
            steps.append(noisy[0])
        aggregate = self.counted(table, bounded(averaged(steps)))
        yield Round((Step(aggregate, self.counts(table), last),), last.loss)

    def weights(self, rounds: Rounds) -> Integers:
        """The averaged weights of a transcript, for the coordinates of x, in whole numbers of no unit."""
        return bounded(averaged([np.array(drawn.noisy[0], dtype=object) for (drawn,) in rounds[: self.count]]))


def averaged(steps: list[Integers]) -> Integers:
    """The sum of the weights after each round of the second half: as an average, up to its size."""
    total = np.zeros(len(steps[0]), dtype=object)
    for place in range(len(steps) // 2, len(steps)):
        total = total + _summed(steps[: place + 1], len(total))
    return total


def bounded(weights: Integers) -> Integers:
    """The weights divided by a power of two, rounded down, so that 64 bits hold every score."""
    shift = max(0, max(abs(int(weight)) for weight in weights).bit_length() - _LARGEST.bit_length() + 1)
    return np.array([int(weight) >> shift for weight in weights], dtype=object)


def _summed(steps: list[Integers], size: int) -> Integers:
    total = np.zeros(size, dtype=object)
    for step in steps:
        total = total + step
    return total

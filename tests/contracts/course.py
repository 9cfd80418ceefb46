"""The whole course of a question on two neighbouring tables: what is drawn, and how likely each table makes it.

Tables are a few kinds of rows with their numbers, so that many rows cost no more than one. What a step reads is added
up over units, by the plain engine of `tests.oracle`; noise is drawn by the mechanism itself, as a release does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from scipy import special

from dpcore import noise
from dpcore.mechanisms import Additive, Price
from dpcore.queries import Query
from dpcore.queries.question.round import Round, Step
from dpcore.statistic import Statistic
from dpcore.table.aggregate import Aggregate, Sampled
from dpcore.table.table import Table
from tests.oracle import Row, evaluate

Counted = tuple[tuple[int, tuple[Row, ...]], ...]
"""Rows of a unit, as often as the number says."""
FINE = 300.0
"""The scale from which on the density of noise stands for the probability of an integer: off by a part of 1e-6."""


@dataclass(frozen=True, eq=False)
class Course:
    """A question of two tables: `others`, and one of two units more, of which the first is empty under add/remove."""

    query: Query
    table: Table
    others: Counted
    units: tuple[Counted, Counted]
    known: dict[tuple[Aggregate, Statistic], list[np.ndarray]] = field(default_factory=dict)

    def exact(self, step: Step) -> list[np.ndarray]:
        """The exact statistic on both tables. The largest random sample is all rows."""
        asked = step.aggregate, step.statistic
        if asked not in self.known:
            if len(self.known) > 2_000:
                self.known.clear()
            shared = _added(step.aggregate, self.others)
            both = [shared + _added(step.aggregate, unit) for unit in self.units]
            self.known[asked] = [step.statistic.exact(each) for each in both]
        return self.known[asked]

    def drawn(
        self, price: Price, side: int, chance: random.Random, factor: Fraction = Fraction(1)
    ) -> Iterator[tuple[Step, float]]:
        """Each step of a transcript of one table, with the log of how much likelier the second table makes it.

        factor: of the noise that is drawn, which whoever looks knows.
        """
        run = self.query.run(self.table, price)
        asked: Round = next(run)
        while True:
            noisy = []
            for step in asked.steps:
                assert isinstance(step.mechanism, Additive)
                both = self.exact(step)
                rate = _rate(step.aggregate)
                met = both[side] if rate == 1 or chance.random() < rate else both[0]
                noisy.append(step.mechanism.draw(met))
                yield step, ratio(step.mechanism, noisy[-1], both, factor, rate)
            try:
                asked = run.send(tuple(noisy))
            except StopIteration:
                return


def _added(aggregate: Aggregate, unit: Counted) -> np.ndarray:
    total = np.zeros((len(aggregate.measures), *aggregate.shape), dtype=object)
    for count, rows in unit:
        total = total + count * evaluate(aggregate, rows)
    return total


def _rate(aggregate: Aggregate) -> float:
    """The probability with which a unit is in the sample of a step, whose other rows must be none."""
    return float(next((key.rate for key in aggregate.keys if isinstance(key, Sampled)), 1))


def ratio(mechanism: Additive, noisy: np.ndarray, both: Sequence[np.ndarray], factor: Fraction, rate: float) -> float:
    """The log of how much likelier the second table makes a noisy answer. rate: of its being sampled at all."""
    total = 0.0
    for row, scale in enumerate(mechanism.scales):
        apart = both[0][row] != both[1][row]
        if apart.any():
            size, off = float(scale * factor), [(noisy[row] - exact[row])[apart] for exact in both]
            total += _gained(mechanism.law, size, *off)
    return total if rate == 1 else float(np.logaddexp(math.log1p(-rate), math.log(rate) + total))


def _gained(law: noise.Law, scale: float, first: np.ndarray, second: np.ndarray) -> float:
    """The sum of log p(second) - log p(first), of the noise on whole numbers."""
    if isinstance(law, noise.DiscreteLaplace):
        return float((np.abs(first) - np.abs(second)).sum()) / scale
    if scale < FINE:
        return float((masses(law, scale, second) - masses(law, scale, first)).sum())
    if isinstance(law, noise.Laplace):
        return float((np.abs(first) - np.abs(second)).sum()) / scale
    return float(((first - second) * (first + second)).sum()) / scale**2 / 2


def masses(law: noise.Law, scale: float, places: np.ndarray) -> np.ndarray:
    """The log probabilities of whole numbers of rounded noise."""
    far = np.abs(places.astype(np.float64))
    near, beyond = (far - 0.5) / scale, (far + 0.5) / scale
    if isinstance(law, noise.DiscreteLaplace):
        found: np.ndarray = math.log(math.tanh(0.5 / scale)) - far / scale
        return found
    if isinstance(law, noise.Laplace):
        middle = -math.expm1(-0.5 / scale)
        return np.where(far > 0, math.log(math.sinh(0.5 / scale)) - far / scale, math.log(middle))
    log_near, log_beyond = special.log_ndtr(-near), special.log_ndtr(-beyond)
    return log_near + np.log1p(-np.exp(log_beyond - log_near))


def claimed(query: Query, table: Table, price: Price, order: float) -> float:
    """The log of the largest expected power `order - 1` of the likelihood ratio that the promised losses allow."""
    promise = query.promise(table, price)
    return sum(times * (order - 1) * float(loss.curve.renyi(order)) for loss, times in promise)


def whole(course: Course, price: Price, side: int, chance: random.Random, factor: Fraction = Fraction(1)) -> float:
    """The log likelihood ratio of a whole transcript."""
    return math.fsum(lost for _, lost in course.drawn(price, side, chance, factor))

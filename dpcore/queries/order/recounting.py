"""Questions whose answers are ranks of rows, with a round that counts the rows below and at each answer."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from dpcore.errors import DpError
from dpcore.mechanisms import Kind, Mu, Price
from dpcore.queries.order.quantile_method import part
from dpcore.queries.order.recount import SHARE, Recount
from dpcore.queries.question.judgement import rows_needed
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import FLUCTUATION, Prediction, ranks
from dpcore.queries.question.ranked import Ranked
from dpcore.queries.question.readable import Readable
from dpcore.queries.question.recounted import Recounted
from dpcore.queries.question.refusal import unsold
from dpcore.queries.question.round import Drawn, Promise, Round, Rounds, Run
from dpcore.queries.question.single import DEAREST, sold
from dpcore.table.table import Table
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpcore.queries.question.base import Floats

    Places = NDArray[np.int64]

CHECK = Parameter(
    "check",
    "flag",
    Text(
        "15 % of the price then pays for noisy counts of the rows below and at each answer. They bound the error of "
        "the answer on this table, whatever its rows are."
    ),
    default=1,
    label=Text("Check the answer by counting"),
)
_MEASURED = Text(
    "The rows below and at each answer are counted with noise. The error that is stated with the answer follows from "
    "these counts, so it can be larger or smaller than this prediction."
)
SURE = 0.95
"""The level at which the counts tell an answer from one beyond every row."""
USUALLY = 0.9
"""The level of answers that are usable for the number of rows that a quote says."""
_MOSTLY = 1.6448536269514722  # standard deviations at half of the remaining probability, on one side
_ERRORS = 3.0
_HALVINGS = 24  # bisection steps for the logarithm of a price, which is bracketed within a quarter
_LEAST, _MOST = 1e-19, 1e9  # the range of prices searched


class Recounting(Ranked, Readable):
    """The common parts of such questions. A record without the field `check` has no such round."""

    check: bool = False

    @abstractmethod
    def places(self, table: Table, price: Price, rounds: Rounds) -> Places:
        """The answers as grid integers, shape (groups, shares), from the rounds before the counts.

        price: for the answers alone.
        """

    def spent(self, price: Price) -> Price:
        """The part of the price that pays for the answers."""
        return part(price, 1 - SHARE) if self.check else price

    def answering(self, rounds: Rounds) -> Rounds:
        """The rounds of a transcript that answer, without the counts."""
        return rounds[:-1] if self.check else rounds

    def recount(self, table: Table, price: Price) -> Recount:
        """The counts, for their share of a price."""
        shares = tuple(Fraction(repr(share)) for share in self.error.quantiles)
        return Recount(self, table, part(price, SHARE), shares)

    def recounted(self, table: Table, price: Price, rounds: Rounds, level: float) -> Recounted | None:
        """What the counts say of each answer; None without counts."""
        if not self.check:
            return None
        places = self.places(table, self.spent(price), self.answering(rounds))
        ((counts,),) = rounds[-1:]
        return self.recount(table, price).read(places, counts.array, level)

    def with_counts(self, table: Table, price: Price, promised: Promise) -> Promise:
        """The losses of the answers and of the counts. Raises QueryError."""
        if not self.check:
            return promised
        recount = self.recount(table, price)
        recount.promise()
        loss = recount.noise.loss
        return promised if loss is None else (*promised, (loss, 1))

    def run(self, table: Table, price: Price) -> Run:
        """The rounds of the answers, then the counts."""
        spent = self.spent(price)
        if not self.check:
            yield from self.answered(table, spent)
            return
        rounds: list[tuple[Drawn, ...]] = []
        run = self.answered(table, spent)
        asked = next(run, None)
        while asked is not None:
            noisy = yield asked
            rounds.append(_drawn(asked, noisy))
            try:
                asked = run.send(noisy)
            except StopIteration:
                asked = None
        step = self.recount(table, price).step(self.places(table, spent, tuple(rounds)))
        yield Round((step,), step.mechanism.loss)

    @abstractmethod
    def answered(self, table: Table, price: Price) -> Run:
        """The rounds of the answers, for their part of the price."""

    @abstractmethod
    def usual(self, table: Table, price: Price) -> float:
        """The typical error in ranks of the answers alone, for the whole price of the question."""

    def stated(self, answers: Floats, table: Table, price: Price, rounds: Rounds) -> Floats:
        """The answers; NaN for those that probably lie beyond every row of a group that has rows, or may as well.

        That is so where the counts do not exclude it, and either fewer than half as many rows are counted at or beyond
        an answer as lie beyond the true quantile, or an end of the rows is within three typical errors: a bound that is
        many times the largest value then offers more numbers beyond the last row than the selection can rule out. The
        smallest and the largest value are always stated, as no row has to be beyond them.
        """
        found = self.recounted(table, price, rounds, SURE)
        if found is None:
            return answers
        q = np.broadcast_to(np.array(self.error.quantiles), found.rows.shape)
        least, most = q * found.rows, (1 - q) * found.rows
        probably = (found.upto < least / 2) | (found.onwards < most / 2)
        near = np.maximum(np.minimum(least, most), 0.0) < _ERRORS * self.usual(table, price)
        hidden = ~found.inside & (probably | near) & found.some & (q > 0) & (q < 1)
        return np.where(hidden.reshape(answers.shape), math.nan, answers)

    def expected(
        self, table: Table, price: Price, level: float, typical: float, worst: float, tied: float
    ) -> Prediction:
        """The predicted error in ranks, from the typical error of the answers and a bound of it. tied: see `needed`."""
        if not self.check:
            return ranks(typical, worst)
        recount = self.recount(table, price)
        half, std = recount.predicted(level), recount.predicted(0.95) / 1.959963984540054
        usual = ranks(typical, worst + half + FLUCTUATION * std)
        stated = typical + half
        words = joined([usual.assumption, _MEASURED])
        needed = self.needed(table, price, level, typical, tied) if math.isfinite(stated) else ()
        return replace(usual, half_width=stated, low=stated, high=stated, assumption=words, needed=needed)

    def needed(self, table: Table, price: Price, level: float, typical: float, tied: float) -> tuple[float, ...]:
        """For each share, the rows from which on nine of ten answers are counted to lie among the rows.

        Where many values differ: the rows up to an answer are q n, but for the error of the answer and that of the
        count, both in all with a standard deviation s. They are more than the counts must exclude, and the rows from it
        on likewise, each with 95 % probability if q n exceeds what must be excluded by 1.645 s; half a row as ranks are
        whole. Where rows are of one value, selections find it if the rows beyond it, at a bound of the column, would be
        `tied` ranks away: the bound of their error at 90 %, for any rows. Never fewer than the predicted error needs.
        """
        recount, found = self.recount(table, price), []
        stated = typical + recount.predicted(level)
        for share, (upto, onwards) in zip(
            self.error.quantiles, self.recount(table, price).excluded(level), strict=True
        ):
            least = max(
                (half + _MOSTLY * math.hypot(typical, std) + 0.5) / part if part > 0 else math.inf
                for (half, std), part in ((upto, share), (onwards, 1 - share))
            )
            nearest = min(share, 1 - share)
            found.append(max(math.floor(least) + 1, rows_needed(share, max(tied, stated))) if nearest > 0 else math.inf)
        return tuple(found)

    def price_within(self, kind: Kind, half_width: float, error: Callable[[Price], float]) -> Price:
        """The price at which an error, which decreases in the price, is at most `half_width`; by bisection.

        Raises Unsold if no price gives it, or only one at which the question would not be answered.
        """
        unanswered = 0.0

        def enough(cost: float) -> bool:
            nonlocal unanswered
            try:
                return error(kind(Fraction(cost))) <= half_width
            except DpError:  # it would be meaningless at so small a price, or the price is beyond what is sold
                unanswered = max(unanswered, cost if cost <= DEAREST else 0.0)
                return False

        first = (error(kind(Fraction(1))) / half_width) ** (2 if kind is Mu else 1)
        low = high = min(max(first, _LEAST), _MOST)
        while low > _LEAST and enough(low):
            low /= 1.25
        while high < _MOST and not enough(high):
            high *= 1.25
        for _ in range(_HALVINGS):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if enough(middle) else (middle, high)
        if low <= unanswered:
            raise unsold(self.sentence, dear=False)
        return sold(Fraction(high), kind, str(self), lambda: error(kind(Fraction(DEAREST))))


def _drawn(asked: Round, noisy: tuple[Any, ...]) -> tuple[Drawn, ...]:
    """The stored answers of a round, as in a transcript."""
    return tuple(
        Drawn(step.mechanism, tuple(map(tuple, answer.tolist())), step.statistic.tables)
        for step, answer in zip(asked.steps, noisy, strict=True)
    )

"""A guest: a question of several rounds and its mechanism, written as a stranger would, by extending the tuples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self, assert_never, final

import numpy as np
import pytest

from dpcore import mechanisms, noise, queries
from dpcore.budget.loss import Gaussian, Loss, Pure
from dpcore.errors import QueryError
from dpcore.mechanisms import Kind, Mechanism, Mu, Price, Spread
from dpcore.mechanisms.price import Epsilon
from dpcore.queries.question.base import Estimates, Query
from dpcore.queries.question.parameter import Parameter
from dpcore.queries.question.prediction import Guess, Prediction, linear
from dpcore.queries.question.round import Promise, Round, Rounds, Run, Step
from dpcore.queries.question.sentence import Words
from dpcore.sensitivity import Contribution
from dpcore.statistic import Linear
from dpcore.table.aggregate import Aggregate, Rows
from dpcore.table.column import Number
from dpcore.table.condition import Condition
from dpcore.table.table import Table
from dpcore.text import Text

ROUNDS = 3


@final
@dataclass(frozen=True)
class Wide(Mechanism):
    """Noise on one count: Gaussian paid in mu, Laplace paid in epsilon."""

    name: ClassVar[str] = "wide"
    cites: ClassVar[str] = "noise of a guest"

    scale: Fraction
    loss: Loss

    @property
    def law(self) -> noise.Law:
        """By what it is paid in."""
        return noise.Gaussian() if isinstance(self.loss, Gaussian) else noise.Laplace()

    def draw(self, exact: np.ndarray) -> np.ndarray:
        """exact + noise."""
        return exact + noise.draw(self.law, self.scale, exact.shape).astype(object)

    def error(self, level: float) -> Spread:
        """Of the noise."""
        std, half = self.law.std(float(self.scale)), float(self.law.half_width(float(self.scale), level))
        return Spread((std,), (half,), half / std)

    @property
    def size(self) -> str:
        """Its scale."""
        return f"{float(self.scale):g}"

    def to_dict(self) -> dict[str, Any]:
        """Name and scale."""
        return {"mechanism": self.name, "scale": str(self.scale)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], loss: Loss | None) -> Self:
        """As written."""
        assert loss is not None
        return cls(Fraction(data["scale"]), loss)


@final
@dataclass(frozen=True)
class Middle(Query):
    """Halves the bounds of a column three times by noisy counts: each count depends on the noisy ones before it."""

    name: ClassVar[str] = "middle"
    title: ClassVar[Text] = Text("Middle")
    help: ClassVar[Text] = Text("Where the middle of a column lies, in three rounds.")
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("column", "column", Text("The numbers."), (Number,)),)

    column: str
    where: Sequence[Condition] = ()
    asked: ClassVar[list[str]] = []
    """What its statements were about, for the tests."""
    greedy: ClassVar[int] = 0
    """Rounds beyond the promise, for a test that breaks it."""

    @property
    def words(self) -> Words:
        """In words."""
        return Words(Text("Middle of {column}", column=self.column))

    def promise(self, table: Table, price: Price) -> Promise:
        """A third of the price a round."""
        return ((self._mechanism(table, price).loss, ROUNDS),)

    def run(self, table: Table, price: Price) -> Run:
        """Above or below the middle of what is left?"""
        column = table.schema.columns[self.column]
        assert isinstance(column, Number)
        low, high = column.low, column.high
        for _ in range(ROUNDS + self.greedy):
            cut = (low + high) / 2
            where = (*self.where, Condition(self.column, "<", cut).bind(table.schema))
            type(self).asked.append(f"{cut:g}")
            mechanism = self._mechanism(table, price)
            statistic = Linear(self._reach(table), ((1,),), (1.0,), counts=True)
            (noisy,) = yield Round((Step(Aggregate((Rows(),), (), where), statistic, mechanism),), mechanism.loss)
            low, high = (cut, high) if noisy[0, 0] % 2 else (low, cut)

    def result(self, table: Table, price: Price, rounds: Rounds, level: float) -> Estimates:
        """The last count."""
        spread = rounds[-1][0].mechanism.error(level)
        assert spread is not None
        value = rounds[-1][0].array[0]
        half = np.full_like(value, spread.half[0])
        return Estimates(value, np.full_like(value, spread.std[0]), value - half, value + half)

    def predict(self, table: Table, price: Price, level: float, rows: Guess | None) -> Prediction:
        """Of a count."""
        spread = self._mechanism(table, price).error(level)
        return linear(spread.std[0], spread.half[0])

    def price_of(self, table: Table, kind: Kind, half_width: float, level: float, rows: Guess | None) -> Price:
        """Not offered."""
        raise QueryError("No target error can be asked of this question.", "Give it a price.")

    def _mechanism(self, table: Table, price: Price) -> Wide:
        reach = self._reach(table).l1_sensitivity()
        match price:
            case Mu(squared):
                part = squared / ROUNDS
                return Wide(Fraction(reach / float(part) ** 0.5 * (1 + 1e-9)), Gaussian(part))
            case Epsilon(epsilon):
                return Wide(reach * ROUNDS / epsilon, Pure(epsilon / ROUNDS))
            case _:
                assert_never(price)

    def _reach(self, table: Table) -> Contribution:
        return Contribution(((1,),), table.neighbors, table.unit.max_rows)


@contextmanager
def moved_in() -> Iterator[None]:
    """The guest lives in the visible tuples, and nowhere else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queries, "QUERIES", (*queries.QUERIES, Middle))
        patch.setattr(mechanisms, "MECHANISMS", (*mechanisms.MECHANISMS, Wide))
        Middle.asked.clear()
        yield

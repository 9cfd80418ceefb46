"""What a question loses on two neighbouring tables, as a share of what is booked: over all rounds, in exact integers.

Both tables are read through the bounds of the unit, by a plain engine or by the real one. All rounds see the same
transcript: what is sent after a round is drawn by the round's own mechanism from the first table, with numbers of the
seed in place of noise. So a later round, which depends on what was sent, is the same on both tables, and the losses of
rounds add up as they are booked. What a mechanism loses between two inputs is read off its noise
(`tests.contracts.leak`).
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pytest

from dpcore import noise, tradeoff
from dpcore.budget.loss import BoundedRange, Loss, Pure
from dpcore.engine.duckdb import DuckDB
from dpcore.mechanisms import Mechanism, Mu, Price
from dpcore.queries import Query
from dpcore.queries.question.round import Step
from dpcore.table.aggregate import Aggregate
from dpcore.table.table import Table, Unit
from tests.contracts.leak import MOST_POINTS, Chosen, Leak, leak, seen
from tests.engine.rows import KEY, frozen
from tests.oracle import Row, cell, counts, evaluate

Rows = Sequence[Row]
TYPES = {
    **dict.fromkeys("xyw", pa.int64()),
    **dict.fromkeys("ghk", pa.string()),
    "f": pa.bool_(),
    "d": pa.date32(),
    "unit": pa.string(),
}
"""How the columns of the tables are stored."""


@dataclass(frozen=True)
class Pair:
    """Two neighbouring tables: rows of other units, and the rows of one unit in the first and in the second.

    seed: of the transcript that both tables answer. silent: whether sums in it are those of no rows. unit: the
    identifier of the unit in the second table, which may be another one if it is replaced.
    """

    others: tuple[Row, ...]
    first: tuple[Row, ...]
    second: tuple[Row, ...]
    seed: int = 0
    silent: bool = False
    unit: str = "mine"

    def table(self, side: int) -> list[Row]:
        """All rows of one of them."""
        own, name = ((self.first, "mine"), (self.second, self.unit))[side]
        return [*self.others, *({**row, "unit": name} for row in own)]


def share(query: Query, table: Table, price: Price, exact: Exact) -> float:
    """The part of what is booked that is lost, in mu or in epsilon; above 1 where the proof is wrong."""
    booked = sum((times * amount(loss, price) for loss, times in query.promise(table, price)), Fraction(0))
    lost = sum((spent(found, price) for found in leaks(query, table, price, exact)), Fraction(0))
    if not lost:
        return 0.0
    if not booked:
        return math.inf
    return math.sqrt(lost / booked) if isinstance(price, Mu) else float(lost / booked)


def amount(loss: Loss, price: Price) -> Fraction:
    """What a loss is booked in the currency of a price: mu squared, or epsilon."""
    booked = loss.mu_squared if isinstance(price, Mu) else loss.pure
    assert booked is not None, f"{loss} is not booked in this currency"
    return booked


def spent(found: Leak, price: Price) -> Fraction:
    """What is lost in this currency."""
    if found.squared or not isinstance(price, Mu) or not found.amount:
        assert found.squared == isinstance(price, Mu) or not found.amount, "Gaussian noise is not pure"
        return found.amount
    law = BoundedRange if found.curve.to_dict() == _band(found).to_dict() else Pure
    return amount(law(found.amount), price)


def _band(found: Leak) -> Any:
    return tradeoff.bounded_range(float(found.amount))


def leaks(query: Query, table: Table, price: Price, exact: Exact) -> Iterator[Leak]:
    """What each step loses."""
    chance = random.Random(exact.pair.seed)
    run = query.run(table, price)
    asked = next(run)
    while True:
        sent = []
        for step, both in zip(asked.steps, exact.of(asked.steps), strict=True):
            yield told(step.mechanism, both)
            sent.append(scripted(step.mechanism, both[0], chance, exact.pair.silent))
        try:
            asked = run.send(tuple(sent))
        except StopIteration:
            return


def told(mechanism: Mechanism, both: Sequence[np.ndarray]) -> Leak:
    """What tells two inputs of a mechanism apart; selections of many integers by doubles, where `leak` is slow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.contracts.leak._spread", _spread)
        one, other = (seen(mechanism, each) for each in both)
    if not isinstance(one, Chosen) or not isinstance(other, Chosen):
        return leak(one, other)
    if max(map(len, one.scores), default=0) <= MOST_POINTS:
        return leak(*(replace(each, scores=tuple(tuple(some) for some in each.scores)) for each in (one, other)))
    places = list(zip(map(np.array, one.scores), map(np.array, other.scores), strict=True))
    if not one.flips:
        amount = one.rate * sum(int(np.ptp(a - b)) for a, b in places if len(a))
        return Leak(amount, False, tradeoff.bounded_range(float(amount)))
    ratios = [flipped(float(one.rate), a, b) for a, b in places]
    most = max(sum(high for high, _ in ratios), -sum(low for _, low in ratios))
    return Leak(Fraction(most), False, tradeoff.pure(most))


def _spread(runs: np.ndarray) -> list[np.ndarray]:
    """The score of each grid integer, place by place."""
    score, _, points = (part.reshape(part.shape[0], -1) for part in runs)
    return [np.repeat(score[:, place], points[:, place].astype(np.int64)) for place in range(score.shape[1])]


def flipped(rate: float, one: np.ndarray, other: np.ndarray) -> tuple[float, float]:
    """The largest and the least log ratio of the laws of permute-and-flip, by its random order."""
    if (one == other).all():
        return 0.0, 0.0
    first = np.flatnonzero(np.append(True, (np.diff(one) != 0) | (np.diff(other) != 0)))
    many = np.diff(np.append(first, len(one))).astype(np.float64)
    laws = []
    for some in (one, other):
        far = rate * (some[first] - some.min()).astype(np.float64)
        terms = np.log1p(-np.multiply.outer(TIMES, np.exp(-far)))  # log(1 - t p) for each run
        laws.append(np.log(np.exp((terms @ many)[:, None] - terms).T @ WEIGHTS) - far)
    ratios = laws[0] - laws[1]
    return max(0.0, float(ratios.max())), min(0.0, float(ratios.min()))


def _quadrature() -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights from 0 to 1, in panels that become finer toward both ends."""
    nodes, weights = np.polynomial.legendre.leggauss(20)
    halves = 0.5 ** np.arange(20, 0, -1)
    ends = np.concatenate([[0.0], halves, 1 - halves[-2::-1], [1.0]])
    low, size = ends[:-1, None], np.diff(ends)[:, None]
    return (low + size * (nodes + 1) / 2).ravel(), (size * weights / 2).ravel()


TIMES, WEIGHTS = _quadrature()


class Exact(Protocol):
    """A way to read the two tables of a pair."""

    @property
    def pair(self) -> Pair:
        """The tables."""

    def of(self, steps: Sequence[Step]) -> list[tuple[np.ndarray, np.ndarray]]:
        """The exact integers of each step, on the first table and on the second."""


@dataclass(frozen=True)
class Plain:
    """By the plain engine of `tests.oracle`, through the bounds of the unit.

    bounded: by the number of groups too, which a broken question would forget.
    """

    pair: Pair
    unit: Unit
    bounded: bool = True

    def of(self, steps: Sequence[Step]) -> list[tuple[np.ndarray, np.ndarray]]:
        """The exact integers of each step, on the first table and on the second."""
        first, second = ([self._read(step, side) for step in steps] for side in (0, 1))
        return list(zip(first, second, strict=True))

    def _read(self, step: Step, side: int) -> np.ndarray:
        rows = kept(self.pair.table(side), self.unit)
        if self.bounded:
            rows = within(rows, step.aggregate, self.unit)
        return step.statistic.exact(evaluate(step.aggregate, rows))


@dataclass(frozen=True)
class Real:
    """By the engine that answers."""

    pair: Pair
    engines: tuple[DuckDB, DuckDB]

    def of(self, steps: Sequence[Step]) -> list[tuple[np.ndarray, np.ndarray]]:
        """The exact integers of each step, on the first table and on the second."""
        read = [engine.aggregate([step.aggregate for step in steps]) for engine in self.engines]
        return [
            (step.statistic.exact(first), step.statistic.exact(second))
            for step, first, second in zip(steps, *read, strict=True)
        ]


@contextlib.contextmanager
def real(pair: Pair, table: Table) -> Iterator[Real]:
    """The pair as the engine reads it."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        engines = []
        for side in (0, 1):
            place = Path(folder) / str(side)
            place.mkdir()
            rows = pair.table(side)
            columns = {name: pa.array([row.get(name) for row in rows], kind) for name, kind in TYPES.items()}
            engines.append(stack.enter_context(DuckDB(frozen(columns, place), table, KEY, place)))
        yield Real(pair, (engines[0], engines[1]))


def scripted(mechanism: Mechanism, exact: np.ndarray, chance: random.Random, silent: bool = False) -> np.ndarray:
    """What the mechanism answers, with numbers by chance in place of noise: any numbers may be answered.

    silent: sums are left out, so that the answer is that of no rows.
    """

    def add(law: noise.Law, scale: Fraction, size: Any) -> np.ndarray:
        shape = (size,) if isinstance(size, int) else tuple(size)
        far = chance.choice([0.0, 0.0, 0.5, 2.0])
        flat = [round(float(scale) * far * chance.uniform(-1, 1)) for _ in range(math.prod(shape))]
        return np.array(flat, dtype=object).reshape(shape)

    def choose(runs: np.ndarray, rate: Fraction) -> np.ndarray:
        first, points = (part.reshape(part.shape[0], -1) for part in runs[1:])
        chosen = []
        for place in range(first.shape[1]):
            some = [at for at in range(first.shape[0]) if points[at, place] > 0]
            if not some:
                chosen.append(int(first[0, place]))
                continue
            at = chance.choice(some)
            chosen.append(int(first[at, place]) + chance.randrange(int(points[at, place])))
        return np.array(chosen, dtype=runs.dtype).reshape(runs.shape[2:])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(noise, "draw", add)
        patch.setattr(noise, "exponential", choose)
        patch.setattr(noise, "permute_and_flip", choose)
        answer = mechanism.draw(exact)
    return answer - exact if silent and answer.shape == exact.shape else answer


def kept(rows: Rows, unit: Unit) -> list[Row]:
    """The rows within `max_rows`, chosen by a hash of each unit's own rows."""
    if unit.identifier is None:
        return list(rows)
    units: dict[Any, list[Row]] = {}
    for row in rows:
        units.setdefault(row["unit"], []).append(row)
    return [row for some in units.values() for row in sorted(some, key=_hash)[: unit.max_rows]]


def within(rows: Rows, aggregate: Aggregate, unit: Unit) -> list[Row]:
    """The rows in the first `max_groups` cells of their unit, if the aggregate bounds them."""
    if aggregate.max_groups is None or unit.identifier is None or not aggregate.keys:
        return list(rows)
    found: dict[Any, dict[tuple[int | None, ...], list[Row]]] = {}
    for row in rows:
        if counts(aggregate, row):
            place = tuple(cell(row, key) for key in aggregate.keys)
            found.setdefault(row["unit"], {}).setdefault(place, []).append(row)
    kept_: list[Row] = []
    for name, places in found.items():
        first = sorted(places, key=lambda place: _hash({"unit": name, "cell": place}))
        kept_ += [row for place in first[: aggregate.max_groups] for row in places[place]]
    return kept_


def _hash(row: Row) -> bytes:
    return hashlib.sha256(repr(sorted(row.items(), key=lambda pair: pair[0])).encode()).digest()

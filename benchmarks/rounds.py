"""Repeated answers of one question on given rows, without a ledger: the same statements and draws as in a release."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import dpcore as dp
from dpcore.engine.duckdb import DuckDB
from dpcore.mechanisms import Epsilon, Mu, Price
from dpcore.queries.question.round import Drawn
from dpcore.table.table import Table

LEVEL = 0.95
HIGH = 100.0


def pure(epsilon: float) -> Price:
    """A price in epsilon."""
    return Epsilon(Fraction(epsilon))


def gaussian(mu: float) -> Price:
    """A price in mu."""
    return Mu(Fraction(mu) ** 2)


class Asked:
    """One column `x` of numbers, a row a unit, add/remove."""

    def __init__(self, engine: DuckDB, table: Table) -> None:
        self._engine, self.table = engine, table
        self._exact: dict[Any, Any] = {}

    def answers(self, query: dp.Query, price: Price, repeats: int) -> list[list[float]]:
        """The estimates of each of so many releases."""
        bound = query.bind(self.table.schema)
        bound.promise(self.table, price)  # refuses what a release would refuse
        return [self._answer(bound, price) for _ in range(repeats)]

    def _answer(self, query: dp.Query, price: Price) -> list[float]:
        run, transcript = query.run(self.table, price), []
        asked = next(run, None)
        while asked is not None:
            noisy = tuple(step.mechanism.draw(step.statistic.exact(self._read(step.aggregate))) for step in asked.steps)
            drawn = zip(asked.steps, noisy, strict=True)
            transcript.append(tuple(Drawn(step.mechanism, tuple(map(tuple, rows.tolist()))) for step, rows in drawn))
            try:
                asked = run.send(noisy)
            except StopIteration:
                asked = None
        estimates = query.result(self.table, price, tuple(transcript), LEVEL)
        return [float(value) for value in estimates.estimate]

    def _read(self, aggregate: Any) -> Any:
        """The exact integers; those that several releases read are read once."""
        if aggregate not in self._exact:
            if len(self._exact) > 100:
                self._exact.clear()
            (self._exact[aggregate],) = self._engine.aggregate([aggregate])
        return self._exact[aggregate]


@contextmanager
def asked(
    rows: Sequence[float],
    whole: bool = False,
    key: bytes = b"benchmark",
    high: float = HIGH,
    expected_rows: int | None = None,
) -> Iterator[Asked]:
    """These rows in [0, high], ready to be asked. key: chooses the blocks of rows."""
    import numpy as np
    import pandas as pd

    schema = dp.Schema(x=dp.Number(0, high, integer=whole))
    frame = pd.DataFrame({"x": np.asarray(rows, dtype=np.int64 if whole else np.float64)})
    table = Table(schema, dp.Unit(), expected_rows=expected_rows)
    with tempfile.TemporaryDirectory() as folder:
        frozen = dp.read(frame).freeze(Path(folder), key)
        with DuckDB(frozen, table, key, Path(folder)) as engine:
            yield Asked(engine, table)

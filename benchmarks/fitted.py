"""What the comparisons of models have in common: tables of rows, releases of a question, and diffprivlib's models.

All columns lie in [-1, 1], which are the declared bounds, and a row is a unit under add/remove.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore as dp
from benchmarks.child import Failed, script
from benchmarks.environment import PEERS, interpreter

Doubles = NDArray[np.float64]

EPSILON, DELTA = 1.0, 1e-6
GAUSSIAN, PURE = {"mu": dp.calibrate.mu(EPSILON, DELTA)}, {"epsilon": EPSILON}
PEER = "diffprivlib"
_BUDGET = 10.0  # more than all releases of a table cost


@dataclass(frozen=True)
class Case:
    """A table of rows. kind: in words. count: of clusters or components. values: shape (rows, columns).

    held: other rows of the same kind, if a model predicts.
    """

    kind: str
    count: int
    values: Doubles
    held: Doubles | None = None

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [f"x{place}" for place in range(self.values.shape[1])]

    @property
    def group(self) -> tuple[str, int]:
        """What is compared together: the kind, and the number of rows."""
        return self.kind, len(self.values)


@contextmanager
def desks() -> Iterator[dp.Desk]:
    """A desk in a folder of its own."""
    with tempfile.TemporaryDirectory() as home, dp.Desk(home=Path(home)) as desk:
        yield desk


def released(desk: dp.Desk, case: Case, query: dp.Query, prices: Sequence[dict[str, float]]) -> list[dp.Release]:
    """A release of the question at each price."""
    name = f"t{len(desk.datasets())}"
    desk.add_dataset(
        name,
        dp.read(pd.DataFrame(case.values, columns=case.names)),
        schema=dp.Schema({column: dp.Number(-1, 1) for column in case.names}),
        budget=dp.Budget(_BUDGET, DELTA),
        expected_rows=len(case.values),
        separate_budget=True,
    )
    return [desk.release(name, dp.Plan([dp.Ask(query, **price)]))[0] for price in prices]


def theirs(part: str, cases: Sequence[Case]) -> tuple[str, list[Doubles]]:
    """The version of diffprivlib, and its model of each table at epsilon 1. Raises Failed."""
    python = interpreter(PEER)
    if isinstance(python, str):
        raise Failed(python)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.npz"
        tables: dict[str, Any] = {f"{place} {case.count}": case.values for place, case in enumerate(cases)}
        np.savez(path, **tables)
        found = script(python, PEERS / "models_diffprivlib.py", part, path)
    return found["version"], [np.array(found["answers"][name]) for name in tables]


def grouped(cases: Sequence[Case], figure: Callable[[int], float]) -> dict[tuple[str, int], list[float]]:
    """The figure of each table, by place, together with those of the same group."""
    found: dict[tuple[str, int], list[float]] = {}
    for place, case in enumerate(cases):
        found.setdefault(case.group, []).append(figure(place))
    return found


def mean(figures: Sequence[float]) -> tuple[float, float]:
    """The mean and its relative standard error."""
    value = float(np.mean(figures))
    return value, float(np.std(figures, ddof=1)) / len(figures) ** 0.5 / abs(value)

"""The requests of a question to the engine: rounds of steps, each with a privacy loss fixed before the charge."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from dpcore.budget.loss import Loss
from dpcore.mechanisms import Mechanism
from dpcore.statistic import Statistic
from dpcore.table.aggregate import Aggregate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Noisy = NDArray[Any]

Promise = tuple[tuple[Loss, int], ...]
"""The losses of a question's rounds, each with its number of rounds; empty if no row can change the answer."""


@final
@dataclass(frozen=True)
class Step:
    """One request: the exact integers to aggregate, the statistic of them, and the mechanism that adds noise."""

    aggregate: Aggregate
    statistic: Statistic
    mechanism: Mechanism


@final
@dataclass(frozen=True)
class Round:
    """Steps that are answered together, with their loss; None if no row can change their answers.

    loss: a tuple with an entry for each step with a loss if there are several; all of them are composed.
    """

    steps: tuple[Step, ...]
    loss: Loss | tuple[Loss, ...] | None

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The losses of its steps."""
        return self.loss if isinstance(self.loss, tuple) else () if self.loss is None else (self.loss,)

    @property
    def digest(self) -> str:
        """SHA-256 of all public facts of the round. A resumed ask must repeat the same round with the same tables."""
        steps = [replace(step, aggregate=_canonical(step.aggregate)) for step in self.steps]
        tables = [step.statistic.tables for step in self.steps]
        asked = (steps, self.loss, tables) if any(tables) else (steps, self.loss)
        return hashlib.sha256(repr(asked).encode()).hexdigest()


def _canonical(aggregate: Aggregate) -> Aggregate:
    """The aggregate with its conditions sorted and without duplicates."""
    return replace(aggregate, where=tuple(sorted(set(aggregate.where), key=repr)))


@final
@dataclass(frozen=True)
class Drawn:
    """The answer of one step: noisy numbers, shape (coordinates, cells), and the mechanism that drew them.

    tables: the digests of the public tables that the statistic used.
    """

    mechanism: Mechanism
    noisy: tuple[tuple[int | float, ...], ...]
    tables: tuple[str, ...] = ()

    @property
    def array(self) -> NDArray[np.float64]:
        """The noisy numbers as doubles."""
        return np.array(self.noisy, dtype=np.float64)


Rounds = tuple[tuple[Drawn, ...], ...]
"""A transcript: the answers of the steps of each round."""

Run = Generator[Round, tuple["Noisy", ...], None]
"""Yields rounds, and receives for each the noisy integers that were stored, nothing else."""


def single(step: Step) -> Run:
    """The run of a question with a single step."""
    yield Round((step,), step.mechanism.loss)

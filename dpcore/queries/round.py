"""What a question asks of the rows: rounds of steps, each under a loss that was promised before the charge."""

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
"""The losses of a question's rounds, each with how many rounds have it; empty where no row can change the answer."""


@final
@dataclass(frozen=True)
class Step:
    """One statement to the rows: exact integers, what is computed from them, and the noise that is added."""

    aggregate: Aggregate
    statistic: Statistic
    mechanism: Mechanism


@final
@dataclass(frozen=True)
class Round:
    """Steps that are answered together, under one loss; None where no row can change what they answer."""

    steps: tuple[Step, ...]
    loss: Loss | None

    @property
    def digest(self) -> str:
        """Of everything public in it: what is resumed must ask what was asked, with the same public tables."""
        steps = [replace(step, aggregate=_canonical(step.aggregate)) for step in self.steps]
        tables = [step.statistic.tables for step in self.steps]
        asked = (steps, self.loss, tables) if any(tables) else (steps, self.loss)
        return hashlib.sha256(repr(asked).encode()).hexdigest()


def _canonical(aggregate: Aggregate) -> Aggregate:
    """Whatever the order in which its conditions were typed, and however often."""
    return replace(aggregate, where=tuple(sorted(set(aggregate.where), key=repr)))


@final
@dataclass(frozen=True)
class Drawn:
    """What one step answered: noisy numbers, shape (coordinates, cells), and the mechanism that made them.

    tables: the digests of the public tables that its statistic used.
    """

    mechanism: Mechanism
    noisy: tuple[tuple[int | float, ...], ...]
    tables: tuple[str, ...] = ()

    @property
    def array(self) -> NDArray[np.float64]:
        """The noisy numbers as doubles."""
        return np.array(self.noisy, dtype=np.float64)


Rounds = tuple[tuple[Drawn, ...], ...]
"""A transcript: what the steps of each round answered."""

Run = Generator[Round, tuple["Noisy", ...], None]
"""Yields rounds, and is sent what the store returned for each: noisy integers, never anything else."""


def single(step: Step) -> Run:
    """The run of a question that asks once."""
    yield Round((step,), step.mechanism.loss)

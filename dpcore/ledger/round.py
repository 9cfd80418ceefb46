"""An answered round as the chain records it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

Noisy = tuple[tuple[tuple[int, ...], ...], ...]
"""The noisy integers of a round: for each step, rows of coordinates."""


@final
@dataclass(frozen=True, slots=True)
class Kept:
    """An answered round. step: the digest of the round's definition. noisy: its answer."""

    step: str
    noisy: Noisy


def read(data: Any) -> Noisy:
    """Noisy integers from the data of an entry. Raises ValueError if the data has another form."""
    noisy = tuple(tuple(tuple(row) for row in step) for step in data)
    if not all(type(value) is int for step in noisy for row in step for value in row):
        raise ValueError
    return noisy

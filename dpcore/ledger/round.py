"""A round that was answered, as the chain keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

Noisy = tuple[tuple[tuple[int, ...], ...], ...]
"""The noisy integers of a round: for each of its steps the rows of coordinates."""


@final
@dataclass(frozen=True, slots=True)
class Kept:
    """A round that was answered. step: the digest of what it asked."""

    step: str
    noisy: Noisy


def read(data: Any) -> Noisy:
    """Noisy integers as they were chained. Raises ValueError where they are none."""
    noisy = tuple(tuple(tuple(row) for row in step) for step in data)
    if not all(type(value) is int for step in noisy for row in step for value in row):
        raise ValueError
    return noisy

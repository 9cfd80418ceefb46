"""The public grid of a number column, on which sums are exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final


@final
@dataclass(frozen=True, slots=True)
class Grid:
    """The public grid of a number column: cell value ~ (low + y) * 2**exponent, y an integer in 0..steps.

    y = floor((clamp(x) - low * 2**exponent) / 2**exponent + 1/2), clamped to 0..steps: a function of the cell alone.
    """

    column: str
    low: int
    steps: int
    exponent: int

    @property
    def step(self) -> float:
        """The width of one grid step, in the column's unit; exact, a power of two."""
        return 2.0**self.exponent

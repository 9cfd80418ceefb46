"""The parts of a famous mistake, and its counter-example."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from dpcore.text import Text

_NOTHING = Text("")


@final
@dataclass(frozen=True)
class Row:
    """A number with its label and unit."""

    label: Text
    value: float
    unit: str = ""

    @property
    def shown(self) -> Text:
        """The number with up to five digits, or a note that there is no bound."""
        if math.isinf(self.value):
            return Text("no bound at all")
        if self.unit:
            return Text("{value:.5g} {unit}", value=self.value, unit=self.unit)
        return Text("{value:.5g}", value=self.value)


@final
@dataclass(frozen=True)
class Example:
    """A computed counter-example. broken: whether the numbers contradict the claim.

    said: Murmur's error message when the mistake is requested; empty if it cannot be requested.
    """

    claimed: Row
    found: Row
    broken: bool
    more: tuple[Row, ...] = ()
    said: Text = _NOTHING


@final
@dataclass(frozen=True)
class Mistake:
    """A claim of textbooks and slides, why it fails, what Murmur does instead, and a function for the example."""

    name: str
    topic: Text
    claim: Text
    why: Text
    instead: Text
    example: Callable[[], Example]

"""What a famous mistake must say, and a counter-example to it."""

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
    """A number with its name; `unit` stands behind it."""

    label: Text
    value: float
    unit: str = ""

    @property
    def shown(self) -> Text:
        """The number in up to five digits; what has no bound says so."""
        if math.isinf(self.value):
            return Text("no bound at all")
        if self.unit:
            return Text("{value:.5g} {unit}", value=self.value, unit=self.unit)
        return Text("{value:.5g}", value=self.value)


@final
@dataclass(frozen=True)
class Example:
    """A counter-example, computed. broken: whether the numbers contradict the claim.

    said: what a mechanism of Murmur's answered when it was asked for the mistake; empty where nothing can be asked.
    """

    claimed: Row
    found: Row
    broken: bool
    more: tuple[Row, ...] = ()
    said: Text = _NOTHING


@final
@dataclass(frozen=True)
class Mistake:
    """A claim as textbooks and slides have it, why it breaks, what is done instead; `example()` computes."""

    name: str
    topic: Text
    claim: Text
    why: Text
    instead: Text
    example: Callable[[], Example]

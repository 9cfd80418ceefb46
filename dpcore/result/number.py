"""A single number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Shape
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Number(Shape):
    """An answer of one cell, without keys."""

    cell: ClassVar[Text] = Text("")

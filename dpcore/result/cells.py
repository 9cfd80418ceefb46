"""A number for each public group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, final

from dpcore.result.base import Grouped
from dpcore.text import Text


@final
@dataclass(frozen=True)
class Cells(Grouped):
    """An answer for each combination of its keys, which have no order on a numeric axis."""

    cell: ClassVar[Text] = Text("group")

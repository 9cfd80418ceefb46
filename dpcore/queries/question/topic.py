"""What people want to know: the topics by which questions are found, in the order in which they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from dpcore.text import Text


@final
@dataclass(frozen=True, slots=True)
class Topic:
    """name: of its picture and of its buttons. title, help: what it is about."""

    name: str
    title: Text
    help: Text


MANY: Final = Topic("many", Text("How many?"), Text("Rows, people and shares, in all or by groups."))
MUCH: Final = Topic("much", Text("How much?"), Text("Averages, totals, medians and ratios."))
SPREAD: Final = Topic("spread", Text("How spread?"), Text("How far values lie from each other, percentiles."))
SHAPE: Final = Topic("shape", Text("What shape?"), Text("How a column is distributed: bins and curves."))
GROUP: Final = Topic("group", Text("Which group?"), Text("Groups that are compared, or found by similarity."))
TOGETHER: Final = Topic("together", Text("What goes together?"), Text("Columns that depend on each other."))
PREDICTS: Final = Topic("predicts", Text("What predicts?"), Text("Models of one column by others, with their errors."))
TIME: Final = Topic("time", Text("Over time?"), Text("By day, month or year, or along another number."))
TOPICS: Final = (MANY, MUCH, SPREAD, SHAPE, GROUP, TOGETHER, PREDICTS, TIME)

"""What a question asks for: forms are drawn from it, and checks read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, final

from dpcore.table.column import Column
from dpcore.text import Text

_UNNAMED = Text("")
_CALLED = {"column": Text("Column"), "columns": Text("Columns"), "condition": Text("Condition"), "bins": Text("Bins")}


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a question: what a form asks for and a check demands.

    kind: "column" (one of the kinds in `accepts`), "columns" (several), "condition", "bins", "whole": a whole number
    from `low` to `high`, `default` where nobody says otherwise, or "numbers": some numbers, `usual`
    where nobody says otherwise. label: what a form calls it, where its kind does not say it.
    """

    name: str
    kind: Literal["column", "columns", "condition", "bins", "whole", "numbers"]
    help: Text
    accepts: tuple[type[Column], ...] = ()
    low: int = 0
    high: int = 0
    default: int = 0
    usual: tuple[float, ...] = ()
    label: Text = _UNNAMED

    @property
    def called(self) -> Text:
        """What a form calls it."""
        return self.label or _CALLED[self.kind]

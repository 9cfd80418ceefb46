"""The parameters of questions, from which forms and checks are derived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, assert_never, final

from dpcore.table.column import Column
from dpcore.text import Text

_UNNAMED = Text("")
_CALLED = {
    "column": Text("Column"),
    "columns": Text("Columns"),
    "several": Text("Columns"),
    "condition": Text("Condition"),
    "bins": Text("Bins"),
    "pairs": Text("Edges"),
}


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a question.

    kind: "column" (one column of a kind in `accepts`), "columns" (several to group by), "several" (several of a kind
    in `accepts`, at most `high` unless that is 0), "condition", "bins", "whole" and "real" (a whole or any number from
    `low` to `high`, by default `default`), "numbers" (a list of numbers, by default `usual`), "flag" (True or False, by
    default False), "choice" (one of `choices`, by default the first, each with its name), or "pairs" (a public list of
    pairs of values of the two columns that the parameter `of` names, the edges of a connected graph).
    label: its name in a form, if the name of the kind is not specific enough.
    """

    name: str
    kind: Literal[
        "column", "columns", "several", "condition", "bins", "whole", "real", "numbers", "flag", "choice", "pairs"
    ]
    help: Text
    accepts: tuple[type[Column], ...] = ()
    low: float = 0
    high: float = 0
    default: float = 0
    usual: tuple[float, ...] = ()
    choices: tuple[tuple[str, Text], ...] = ()
    label: Text = _UNNAMED
    of: str = ""

    @property
    def called(self) -> Text:
        """The name of the parameter in a form."""
        return self.label or _CALLED[self.kind]

    def columns(self, value: Any) -> tuple[str, ...]:
        """The columns that a value of this parameter names."""
        match self.kind:
            case "column":
                return (value,)
            case "columns" | "several":
                return tuple(value)
            case "condition":
                return (value.column,)
            case "bins" | "whole" | "real" | "numbers" | "flag" | "choice" | "pairs":
                return ()
            case _:
                assert_never(self.kind)

"""The parameters of questions, from which forms and checks are derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, assert_never, final

from dpcore.table.column import Column, Number
from dpcore.table.partition import column_of
from dpcore.text import Text

Named = Literal["column", "columns", "several", "partition", "condition", "conditions", "bins"]
Plain = Literal["whole", "real", "numbers", "matrix", "flag", "choice", "pairs"]
_UNNAMED = Text("")
_CALLED = {
    "column": Text("Column"),
    "columns": Text("Columns"),
    "several": Text("Columns"),
    "partition": Text("Groups of"),
    "condition": Text("Condition"),
    "conditions": Text("Conditions"),
    "bins": Text("Bins"),
    "pairs": Text("Edges"),
}


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a question.

    kind: "column" (one column of a kind in `accepts`, not that of the parameter `of`), "columns" (several to group
    by), "several" (several of a kind in `accepts`, at least `low` or else 2, at most `high` unless that is 0, not
    those of the parameters that `of` names, divided by commas), "partition" (a column of a kind in `accepts`, or
    declared groups of one), "condition", "conditions" (`low` to `high` of them), "bins", "whole" and "real" (a whole
    or any number from `low` to `high`, by default `default`; if `of` names a column, `low` and `high` are multiples
    of its range), "numbers" (a list of numbers, by default `usual`), "matrix" (rows of numbers, one for each group of
    the partition that is declared before it; if `of` names another matrix, a symmetric positive definite one with a
    row for each row of that), "flag" (True or False, by default `default`), "choice" (one of `choices`, by default the
    first, each with its name), or "pairs" (a public list of pairs of values of the two columns that the parameter
    `of` names, the edges of a connected graph; a form also reads it from a file, `dpcore.queries.order.pair_list`).
    sampled: whether it asks for random samples: for neighbours that differ in an added or removed unit, in mu, and
    charged with a probability of failure, for which the budget must leave room.
    label: its name in a form, if the name of the kind is not specific enough.
    optional: whether it may be left out. currency: the kind of price at which it can be given; any by default.
    when: a choice that is declared before it, and values of it; the parameter is used for these alone, else it keeps
    its default. A column that is not used is "".
    all_rows: choices for which a question is only answered of all rows together, where their number is public.
    """

    name: str
    kind: Named | Plain
    help: Text
    accepts: tuple[type[Column], ...] = ()
    low: float = 0
    high: float = 0
    default: float = 0
    usual: tuple[float, ...] = ()
    choices: tuple[tuple[str, Text], ...] = ()
    label: Text = _UNNAMED
    of: str = ""
    optional: bool = False
    currency: Literal["mu", ""] = ""
    sampled: bool = False
    when: tuple[str, tuple[str, ...]] | None = None
    all_rows: tuple[str, ...] = ()

    @property
    def called(self) -> Text:
        """The name of the parameter in a form."""
        return self.label or _CALLED[self.kind]

    def used(self, values: Mapping[str, Any]) -> bool:
        """Whether it is used, for the values of the parameters that are declared before it."""
        return self.when is None or values[self.when[0]] in self.when[1]

    def ends(self, column: Column | None = None) -> tuple[float, float]:
        """The smallest and the largest number that is accepted. column: that of `of`."""
        width = float(column.high) - float(column.low) if self.of and isinstance(column, Number) else 1.0
        return self.low * width, self.high * width

    def columns(self, value: Any) -> tuple[str, ...]:
        """The columns that a value of this parameter names."""
        match self.kind:
            case "column" | "partition":
                return (column_of(value),) if value != "" else ()
            case "columns" | "several":
                return tuple(value)
            case "condition":
                return (value.column,)
            case "conditions":
                return tuple(condition.column for condition in value)
            case "bins" | "whole" | "real" | "numbers" | "matrix" | "flag" | "choice" | "pairs":
                return ()
            case _:
                assert_never(self.kind)


def only_numbers(parameter: Parameter) -> bool:
    """Whether a parameter always names number columns."""
    return parameter.accepts == (Number,) and parameter.when is None

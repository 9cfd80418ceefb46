"""Groups that are declared with a question: bins of a number column and calendar periods of a date column."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, final

from dpcore.errors import QueryError
from dpcore.number import reals, shown, zeroed
from dpcore.text import Text, joined

MOST_EDGES = 10_001


@final
@dataclass(frozen=True, slots=True)
class Bins:
    """`Bins("age", [0, 18, 65, 120])`: half-open groups of a number column, the last closed.

    A row with a value outside the edges is in no group. Raises QueryError.
    """

    column: str
    edges: tuple[float, ...]

    def __post_init__(self) -> None:
        listed = isinstance(self.edges, Iterable) and not isinstance(self.edges, str | Mapping)
        if not isinstance(self.column, str) or not listed:
            raise QueryError(
                "`Bins` needs a column and a list of edges. Got {column} and {edges}.",
                'For example dp.Bins("age", [0, 18, 65, 120]).',
                column=shown(self.column),
                edges=shown(self.edges),
            )
        few = tuple(itertools.islice(self.edges, MOST_EDGES + 1))
        if len(few) > MOST_EDGES:
            raise QueryError("`Bins` can have at most {most_edges:,} edges.", "Use wider bins.", most_edges=MOST_EDGES)
        edges = tuple(map(zeroed, reals(few, "An edge", of=self.edges, error=QueryError)))
        object.__setattr__(self, "edges", edges)

    @property
    def words(self) -> Text:
        """The groups in words."""
        edges = joined((f"{edge:.12g}" for edge in self.edges), ", ")
        return Text("{column} in bins ({edges})", column=self.column, edges=edges)

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `partition` reads it back."""
        return {"bins": self.column, "edges": list(self.edges)}


@final
@dataclass(frozen=True, slots=True)
class Period:
    """`Period("day", "month")`: the calendar days, weeks, months, quarters or years of a date column."""

    column: str
    every: str

    def __post_init__(self) -> None:
        if not isinstance(self.column, str) or not isinstance(self.every, str):
            raise QueryError(
                "`Period` needs a column and a period. Got {column} and {every}.",
                'For example dp.Period("day", "month").',
                column=shown(self.column),
                every=shown(self.every),
            )

    @property
    def words(self) -> Text:
        """The groups in words."""
        return Text("{column} by {period}", column=self.column, period=Text(self.every))

    def to_dict(self) -> dict[str, Any]:
        """Plain data; `partition` reads it back."""
        return {"period": self.column, "every": self.every}


Partition = str | Bins | Period
"""What a question groups by: a column, or declared groups of one."""


def partition(value: Any) -> Any:
    """The partition that `to_dict` wrote; any other value as it is. Raises QueryError."""
    if not isinstance(value, Mapping):
        return value
    match dict(value):
        case {"bins": column, "edges": edges, **rest} if not rest:
            return Bins(column, edges)
        case {"period": column, "every": every, **rest} if not rest:
            return Period(column, every)
    raise QueryError("{value} is no group.", "It needs bins and edges, or period and every.", value=shown(dict(value)))


def column_of(part: Partition) -> str:
    """The column that a partition groups by."""
    return part if isinstance(part, str) else part.column


def named(part: Partition) -> str:
    """A partition in words."""
    return part if isinstance(part, str) else part.words


def names(value: object, what: str, *parts: type[Bins] | type[Period]) -> tuple[Any, ...]:
    """One or several column names, or partitions of these kinds, as a tuple, each column once. Raises QueryError."""
    columns = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (value,)
    if not all(isinstance(name, (str, *parts)) for name in columns):
        raise QueryError(
            "`{what}` must be column names. Got {value}.", 'For example {what}=["ward"].', what=what, value=shown(value)
        )
    if len(set(map(column_of, columns))) < len(columns):
        raise QueryError("`{what}` names a column more than once.", "Name each column once.", what=what)
    return columns

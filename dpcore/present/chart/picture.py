"""One description of a chart, for whatever draws it: Plotly in the app, SVG on pages without scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import final

from dpcore.queries import Query


@final
@dataclass(frozen=True, slots=True)
class Named:
    """Marks stand side by side, each with its name. few: how many may still be told apart one by one."""

    names: tuple[str, ...]
    title: str


@final
@dataclass(frozen=True, slots=True)
class Spans:
    """Marks stand over intervals of a line of numbers, or of days (their ordinals, the last one included)."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]
    names: tuple[str, ...]
    title: str
    dates: bool = False


@final
@dataclass(frozen=True, slots=True)
class Along:
    """Lines run over these places of a line of numbers."""

    at: tuple[float, ...]
    title: str


@final
@dataclass(frozen=True, slots=True)
class Series:
    """Answers in one colour, with the ends of their intervals; those are NaN where they are not known."""

    name: str
    value: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def ends(self) -> tuple[float, ...]:
        """All numbers that an axis must hold."""
        return (*self.value, *self.low, *self.high)


@final
@dataclass(frozen=True, slots=True)
class Picture:
    """A chart: what stands across, what goes up, and how that is counted.

    series: one, but for several lines. intervals: whether they are known. good: for each mark whether it is usable.
    title: what goes up. query: whose unit the numbers have. unit: a noun behind a number, or nothing.
    """

    across: Named | Spans | Along
    series: tuple[Series, ...]
    intervals: bool
    good: tuple[bool, ...]
    title: str
    query: Query
    unit: str

    def in_words_of(self, say: Callable[[str], str]) -> Picture:
        """The same, its words in a reader's language."""
        across = replace(self.across, title=say(self.across.title))
        if not isinstance(across, Along):
            across = replace(across, names=tuple(map(say, across.names)))
        lines = tuple(replace(series, name=say(series.name)) for series in self.series)
        return replace(self, across=across, series=lines, title=say(self.title), unit=say(self.unit))

    @property
    def first(self) -> Series:
        """The only series of what are not lines."""
        return self.series[0]

    @property
    def ends(self) -> Sequence[float]:
        """All numbers that the upright axis must hold."""
        return [value for series in self.series for value in series.ends]

"""One description of a chart, for its renderers: Plotly in the app, SVG on pages without scripts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import final

from dpcore.queries import Query


@final
@dataclass(frozen=True, slots=True)
class Named:
    """Marks side by side, each with its name."""

    names: tuple[str, ...]
    title: str


@final
@dataclass(frozen=True, slots=True)
class Spans:
    """Marks over intervals of numbers, or of days (as ordinals, the last day included)."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]
    names: tuple[str, ...]
    title: str
    dates: bool = False


@final
@dataclass(frozen=True, slots=True)
class Along:
    """Lines over these points of a numeric axis, with gaps where a number is NaN. marked: whether each has a mark."""

    at: tuple[float, ...]
    title: str
    marked: bool = False


@final
@dataclass(frozen=True, slots=True)
class Field:
    """Maps of colours over the points `at` of a horizontal and `up` of a vertical axis, the second changing fastest."""

    at: tuple[float, ...]
    up: tuple[float, ...]
    title: str
    upward: str


@final
@dataclass(frozen=True, slots=True)
class Tiles:
    """Cells of a symmetric square, coloured by a share from -1 to 1.

    names: of its rows, and of its columns. places: row and column of each answer. scale: what the shares mean.
    """

    names: tuple[str, ...]
    title: str
    places: tuple[tuple[int, int], ...]
    shades: tuple[float, ...]
    scale: str


@final
@dataclass(frozen=True, slots=True)
class HeatMap:
    """A cell for each combination of two keys, coloured by its answer.

    names: of the rows. columns: of the columns. title, upward: the keys of columns and of rows. places: row and column
    of each answer; a combination without an answer has none. signed: whether answers can be negative.
    """

    names: tuple[str, ...]
    columns: tuple[str, ...]
    title: str
    upward: str
    places: tuple[tuple[int, int], ...]
    signed: bool


@final
@dataclass(frozen=True, slots=True)
class Shares:
    """Marks with names, each between the ends of an axis of its own: all numbers of the series are shares of it.

    answers: the numbers in their own units. labels: these with their intervals. lows, highs: the ends of the axes.
    """

    names: tuple[str, ...]
    title: str
    answers: tuple[str, ...]
    labels: tuple[str, ...]
    lows: tuple[str, ...]
    highs: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Network:
    """A public graph, without any number. names: of its vertices. edges: the places of their ends."""

    names: tuple[str, ...]
    title: str
    edges: tuple[tuple[int, int], ...]


@final
@dataclass(frozen=True, slots=True)
class Outline:
    """A tree, each node before its children: conditions, and a share of the rows of each on an axis from 0 to 1.

    names: the conditions. parents: the places of parents, -1 of the root. notes: the rows of each node, and what else
    is said of it. labels: its share with its margin.
    """

    names: tuple[str, ...]
    title: str
    parents: tuple[int, ...]
    notes: tuple[str, ...]
    labels: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True)
class Agreement:
    """Shares over the shares that were predicted, both from 0 to 1, with the diagonal on which they agree.

    at: the predictions. names: of the points.
    """

    names: tuple[str, ...]
    title: str
    at: tuple[float, ...]


@final
@dataclass(frozen=True, slots=True)
class Series:
    """Answers in one colour, with the ends of their intervals (NaN if not known)."""

    name: str
    value: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def ends(self) -> tuple[float, ...]:
        """All numbers that an axis must include."""
        return (*self.value, *self.low, *self.high)


@final
@dataclass(frozen=True, slots=True)
class Spoken:
    """How the numbers of marks are told in text.

    ranks: the error of each mark if it is counted in ranks, and is stated. digits: after the decimal point, of a number
    without an interval; 0 for whole numbers. series: the numbers that are told, where marks show others.
    """

    ranks: str = ""
    digits: int = 6
    series: Series | None = None


@final
@dataclass(frozen=True, slots=True)
class Plane:
    """Points with intervals along both axes, which have these titles and ends."""

    title: str
    upward: str
    ends: tuple[tuple[float, float], tuple[float, float]]
    at: Series
    up: Series


@final
@dataclass(frozen=True, slots=True)
class Planes:
    """The same points in several planes, one below another. names: of the points. labels: their shares with margins.

    brief: what stands beside them in the first plane.
    """

    names: tuple[str, ...]
    title: str
    labels: tuple[str, ...]
    brief: tuple[str, ...]
    planes: tuple[Plane, ...]


Across = Named | Spans | Along | Field | HeatMap | Shares | Tiles | Network | Outline | Agreement | Planes


@final
@dataclass(frozen=True, slots=True)
class Picture:
    """A chart: its horizontal axis, its series, and their unit.

    series: one, or one per line. intervals: whether the intervals are known. good: whether each mark is usable.
    verdict: what is said of a mark that is not. title: of the vertical axis. query: the question, which determines the
    unit. unit: a noun after a number, or empty. zero: whether the vertical axis must include 0. within: the ends of the
    vertical axis, where lines may leave the picture; empty if it shows all of them. rule: a level with its name, drawn
    across marks with names. points: places of a map with their names, drawn on it. shares: whether the numbers are
    shares although the question has others too.
    """

    across: Across
    series: tuple[Series, ...]
    intervals: bool
    good: tuple[bool, ...]
    verdict: str
    title: str
    query: Query
    unit: str
    zero: bool = True
    within: tuple[float, ...] = ()
    rule: tuple[float, str] | None = None
    points: tuple[tuple[float, float, str], ...] = ()
    shares: bool = False
    declared: tuple[float, ...] = ()
    spoken: Spoken = Spoken()

    def in_words_of(self, say: Callable[[str], str]) -> Picture:
        """The same picture with its texts translated by `say`."""
        across = replace(self.across, title=say(self.across.title))
        if isinstance(across, Field):
            across = replace(across, upward=say(across.upward))
        elif not isinstance(across, Along):
            across = replace(across, names=tuple(map(say, across.names)))
        if isinstance(across, HeatMap):
            across = replace(across, columns=tuple(map(say, across.columns)), upward=say(across.upward))
        if isinstance(across, Tiles):
            across = replace(across, scale=say(across.scale))
        if isinstance(across, Shares | Outline | Planes):
            across = replace(across, labels=tuple(map(say, across.labels)))
        if isinstance(across, Outline):
            across = replace(across, notes=tuple(map(say, across.notes)))
        if isinstance(across, Planes):
            planes = (replace(plane, title=say(plane.title), upward=say(plane.upward)) for plane in across.planes)
            across = replace(across, planes=tuple(planes))
        lines = tuple(replace(series, name=say(series.name)) for series in self.series)
        spoken = replace(self.spoken, ranks=say(self.spoken.ranks)) if self.spoken.ranks else self.spoken
        rule = self.rule and (self.rule[0], say(self.rule[1]))
        points = tuple((x, y, say(name)) for x, y, name in self.points)
        return replace(
            self,
            across=across,
            series=lines,
            title=say(self.title),
            unit=say(self.unit),
            rule=rule,
            points=points,
            spoken=spoken,
        )

    @property
    def first(self) -> Series:
        """The only series of a chart without lines."""
        return self.series[0]

    @property
    def percent(self) -> bool:
        """Whether all numbers are shares."""
        return self.query.error.percent or self.shares or isinstance(self.across, Shares | Outline | Agreement | Planes)

    @property
    def dots(self) -> bool:
        """Whether an answer is a place among the values of a column, such as a median: a dot, and no bar from zero."""
        error = self.query.error
        return isinstance(self.across, Named) and bool(error.truth or error.unit == "ranks") and not error.parts

    @property
    def ends(self) -> Sequence[float]:
        """All numbers that the vertical axis must include.

        Marks that are not usable do not count: one that is noise alone would flatten all others.
        """
        ruled = [self.rule[0]] if self.rule else []
        if self.within:
            return self.within
        if not isinstance(self.across, Named | Spans | Shares):
            return [*ruled, *(value for series in self.series for value in series.ends)]
        cells = zip(self.good, self.first.value, self.first.low, self.first.high, strict=True)
        numbers = [number for good, *ends in cells if good for number in ends if math.isfinite(number)]
        return [*ruled, *(numbers or self.declared or self.first.ends)]


@final
@dataclass(frozen=True, slots=True)
class Faint:
    """The part of an interval between the ends of an axis; NaN if it is not known. under, over: where it goes on."""

    low: float
    high: float
    under: bool
    over: bool

    @property
    def stated(self) -> bool:
        """Whether there is an interval."""
        return not math.isnan(self.low)


def faint(picture: Picture, low: float, high: float) -> dict[int, Faint]:
    """The marks of the picture that are not usable, by place, on an axis with these ends."""
    cells = enumerate(zip(picture.good, picture.first.low, picture.first.high, strict=True))
    return {place: cut((first, last), low, high) for place, (good, first, last) in cells if not good}


def cut(ends: tuple[float, float], low: float, high: float) -> Faint:
    """An interval, as far as it lies between the ends of an axis."""
    if any(map(math.isnan, ends)):
        return Faint(math.nan, math.nan, False, False)
    first, last = (min(max(end, low), high) for end in ends)
    return Faint(first, last, ends[0] < low, ends[1] > high)

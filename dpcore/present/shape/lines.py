"""Answers that are functions: a line for each group inside its interval band, or a map, and values at typed points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, TypeVar, final

import numpy as np

from dpcore.present.chart.picture import Along, Field, Picture, Series
from dpcore.present.shape import evaluate
from dpcore.present.shape.evaluate import Value
from dpcore.present.shape.finer import finer
from dpcore.present.shape.presenter import PointField, Presenter, chosen, in_one_unit, series
from dpcore.present.text import curve, tidy
from dpcore.present.text.digits import key_text
from dpcore.queries.question.base import noun
from dpcore.result import Expansion, Function, Surface
from dpcore.table.column import Number
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_LINES, MOST_MAPS = 5, 2
"""The largest numbers of groups in one chart, as lines and as maps: the first of the table."""
_MARKED = 60  # points of a function of whole numbers that have a mark each
_READ = Text("Values are read off the released coefficients. Each interval is for the noise at its point alone.")
_BETWEEN = Text(
    "Between two adjacent points, the answer is interpolated linearly. The interval is valid wherever the rows lie "
    "between the two points."
)
F = TypeVar("F", Function, Expansion, Surface)
C = TypeVar("C", Expansion, Surface)


class LinesPresenter(Presenter[F]):
    """A function, with values at points that a reader types."""

    @property
    def field(self) -> PointField:
        """For numbers from its range."""
        result, domain = self.result, joined(map(_range, self.result.ranges), ", ")
        offline = Text(
            "This file contains the function at its {points:,} public points, in the table below. The page of a share "
            "link also gives the value at any other point from {domain}.",
            points=result.points,
            domain=domain,
        )
        typed, groups = self.typed(domain), result.size // result.points
        return PointField(self.release.query.reading.heading, domain, typed, _READ, offline, groups)

    def typed(self, domain: Text) -> Text:
        """What can be typed. domain: in words."""
        return Text(
            "Up to {most_points} numbers from {domain}, separated by commas.",
            most_points=evaluate.MOST_POINTS,
            domain=domain,
        )

    def lines(self, most: int = MOST_LINES) -> list[Series]:
        """What is drawn of each of the first groups."""
        points = self.result.points
        return [
            series(
                self.result, " · ".join(map(tidy.written, group.values())), slice(place * points, (place + 1) * points)
            )
            for place, group in enumerate(self.result.groups[:most])
        ]

    def axis(self, column: str, most: int = MOST_LINES) -> Text:
        """The title of the axis of arguments: the column, and how many groups are drawn if not all are."""
        if (groups := len(self.result.groups)) <= most:
            return Text("{column}", column=column)
        return Text("{column} (the first {shown} of {groups:,} groups)", column=column, shown=most, groups=groups)


def _range(ends: tuple[float, float]) -> Text:
    return Text("{low} to {high}", low=key_text(ends[0]), high=key_text(ends[1]))


@final
class FunctionPresenter(LinesPresenter[Function]):
    """Counts below each value of a column: one line per group over the public points."""

    def chart(self) -> Picture:
        """One line per group, starting at zero at the lowest edge."""
        result = self.result
        start = result.bounds[0] - 1 if result.whole else result.edges[0]
        at = (start, *map(float, result.keys[result.argument][: result.points]))
        chart = self.drawn(Along(at, self.axis(result.column)), [_from_zero(line) for line in self.lines()])
        return replace(chart, title=Text("{counted} {reach} it", counted=chart.title, reach=result.reach))

    def values(self, text: str, settings: Mapping[str, Any] | None = None, most: int | None = None) -> list[Value]:
        """The counts at the points in a text, interpolated. Raises QueryError."""
        where = evaluate.points(text)
        function = self.released if most is None else _first(self.released, max(1, most // len(where)))
        found = function.at(where, **settings or {})
        return evaluate.listed(found, (function.argument,), evaluate.digits(self.release))

    def quantiles(self, text: str) -> list[Value]:
        """The quantiles at the shares in a text, one entry per group and share. Raises QueryError."""
        width = min(high - low for low, high in pairwise(self.result.edges))
        digits = 0 if self.result.whole else max(0, min(9, 1 - math.floor(math.log10(width))))
        return evaluate.listed(self.released.quantile(evaluate.points(text)), ("q",), digits)

    @property
    def field(self) -> PointField:
        """The same, and one for shares of the rows."""
        result = self.result
        argument = Text("Rows with {column} {reach}", column=result.column, reach=result.reach)
        argument = self.release.query.reading.heading or argument
        return replace(super().field, argument=argument, method=_BETWEEN, reach=result.reach, quantiles=True)


def _from_zero(line: Series) -> Series:
    """The line with a first point at zero: no value lies below the lowest edge, without error."""
    return Series(line.name, (0.0, *line.value), (0.0, *line.low), (0.0, *line.high))


def _first(function: Function, groups: int) -> Function:
    """The function restricted to its first groups."""
    most = groups * function.points
    if function.size <= most:
        return function
    keys = {name: values[:most] for name, values in function.keys.items()}
    return replace(function, keys=keys, figures={name: values[:most] for name, values in function.figures.items()})


class SmoothPresenter(LinesPresenter[C]):
    """A smooth function, read off released coefficients: some of its points may have no rows to speak of."""

    @cached_property
    def nowhere(self) -> NDArray[np.bool_]:
        """The points where there are none."""
        return curve.few(self.release)

    def margin(self, far: Floats) -> Text:
        """The margin where there are rows, what smoothing changes, and where there are none."""
        where = self.nowhere
        if where.all():
            return Text(
                "There are no rows to speak of, as far as the noise lets one see: no {cell} is usable.",
                cell=noun(self.release.query),
            )
        margin = in_one_unit(self.release, np.where(where, math.nan, far), self.good | where)
        return joined([margin, *self.smoothing()])

    def smoothing(self) -> Sequence[Text]:
        """What smoothing changes, and where there are no rows, if that is told."""
        return ()

    @property
    def alt(self) -> Text:
        """The same, with the highest point of each line."""
        peaks = curve.peaks(self.result, self.good & ~self.nowhere)
        return Text("Chart of {question}. Highest point: {peaks}. {meaning}", peaks=peaks, **self._facts)

    def notes(self, pale: bool) -> list[Text]:
        """What was chosen from the released numbers."""
        return chosen(self.release, self.release.rounds)

    def values(self, text: str, settings: Mapping[str, Any] | None = None, most: int | None = None) -> list[Value]:
        """The function at the points in a text, read off its coefficients. Raises QueryError."""
        release, dimension = self.release, self.result.dimension
        where = evaluate.points(text, dimension)
        size = len(where) // dimension
        read = release.evaluate(np.reshape(where, (size, dimension)), **settings or {}).drop(columns="std_error")
        shown = len(read) if most is None else size * max(1, most // size)
        columns = {str(name): read[name].tolist()[:shown] for name in read}
        found = evaluate.listed(columns, self.result.arguments, evaluate.digits(release))
        nowhere = release.query.reading.few(release.facts_table, release.rounds, release.level, np.array(where))
        if nowhere is None:
            return found
        pairs = zip(found, nowhere, strict=False)
        return [replace(value, answer=curve.NO_ROWS, low="", high="") if none else value for value, none in pairs]


@final
class ExpansionPresenter(SmoothPresenter[Expansion]):
    """A smooth function of a column: one line per group, with gaps where there are no rows to speak of.

    A function of few whole numbers has a mark at each.
    """

    def chart(self) -> Picture:
        """One line per group, over its public points."""
        release, (result, times) = self.release, finer(self.release, self.result)
        nowhere = _spread(self.nowhere, self.result.points, times)
        low, high = release.query.quantity(release.facts_table).bounds
        figures = {name: np.where(nowhere, np.nan, values).tolist() for name, values in result.figures.items()}
        partly = nowhere.any() and not nowhere.all()
        read = ExpansionPresenter(release, replace(result, figures=figures) if partly else result)
        column = release.facts_table.schema.columns.get(result.column)
        marked = isinstance(column, Number) and column.integer and result.points <= _MARKED
        at = tuple(map(float, result.at))
        picture = self.drawn(Along(at, self.axis(result.column), marked and at[0].is_integer()), read.lines())
        close = ~result.far & (~nowhere | nowhere.all())
        return replace(picture, zero=not (isfinite(low) and isfinite(high)), within=_within(picture.series, close))

    def smoothing(self) -> Sequence[Text]:
        """How far smoothing may have moved answers, and where there are no rows."""
        where = self.nowhere
        return curve.smoothed(self.release, self.result, where), curve.without_rows(self.result, where)

    @property
    def caveats(self) -> list[Text]:
        """The same, with points that leave the picture."""
        return [*super().caveats, *([curve.LEFT_OUT] if self.result.far.any() else [])]


def _spread(nowhere: NDArray[np.bool_], points: int, times: int) -> NDArray[np.bool_]:
    """Whether there are no rows to speak of, at so many times the points of each group: as at the nearest of them."""
    nearest = np.rint(np.arange(times * (points - 1) + 1) / times).astype(np.int64)
    return nowhere.reshape(-1, points)[:, nearest].ravel()


def _within(lines: Sequence[Series], close: NDArray[np.bool_]) -> tuple[float, ...]:
    """The ends of an axis for points of usual margins, if others would flatten them."""
    low, high = (np.concatenate([getattr(line, end) for line in lines]) for end in ("low", "high"))
    close = close[: len(low)]  # of the groups that are drawn
    if (close | np.isnan(low)).all() or not close.any():
        return ()
    ends = float(low[close].min()), float(high[close].max())
    return ends if ends[0] < ends[1] else ()


@final
class SurfacePresenter(SmoothPresenter[Surface]):
    """A smooth function of two columns: a map of colours for each of the first groups."""

    def chart(self) -> Picture:
        """One map for each group, over its public points."""
        release, (first, second) = self.release, self.result.along
        across, up = (tuple(map(float, side)) for side in self.result.at)
        field = Field(across, up, self.axis(first, MOST_MAPS), Text("{column}", column=second))
        zero = release.query.quantity(release.facts_table).bounds == (0.0, inf)
        return replace(self.drawn(field, self.lines(MOST_MAPS)), zero=zero)

    def typed(self, domain: Text) -> Text:
        """Pairs of numbers."""
        named = [
            Text("{column} from {domain}", column=column, domain=_range(ends))
            for column, ends in zip(self.result.along, self.result.ranges, strict=True)
        ]
        return Text(
            "Up to {most_points} pairs of numbers, separated by semicolons: {named}.",
            most_points=evaluate.MOST_POINTS,
            named=joined(named, ", "),
        )

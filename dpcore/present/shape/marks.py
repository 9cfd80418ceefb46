"""Answers with a mark for each entry: of one number, of bins, of columns in their own units, of pairs, of a graph."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from typing import TYPE_CHECKING, final

import numpy as np

from dpcore.present.chart.picture import Network, Picture, Series, Shares, Spans, Tiles
from dpcore.present.shape.presenter import DRAWN, Presenter, series
from dpcore.present.text import tidy
from dpcore.present.text.digits import error_text, key_text, significant
from dpcore.present.text.size import brief
from dpcore.present.text.usable import HATCHED, PUBLIC
from dpcore.present.text.useless import labels, unusable
from dpcore.queries.question.base import noun
from dpcore.queries.question.prediction import margin as margin_over
from dpcore.result import Bins, Columns, Graph, Matrix, Number
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_SAME = 1e-6  # the largest difference of the widths of equal bins, as a share of them
_LISTED = 6
_EDGES = 12  # the most edges that a text alternative lists


@final
class NumberPresenter(Presenter[Number]):
    """A number, which words show better than a picture."""

    def chart(self) -> None:
        """None."""


@final
class BinsPresenter(Presenter[Bins]):
    """A number for each interval: each mark at its true position."""

    def chart(self) -> Picture:
        """A mark over each interval. Days are ordinals; a period includes its last day."""
        result = self.result
        lows, highs = result.keys["bin_low"], result.keys["bin_high"]
        dates = isinstance(lows[0], dt.date)
        cut = tidy.cut_short(self.release, lows, highs)
        across = Spans(
            starts=tuple(_place(low) for low in lows),
            ends=tuple(_place(high) + dates for high in highs),
            names=tuple(tidy.cell_labels(self.release, result.columns)),
            title=Text("{column} ({note})", column=result.column, note=cut) if cut else result.column,
            dates=dates,
        )
        picture = self.judged(self.drawn(across, [series(self.result)]))
        widths = np.subtract(across.ends, across.starts)
        if dates or cut or not picture.unit or not (widths > 0).all() or np.ptp(widths) <= _SAME * widths.max():
            return picture
        return _by_area(picture, widths, result.column)


def _by_area(picture: Picture, widths: Floats, column: str) -> Picture:
    """The same counts as areas over bins of unequal widths: a wide bin is not higher for being wide."""
    counts = picture.first
    heights = (tuple((np.array(values) / widths).tolist()) for values in (counts.value, counts.low, counts.high))
    return replace(
        picture,
        series=(Series(counts.name, *heights),),
        title=Text("{counted} per unit of {column}", counted=picture.title, column=column),
        declared=tuple(end / float(np.median(widths)) for end in picture.declared),
        spoken=replace(picture.spoken, series=counts),
    )


def _place(value: float | dt.date) -> float:
    return float(value.toordinal()) if isinstance(value, dt.date) else float(value)


@final
class ColumnsPresenter(Presenter[Columns]):
    """A number for each column: each column in its own unit, as a share of its declared bounds."""

    def chart(self) -> Picture:
        """A mark for each column of each group, between the ends of the column's bounds, labelled in its unit."""
        result, intervals = self.result, self.release.query.error.intervals
        places, texts = [result.column(place) for place in range(result.size)], self._texts()
        shares = Shares(
            names=tuple(tidy.cell_labels(self.release, result.columns)),
            title=", ".join(tidy.key_names(self.release, result.columns)),
            answers=tuple(value for value, _, _ in texts),
            labels=tuple(_label(*text) if intervals else text[0] for text in texts),
            lows=tuple(f"{result.lows[place]:,.6g}".replace("-", "−") for place in places),
            highs=tuple(f"{result.highs[place]:,.6g}".replace("-", "−") for place in places),
        )
        line = Series("", *(self._shares(places, figure) for figure in DRAWN))
        return replace(self.judged(self.drawn(shares, [line])), title=Text("share of the declared range"))

    def margin(self, far: Floats) -> Text:
        """The margin of each column in its own unit, over all groups; the first few columns by name."""
        query, names = self.release.query, self.result.names
        by_column = far.reshape(-1, len(names))
        parts = [
            Text("{column} {margin}", column=key_text(name), margin=brief(query, margin_over(by_column[:, place])))
            for place, name in enumerate(names[:_LISTED])
        ]
        if len(names) > _LISTED:
            parts.append(Text("{more:,} more in the table", more=len(names) - _LISTED))
        # vital
        margins = Text(
            "{level:g} % margin of error from privacy noise, in the unit of each column: {margins}.",
            level=100 * self.release.level,
            margins=joined(parts, "; "),
        )
        return joined([margins, unusable(self.release, self.good, noun(query))])

    def _shares(self, places: list[int], figure: str) -> tuple[float, ...]:
        """The position of figures between the bounds of their columns; the grid may end a little beyond them."""
        result = self.result
        values = zip(result.figures[figure], places, strict=True)
        ends = ((value, result.lows[place], result.highs[place]) for value, place in values)
        shares = ((value - low) / (high - low) for value, low, high in ends)
        return tuple(share if math.isnan(share) else min(max(share, 0.0), 1.0) for share in shares)

    def _texts(self) -> list[tuple[str, str, str]]:
        """Each answer and the ends of its interval, with the digits that its own error, or else its grid, supports."""
        figures = zip(*(self.result.figures[name] for name in DRAWN), strict=True)
        if not self.release.query.error.intervals:
            digits = tidy.digits_of(self.release, self.result.figures)
            return [(f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−"), "", "") for value, _, _ in figures]
        return [_written(*numbers) for numbers in figures]


def _label(value: str, low: str, high: str) -> Text:
    return Text("{value} ({low} to {high})", value=value, low=low, high=high)


def _written(value: float, low: float, high: float) -> tuple[str, str, str]:
    half = max(high - value, value - low)
    return significant(value, half), significant(low, half), significant(high, half)


@final
class MatrixPresenter(Presenter[Matrix]):
    """A number for each pair of columns: a square of coloured cells; by group, a bar for each pair."""

    def chart(self) -> Picture:
        """A cell for each pair, coloured by the share that its answer is of the largest possible one."""
        result = self.result
        if result.grouped:
            return self.marked()
        shares = zip(result.figures["estimate"], result.largest, strict=True)
        tiles = Tiles(
            names=result.names,
            title=Text("Columns"),
            places=result.places,
            shades=tuple(answer / largest for answer, largest in shares),
            scale=result.scale,
        )
        return self.drawn(tiles, [series(self.result)])

    def margin(self, far: Floats) -> Text:
        """The margins of answers in different units, each as a percentage of the pair's largest possible answer."""
        release, largest = self.release, self.result.largest
        if len(set(largest)) == 1:
            return super().margin(far)
        shares = 100 * far / np.resize(largest, len(far))
        worst = int(np.nanargmax(shares))
        # vital
        margin = Text(
            "{level:g} % margin of error from privacy noise: typically ±{size} % of the largest possible answer of a "
            "pair; largest ±{largest} % ({where}). The table has each margin in its own unit.",
            level=100 * release.level,
            size=error_text(float(np.nanmedian(shares))),
            largest=error_text(float(shares[worst])),
            where=labels(release, [worst])[0],
        )
        return joined([margin, unusable(release, self.good, noun(release.query))])

    def notes(self, pale: bool) -> list[Text]:
        """That cells of the square are hatched."""
        return [HATCHED] if pale and not self.result.grouped else super().notes(pale)


@final
class GraphPresenter(Presenter[Graph]):
    """A number about a public graph: the graph, of which the picture says no more than its public edges."""

    def chart(self) -> Picture:
        """The vertices and edges."""
        return self.drawn(Network(self.result.names, Text("Public graph"), self.result.edges), [series(self.result)])

    @property
    def alt(self) -> Text:
        """The same, with the edges of a small graph."""
        names, edges = self.result.names, self.result.edges
        if len(edges) > _EDGES:
            return Text("Picture of the public graph of {question}. {meaning}", **self._facts)
        listed = "; ".join(f"{key_text(names[first])} – {key_text(names[last])}" for first, last in edges)
        return Text(
            "Picture of the public graph of {question}. Its edges: {listed}. {meaning}", listed=listed, **self._facts
        )

    def notes(self, pale: bool) -> list[Text]:
        """That the picture is public."""
        return [PUBLIC]

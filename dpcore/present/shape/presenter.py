"""What is shown of an answer, whatever its shape: the facts that page, chart, file and sentence have in common."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, final

import numpy as np

from dpcore.present.chart.picture import Across, HeatMap, Named, Picture, Series, Spoken
from dpcore.present.shape.crossing import crossed
from dpcore.present.shape.evaluate import Value
from dpcore.present.text import caveat, ranks, scale, tidy
from dpcore.present.text.size import size
from dpcore.present.text.usable import COLOURS, GREY, GREY_SMALL, PALE, PALE_SMALL, TOO_SMALL, usable, verdict
from dpcore.present.text.useless import labels, reason, unusable
from dpcore.queries.question.base import noun
from dpcore.queries.question.prediction import Prediction
from dpcore.queries.question.refusal import no_function
from dpcore.queries.question.round import Rounds
from dpcore.release.measurement import in_ranks
from dpcore.release.record import Release, reach, step
from dpcore.result.base import Shape
from dpcore.text import Text, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

S = TypeVar("S", bound=Shape)
DRAWN = ("estimate", "low", "high")
"""The figures of a mark in a picture."""
_AT = Text("at")
_FEW = 40  # dots that are drawn one below another


@final
@dataclass(frozen=True, slots=True)
class PointField:
    """What a reader is told who types points of a function, or rows for a model.

    argument: the label of a point, such as "Rows with age up to". domain: the points that there are; a row, for a
    model. typed: what can be typed. method: how values between the points of the table are read. offline: what a file
    without a server has of them. groups: how many values a point has. reach: the heading of points in a table of
    values. quantiles: whether shares of the rows can be typed too.
    """

    argument: Text
    domain: Text
    typed: Text
    method: Text
    offline: Text
    groups: int
    reach: Text = _AT
    quantiles: bool = False


@final
@dataclass(frozen=True, slots=True)
class SecondChart:
    """A second chart, its text alternative, and the caption below it."""

    picture: Picture
    alt: Text
    caption: Text


@dataclass(frozen=True)
class Presenter(Generic[S]):
    """An answer as it is shown: by default a mark for each entry, named by its keys. Made once, and asked by all.

    release: the answer, to whose figures sentences refer. result: its shape, as it is drawn with free views applied.
    """

    release: Release
    result: S

    @property
    def released(self) -> S:
        """The shape as it was released."""
        return cast(S, self.release.result)

    @cached_property
    def good(self) -> NDArray[np.bool_]:
        """Whether each entry is usable."""
        return usable(self.release)

    @cached_property
    def error(self) -> Prediction | None:
        """Its error if that is counted in ranks."""
        return in_ranks(self.release)

    @cached_property
    def picture(self) -> Picture | None:
        """The chart; None for a single number, which words show better."""
        return self.chart() if self.result.size > 1 or self.result.pictured else None

    def chart(self) -> Picture | None:
        """Its own kind of chart: by default a heat map of two keys, else a mark for each entry."""
        across = crossed(self.release, self.result)
        picture = None if across is None else self.drawn(across, [series(self.result)])
        few = picture is not None and picture.dots and self.result.size <= _FEW  # places on an axis, not amounts
        return self.marked() if picture is None or few else picture

    def marked(self) -> Picture:
        """A mark for each entry, side by side, by name."""
        names = tuple(tidy.cell_labels(self.release, self.result.columns))
        title = ", ".join(tidy.key_names(self.release, self.result.columns))
        return self.judged(self.drawn(Named(names, title), [series(self.result)]))

    def drawn(self, across: Across, lines: Sequence[Series]) -> Picture:
        """A picture of the answer with this axis."""
        query, table = self.release.query, self.release.facts_table
        unit = "" if query.error.percent else query.quantity(table).unit
        return Picture(
            across=across,
            series=tuple(lines),
            intervals=query.error.intervals,
            good=tuple(self.good.tolist()),
            verdict=verdict(self.release),
            title=scale.measure(self.release),
            query=query,
            unit=unit,
        )

    def judged(self, picture: Picture) -> Picture:
        """A picture whose marks are judged one by one, with what it needs to draw and to name them."""
        error, whole = self.error, self.release.query.quantity(self.release.facts_table).whole
        stated = error is not None and math.isfinite(error.largest)
        spoken = Spoken(
            ranks=Text("±{ranks}", ranks=ranks.counted(error.largest)) if error is not None and stated else "",
            digits=0 if whole else tidy.digits_of(self.release, self.result.figures),
        )
        declared = () if self.good.any() else _declared(self.release)
        return replace(picture, zero=picture.zero and not picture.dots, declared=declared, spoken=spoken)

    @property
    def second(self) -> SecondChart | None:
        """A second chart; None for none."""
        return None

    @cached_property
    def meaning(self) -> Text:
        """The effect of noise on the answer: used as chart caption and in the text alternative."""
        release = self.release
        if release.exact:
            # vital
            return Text(
                "{question}: public under this neighbouring relation, so no noise was needed.",
                question=release.query.words.question,
            )
        if (error := self.error) is not None:
            useless = "" if self.good.any() else ranks.useless(release, error)
            return joined([ranks.meaning(release, error), useless])
        if release.query.error.unit == "none":
            return release.query.error.unstated[1]
        return self.margin(reach(release))

    def margin(self, far: Floats) -> Text:
        """The margin of error in words, valid for the worst entry. far: of each entry."""
        return in_one_unit(self.release, far, self.good)

    def summarised(self, far: Floats) -> tuple[Floats, Text]:
        """Numbers of all entries in the unit of their summary, and what that unit measures if it must be said."""
        return far, Text("")

    @property
    def alt(self) -> Text:
        """The text alternative of the chart, which includes its caption."""
        return Text("Chart of {question}. {meaning}", **self._facts)

    @property
    def _facts(self) -> dict[str, Any]:
        """What every text alternative says."""
        return {"question": self.release.sentence, "meaning": self.meaning}

    @property
    def caveats(self) -> list[Text]:
        """The sources of error that the margin does not cover, one sentence each."""
        return caveat.caveats(self.release, self.error)

    def notes(self, pale: bool) -> list[Text]:
        """What is said beside the picture. pale: whether it has cells that are not usable."""
        small, picture = verdict(self.release) == TOO_SMALL, self.picture
        if picture is not None and isinstance(picture.across, HeatMap):
            return [COLOURS, *([GREY_SMALL if small else GREY] if pale else [])]
        return [PALE_SMALL if small else PALE] if pale else []

    @property
    def field(self) -> PointField | None:
        """What a field for points, or rows, asks for; None for an answer that has no values at points."""
        return None

    def values(self, text: str, settings: Mapping[str, Any] | None = None, most: int | None = None) -> list[Value]:
        """Its values at the points, or for the rows, in a text: one entry per group and point. Raises QueryError.

        settings: free choices, as for `release.evaluate`. most: about how many entries. Where there would be more,
        only the first groups are evaluated, at least one.
        """
        raise no_function(self.release.sentence)

    def quantiles(self, text: str) -> list[Value]:
        """The quantiles at the shares in a text, one entry per group and share. Raises QueryError."""
        raise no_function(self.release.sentence)


def _declared(release: Release) -> tuple[float, ...]:
    """The ends of an axis that are public: the declared bounds, or for counts and sums the margin of the noise."""
    low, high = release.query.quantity(release.facts_table).bounds
    if math.isfinite(low) and math.isfinite(high):
        return low, high
    margins = [margin for margin in reach(release).tolist() if math.isfinite(margin)]
    if not margins:
        return ()
    most = float(np.median(margins))
    return (0.0 if low >= 0 else -most), most


def series(result: Shape, name: str = "", entries: slice = slice(None)) -> Series:
    """Some entries as they are drawn."""
    return Series(name, *(tuple(map(float, result.figures[figure][entries])) for figure in DRAWN))


def in_one_unit(release: Release, far: Floats, good: NDArray[np.bool_]) -> Text:
    """The typical and the largest margin, and the cells that are not usable. far: NaN for cells left out."""
    level, middle, largest = 100 * release.level, float(np.nanmedian(far)), float(np.nanmax(far))
    if len(far) == 1:
        # vital
        margin = Text(
            "{level:g} % margin of error from privacy noise: ±{size}.",
            level=level,
            size=size(release.query, middle),
        )
        # vital
        return joined([margin, "" if good[0] else Text("Not usable: {reason}.", reason=reason(release, good))])
    cell = noun(release.query)
    if largest <= 1.05 * middle:
        most = size(release.query, largest)
        # vital
        margin = Text(
            "{level:g} % margin of error from privacy noise: ±{size} per {cell}.", level=level, size=most, cell=cell
        )
        return joined([margin, unusable(release, good, cell)])
    worst = int(np.nanargmax(far))
    label: str = labels(release, [worst])[0]
    label = label if good[worst] else Text("{name}: {why}", name=label, why=verdict(release))
    others = good.copy()
    others[worst] = True
    # vital
    margin = Text(
        "{level:g} % margin of error from privacy noise: typically ±{size} per {cell}; largest ±{largest} ({where}).",
        level=level,
        size=size(release.query, middle),
        cell=cell,
        largest=size(release.query, largest),
        where=label,
    )
    return joined([margin, unusable(release, others, cell, also=not good[worst])])


def chosen(release: Release, rounds: Rounds) -> list[Text]:
    """The notes of an answer for which something was chosen from its released numbers."""
    try:
        step.check(release.query, release.facts_table, release.paid, release.rounds)
    except step.OtherTables as error:
        return [error.sentence]
    return [found] if (found := release.query.reading.found(release.facts_table, rounds, release.level)) else []

# vital
"""The unit of an answer, and its predicted error in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpcore.present.text import ranks, scale
from dpcore.present.text.words import ANSWERS, SHARES, error_text, verdict
from dpcore.queries import Query
from dpcore.queries.counts.count import Counts
from dpcore.queries.question.base import noun
from dpcore.queries.question.judgement import Judgement, foreseen, typical_bounds
from dpcore.queries.question.prediction import Prediction
from dpcore.table.table import Table
from dpcore.text import Text


def unit_of(query: Query, table: Table) -> str:
    """The unit of an answer: rows, the protected units, percentage points, or the column's own (an empty string)."""
    return scale.POINTS if scale.in_points(query) else query.quantity(table).unit


def _width(query: Query, width: float) -> str:
    """A range, formatted for reading."""
    return scale.error(query, f"{scale.of_error(query) * width:,.6g}")


def _share(share: float, whole: Text) -> Text:
    """An error relative to a whole: in percent, or as a multiple for large errors."""
    if share >= 99.5:
        return Text("at least 100 times the size of {whole}", whole=whole)
    if share >= 1.995:
        return Text("about {times:.2g} times the size of {whole}", times=share, whole=whole)
    if share < 1e-4:
        return Text("under 0.01 % of {whole}", whole=whole)
    percent = f"{100 * share:.{3 if share >= 0.995 else 2}g}"
    return Text("about {percent} % of {whole}", percent=percent, whole=whole)


def cells_of(query: Query, table: Table) -> int:
    """The number of public cells of the answer."""
    return math.prod(axis.size for axis in query.axes(table.schema))


def predicted(query: Query, table: Table, error: Prediction) -> Text:
    """A predicted error with its unit: "± 32 rows per group"; with a range if the error depends on the rows."""
    half_width = error.half_width
    if error.unit == "none":
        return Text("no error can be stated")
    if math.isnan(half_width):
        return Text("error not known yet")
    if half_width <= 0:
        return Text("no error")
    if math.isinf(half_width):
        return Text("no error in ranks can be stated")
    unit, factor = unit_of(query, table), scale.of_error(query)
    low, high, largest = (error_text(factor * value) for value in (error.low, error.high, error.largest))
    if error.unit == "ranks":
        size: str = ranks.counted(half_width)
        return Text("± {size} per {cell}", size=size, cell=noun(query)) if noun(query) else Text("± {size}", size=size)
    size = error_text(factor * half_width)
    ends = size == high != low and error.low > 0  # no figure inside of the range can be promised
    size = Text("{low} to {high}", low=low, high=high) if ends else size
    size = Text("{number} {unit}", number=size, unit=unit) if unit else size
    words = Text("± {size} per {cell}", size=size, cell=noun(query)) if noun(query) else Text("± {size}", size=size)
    if low != high and error.low > 0 and not ends:
        words = Text("{said}, between {low} and {high}", said=words, low=low, high=high)
    elif error.high > half_width:
        words = Text("{said}, at most {high}", said=words, high=high)
    if largest == high:
        return words
    if not query.shape.of_groups:
        return Text("{said}; up to {largest} where there are few rows", said=words, largest=largest)
    if _lost_somewhere(query, table, error):
        return Text(
            "{said}; up to {largest} in the smallest group, where the answer may not be usable",
            said=words,
            largest=largest,
        )
    return Text("{said}; up to {largest} in the smallest group", said=words, largest=largest)


def _lost_somewhere(query: Query, table: Table, error: Prediction) -> bool:
    """Whether groups are known well enough to say that the answer of the smallest may not be usable."""
    known = not math.isnan(error.certain)  # else any group may be empty
    lost = foreseen(query, table, error.largest).useless
    return known and lost and not foreseen(query, table, error.half_width).useless


def judged(query: Query, table: Table, half_width: float, needed: Sequence[float] = ()) -> Text:
    """The answers for which an error of this size is small enough; also in percent if a number of rows is declared.

    needed: as in a `Prediction`.
    """
    if query.error.unit == "none":
        return query.error.unstated[0]
    if query.error.unit == "ranks" and half_width > 0:
        return ranks.judged(query, table, half_width, needed)
    judgement = foreseen(query, table, half_width, needed)
    if judgement.useless:
        return _covering(query, table)
    if scale.in_points(query) and half_width > 0:
        return _of_shares(half_width)
    if not query.quantity(table).whole and half_width > 0:
        return _of_values(query, table, half_width, judgement)
    words = verdict(half_width)
    if table.expected_rows and isinstance(query, Counts) and not query.where and half_width > 0:
        cells = cells_of(query, table)
        whole = Text("an average {cell}", cell=noun(query)) if cells > 1 else Text("the rows expected")
        share = _share(half_width * cells / table.expected_rows, whole)
        words = Text("{said}; {share}", said=words, share=share)
    return words


def warning(query: Query, table: Table, half_width: float, needed: Sequence[float] = ()) -> Text:
    """What is said before the charge of an error with which no answer is usable; else empty."""
    unusable = foreseen(query, table, half_width, needed).useless
    return judged(query, table, half_width, needed) if unusable else Text("")


def _covering(query: Query, table: Table) -> Text:
    """An error as large as the range of all possible answers."""
    if scale.in_points(query):
        return Text("not usable: the margin covers all possible shares")
    low, high = typical_bounds(query, table)
    return Text("not usable: the margin is as wide as the declared range of {width}", width=_width(query, high - low))


def _of_shares(half_width: float) -> Text:
    """An error of shares, in percent."""
    if half_width >= 0.09:
        return Text("relative error over 10 % for every share")
    return verdict(half_width, SHARES, 100, " %", useless=False)


def _of_values(query: Query, table: Table, half_width: float, judgement: Judgement) -> Text:
    """An error in the unit of values, which have public bounds or none."""
    if 10 * half_width < max(map(abs, query.quantity(table).bounds)):
        return verdict(half_width, ANSWERS, useless=judgement.least > 0)
    if not judgement.least:
        return Text("relative error over 10 % for every answer")
    return Text("relative error over 10 % for every answer; not usable below {least}", least=error_text(half_width))

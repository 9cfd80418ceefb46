"""The predicted error of an answer before it is released: a range under stated public assumptions, without rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, final

import numpy as np

from dpcore.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SKEW = 20.0
"""The range covers typical groups down to 1/SKEW of an equal share, and filters keeping 1/SKEW of the rows or more."""
FLUCTUATION = 4.0
"""The standard deviations of noise that a range includes: at most about 1 in 300 answers lies outside."""


_NONE = Text("")


@final
@dataclass(frozen=True, slots=True)
class Guess:
    """A public guess of the number of rows in a cell.

    typical: for the typical cell, which has between `least` and `most` rows. smallest: the least number in any cell.
    words: the source of the guess. span: a description of the range from `least` to `most`, if it is a range.
    partial: whether groups that do not cover the columns leave out rows that are among those guessed.
    """

    typical: float
    least: float
    most: float
    smallest: float
    words: Text
    span: Text = _NONE
    partial: bool = False

    @property
    def certain(self) -> bool:
        """Whether it covers the typical cell of every table with that number of rows."""
        return not self.span and not self.partial


@final
@dataclass(frozen=True, slots=True)
class Prediction:
    """The predicted error of the typical cell, in the answer's unit.

    unit: "value"; "ranks", the number of rows between an answer and the true one, if no public fact bounds the values;
    "none" if none bounds these either. std_error, half_width: under `assumption`. low, high: the range of the half
    width over everything that the assumption says it covers. largest: an upper bound of the half width of any cell.
    certain: an upper bound of the half width of the typical cell on every table with the guessed number of rows, none
    left out for a missing cell, up to noise beyond `FLUCTUATION` standard deviations. NaN if it is unknown, as all
    are where the rows are. needed: for each quantile whose answers are counted, the rows from which on at least nine of
    ten answers are judged to be usable; empty if `half_width` says whether they are.
    """

    std_error: float
    half_width: float
    low: float
    high: float
    largest: float
    assumption: Text = _NONE
    unit: Literal["value", "ranks", "none"] = "value"
    certain: float = math.nan
    needed: tuple[float, ...] = ()

    def scaled(self, factor: float) -> Prediction:
        """The prediction for an answer multiplied by a public factor; errors in ranks do not change."""
        if self.unit != "value":
            return self
        names = ("std_error", "half_width", "low", "high", "largest", "certain")
        return replace(self, **{name: factor * getattr(self, name) for name in names})


@final
@dataclass(frozen=True, slots=True)
class Margin:
    """The margin of error of a released answer, to the farther end of its intervals.

    typical: in the typical cell (the median). largest: over all cells. In the answer's unit, or in ranks.
    """

    typical: float
    largest: float


def margin(reach: Floats) -> Margin:
    """The margin of error from the reach of each cell's interval; NaN if none is known."""
    if np.isnan(reach).all():
        return Margin(math.nan, math.nan)
    return Margin(float(np.nanmedian(reach)), float(np.nanmax(reach)))


def even(rows: int, cells: int, filtered: bool) -> Guess:
    """A guess from the declared number of rows, spread evenly over the cells; a filter is assumed to keep half of them.

    At least half of the cells have no fewer rows than the median cell, so the median is at most twice an equal share.
    """
    share = rows / cells
    if cells == 1 and not filtered:
        return Guess(share, share, share, share, Text("{rows:,} rows", rows=rows))
    words = Text("{rows:,} rows", rows=rows)
    if cells > 1:
        words = Text("{rows:,} rows in groups of equal size", rows=rows)
    if filtered:
        words = Text("{rows}, half of which the filter keeps", rows=words)
    spans = [Text("typical groups from a twentieth of an equal share to twice that")] if cells > 1 else []
    spans += [Text("filters that keep at least a twentieth of the rows")] if filtered else []
    return Guess(
        typical=share / 2 if filtered else share,
        least=share / SKEW,
        most=min(float(rows), 2 * share) if cells > 1 else share,
        smallest=0.0 if cells > 1 else share / SKEW,
        words=words,
        span=_both(spans),
    )


def released(counts: Floats, std_errors: Floats) -> Guess:
    """A guess from a released count of the cells, including the error of that count.

    Of an even number of cells, the median margin is the mean of two: the smaller of both cells decides `least`.
    """
    middle, error = float(np.median(counts)), FLUCTUATION * float(np.max(std_errors))
    lower = np.sort(counts, axis=None)[(np.size(counts) - 1) // 2]
    least, smallest = (max(0.0, float(value) - error) for value in (lower, np.min(counts)))
    return Guess(max(1.0, middle), least, max(1.0, middle + error), smallest, Text("the rows of the released count"))


def linear(std_error: float, half_width: float) -> Prediction:
    """An error that is known exactly in advance and is the same in every cell."""
    return Prediction(std_error, half_width, half_width, half_width, half_width, certain=half_width)


def ranks(typical: float, most: float) -> Prediction:
    """An error in ranks, known in advance and the same in every cell."""
    assumption = Text(
        "The error is the number of rows between the answer and the true value. The difference of their values is not "
        "known."
    )
    return Prediction(typical, most, most, most, most, assumption, "ranks", most)


UNKNOWN = Prediction(math.nan, math.nan, math.nan, math.nan, math.nan)
UNSTATED = replace(UNKNOWN, unit="none")
"""For noise whose size follows from the rows, and is private."""


def sizes(guess: Guess, std: float) -> tuple[float, float, float, float]:
    """The guessed rows: typical, and the largest, least and smallest numbers after noise in the row count."""
    noise = FLUCTUATION * std
    return guess.typical, guess.most + noise, max(0.0, guess.least - noise), max(0.0, guess.smallest - noise)


def assumed(guess: Guess, typical: Text, spans: Text) -> Text:
    """The assumption in words: first for the typical error, then what the range covers."""
    covered, first = (
        _both([part for part in parts if part]) for parts in ((guess.span, spans), (guess.words, typical))
    )
    if not covered:
        return Text("Assumes {facts}, none missing.", facts=first)
    return Text("Assumes {facts}, none missing. The range covers {covered}.", facts=first, covered=covered)


def _both(parts: Sequence[Text]) -> Text:
    """At most two texts, joined by "and"."""
    return (
        parts[0] if len(parts) == 1 else Text("{one} and {other}", one=parts[0], other=parts[1]) if parts else Text("")
    )
